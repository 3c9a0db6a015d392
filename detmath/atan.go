package detmath

import "math"

// The arc tangent of y/x subtracts the nearest multiple c of 1/64: with t = (y - cx)/(x + cy) it is
// atan c + atan t, and |t| is below 1/127 (the addition theorem with a table, as S. Gal, B. Bachelis,
// "An accurate elementary mathematical library for the IEEE floating point standard", ACM TOMS 17,
// 1991, use tables). All but the last terms of a short series are doubles.

const atanSteps = 64

// arctangent returns the arc tangent of y/x, 0 <= y <= x, x neither 0 nor within 2^100 of the ends of
// the range, with an error below 2^-66 of it.
func arctangent(y, x double) double {
	n := (float64(y.hi/x.hi*atanSteps) + roundInt) - roundInt
	c := double{n / atanSteps, 0}
	t := y
	if n != 0 {
		t = y.plus(x.times(c).minus())
		x = x.plus(y.times(c))
	}
	t = t.over(x)
	z := float64(t.hi * t.hi)
	p := 1.0/9 - float64(z*(1.0/11))
	p = 1.0/7 - float64(z*p)
	p = 1.0/5 - float64(z*p)
	p = 1.0/3 - float64(z*p)
	t = fastSum(t.hi, t.lo-float64(float64(z*t.hi)*p))
	return atanTable[int(n)].plus(t)
}

// arc returns the arc tangent of y/x for y and x not below 0, in [0, pi/2].
func arc(y, x double) double {
	if y.hi > x.hi {
		return halfPi.plus(arctangent(x, y).minus())
	}
	return arctangent(y, x)
}

// Atan returns the arc tangent in radians, in [-pi/2, pi/2]. Maximum error: 0.501 ulp.
//
// Special cases: Atan(±0) = ±0, Atan(±Inf) = ±pi/2, Atan(NaN) = NaN.
func Atan(x float64) float64 {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case size < smallAngle:
		return x
	case size > 0x1p60:
		return math.Copysign(math.Pi/2, x)
	}
	return math.Copysign(arc(double{size, 0}, double{1, 0}).value(), x)
}

// Atan2 returns the angle of the point (x, y) in radians, in [-pi, pi], with the sign of y. Maximum
// error: 0.58 ulp.
//
// Special cases: NaN where either is; Atan2(±0, x) is ±0 where x's sign bit is clear, -0 and 0 told
// apart, else ±pi; Atan2(y, ±0) = ±pi/2; Atan2(±Inf, x) = ±pi/2, but ±pi/4 for x = +Inf and ±3pi/4 for
// x = -Inf; Atan2(y, +Inf) = ±0, Atan2(y, -Inf) = ±pi.
func Atan2(y, x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case y == 0 || x == 0 || math.IsInf(y, 0) || math.IsInf(x, 0):
		return math.Copysign(atan2Limit(math.Abs(y), x), y)
	}
	return math.Copysign(atan2Finite(math.Abs(y), x), y)
}

// atan2Limit answers where y, which is not below 0, or x is 0 or infinite.
func atan2Limit(y, x float64) float64 {
	back := math.Signbit(x)
	switch {
	case math.IsInf(y, 0) && math.IsInf(x, 0):
		if back {
			return 3 * (math.Pi / 4)
		}
		return math.Pi / 4
	case y == 0 || math.IsInf(x, 0):
		if back {
			return math.Pi
		}
		return 0
	}
	return math.Pi / 2
}

func atan2Finite(y, x float64) float64 {
	fy, ey := math.Frexp(y)
	fx, ex := math.Frexp(math.Abs(x))
	k := ey - ex
	switch {
	case k > 60:
		return math.Pi / 2
	case k < -60 && x < 0:
		return math.Pi
	case k < -27 && x > 0:
		return y / x // the arc tangent of so little is its argument
	}
	a := arc(double{float64(fy * power2(k)), 0}, double{fx, 0})
	if x < 0 {
		a = pi.plus(a.minus())
	}
	return a.value()
}

// Asin returns the arc sine in radians, in [-pi/2, pi/2]. Maximum error: 0.501 ulp.
//
// Special cases: Asin(±0) = ±0, Asin(x) = NaN where |x| is over 1, Asin(NaN) = NaN.
func Asin(x float64) float64 {
	size := math.Abs(x)
	switch {
	case !(size <= 1):
		return math.NaN()
	case size < smallAngle:
		return x
	case size == 1:
		return math.Copysign(math.Pi/2, x)
	}
	return math.Copysign(arc(double{size, 0}, cathetus(size)).value(), x)
}

// Acos returns the arc cosine in radians, in [0, pi]. Maximum error: 0.501 ulp.
//
// Special cases: Acos(x) = NaN where |x| is over 1, Acos(NaN) = NaN.
func Acos(x float64) float64 {
	size := math.Abs(x)
	switch {
	case !(size <= 1):
		return math.NaN()
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case size < 0x1p-60:
		return math.Pi / 2
	}
	a := arc(cathetus(size), double{size, 0})
	if x < 0 {
		a = pi.plus(a.minus())
	}
	return a.value()
}

// cathetus returns the square root of 1 - x*x, for 0 <= x < 1.
func cathetus(x float64) double {
	return twoSum(1, -x).times(twoSum(1, x)).root()
}
