package detmath

import "math"

// The logarithm follows P. T. P. Tang, "Table-driven implementation of the logarithm function in
// IEEE floating-point arithmetic" (ACM TOMS 16, 1990): x = 2^k m, a factor c of eleven bits near 1/m
// makes m c = 1 + r exactly, and log x = k ln 2 - log c + log(1+r). The leading terms are doubles,
// which Pow needs.

const logSteps = 128

// logarithm returns k and the logarithm of m, where x + low = 2^k m and m is in [0.7, 1.42), with
// an error below 2^-67 of it. x is normal and over 0, low at most half a unit of its last place.
func logarithm(x, low float64) (k int, d double) {
	b := math.Float64bits(x)
	k = int(b>>52) - 1023
	low = float64(low * math.Float64frombits(uint64(1023-k)<<52))
	b = b&(1<<52-1) | 1023<<52
	i := b >> 45 & (logSteps - 1)
	if i >= logCut {
		k++ // m is halved and c doubled: the product stays
	}
	e := &logTable[i]
	// The upper 26 bits of m times 11 bits are exact, and so is the difference from 1.
	high := math.Float64frombits(b &^ (1<<27 - 1))
	rest := math.Float64frombits(b) - high
	r := twoSum(float64(high*e.factor)-1, float64(rest*e.factor))
	r = fastSum(r.hi, r.lo+float64(low*e.factor))
	return k, e.log.plusLog1p(r)
}

// plusLog1p returns d + log(1+r), for |r| up to 2^-7.
func (d double) plusLog1p(r double) double {
	h := r.hi
	square := twoSquare(h)
	p := 1.0/9 - float64(h*(1.0/10))
	p = 1.0/8 - float64(h*p)
	p = 1.0/7 - float64(h*p)
	p = 1.0/6 - float64(h*p)
	p = 1.0/5 - float64(h*p)
	p = 1.0/4 - float64(h*p)
	p = 1.0/3 - float64(h*p)
	s := twoSum(d.hi, h)
	t := twoSum(s.hi, -float64(0.5*square.hi))
	cube := float64(float64(square.hi*h) * p)
	low := (d.lo + r.lo) - (float64(0.5*square.lo) + float64(h*r.lo))
	return fastSum(t.hi, (s.lo+t.lo)+(low+cube))
}

// natural returns k ln 2 + d.
func natural(k int, d double) double {
	n := float64(k)
	s := twoSum(float64(n*ln2Split.hi), d.hi) // the product is exact
	return fastSum(s.hi, s.lo+(float64(n*ln2Split.lo)+d.lo))
}

// logDomain answers for what has no finite logarithm: NaN, negative, 0 and infinite.
func logDomain(x float64) (result float64, done bool) {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN(), true
	case x == 0:
		return math.Inf(-1), true
	case x > math.MaxFloat64:
		return x, true
	}
	return 0, false
}

// Log returns the natural logarithm. Maximum error: 0.501 ulp.
//
// Special cases: Log(+Inf) = +Inf, Log(±0) = -Inf, Log(x < 0) = NaN, Log(NaN) = NaN.
func Log(x float64) float64 {
	if result, done := logDomain(x); done {
		return result
	}
	x, shift := normal(x)
	k, d := logarithm(x, 0)
	return natural(k+shift, d).value()
}

// Log2 returns the binary logarithm, exact for powers of two. Maximum error: 0.501 ulp.
// Special cases are Log's.
func Log2(x float64) float64 {
	if result, done := logDomain(x); done {
		return result
	}
	x, shift := normal(x)
	k, d := logarithm(x, 0)
	return double{float64(k + shift), 0}.plus(d.times(invLn2)).value()
}

// Log10 returns the decimal logarithm, exact for powers of ten. Maximum error: 0.501 ulp.
// Special cases are Log's.
func Log10(x float64) float64 {
	if result, done := logDomain(x); done {
		return result
	}
	x, shift := normal(x)
	k, d := logarithm(x, 0)
	return natural(k+shift, d).times(invLn10).value()
}

// Log1p returns the natural logarithm of 1+x, without the loss near 0. Maximum error: 0.501 ulp.
//
// Special cases: Log1p(+Inf) = +Inf, Log1p(±0) = ±0, Log1p(-1) = -Inf, Log1p(x < -1) = NaN,
// Log1p(NaN) = NaN.
func Log1p(x float64) float64 {
	switch {
	case math.IsNaN(x) || x < -1:
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case x > math.MaxFloat64 || math.Abs(x) < tiny:
		return x
	}
	s := twoSum(1, x)
	return natural(logarithm(s.hi, s.lo)).value()
}
