package prove

import (
	"sort"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

const (
	// fieldsKept bounds the field values that the reference keeps as texts: a few megabytes.
	fieldsKept = 1 << 16
	// imageBytesKept bounds the saved states that it keeps beyond those: 64 MiB.
	imageBytesKept = 64 << 20
)

// trail is what a run left behind, tick by tick.
//
// A difference is named as it was and not as another run shows it, since a game that reads a clock or
// a package variable has another fault each time: a run that is held to a reference keeps the fields
// of the tick at which it first leaves it, and the reference keeps those of every tick, as texts while
// they are few and then as images.
type trail struct {
	hashes []uint64
	chain  []uint64 // chain[t] is of hashes[0..t]

	reference *trail // nil in the reference itself
	parted    []sim.Field
	fields    [][]sim.Field
	texts     int
	images    []byte
	ends      []int // of each tick's image, from tick len(fields) on
}

func newTrail(ticks tactus.Tick, reference *trail) *trail {
	return &trail{hashes: make([]uint64, 0, ticks), chain: make([]uint64, 0, ticks), reference: reference}
}

// add takes the state after the next tick.
func (t *trail) add(s sim.Sim) {
	hash := sim.HashOf(s)
	var before uint64
	n := len(t.hashes)
	if n > 0 {
		before = t.chain[n-1]
	}
	t.hashes = append(t.hashes, hash)
	t.chain = append(t.chain, sim.Chain(before, hash))
	switch {
	case t.reference != nil:
		if t.parted == nil && n < len(t.reference.hashes) && hash != t.reference.hashes[n] {
			t.parted = sim.Fields(s)
		}
	case t.texts < fieldsKept:
		fields := sim.Fields(s)
		t.fields = append(t.fields, fields)
		t.texts += len(fields)
	case len(t.images) < imageBytesKept:
		t.images = s.Save(t.images)
		t.ends = append(t.ends, len(t.images))
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

// fieldsAt returns the reference's fields after a tick. known is false where they were not kept, or
// where its image does not bring the state back.
func (t *trail) fieldsAt(tick tactus.Tick, newGame func() sim.Sim) (fields []sim.Field, known bool) {
	if int(tick) < len(t.fields) {
		return t.fields[tick], true
	}
	i := int(tick) - len(t.fields)
	if i >= len(t.ends) {
		return nil, false
	}
	start := 0
	if i > 0 {
		start = t.ends[i-1]
	}
	game := newGame()
	if game.Load(t.images[start:t.ends[i]]) != nil || sim.HashOf(game) != t.hashes[tick] {
		return nil, false
	}
	return sim.Fields(game), true
}

// changed reports whether any tick left another state than the run began with.
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
