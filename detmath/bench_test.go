package detmath_test

import (
	"math"
	"testing"

	"github.com/tactus-go/tactus/detmath"
)

// sink keeps results alive.
var sink float64

// BenchmarkBesidePackageMath times each function over a few hundred usual arguments, and package
// math's beside it in the same run.
func BenchmarkBesidePackageMath(b *testing.B) {
	sides := func(name string, ours, library func(x float64) float64, low, top float64) {
		var list [256]float64
		for i := range list {
			list[i] = low + (top-low)*(float64(i)+0.5)/float64(len(list))
		}
		for _, side := range []struct {
			name string
			f    func(x float64) float64
		}{{"detmath", ours}, {"math", library}} {
			b.Run(name+"/"+side.name, func(b *testing.B) {
				s, i := 0.0, 0
				for b.Loop() {
					s += side.f(list[i&255])
					i++
				}
				sink = s
			})
		}
	}
	ranges := map[string][2]float64{
		"Log": {1e-3, 1e3}, "Log2": {1e-3, 1e3}, "Log10": {1e-3, 1e3}, "Log1p": {-0.9, 100}, "Sqrt": {0, 1e3},
		"Asin": {-1, 1}, "Acos": {-1, 1}, "Sinh": {-20, 20}, "Cosh": {-20, 20}, "Tanh": {-5, 5},
	}
	for _, f := range ours {
		ends, ok := ranges[f.name]
		if !ok {
			ends = [2]float64{-20, 20}
		}
		sides(f.name, f.got, f.library, ends[0], ends[1])
	}
	sides("SinHuge", detmath.Sin, math.Sin, 1e20, 1e22)
	for _, f := range oursOfTwo {
		with := func(of func(x, y float64) float64) func(x float64) float64 {
			return func(x float64) float64 { return of(x, 2.5) }
		}
		sides(f.name, with(f.got), with(f.library), 0.1, 20)
	}
}
