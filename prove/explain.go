package prove

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// explain names the fields that differ after the tick at which a run first left the reference.
func explain(p player, a attempt, reference, got *trail, tick tactus.Tick) *Divergence {
	d := &Divergence{Schedule: a.name, Tick: tick, Healed: healed(reference, got)}
	want, have := reference.fieldsAt(tick), got.fieldsAt(tick)
	if want == nil || have == nil {
		want, have, d.Unsteady = readAgain(p, a, reference, tick)
	}
	d.Fields = sim.Diff(want, have)
	return d
}

// readAgain plays a run too long to keep its fields once more, up to where it leaves the reference
// this time, and the reference up to there. unsteady says that this was at another tick than before,
// as happens with games that do not repeat even their faults.
func readAgain(p player, a attempt, reference *trail, tick tactus.Tick) (want, have []sim.Field, unsteady bool) {
	at := tactus.Tick(-1)
	q := p
	q.watch = func(game sim.Sim, t tactus.Tick) bool {
		if sim.HashOf(game) == reference.hashes[t] {
			return true
		}
		at, have = t, sim.Fields(game)
		return false
	}
	if _, err := a.play(q); err != nil || at < 0 {
		return nil, nil, true
	}
	q.watch = func(game sim.Sim, t tactus.Tick) bool {
		if t < at {
			return true
		}
		want = sim.Fields(game)
		return false
	}
	if _, err := q.plain(); err != nil {
		return nil, nil, true
	}
	return want, have, at != tick
}
