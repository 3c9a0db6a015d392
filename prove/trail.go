package prove

import (
	"sort"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// fieldsKept bounds the field values that a run keeps, so that a difference can be named as it was and
// not as a second run shows it: 2^16 are a few megabytes. A longer run keeps its hashes alone, and its
// fields are read in a second run.
const fieldsKept = 1 << 16

// trail is what a run left behind, tick by tick.
type trail struct {
	hashes []uint64
	chain  []uint64 // chain[t] is of hashes[0..t]
	fields [][]sim.Field
	kept   int
}

func newTrail(ticks tactus.Tick) *trail {
	return &trail{hashes: make([]uint64, 0, ticks), chain: make([]uint64, 0, ticks)}
}

// add takes the state after the next tick.
func (t *trail) add(s sim.Sim) {
	hash := sim.HashOf(s)
	var before uint64
	if n := len(t.chain); n > 0 {
		before = t.chain[n-1]
	}
	t.hashes = append(t.hashes, hash)
	t.chain = append(t.chain, sim.Chain(before, hash))
	if t.kept < fieldsKept {
		fields := sim.Fields(s)
		t.fields = append(t.fields, fields)
		t.kept += len(fields)
	}
}

// firstDifference returns the first tick after which two runs differed, probing their chains, and how
// many ticks were compared. ok is false where they are equal.
func firstDifference(a, b *trail) (tick tactus.Tick, compared int, ok bool) {
	compared = min(len(a.chain), len(b.chain))
	if compared == 0 || a.chain[compared-1] == b.chain[compared-1] {
		return 0, compared, false
	}
	return tactus.Tick(sort.Search(compared, func(t int) bool { return a.chain[t] != b.chain[t] })), compared, true
}

// fieldsAt returns the fields after a tick, or nil where they were not kept.
func (t *trail) fieldsAt(tick tactus.Tick) []sim.Field {
	if int(tick) < len(t.fields) {
		return t.fields[tick]
	}
	return nil
}

// changed reports whether any tick left another state than the one before it.
func (t *trail) changed(start uint64) bool {
	for _, h := range t.hashes {
		if h != start {
			return true
		}
	}
	return false
}

// healed reports whether two runs that differed are equal at their end.
func healed(a, b *trail) bool {
	n := min(len(a.hashes), len(b.hashes))
	return n > 0 && a.hashes[n-1] == b.hashes[n-1]
}
