package detmath_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// rounded is x*y, rounded to a float64 by exact arithmetic.
func rounded(x, y float64) float64 {
	p, _ := new(big.Float).Mul(big.NewFloat(x), big.NewFloat(y)).Float64()
	return p
}

// TestAConvertedProductIsRoundedBeforeItIsSubtracted holds the form that this package is written in to
// exact arithmetic on every build and processor, with reciprocals as in the failure that made it known:
// a compiler that fuses 1 - x*inv gives what is left of the rounding, where 0 is meant.
func TestAConvertedProductIsRoundedBeforeItIsSubtracted(t *testing.T) {
	const seed = 20261130
	r := rand.New(rand.NewPCG(seed, 0))
	telling := 0
	for k := range 20_000 {
		x := float64(k + 1)
		if k >= 10_000 {
			x = r.Float64() * 1000
		}
		inv := 1 / x
		got, want := 1-float64(x*inv), 1-rounded(x, inv)
		if math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("seed %d: 1 - %v*%v = %v, want %v", seed, x, inv, got, want)
		}
		if want == 0 && math.FMA(-x, inv, 1) != 0 {
			telling++
		}
	}
	if telling < 1000 {
		t.Errorf("%d products would show a fusion: want 1000 and more", telling)
	}
}
