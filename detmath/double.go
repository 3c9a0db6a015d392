package detmath

import "math"

// A double holds a number as the unevaluated sum of two floats: hi is the number rounded, lo what
// rounding left. It has about 106 bits, and carries what the last rounding of a function needs.
// The sums and products below are the error-free transforms of Knuth and Dekker; products are
// split by Veltkamp's method and not by a fused operation, which WebAssembly lacks.
type double struct{ hi, lo float64 }

// value rounds to a float.
func (d double) value() float64 { return d.hi + d.lo }

// twoSum returns a+b exactly, whichever is the larger.
func twoSum(a, b float64) double {
	s := a + b
	t := s - a
	return double{s, (a - (s - t)) + (b - t)}
}

// fastSum returns a+b exactly where |a| is not below |b|, or a is 0.
func fastSum(a, b float64) double {
	s := a + b
	return double{s, b - (s - a)}
}

// splitter cuts 53 bits into 26 and 26, the sign of the lower part being the missing bit.
const splitter = 1<<27 + 1

// split returns the upper and the lower half of a, whose sum it is. |a| is below 2^996.
func split(a float64) (high, low float64) {
	t := float64(splitter * a)
	high = t - (t - a)
	return high, a - high
}

// twoProduct returns a*b exactly, unless it underflows.
func twoProduct(a, b float64) double {
	p := float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	return double{p, float64(al*bl) - (((p - float64(ah*bh)) - float64(al*bh)) - float64(ah*bl))}
}

// twoSquare returns a*a exactly, unless it underflows.
func twoSquare(a float64) double {
	p := float64(a * a)
	h, l := split(a)
	cross := float64(h * l)
	return double{p, float64(l*l) - ((p - float64(h*h)) - (cross + cross))}
}

// plus returns d+e with an error below 2^-102 of the larger.
func (d double) plus(e double) double {
	s := twoSum(d.hi, e.hi)
	return fastSum(s.hi, s.lo+(d.lo+e.lo))
}

// times returns d*e with an error below 2^-101 of it.
func (d double) times(e double) double {
	p := twoProduct(d.hi, e.hi)
	return fastSum(p.hi, p.lo+(float64(d.hi*e.lo)+float64(d.lo*e.hi)))
}

// over returns d/e with an error below 2^-100 of it.
func (d double) over(e double) double {
	q := d.hi / e.hi
	p := twoProduct(q, e.hi)
	rest := ((d.hi - p.hi) - p.lo) + (d.lo - float64(q*e.lo))
	return fastSum(q, rest/e.hi)
}

// root returns the square root of d, which is over 0.
func (d double) root() double {
	r := math.Sqrt(d.hi)
	p := twoSquare(r)
	rest := ((d.hi - p.hi) - p.lo) + d.lo
	return fastSum(r, rest/(r+r))
}

// minus returns -d.
func (d double) minus() double { return double{-d.hi, -d.lo} }

// scale returns v times 2^k, rounded at most once more, where |v| is in [1/4, 8]: the first factor
// keeps the number normal, and the second one alone may make it subnormal or infinite.
func scale(v float64, k int) float64 {
	switch {
	case k > 1000:
		return float64(float64(v*power2(k-100)) * power2(100))
	case k < -1000:
		return float64(float64(v*power2(k+200)) * power2(-200))
	}
	return float64(v * power2(k))
}

// power2 returns 2^k, for k from -1022 to 1023.
func power2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// normal returns a positive finite x as a normal number times 2^k.
func normal(x float64) (float64, int) {
	if x < 0x1p-1022 {
		return float64(x * 0x1p54), -54
	}
	return x, 0
}
