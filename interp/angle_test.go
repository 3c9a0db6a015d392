package interp_test

import (
	"math"
	"testing"

	"github.com/tactus-go/tactus/interp"
)

const degree = math.Pi / 180

func TestAnglesTakeTheShortestWay(t *testing.T) {
	for _, c := range []struct{ previous, current, alpha, want float64 }{
		{350, 10, 0.25, -5}, {350, 10, 0.5, 0}, {350, 10, 0.75, 5},
		{10, 350, 0.5, 0}, {10, 350, 0.75, -5},
		{170, 190, 0.25, 175}, {170, 190, 0.75, -175}, {-170, 170, 0.75, 175},
		{0, 90, 0.5, 45}, {0, 360, 0.5, 0}, {0, 720, 0.5, 0}, {3600 + 20, -3600 + 40, 0.5, 30},
		{0, 180, 0.5, 90}, {180, 0, 0.5, 90}, {-90, 90, 0.5, 0}, {90, -90, 0.5, 0}, // half a turn
	} {
		got := interp.Angle(c.previous*degree, c.current*degree, c.alpha) / degree
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("from %g to %g at %g: %g degrees, want %g", c.previous, c.current, c.alpha, got, c.want)
		}
	}
}

func TestAngleEndsAreExactWithinItsRange(t *testing.T) {
	for _, p := range []float64{0, 1, -3, math.Pi, -math.Pi} {
		for _, c := range []float64{0, 2, -2, math.Pi, -math.Pi} {
			if got := interp.Angle(p, c, 0); got != p {
				t.Errorf("Angle(%g, %g, 0) = %g", p, c, got)
			}
			if got := interp.Angle(p, c, 1); got != c {
				t.Errorf("Angle(%g, %g, 1) = %g", p, c, got)
			}
		}
	}
}

func TestAngleIsNormalisedAndNeverFartherThanItsEnd(t *testing.T) {
	r := random(t)
	for range 20_000 {
		p, c := 40*(r.Float64()-0.5), 40*(r.Float64()-0.5)
		whole, last := between(p, c), 0.0
		for _, alpha := range alphas {
			got := interp.Angle(p, c, alpha)
			if !(math.Abs(got) <= math.Pi) {
				t.Fatalf("Angle(%g, %g, %g) = %g: not within [-Pi, Pi]", p, c, alpha, got)
			}
			gone, left := between(p, got), between(got, c)
			if math.Abs(gone+left-whole) > 1e-14*40 {
				t.Fatalf("Angle(%g, %g, %g): %g gone and %g left of %g", p, c, alpha, gone, left, whole)
			}
			if gone < last-1e-14*40 {
				t.Fatalf("Angle(%g, %g, %g): goes back from %g to %g", p, c, alpha, last, gone)
			}
			last = gone
		}
	}
}

func TestAnInfiniteAngleIsNaN(t *testing.T) {
	for _, c := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		for _, alpha := range []float64{0.5, 1} {
			if got := interp.Angle(0, c, alpha); !math.IsNaN(got) {
				t.Errorf("Angle(0, %g, %g) = %g, want NaN", c, alpha, got)
			}
		}
	}
}

// between returns the size of the shortest way from a to b.
func between(a, b float64) float64 { return math.Abs(math.Remainder(b-a, 2*math.Pi)) }

func FuzzAngleIsNormalised(f *testing.F) {
	f.Add(350*degree, 10*degree, 0.5)
	f.Add(-math.Pi, math.Pi, 0.1)
	f.Add(1e300, -1e300, 0.9)
	f.Fuzz(func(t *testing.T, p, c, alpha float64) {
		got := interp.Angle(p, c, alpha)
		infinite := math.IsNaN(p+c) || math.IsInf(p, 0) || math.IsInf(c, 0)
		if !infinite && !(math.Abs(got) <= math.Pi) {
			t.Errorf("Angle(%g, %g, %g) = %g", p, c, alpha, got)
		}
	})
}
