package detmath

import (
	"math"
	"math/bits"
)

const (
	quarterPi = math.Pi / 4
	// reduceMax is where the multiples of the parts of pi/2 stop being exact: 33 bits and 20 bits.
	reduceMax = 1 << 20
)

// reduce returns the angle x, which is finite, as a number of quarter turns, of which the last two
// bits count, and a rest of at most a little over pi/4, with an error below 2^-70 of the rest.
func reduce(x float64) (quarter int, rest double) {
	size := math.Abs(x)
	switch {
	case size <= quarterPi:
		return 0, double{x, 0}
	case size < reduceMax:
		return reduceParts(x)
	}
	quarter, rest = reduceHuge(size)
	if x < 0 {
		return -quarter, rest.minus()
	}
	return quarter, rest
}

// reduceParts subtracts a multiple of pi/2 in four parts (W. J. Cody, W. Waite, "Software manual for
// the elementary functions", 1980). Three of the products are exact, and no difference is rounded
// before the last part, however much cancels.
func reduceParts(x float64) (int, double) {
	n := (float64(x*(2/math.Pi)) + roundInt) - roundInt
	a := x - float64(n*halfPiParts[0])
	s := twoSum(a, -float64(n*halfPiParts[1]))
	t := twoSum(s.hi, -float64(n*halfPiParts[2]))
	return int(n), fastSum(t.hi, (s.lo+t.lo)-float64(n*halfPiParts[3]))
}

// reduceHuge multiplies by as many bits of 2/pi as matter (M. H. Payne, R. N. Hanek, "Radian
// reduction for trigonometric functions", SIGNUM 18, 1983), in integers. Bits that give whole turns
// are left out; of the 192 that follow the mantissa takes 53, two are the quarter turn, and the
// nearest a float comes to a multiple of pi/2 costs some 62: the rest has 75 bits.
func reduceHuge(x float64) (int, double) {
	b := math.Float64bits(x)
	mantissa := b&(1<<52-1) | 1<<52
	e := int(b>>52) - 1075
	// x is mantissa * 2^e. Bit j of 2/pi, counted from 1 after the point, then weighs 2^(e-j), and
	// from e-j = 2 on its multiples are whole turns. A word of zeros stands before the point.
	at := uint(e - 2 + 64)
	w := twoOverPi[at/64:]
	shift := at % 64
	w0 := w[0]<<shift | w[1]>>(64-shift)
	w1 := w[1]<<shift | w[2]>>(64-shift)
	w2 := w[2]<<shift | w[3]>>(64-shift)
	h2, p2 := bits.Mul64(w2, mantissa)
	h1, l1 := bits.Mul64(w1, mantissa)
	p1, carry := bits.Add64(l1, h2, 0)
	p0, _ := bits.Add64(w0*mantissa, h1, carry)

	quarter := int(p0 >> 62)
	p0, p1, p2 = p0<<2|p1>>62, p1<<2|p2>>62, p2<<2
	negative := p0>>63 == 1
	if negative { // nearer to the next quarter
		quarter++
		var borrow uint64
		p2, borrow = bits.Sub64(0, p2, 0)
		p1, borrow = bits.Sub64(0, p1, borrow)
		p0, _ = bits.Sub64(0, p0, borrow)
	}
	rest := fraction(p0, p1, p2).times(halfPi)
	if negative {
		rest = rest.minus()
	}
	return quarter, rest
}

// fraction returns the 192 bits after the point as a double.
func fraction(p0, p1, p2 uint64) double {
	k := -53
	if p0 == 0 {
		p0, p1, p2, k = p1, p2, 0, k-64
	}
	n := uint(bits.LeadingZeros64(p0))
	p0, p1 = p0<<n|p1>>(64-n), p1<<n|p2>>(64-n)
	k -= int(n)
	high := float64(int64(p0 >> 11))
	low := float64(int64(p0<<53>>11 | p1>>11>>11)) // 53 bits more, of which the first is 0 at times
	return fastSum(float64(high*power2(k)), float64(low*power2(k-53)))
}
