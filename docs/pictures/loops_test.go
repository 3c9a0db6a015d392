package main

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/interp"
)

// ported is the loop that the page on other loops ends with: what a frame does.
func ported(s *tactus.Stepper, world *jump.World, x *interp.Pair[float64], now tactus.Instant, in jump.Input) float64 {
	s.Feed(now)
	for s.Next() {
		world.Step(in)
		x.Push(world.X)
	}
	return x.At(s.Alpha(), interp.Lerp)
}

func TestThePortedLoopWalksAtItsSpeed(t *testing.T) {
	s, err := tactus.NewStepper(tactus.StepperConfig{
		Rate:  tactus.Hz(50),               // Unity's Fixed Timestep, 0.02 s
		Clamp: 333333333 * time.Nanosecond, // its Maximum Allowed Timestep
	})
	if err != nil {
		t.Fatal(err)
	}
	var world jump.World
	x := interp.NewPair(0.0)
	for now := range tactus.Instant(101) {
		ported(s, &world, &x, now*10_000_000, jump.Input{Move: 1})
	}
	if s.Tick() != 50 || world.Tick != 50 {
		t.Errorf("%d ticks in a second", s.Tick())
	}
}

func TestATimerHasTheTimeBeforeAPauseInOneDelta(t *testing.T) {
	timer, err := tactus.NewTimer(tactus.TimerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	ms := tactus.Instant(time.Millisecond)
	timer.Tick(0)
	timer.Tick(16 * ms)
	timer.Stop(20 * ms)
	timer.Start(5000 * ms)
	timer.Tick(5010 * ms)
	if timer.Delta() != 14*time.Millisecond || timer.Total() != 30*time.Millisecond {
		t.Errorf("delta %v, total %v", timer.Delta(), timer.Total())
	}
}
