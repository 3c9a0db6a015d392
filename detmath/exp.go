package detmath

import "math"

// The exponential follows P. T. P. Tang, "Table-driven implementation of the exponential function
// in IEEE floating-point arithmetic" (ACM TOMS 15, 1989), with 128 steps per octave and W. J. Cody
// and W. Waite's reduction in two parts: x = n ln(2)/128 + r, and e^x = 2^(n/128) e^r.

const (
	expSteps = 128
	// roundInt added and subtracted rounds to an integer, halves to even, for |x| below 2^51.
	roundInt = 0x1.8p52
	// below and over these the result is 0 and infinite, whatever the last bits are.
	expMin = -746
	expMax = 710
	// reciprocals of factorials, as far as 53 bits can tell.
	inv2, inv3, inv4, inv5   = 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120
	inv6, inv7, inv8, inv9   = 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880
	inv10, inv11             = 1.0 / 3628800, 1.0 / 39916800
	inv12, inv13             = 1.0 / 479001600, 1.0 / 6227020800
	inv14, inv15             = 1.0 / 87178291200, 1.0 / 1307674368000
	inv16, inv17             = 1.0 / 20922789888000, 1.0 / 355687428096000
	tiny                     = 0x1p-54
	expm1Series, sinhSeries  = 1.0 / 16, 1.0 / 4
	tanhSeries, tanhOne      = 1.0 / 16, 22
	expm1One                 = -40
	coshOne, hyperbolicOneUp = 0x1p-28, 22
)

// exponential returns e^(x.hi + x.lo) as d times 2^k, with d in [0.99, 2.01] and an error of d
// below 2^-61. x is in [-746, 712].
func exponential(x double) (d double, k int) {
	n := (float64(x.hi*expStepsPerUnit) + roundInt) - roundInt
	high := x.hi - float64(n*lnStep.hi)
	r := fastSum(high, x.lo-float64(n*lnStep.lo))
	return exponentialStep(int(n), r)
}

// exponentialStep returns 2^(n/128) e^r, for |r| up to ln(2)/250.
func exponentialStep(n int, r double) (d double, k int) {
	h := r.hi
	p := inv5 + float64(h*inv6)
	p = inv4 + float64(h*p)
	p = inv3 + float64(h*p)
	p = inv2 + float64(h*p)
	q := h + (r.lo + float64(float64(h*h)*p))
	t := &expTable[n&(expSteps-1)]
	return fastSum(t.hi, t.lo+float64(t.hi*q)), n >> 7
}

// Exp returns e to the power x. Maximum error: 0.51 ulp, 0.76 where the result is subnormal.
//
// Special cases: Exp(+Inf) = +Inf, Exp(-Inf) = 0, Exp(NaN) = NaN. The first x that gives +Inf is the
// one after 709.782712893384; results are subnormal from -708.4 to -745.1, and 0 below.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case x > expMax:
		return math.Inf(1)
	case x < expMin:
		return 0
	}
	d, k := exponential(double{x, 0})
	return scale(d.value(), k)
}

// Exp2 returns 2 to the power x, exact where x is an integer. Maximum error: 0.51 ulp, 0.76 where the
// result is subnormal.
//
// Special cases are Exp's; the first x that gives +Inf is 1024.
func Exp2(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case x >= 1024:
		return math.Inf(1)
	case x < -1076:
		return 0
	}
	n := (float64(x*expSteps) + roundInt) - roundInt
	r := x - float64(n/expSteps) // exact; the compiler makes it a product, which it would fuse
	d, k := exponentialStep(int(n), ln2.times(double{r, 0}))
	return scale(d.value(), k)
}

// Expm1 returns e to the power x, less 1, without the loss near 0. Maximum error: 0.54 ulp.
//
// Special cases: Expm1(+Inf) = +Inf, Expm1(-Inf) = -1, Expm1(NaN) = NaN, Expm1(±0) = ±0.
func Expm1(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case x > expMax:
		return math.Inf(1)
	case x < expm1One:
		return -1
	case math.Abs(x) < tiny:
		return x
	case math.Abs(x) < expm1Series:
		return expm1Near0(x)
	}
	d, k := exponential(double{x, 0})
	if k > 64 {
		return scale(d.value(), k) // 1 is below the last bit of what is rounded
	}
	s := twoSum(d.hi, -power2(-k))
	return float64((s.hi + (s.lo + d.lo)) * power2(k))
}

// expm1Near0 is the series of Taylor.
func expm1Near0(x float64) float64 {
	p := inv9 + float64(x*inv10)
	p = inv8 + float64(x*p)
	p = inv7 + float64(x*p)
	p = inv6 + float64(x*p)
	p = inv5 + float64(x*p)
	p = inv4 + float64(x*p)
	p = inv3 + float64(x*p)
	p = inv2 + float64(x*p)
	return x + float64(float64(x*x)*p)
}
