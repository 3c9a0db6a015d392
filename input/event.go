package input

import (
	"strconv"

	"github.com/tactus-go/tactus"
)

// A Code names one button, key, stick axis or action. The game numbers them from 1, densely, with
// constants of its own: a scan code of the system is to be mapped first. Zero is no code: what is
// bound to it is never pressed.
type Code uint16

// CodeMax is the highest Code. With 511, more than the keys, buttons and axes of any device, all
// that a Buffer keeps for each code is 16 KB, and a set of codes is eight words.
const CodeMax Code = 511

// codes is the length of a table by Code.
const codes = int(CodeMax) + 1

// A Kind says what an event is. The zero value is no kind.
type Kind uint8

const (
	// Press is a button that goes down. It is an edge: it counts, also where the button was down.
	// Leave out the repeats that systems send while a key is held.
	Press Kind = iota + 1
	// Release is a button that goes up. It is an edge, and puts the level to 0.
	Release
	// Analog is a new position of something that has no edges: a stick, a trigger, a wheel. For
	// relative motion, as of a mouse, give the running total, and subtract totals in the game: a
	// sum survives a full buffer, a lost difference does not come back.
	Analog
)

// String returns the kind in lower case, "none" for the zero value.
func (k Kind) String() string {
	switch k {
	case 0:
		return "none"
	case Press:
		return "press"
	case Release:
		return "release"
	case Analog:
		return "analog"
	}
	return "unknown"
}

// An Event is something that a player did.
type Event struct {
	// At is when it happened, on the clock that the stepper is fed from.
	At tactus.Instant
	// Value is the position of an Analog, in units of the game's choice, and how hard a Press was,
	// 0 standing for 1. A Release has none.
	Value int32
	// Code is what it happened to, 1 to CodeMax.
	Code Code
	// Kind is what happened.
	Kind Kind
}

// level returns the level of the event's code after it.
func (e Event) level() int32 {
	switch {
	case e.Kind == Release:
		return 0
	case e.Kind == Press && e.Value == 0:
		return 1
	}
	return e.Value
}

// Check returns a *tactus.ConfigError where the event's Code or Kind is none.
func (e Event) Check() error {
	if e.Code < 1 || e.Code > CodeMax {
		return &tactus.ConfigError{Field: "input code", Value: strconv.Itoa(int(e.Code)), Want: "1 to 511"}
	}
	if e.Kind < Press || e.Kind > Analog {
		return &tactus.ConfigError{Field: "input kind", Value: strconv.Itoa(int(e.Kind)),
			Want: "Press, Release or Analog"}
	}
	return nil
}

// codeSet is a set of codes.
type codeSet [codes / 64]uint64

func (s *codeSet) has(c Code) bool { return s[c/64]>>(c%64)&1 != 0 }
func (s *codeSet) add(c Code)      { s[c/64] |= 1 << (c % 64) }
func (s *codeSet) remove(c Code)   { s[c/64] &^= 1 << (c % 64) }
