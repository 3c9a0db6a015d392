package wazerohost

import (
	"sync"

	"github.com/tetratelabs/wazero/experimental"
)

// A linear is the memory of a module. One that an instance has let go of is used again: a Go guest's has
// some megabytes, and to make them new for each run costs more than a short run does.
type linear struct {
	bytes []byte
	most  uint64
	spare bool // nothing uses it any more: it may be used again
}

// spares are memories to be used again. The garbage collector takes what nobody asks for.
var spares sync.Pool

// spareTimes is how many times as large as what is asked for a spare one may be, spareMin how large it
// may be in any case. What is given out is held for as long as the module is ready.
const (
	spareTimes = 8
	spareMin   = 1 << 19
)

// newLinear is an experimental.MemoryAllocator.
func newLinear(capacity, most uint64) *linear {
	l := &linear{most: most}
	if spare, ok := spares.Get().(*linear); ok {
		if uint64(cap(spare.bytes)) <= max(spareTimes*capacity, spareMin) {
			l.bytes = spare.bytes
			return l
		}
		spares.Put(spare)
	}
	l.bytes = make([]byte, 0, capacity)
	return l
}

// Reallocate makes the memory so long. What is new of it is all zeros, whoever had it before.
func (l *linear) Reallocate(size uint64) []byte {
	was := len(l.bytes)
	if size <= uint64(cap(l.bytes)) {
		l.bytes = l.bytes[:size]
		if uint64(was) < size {
			clear(l.bytes[was:])
		}
		return l.bytes
	}
	longer := make([]byte, size, max(size, min(2*uint64(cap(l.bytes)), l.most)))
	copy(longer, l.bytes)
	l.bytes = longer
	return l.bytes
}

// Free lets go of the memory.
func (l *linear) Free() {
	if l.spare {
		spares.Put(&linear{bytes: l.bytes[:0]})
	}
	l.bytes = nil
}

var _ experimental.LinearMemory = (*linear)(nil)
