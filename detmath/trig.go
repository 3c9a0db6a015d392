package detmath

import "math"

// smallAngle is where x - x^3/6 is x by a hundredth of its last place.
const smallAngle = 0x1p-27

// sine returns the sine of r, |r| up to pi/4 and a little: the series of Taylor, whose leading term is
// exact, so that the rest is rounded a tenth as coarsely as the result.
func sine(r double) double {
	h := r.hi
	z := float64(h * h)
	p := inv15 - float64(z*inv17)
	p = inv13 - float64(z*p)
	p = inv11 - float64(z*p)
	p = inv9 - float64(z*p)
	p = inv7 - float64(z*p)
	p = inv5 - float64(z*p)
	p = float64(float64(z*h)*(float64(z*p)-inv3)) + float64(r.lo*(1-float64(0.5*z)))
	return double{h, p}
}

// cosine returns the cosine of r, as sine does; its first two terms are exact.
func cosine(r double) double {
	h := r.hi
	z := twoSquare(h)
	p := inv14 - float64(z.hi*inv16)
	p = inv12 - float64(z.hi*p)
	p = inv10 - float64(z.hi*p)
	p = inv8 - float64(z.hi*p)
	p = inv6 - float64(z.hi*p)
	p = inv4 - float64(z.hi*p)
	s := fastSum(1, -float64(0.5*z.hi))
	low := float64(float64(z.hi*z.hi)*p) - (float64(0.5*z.lo) + float64(h*r.lo))
	return double{s.hi, s.lo + low}
}

// Sin returns the sine of x radians, for every finite x: the reduction is exact as far as 53 bits can
// tell, however large x is. Maximum error: 0.77 ulp.
//
// Special cases: Sin(±0) = ±0, Sin(±Inf) = NaN, Sin(NaN) = NaN.
func Sin(x float64) float64 {
	switch {
	case x-x != 0:
		return math.NaN()
	case math.Abs(x) < smallAngle:
		return x
	}
	n, r := reduce(x)
	return sineAt(n, r).value()
}

// Cos returns the cosine of x radians, for every finite x as Sin. Maximum error: 0.77 ulp.
//
// Special cases: Cos(±Inf) = NaN, Cos(NaN) = NaN.
func Cos(x float64) float64 {
	if x-x != 0 {
		return math.NaN()
	}
	n, r := reduce(x)
	return sineAt(n+1, r).value()
}

// Sincos returns Sin(x) and Cos(x), the same bits, with one reduction.
func Sincos(x float64) (sin, cos float64) {
	switch {
	case x-x != 0:
		return math.NaN(), math.NaN()
	case math.Abs(x) < smallAngle:
		return x, 1
	}
	n, r := reduce(x)
	return sineAt(n, r).value(), sineAt(n+1, r).value()
}

// sineAt returns the sine of n quarter turns and r.
func sineAt(n int, r double) double {
	var s double
	if n&1 == 0 {
		s = sine(r)
	} else {
		s = cosine(r)
	}
	if n&2 != 0 {
		return s.minus()
	}
	return s
}

// Tan returns the tangent of x radians, for every finite x as Sin. Maximum error: 0.54 ulp.
//
// Special cases: Tan(±0) = ±0, Tan(±Inf) = NaN, Tan(NaN) = NaN.
func Tan(x float64) float64 {
	switch {
	case x-x != 0:
		return math.NaN()
	case math.Abs(x) < smallAngle:
		return x
	}
	n, r := reduce(x)
	s, c := exactSine(r), exactCosine(r)
	if n&1 == 1 {
		s, c = c, s.minus()
	}
	return s.over(c).value()
}

// exactSine is sine with an error below 2^-57: the term of the cube is a double as well.
func exactSine(r double) double {
	z := r.times(r)
	p := inv15 - float64(z.hi*inv17)
	p = inv13 - float64(z.hi*p)
	p = inv11 - float64(z.hi*p)
	p = inv9 - float64(z.hi*p)
	p = inv7 - float64(z.hi*p)
	p = inv5 - float64(z.hi*p)
	q := fastSum(-sixth.hi, float64(z.hi*p)-sixth.lo)
	return r.plus(r.times(z.times(q)))
}

// exactCosine is cosine with an error below 2^-57.
func exactCosine(r double) double {
	z := r.times(r)
	p := inv14 - float64(z.hi*inv16)
	p = inv12 - float64(z.hi*p)
	p = inv10 - float64(z.hi*p)
	p = inv8 - float64(z.hi*p)
	p = inv6 - float64(z.hi*p)
	q := fastSum(twentyFourth.hi, twentyFourth.lo-float64(z.hi*p))
	s := fastSum(1, -float64(0.5*z.hi))
	s = fastSum(s.hi, s.lo-float64(0.5*z.lo))
	return s.plus(z.times(z).times(q))
}
