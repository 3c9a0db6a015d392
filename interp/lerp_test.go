package interp_test

import (
	"math"
	"testing"

	"github.com/tactus-go/tactus/interp"
)

func TestAlphaNearZeroShowsThePreviousState(t *testing.T) {
	for _, c := range []struct{ alpha, want float64 }{
		{0, 100}, {0.25, 125}, {0.5, 150}, {0.75, 175}, {1, 200},
	} {
		if got := interp.Lerp(100, 200, c.alpha); got != c.want {
			t.Errorf("Lerp(100, 200, %g) = %g, want %g", c.alpha, got, c.want)
		}
	}
}

func TestTheEndsAreExact(t *testing.T) {
	numbers := []float64{0, math.Copysign(0, -1), 1, -1. / 3, 1e-308, math.MaxFloat64, -math.MaxFloat64,
		math.Inf(1), math.Inf(-1), math.NaN()}
	for _, p := range numbers {
		for _, c := range numbers {
			if got := interp.Lerp(p, c, 0); !same(got, p) {
				t.Errorf("Lerp(%g, %g, 0) = %g", p, c, got)
			}
			if got := interp.Lerp(p, c, 1); !same(got, c) {
				t.Errorf("Lerp(%g, %g, 1) = %g", p, c, got)
			}
		}
	}
}

func TestAlphaOutsideIsTheNearerEndAndNaNTheCurrentState(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ alpha, want float64 }{
		{-0.1, 3}, {-inf, 3}, {1.1, 7}, {inf, 7}, {math.NaN(), 7},
	} {
		if got := interp.Lerp(3, 7, c.alpha); got != c.want {
			t.Errorf("Lerp(3, 7, %g) = %g, want %g", c.alpha, got, c.want)
		}
	}
}

func TestLerpStaysBetweenItsEndsAndRisesWithAlpha(t *testing.T) {
	r := random(t)
	for range 20_000 {
		p, c := wide(r), wide(r)
		checkBetween(t, p, c, interp.Lerp, ulp(p, c))
		checkBetween(t, p, p, interp.Lerp, ulp(p, p))
	}
}

func TestLerpOfTheLargestNumbersDoesNotOverflow(t *testing.T) {
	if got := interp.Lerp(-math.MaxFloat64, math.MaxFloat64, 0.5); got != 0 {
		t.Errorf("got %g, want 0", got)
	}
}

// checkBetween asserts for rising alphas that what mix gives is between p and c and moves from p
// toward c, both to within slack.
func checkBetween(t *testing.T, p, c float64, mix func(p, c, alpha float64) float64, slack float64) {
	t.Helper()
	last := p
	for _, alpha := range alphas {
		got := mix(p, c, alpha)
		if !(got >= min(p, c)-slack && got <= max(p, c)+slack) {
			t.Fatalf("from %g to %g at %g: %g is outside", p, c, alpha, got)
		}
		if back := last - got; c > p && back > 2*slack || c < p && -back > 2*slack {
			t.Fatalf("from %g to %g at %g: %g goes back from %g", p, c, alpha, got, last)
		}
		last = got
	}
}

func FuzzLerpStaysBetweenItsEnds(f *testing.F) {
	f.Add(1.0, 2.0, 0.5)
	f.Add(-math.MaxFloat64, math.MaxFloat64, 0.1)
	f.Add(0.1, 0.1, 1./3)
	f.Fuzz(func(t *testing.T, p, c, alpha float64) {
		got := interp.Lerp(p, c, alpha)
		if math.IsNaN(p) || math.IsNaN(c) || math.IsInf(p, 0) || math.IsInf(c, 0) {
			return // no between: only that it returns
		}
		slack := ulp(p, c)
		if !(got >= min(p, c)-slack && got <= max(p, c)+slack) {
			t.Errorf("Lerp(%g, %g, %g) = %g", p, c, alpha, got)
		}
	})
}

func TestExtrapolateGoesOnFromTheCurrentState(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ velocity, alpha, want float64 }{
		{6, 0, 10}, {6, 0.5, 13}, {6, 1, 16}, {-6, 0.5, 7},
		{6, -1, 10}, {6, 2, 16}, {6, math.NaN(), 10}, {inf, 0, 10},
	} {
		if got := interp.Extrapolate(10, c.velocity, c.alpha); got != c.want {
			t.Errorf("Extrapolate(10, %g, %g) = %g, want %g", c.velocity, c.alpha, got, c.want)
		}
	}
}

// A ball at 9 flies toward a wall at 10 with 4 a step and bounces: its next state is 7.
func TestExtrapolationIsWrongAfterASuddenChangeAndInterpolationIsNot(t *testing.T) {
	const wall, before, at, after, velocity = 10.0, 5.0, 9.0, 7.0, 4.0
	if got := interp.Extrapolate(at, velocity, 0.5); got <= wall {
		t.Errorf("extrapolated %g: want it beyond the wall at %g, as the doc warns", got, wall)
	}
	for _, alpha := range alphas {
		if got := max(interp.Lerp(before, at, alpha), interp.Lerp(at, after, alpha)); got > wall {
			t.Errorf("interpolated %g at %g: beyond the wall", got, alpha)
		}
	}
}
