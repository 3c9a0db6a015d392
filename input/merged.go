package input

import (
	"math/bits"

	"github.com/tactus-go/tactus"
)

// merged is what came while the queue was full and must not be lost: for each code that it was
// released, and where its analog stands. Everything later of these codes has to wait behind it.
type merged struct {
	released, moved codeSet
	at              [codes]tactus.Instant // of the latest
	value           [codes]int32          // of an analog
	waiting         int                   // events that this makes
}

// add merges an event, and reports false for a press, which has no place here.
func (m *merged) add(e Event) bool {
	c := e.Code
	in := m.released.has(c) || m.moved.has(c)
	switch e.Kind {
	case Press:
		return false
	case Release:
		if !m.released.has(c) {
			m.released.add(c)
			m.waiting++
		}
		if m.moved.has(c) { // what moved before the release stands at 0 after it
			m.moved.remove(c)
			m.waiting--
		}
	case Analog:
		if !m.moved.has(c) {
			m.moved.add(c)
			m.waiting++
		}
		m.value[c] = e.Value
	}
	if !in || e.At > m.at[c] {
		m.at[c] = e.At
	}
	return true
}

// take removes the event of the lowest code, its release before its analog, and returns it. There
// must be one.
func (m *merged) take() Event {
	m.waiting--
	for i := range m.released {
		both := m.released[i] | m.moved[i]
		if both == 0 {
			continue
		}
		c := Code(i*64 + bits.TrailingZeros64(both))
		if m.released.has(c) {
			m.released.remove(c)
			return Event{At: m.at[c], Code: c, Kind: Release}
		}
		m.moved.remove(c)
		return Event{At: m.at[c], Value: m.value[c], Code: c, Kind: Analog}
	}
	panic("tactus: merged input is empty")
}
