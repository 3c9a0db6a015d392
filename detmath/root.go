package detmath

import "math"

// Sqrt returns the square root, correctly rounded: it is package math's, which IEEE 754 defines to
// the last bit, so that this package is complete. Maximum error: 0.5 ulp.
//
// Special cases: Sqrt(+Inf) = +Inf, Sqrt(±0) = ±0, Sqrt(x < 0) = NaN, Sqrt(NaN) = NaN, always with
// the same bits.
func Sqrt(x float64) float64 {
	if math.IsNaN(x) || x < 0 {
		return math.NaN()
	}
	return math.Sqrt(x)
}

// Cbrt returns the cube root. Maximum error: 0.501 ulp.
//
// Special cases: Cbrt(±0) = ±0, Cbrt(±Inf) = ±Inf, Cbrt(NaN) = NaN.
func Cbrt(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case x == 0 || math.IsInf(x, 0):
		return x
	}
	size, shift := normal(math.Abs(x))
	b := math.Float64bits(size)
	k := int(b>>52) - 1023 + shift
	third := (k + 1200) / 3 // rounded down, since the sum is over 0
	rest := k + 1200 - 3*third
	m := math.Float64frombits(b&(1<<52-1) | uint64(1023+rest)<<52) // in [1, 8)
	return math.Copysign(cubeRoot(m)*power2(third-400), x)
}

// cubeRoot returns the cube root of m in [1, 8). A third of the bits as an integer is right to 6 %;
// Halley's method cubes the error twice, and Newton's, with an exact residual, makes it vanish.
func cubeRoot(m float64) float64 {
	t := math.Float64frombits(math.Float64bits(m)/3 + 0x3ff<<52/3*2)
	for range 2 {
		c := float64(float64(t*t) * t)
		t = float64(t * ((c + (m + m)) / ((c + c) + m)))
	}
	s := twoSquare(t)
	c := s.times(double{t, 0})
	return t + ((m-c.hi)-c.lo)/float64(3*s.hi)
}

// Hypot returns the square root of x*x + y*y, without overflow or underflow on the way. Maximum
// error: 0.501 ulp.
//
// Special cases: +Inf where either is infinite, even beside NaN; else NaN where either is NaN.
func Hypot(x, y float64) float64 {
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	}
	x, y = math.Abs(x), math.Abs(y)
	x, y = max(x, y), min(x, y)
	if y == 0 {
		return x
	}
	factor, back := 1.0, 1.0
	switch {
	case x > 0x1p400:
		factor, back = 0x1p-700, 0x1p700
	case x < 0x1p-400:
		factor, back = 0x1p700, 0x1p-700
	}
	x, y = float64(x*factor), float64(y*factor)
	if y < x*0x1p-60 {
		return float64(x * back)
	}
	return float64(twoSquare(x).plus(twoSquare(y)).root().value() * back)
}
