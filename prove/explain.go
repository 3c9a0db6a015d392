package prove

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// explain names the fields that differ after the tick at which a run first left the reference, where
// both kept them.
func explain(name string, reference, got *trail, tick tactus.Tick) *Divergence {
	want, have := reference.fieldsAt(tick), got.fieldsAt(tick)
	return &Divergence{
		Schedule: name, Tick: tick, Fields: sim.Diff(want, have), Healed: healed(reference, got),
		unread: want == nil || have == nil,
	}
}

// readAgain names the fields of a run too long to keep them: it plays the run once more, up to where
// it leaves the reference this time, and the reference up to there. Where that is at another tick than
// before, the game does not repeat even its own faults.
func (d *Divergence) readAgain(p player, runs []attempt, reference *trail) {
	at := tactus.Tick(-1)
	var want, have []sim.Field
	p.watch = func(game sim.Sim, tick tactus.Tick) bool {
		if sim.HashOf(game) == reference.hashes[tick] {
			return true
		}
		at, have = tick, sim.Fields(game)
		return false
	}
	for _, a := range runs {
		if a.name != d.Schedule {
			continue
		}
		if _, err := a.play(p); err != nil {
			at = -1
		}
	}
	d.Unsteady = at != d.Tick
	if at < 0 {
		return
	}
	p.watch = func(game sim.Sim, tick tactus.Tick) bool {
		if tick == at {
			want = sim.Fields(game)
		}
		return tick < at
	}
	if _, err := p.plain(); err == nil {
		d.Fields, d.unread = sim.Diff(want, have), false
	}
}
