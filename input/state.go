package input

import "strconv"

// A TickEvent is an event with its place in the tick that it was given to.
type TickEvent struct {
	Event
	// Offset is how far into the step it happened, from 0 to under 1. It never falls from one event
	// of a tick to the next. It is 0 for what came before the tick, and in a grant.
	Offset float64
}

// A State is the input of one tick. [Buffer.Tick] returns it, and it holds until the next call of
// that or of Flush. Its methods take every Code up to CodeMax, also 0, for which all is 0; they
// panic above that.
type State struct {
	held     codeSet
	level    [codes]int32
	pressed  [codes]int32
	released [codes]int32
	events   []TickEvent
}

// Pressed returns how often the code was pressed in this tick: three taps are 3.
func (s *State) Pressed(c Code) int { return int(s.pressed[mustCode(c)]) }

// Released returns how often the code was released in this tick.
func (s *State) Released(c Code) int { return int(s.released[mustCode(c)]) }

// Held reports whether the code is down after the tick's events. A tap within a tick is not held:
// ask Pressed too where a tap shall do what a held button does.
func (s *State) Held(c Code) bool { return s.held.has(mustCode(c)) }

// Level returns where the code stands after the tick's events: an analog's position, a pressed
// button's strength, 0 after a release.
func (s *State) Level(c Code) int32 { return s.level[mustCode(c)] }

// Events returns the tick's events in order. The slice holds as long as the State does and must not
// be changed.
func (s *State) Events() []TickEvent { return s.events }

// begin forgets the last tick's edges and keeps the levels.
func (s *State) begin() {
	for i := range s.events {
		s.pressed[s.events[i].Code] = 0
		s.released[s.events[i].Code] = 0
	}
	s.events = s.events[:0]
}

// see adds an event to the tick. An offset that would fall stays where the last event's is.
func (s *State) see(e Event, offset float64) {
	if n := len(s.events); n > 0 {
		offset = max(offset, s.events[n-1].Offset)
	}
	s.events = append(s.events, TickEvent{e, offset})
	switch e.Kind {
	case Press:
		s.pressed[e.Code]++
	case Release:
		s.released[e.Code]++
	}
	s.settle(e)
}

// settle brings the levels up to date with an event.
func (s *State) settle(e Event) {
	switch e.Kind {
	case Press:
		s.held.add(e.Code)
	case Release:
		s.held.remove(e.Code)
	}
	s.level[e.Code] = e.level()
}

func mustCode(c Code) Code {
	if c > CodeMax {
		panic("tactus: input code is " + strconv.Itoa(int(c)) + ": want up to 511")
	}
	return c
}
