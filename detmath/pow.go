package detmath

import "math"

// Pow returns x to the power y: e^(y log x), where logarithm and product are doubles, so that the
// rounding at the end is nearly the only one. Maximum error: 0.51 ulp, 0.76 where the result is
// subnormal.
//
// Special cases, the first that applies: Pow(x, ±0) = 1 for any x; Pow(1, y) = 1 for any y; NaN where
// either is NaN; Pow(±0, y) and Pow(±Inf, y) are 0 or infinite, negative for a negative x and an odd
// integer y; Pow(-1, ±Inf) = 1; Pow(x, ±Inf) is 0 or +Inf by whether |x| is below 1; NaN for a finite
// x < 0 and a y that is no integer.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	}
	whole, odd := parity(y)
	size := math.Abs(x)
	result := 0.0
	switch {
	case size == 0 || math.IsInf(size, 0) || math.IsInf(y, 0):
		result = powLimit(size, y)
	case x < 0 && !whole:
		return math.NaN()
	default:
		result = powFinite(size, y)
	}
	if odd && math.Signbit(x) {
		return -result
	}
	return result
}

// parity reports whether y is an integer, and whether it is an odd one. Infinite counts as even.
func parity(y float64) (whole, odd bool) {
	y = math.Abs(y)
	switch {
	case y >= 1<<53: // from here all floats are even
		return true, false
	case y != math.Floor(y):
		return false, false
	}
	return true, int64(y)&1 == 1
}

// powLimit returns x^y where x is 0 or infinite, or y is infinite; x is not below 0.
func powLimit(x, y float64) float64 {
	switch {
	case x == 1:
		return 1
	case x < 1 == (y < 0):
		return math.Inf(1)
	}
	return 0
}

// powFinite returns x^y for a finite x over 0.
func powFinite(x, y float64) float64 {
	size := math.Abs(y)
	switch {
	case x == 1 || size < 0x1p-65: // |log x| is below 2^10
		return 1
	case size > 0x1p65: // |log x| is over 2^-54
		return powLimit(x, y)
	}
	x, shift := normal(x)
	k, d := logarithm(x, 0)
	l := natural(k+shift, d)
	p := l.times(double{y, 0})
	switch {
	case p.hi > expMax:
		return math.Inf(1)
	case p.hi < expMin:
		return 0
	}
	e, n := exponential(p)
	return scale(e.value(), n)
}
