package input

import (
	"math/bits"
	"strconv"

	"github.com/tactus-go/tactus"
)

const (
	capDefault = 1024  // a mouse that reports 1,000 times a second, for a second without a tick
	capMax     = 65536 // 1 MB of events; more waiting input is no input any more
)

// BufferConfig sets up a Buffer. Its zero value is the default.
type BufferConfig struct {
	// Cap is how many events may wait for their tick. 0 is 1,024; at most 65,536.
	Cap int
}

// A Buffer holds events until the tick that they belong to asks for them.
//
// Events wait in the order of their time, those of equal time in the order in which they came. A
// device whose stamps jump back must not turn a press and its release around, so an event of a code
// is never put before an earlier one of the same code: it takes that one's time. An event stamped
// before what a tick has already seen goes to the next tick.
//
// A full buffer, as in a long pause, takes no more presses, and counts them as dropped. Releases
// and analog positions are merged instead: for each code only that it was released, and where it
// stands at last. They move up as soon as there is room, before anything that came after them. So
// no button stays down that is up, whatever was lost.
//
// Make one with NewBuffer; one serves one player or all. It must not be copied once used.
type Buffer struct {
	cap     int
	queue   []Event // waiting, in order
	merged  merged
	down    codeSet // codes whose latest event taken is a press
	letGo   codeSet // codes that ReleaseAll has let go, and of which nothing came since
	state   State
	dropped uint64
	merges  uint64
}

// NewBuffer returns an empty buffer, about 80 KB at the default size. The error is a *ConfigError.
func NewBuffer(c BufferConfig) (*Buffer, error) {
	if c.Cap < 0 || c.Cap > capMax {
		return nil, &tactus.ConfigError{Field: "BufferConfig.Cap", Value: strconv.Itoa(c.Cap),
			Want: "1 to 65536 events, or 0 for 1024"}
	}
	if c.Cap == 0 {
		c.Cap = capDefault
	}
	b := &Buffer{cap: c.Cap, queue: make([]Event, 0, c.Cap)}
	b.state.events = make([]TickEvent, 0, c.Cap+2*codes) // one tick may see all that is merged too
	return b, nil
}

// Push takes an event, and reports false where the buffer was full and a press was dropped. It may
// come any time before the tick that it belongs to asks for its input, also between two steps of a
// frame. It panics where the event's Code or Kind is none.
//
// The first release of a code that ReleaseAll has let go is the same edge once more: it is taken and
// seen by no tick, unless the code was pressed or moved in between.
func (b *Buffer) Push(e Event) bool {
	if err := e.Check(); err != nil {
		panic(err.Error())
	}
	b.moveUp()
	if b.letGo.has(e.Code) {
		b.letGo.remove(e.Code)
		if e.Kind == Release {
			return true
		}
	}
	switch {
	case b.merged.waiting == 0 && len(b.queue) < b.cap:
		b.insert(e)
	case b.merged.add(e):
		b.merges++
	default:
		b.dropped++
		return false
	}
	switch e.Kind {
	case Press:
		b.down.add(e.Code)
	case Release:
		b.down.remove(e.Code)
	}
	return true
}

// insert puts an event at its place in the queue, which has room.
func (b *Buffer) insert(e Event) {
	for i := len(b.queue) - 1; i >= 0 && b.queue[i].At > e.At; i-- {
		if b.queue[i].Code == e.Code {
			e.At = b.queue[i].At
		}
	}
	i := len(b.queue)
	b.queue = append(b.queue, e)
	for ; i > 0 && b.queue[i-1].At > e.At; i-- {
		b.queue[i] = b.queue[i-1]
	}
	b.queue[i] = e
}

// moveUp puts merged events into the queue while there is room.
func (b *Buffer) moveUp() {
	for b.merged.waiting > 0 && len(b.queue) < b.cap {
		b.insert(b.merged.take())
	}
}

// ReleaseAll releases every code that is down, at an instant: for a window that loses focus, whose
// system keeps the releases to itself. Where it does not, see Push.
func (b *Buffer) ReleaseAll(at tactus.Instant) {
	for i := range b.down {
		for set := b.down[i]; set != 0; set &= set - 1 {
			c := Code(i*64 + bits.TrailingZeros64(set))
			b.Push(Event{At: at, Code: c, Kind: Release})
			b.letGo.add(c)
		}
	}
}

// Tick returns the input of tick t: all events that wait and whose place in the window is t or
// before. w is the window of the frame that runs t, taken after its Feed or Grant and before its
// first step. Ask once for each tick, in order; ticks may be left out, and their events go to the
// next that asks. A second call for a tick gives only what came since the first.
//
// It panics where t is not one of the window's ticks, as for a window taken after the first step.
func (b *Buffer) Tick(w tactus.Window, t tactus.Tick) *State {
	if t < w.First || t >= w.First+tactus.Tick(w.Steps) {
		panic("tactus: input of tick " + strconv.FormatInt(int64(t), 10) + " in a window of " +
			strconv.FormatInt(w.Steps, 10) + " from tick " + strconv.FormatInt(int64(w.First), 10) +
			": want the window of the frame, taken before its first step")
	}
	b.state.begin()
	if len(b.queue) == 0 {
		return &b.state // what is merged implies a full queue
	}
	for {
		b.see(w, t)
		if b.merged.waiting == 0 || len(b.queue) == b.cap {
			return &b.state
		}
		b.moveUp()
	}
}

// see gives the tick those events at the head of the queue that belong to it or before it.
func (b *Buffer) see(w tactus.Window, t tactus.Tick) {
	n := 0
	for _, e := range b.queue {
		tick, offset := w.Locate(e.At)
		if tick > t {
			break
		}
		b.state.see(e, offset)
		n++
	}
	if n > 0 {
		b.queue = b.queue[:copy(b.queue, b.queue[n:])]
	}
}

// Flush brings the levels up to date with all that waits and forgets its edges, for a game that
// shall not see what was typed into its pause menu. It returns how many events it took. The State
// of the last tick holds no more edges after it.
func (b *Buffer) Flush() int {
	b.state.begin()
	n := 0
	for len(b.queue) > 0 {
		for _, e := range b.queue {
			b.state.settle(e)
		}
		n += len(b.queue)
		b.queue = b.queue[:0]
		b.moveUp()
	}
	return n
}

// Waiting returns how many events wait for a tick, merged ones among them.
func (b *Buffer) Waiting() int { return len(b.queue) + b.merged.waiting }

// Dropped returns how many presses were lost because the buffer was full.
func (b *Buffer) Dropped() uint64 { return b.dropped }

// Merged returns how many releases and analog positions came while the buffer was full, and so
// arrived late, or not at all where a newer one of their code took their place.
func (b *Buffer) Merged() uint64 { return b.merges }
