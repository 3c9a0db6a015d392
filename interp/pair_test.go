package interp_test

import (
	"math"
	"testing"

	"github.com/tactus-go/tactus/interp"
)

func TestPreviousAndCurrentAreOneStepApart(t *testing.T) {
	state := 0.0
	pair := interp.NewPair(state)
	for frame, c := range []struct {
		steps             int
		previous, current float64
	}{
		{1, 0, 10},
		{0, 0, 10}, // two frames without a step leave the pair alone
		{0, 0, 10},
		{2, 20, 30}, // of two steps, previous is the state after the first
		{1, 30, 40},
		{5, 80, 90},
	} {
		for range c.steps {
			state += 10
			pair.Push(state)
		}
		if pair.Previous != c.previous || pair.Current != c.current {
			t.Errorf("frame %d, %d steps: %v, want %g and %g", frame, c.steps, pair, c.previous, c.current)
		}
	}
}

func TestATeleportLeavesNoStreak(t *testing.T) {
	pair := interp.NewPair(interp.Vec2{X: 10})
	pair.Push(interp.Vec2{X: 12})
	there := interp.Vec2{X: 900, Y: 500}
	pair.Teleport(there)
	for _, alpha := range alphas {
		got := pair.At(alpha, interp.LerpVec2)
		if math.Abs(got.X-there.X) > ulp(there.X, 0) || math.Abs(got.Y-there.Y) > ulp(there.Y, 0) {
			t.Errorf("at %g drawn at %v, want %v", alpha, got, there)
		}
	}
	pair.Push(interp.Vec2{X: 902, Y: 500})
	if got := pair.At(0.5, interp.LerpVec2); got != (interp.Vec2{X: 901, Y: 500}) {
		t.Errorf("the step after it is drawn at %v, want 901, 500", got)
	}
}

func TestAPairTakesAnyTypeAndAnyMix(t *testing.T) {
	type door struct{ open bool }
	pair := interp.Pair[door]{}
	pair.Push(door{open: true})
	later := func(previous, current door, alpha float64) door {
		if alpha < 0.5 {
			return previous
		}
		return current
	}
	if pair.At(0.4, later).open || !pair.At(0.5, later).open {
		t.Error("a mix of one's own is not followed")
	}
}
