package interp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/interp"
)

func TestSlerpTurnsEvenlyAboutOneAxis(t *testing.T) {
	for _, c := range []struct{ previous, current, alpha, want float64 }{
		{0, 90, 0.5, 45}, {0, 90, 1. / 3, 30}, {350, 10, 0.5, 0}, {0, 179, 0.25, 44.75},
		{0, 200, 0.5, -80}, {10, 10, 0.5, 10}, {0, 1e-5, 0.25, 0.25e-5}, {0, 1e-3, 0.75, 0.75e-3},
	} {
		got := interp.Slerp(aboutZ(c.previous), aboutZ(c.current), c.alpha)
		if off := rotationBetween(got, aboutZ(c.want)); off > 1e-12 {
			t.Errorf("from %g to %g degrees at %g: %v is off by %g rad, want %g degrees",
				c.previous, c.current, c.alpha, got, off, c.want)
		}
	}
}

func TestSlerpTakesTheShortestArc(t *testing.T) {
	r := random(t)
	for range 10_000 {
		p, c := randomQuat(r), randomQuat(r)
		whole, last := rotationBetween(p, c), 0.0
		for _, alpha := range alphas {
			gone := rotationBetween(p, interp.Slerp(p, c, alpha))
			if math.Abs(gone-alpha*whole) > 1e-9 {
				t.Fatalf("%v to %v at %g: turned by %g of %g rad", p, c, alpha, gone, whole)
			}
			if gone < last-1e-9 {
				t.Fatalf("%v to %v at %g: goes back from %g to %g", p, c, alpha, last, gone)
			}
			last = gone
		}
	}
}

func TestSlerpKeepsUnitLength(t *testing.T) {
	r := random(t)
	for i := range 20_000 {
		p, c := randomQuat(r), randomQuat(r)
		switch i % 4 {
		case 1: // near-parallel: from well above to well below the fall-back's bound
			c = near(p, math.Ldexp(r.Float64(), -r.IntN(60)))
		case 2: // near-opposite quaternions, the same rotation nearly
			c = near(interp.Quat{X: -p.X, Y: -p.Y, Z: -p.Z, W: -p.W}, math.Ldexp(r.Float64(), -r.IntN(60)))
		case 3: // of any length
			p, c = scaled(p, math.Ldexp(1, r.IntN(1200)-600)), scaled(c, math.Ldexp(1, r.IntN(1200)-600))
		}
		for _, alpha := range alphas {
			if got := interp.Slerp(p, c, alpha); !(math.Abs(length(got)-1) <= 1e-12) {
				t.Fatalf("Slerp(%v, %v, %g) = %v of length %.17g", p, c, alpha, got, length(got))
			}
		}
	}
}

func TestSlerpEndsAreExactForUnitQuaternions(t *testing.T) {
	r := random(t)
	for range 1_000 {
		p, c := randomQuat(r), randomQuat(r)
		if got := interp.Slerp(p, c, 0); got != p {
			t.Fatalf("Slerp(%v, %v, 0) = %v", p, c, got)
		}
		if got := interp.Slerp(p, c, 1); got != c {
			t.Fatalf("Slerp(%v, %v, 1) = %v", p, c, got)
		}
	}
}

func TestAZeroQuaternionIsNoRotation(t *testing.T) {
	quarter := aboutZ(90)
	for _, alpha := range alphas {
		want := interp.Slerp(interp.Quat{W: 1}, quarter, alpha)
		if got := interp.Slerp(interp.Quat{}, quarter, alpha); got != want {
			t.Errorf("from zero at %g: %v, want %v", alpha, got, want)
		}
		if got := interp.Slerp(interp.Quat{}, interp.Quat{}, alpha); got != (interp.Quat{W: 1}) {
			t.Errorf("from zero to zero at %g: %v", alpha, got)
		}
	}
}

func TestOppositeQuaternionsAreOneRotation(t *testing.T) {
	p := aboutZ(30)
	c := interp.Quat{X: -p.X, Y: -p.Y, Z: -p.Z, W: -p.W}
	for _, alpha := range alphas {
		if off := rotationBetween(interp.Slerp(p, c, alpha), p); off > 1e-12 {
			t.Errorf("at %g: turned by %g rad, want to stand still", alpha, off)
		}
	}
}

func FuzzSlerpKeepsUnitLength(f *testing.F) {
	f.Add(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.5)
	f.Add(0.0, 0.0, 0.0, 0.0, 0x1p-1074, 0.0, 0.0, 0.0, 0.5)
	f.Add(math.MaxFloat64, 0.0, 0.0, 1.0, -math.MaxFloat64, 1e-9, 0.0, 1.0, 0.9)
	f.Fuzz(func(t *testing.T, px, py, pz, pw, cx, cy, cz, cw, alpha float64) {
		p, c := interp.Quat{X: px, Y: py, Z: pz, W: pw}, interp.Quat{X: cx, Y: cy, Z: cz, W: cw}
		got := interp.Slerp(p, c, alpha)
		for _, part := range []float64{px, py, pz, pw, cx, cy, cz, cw} {
			if math.IsNaN(part) || math.IsInf(part, 0) {
				return // NaN by contract: only that it returns
			}
		}
		if !(math.Abs(length(got)-1) <= 1e-12) {
			t.Errorf("Slerp(%v, %v, %g) = %v of length %.17g", p, c, alpha, got, length(got))
		}
	})
}

// aboutZ returns the rotation by so many degrees about the Z axis.
func aboutZ(degrees float64) interp.Quat {
	sin, cos := math.Sincos(degrees * degree / 2)
	return interp.Quat{Z: sin, W: cos}
}

func randomQuat(r *rand.Rand) interp.Quat {
	q := interp.Quat{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64(), W: r.NormFloat64()}
	return scaled(q, 1/length(q))
}

// near returns a unit quaternion that differs from q by about distance.
func near(q interp.Quat, distance float64) interp.Quat {
	q = interp.Quat{X: q.X + distance, Y: q.Y - distance, Z: q.Z, W: q.W}
	return scaled(q, 1/length(q))
}

func scaled(q interp.Quat, by float64) interp.Quat {
	return interp.Quat{X: q.X * by, Y: q.Y * by, Z: q.Z * by, W: q.W * by}
}

func length(q interp.Quat) float64 {
	return math.Hypot(math.Hypot(q.X, q.Y), math.Hypot(q.Z, q.W))
}

// rotationBetween returns the angle in radians, 0 to Pi, by which two rotations differ.
func rotationBetween(p, q interp.Quat) float64 {
	gap := length(interp.Quat{X: p.X - q.X, Y: p.Y - q.Y, Z: p.Z - q.Z, W: p.W - q.W})
	sum := length(interp.Quat{X: p.X + q.X, Y: p.Y + q.Y, Z: p.Z + q.Z, W: p.W + q.W})
	return 4 * math.Atan2(min(gap, sum), max(gap, sum))
}

func BenchmarkSlerp(b *testing.B) {
	p, c := aboutZ(10), aboutZ(80)
	for b.Loop() {
		p.W = interp.Slerp(p, c, 0.3).W
	}
}
