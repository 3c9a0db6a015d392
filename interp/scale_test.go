package interp_test

import (
	"math"
	"testing"

	"github.com/tactus-go/tactus/interp"
)

func TestScaleIsEvenInRatio(t *testing.T) {
	for _, c := range []struct{ previous, current, alpha, want float64 }{
		{1, 4, 0.5, 2}, {4, 1, 0.5, 2}, {1, 16, 0.25, 2}, {0.01, 100, 0.5, 1},
		{-1, -4, 0.5, -2}, // mirrored
	} {
		got := interp.Scale(c.previous, c.current, c.alpha)
		if math.Abs(got-c.want) > 1e-14 {
			t.Errorf("Scale(%g, %g, %g) = %g, want %g", c.previous, c.current, c.alpha, got, c.want)
		}
	}
}

func TestScaleWithoutARatioIsLinear(t *testing.T) {
	for _, c := range []struct{ previous, current, want float64 }{
		{0, 4, 2}, {4, 0, 2}, {0, 0, 0}, {-1, 3, 1}, {3, -1, 1}, {-4, 0, -2},
	} {
		if got := interp.Scale(c.previous, c.current, 0.5); got != c.want {
			t.Errorf("Scale(%g, %g, 0.5) = %g, want %g", c.previous, c.current, got, c.want)
		}
	}
	if got := interp.Scale(math.NaN(), 1, 0.5); !math.IsNaN(got) {
		t.Errorf("Scale(NaN, 1, 0.5) = %g, want NaN", got)
	}
}

func TestScaleNeverLeavesItsEndsAndOneThatStandsStillStays(t *testing.T) {
	r := random(t)
	for range 10_000 {
		p, c := math.Abs(wide(r)), math.Abs(wide(r))
		for _, alpha := range alphas {
			if got := interp.Scale(p, c, alpha); !(got >= min(p, c) && got <= max(p, c)) {
				t.Fatalf("Scale(%g, %g, %g) = %g: outside", p, c, alpha, got)
			}
			if got := interp.Scale(p, p, alpha); !same(got, p) {
				t.Fatalf("Scale(%g, %g, %g) = %g: trembles", p, p, alpha, got)
			}
		}
		checkBetween(t, p, c, interp.Scale, 1e-12*max(p, c))
	}
}

func TestScaleEndsAreExact(t *testing.T) {
	numbers := []float64{0, 0.1, 3, math.MaxFloat64, 0x1p-1074, -0.1, math.Inf(1), math.Inf(-1)}
	for _, p := range numbers {
		for _, c := range numbers {
			if got := interp.Scale(p, c, 0); !same(got, p) {
				t.Errorf("Scale(%g, %g, 0) = %g", p, c, got)
			}
			if got := interp.Scale(p, c, 1); !same(got, c) {
				t.Errorf("Scale(%g, %g, 1) = %g", p, c, got)
			}
		}
	}
}

func FuzzScaleNeverLeavesItsEnds(f *testing.F) {
	f.Add(1.0, 4.0, 0.5)
	f.Add(math.MaxFloat64, 0x1p-1074, 0.5)
	f.Add(math.Inf(1), 1.0, 0.5)
	f.Fuzz(func(t *testing.T, p, c, alpha float64) {
		got := interp.Scale(p, c, alpha)
		if p > 0 && c > 0 && !(got >= min(p, c) && got <= max(p, c)) {
			t.Errorf("Scale(%g, %g, %g) = %g", p, c, alpha, got)
		}
	})
}
