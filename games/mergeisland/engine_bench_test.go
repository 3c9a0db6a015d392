package mergeisland_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/sim"
)

// BenchmarkEngine plays the reference run through the engine and, as the baseline, in a bare loop over
// Step. Its time is that of the 100 ticks. Frames of 128 ms are 8 steps, the game's cap; the others are
// what a display gives. The hashed runs hash every tick, as a proof or a recording does.
func BenchmarkEngine(b *testing.B) {
	b.Run("baseline-bare-loop", func(b *testing.B) { bare(b, false) })
	for _, frame := range []time.Duration{16, 32, 64, 128} {
		frame *= time.Millisecond
		b.Run("engine-frames-of-"+frame.String(), func(b *testing.B) { engine(b, frame, false) })
	}
	b.Run("baseline-bare-loop-hashed", func(b *testing.B) { bare(b, true) })
	for _, frame := range []time.Duration{16, 32} {
		frame *= time.Millisecond
		b.Run("engine-hashed-frames-of-"+frame.String(), func(b *testing.B) { engine(b, frame, true) })
	}
}

// arena is a game that starts anew for each run.
type arena struct {
	scenario sim.Scenario
	game     sim.Sim
	start    []byte
	hash     sim.Hash
	hashed   bool
	sum      uint64
}

func newArena(hashed bool) *arena {
	a := &arena{scenario: mergeisland.Scenario(), hashed: hashed}
	a.game = a.scenario.New()
	a.start = a.game.Save(nil)
	return a
}

func (a *arena) restart(b *testing.B) {
	if err := a.game.Load(a.start); err != nil {
		b.Fatal(err)
	}
}

func (a *arena) step(tick tactus.Tick) {
	a.game.Step(a.scenario.Input(tick))
	if a.hashed {
		a.sum ^= a.hash.Of(a.game)
	}
}

func bare(b *testing.B, hashed bool) {
	a := newArena(hashed)
	b.ReportAllocs()
	for b.Loop() {
		a.restart(b)
		for tick := range a.scenario.Ticks {
			a.step(tick)
		}
	}
}

func engine(b *testing.B, frame time.Duration, hashed bool) {
	a := newArena(hashed)
	s, err := tactus.NewStepper(a.scenario.Stepper)
	if err != nil {
		b.Fatal(err)
	}
	var now tactus.Instant
	var alpha float64
	b.ReportAllocs()
	for b.Loop() {
		a.restart(b)
		for ran := tactus.Tick(0); ran < a.scenario.Ticks; {
			now = now.Add(frame)
			s.Feed(now)
			for s.Next() {
				a.step(ran)
				ran++
			}
			alpha += s.Alpha()
		}
	}
}
