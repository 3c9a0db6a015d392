package interp_test

import (
	"math"
	"math/rand/v2"
	"testing"
)

// alphas holds the ends, values near them, and some between, in rising order.
var alphas = []float64{0, 0x1p-1074, 1e-12, 0.1, 0.25, 1. / 3, 0.5, 0.75, 0.9, 1 - 0x1p-53, 1}

// random returns a generator whose seed a failing test shows.
func random(t *testing.T) *rand.Rand {
	t.Helper()
	const seed = 20
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// wide returns a number of either sign whose size is spread evenly over many powers of two.
func wide(r *rand.Rand) float64 {
	return math.Ldexp(2*r.Float64()-1, r.IntN(80)-40)
}

// ulp returns the distance from the larger of the two magnitudes to the next float64.
func ulp(a, b float64) float64 {
	largest := max(math.Abs(a), math.Abs(b))
	return math.Nextafter(largest, math.Inf(1)) - largest
}

// same compares bit for bit, so that NaN equals NaN and 0 differs from -0.
func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
