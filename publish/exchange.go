package publish

import (
	"math/bits"
	"sync/atomic"
)

const (
	// headerCount is one for the writer, one for the reader, one between them.
	headerCount = 3
	// stateCount is the sum in the package comment: two held, two sent, the latest, the next.
	stateCount = 6
	// freshBit marks a header in the mailbox that the reader has not taken.
	freshBit = 1 << 2
	// cacheLine keeps what one side writes off the line that the other side reads. 64 bytes is the
	// line of all common processors; 128 for the pairs that some of them fetch together.
	cacheLine = 128
)

// A mailbox is the only word that both sides write. The index of a header is in it, and freshBit.
// Whose header it is says who may touch what the header has and names.
type mailbox struct{ atomic.Uint32 }

// The first owner of each header.
const (
	writersFirst = iota
	mailboxFirst
	readersFirst
)

// A writer knows at any time which states the reader may be looking at: those of the header sent
// last, and those of the one that the reader had before it. A swap that gets a fresh header back
// says that the reader has not moved; another says that it has gone on to the one sent last.
type writer struct {
	own               uint32 // the header to fill
	previous, current uint8
	filled            bool  // there is a current state
	held, sent        uint8 // sets of states, one bit each: of the reader, of the mailbox
}

// next makes the current state the previous one and returns a state that nobody looks at.
func (w *writer) next() uint8 {
	used := w.held | w.sent
	if w.filled {
		used |= 1 << w.current
	}
	free := uint8(bits.TrailingZeros8(^used)) // at most five of six are used
	w.previous, w.current = w.current, free
	if !w.filled {
		w.previous, w.filled = free, true
	}
	return free
}

// send swaps the writer's header for the one in the mailbox.
func (w *writer) send(m *mailbox) {
	old := m.Swap(w.own | freshBit)
	if old&freshBit == 0 {
		w.held = w.sent
	}
	w.own = old &^ freshBit
	w.sent = 1<<w.previous | 1<<w.current
}

// A reader has one header, whose states are its own until it takes another.
type reader struct {
	own uint32
}

// arrived reports whether a header waits in the mailbox. From then on one does until it is taken:
// the writer only puts a fresh one in its place.
func (r *reader) arrived(m *mailbox) bool { return m.Load()&freshBit != 0 }

// take swaps the reader's header for the fresh one in the mailbox.
func (r *reader) take(m *mailbox) { r.own = m.Swap(r.own) &^ freshBit }
