package fixed

import (
	"math"
	"math/bits"
)

// Fixed is a number in units of 2^-32. Its zero value is 0; numbers compare as integers do. Conversion
// from and to int64 gives the units, which is what a hash or a save takes.
type Fixed int64

const (
	// One is the number 1.
	One Fixed = 1 << 32
	// Max is the largest number, 2^31 - 2^-32.
	Max Fixed = math.MaxInt64
	// Min is the smallest number, -2^31.
	Min Fixed = math.MinInt64
)

const fractionBits = 32

// FromInt returns n, saturated.
func FromInt(n int64) Fixed {
	return signed(magnitude(n)>>fractionBits, magnitude(n)<<fractionBits, n < 0)
}

// FromRatio returns n/d, rounded and saturated as [Fixed.Div] does: FromRatio(1, 3) is a third.
func FromRatio(n, d int64) Fixed { return Fixed(n).Div(Fixed(d)) }

// FromFloat returns f, rounded to the nearest, halves to even, and saturated; 0 for NaN.
func FromFloat(f float64) Fixed {
	f = math.RoundToEven(f * (1 << fractionBits)) // exact, or infinite
	switch {
	case f != f:
		return 0
	case f >= 1<<63:
		return Max
	case f < -1<<63:
		return Min
	}
	return Fixed(f)
}

// Float returns the nearest float, halves to even. Numbers below 2^20 with their fraction are exact.
func (x Fixed) Float() float64 { return float64(float64(x) * (1.0 / (1 << fractionBits))) }

// Floor returns the integer at or below x.
func (x Fixed) Floor() int64 { return int64(x >> fractionBits) }

// Round returns the nearest integer, halves to even.
func (x Fixed) Round() int64 {
	n, rest := int64(x>>fractionBits), uint32(x)
	if rest > 1<<31 || rest == 1<<31 && n&1 == 1 {
		n++
	}
	return n
}

// Add returns x+y, saturated.
func (x Fixed) Add(y Fixed) Fixed {
	s := x + y
	if (s^x)&(s^y) < 0 { // the sign of neither
		return limit(x < 0)
	}
	return s
}

// Sub returns x-y, saturated.
func (x Fixed) Sub(y Fixed) Fixed {
	s := x - y
	if (x^y)&(s^x) < 0 {
		return limit(x < 0)
	}
	return s
}

// Neg returns -x, saturated: that of Min is Max.
func (x Fixed) Neg() Fixed { return Fixed(0).Sub(x) }

// Abs returns the size of x, saturated: that of Min is Max.
func (x Fixed) Abs() Fixed {
	if x < 0 {
		return x.Neg()
	}
	return x
}

// Mul returns x*y, rounded to the nearest, halves to even, and saturated.
func (x Fixed) Mul(y Fixed) Fixed {
	high, low := bits.Mul64(magnitude(int64(x)), magnitude(int64(y)))
	size := high<<fractionBits | low>>fractionBits
	rest := uint32(low)
	up := uint64(0)
	if rest > 1<<31 || rest == 1<<31 && size&1 == 1 {
		up = 1
	}
	size, carry := bits.Add64(size, up, 0)
	return signed(high>>fractionBits+carry, size, x < 0 != (y < 0))
}

// Div returns x/y, rounded to the nearest, halves to even, and saturated. By 0 it is Max or Min by the
// sign of x, and 0/0 is 0.
func (x Fixed) Div(y Fixed) Fixed {
	n, d := magnitude(int64(x)), magnitude(int64(y))
	negative := x < 0 != (y < 0)
	switch {
	case n == 0:
		return 0
	case n>>fractionBits >= d: // 2^64 units at least; d may be 0
		return limit(negative)
	}
	size, rest := bits.Div64(n>>fractionBits, n<<fractionBits, d)
	if rest > d-rest || rest == d-rest && size&1 == 1 {
		size++
		if size == 0 {
			return limit(negative)
		}
	}
	return signed(0, size, negative)
}

// Sqrt returns the square root, rounded to the nearest: it is never half way between two. That of a
// number below 0 is 0.
func (x Fixed) Sqrt() Fixed {
	if x <= 0 {
		return 0
	}
	high, low := uint64(x)>>fractionBits, uint64(x)<<fractionBits
	r := root(high, low)
	// The rest of the square is below 2r+1; above r the root is nearer to r+1.
	_, square := bits.Mul64(r, r)
	if low-square > r { // modulo 2^64, which the rest is far below
		r++
	}
	return Fixed(r)
}

// root returns the integer at or below the square root of a number below 2^96 and over 0, by Newton's
// method from above, which falls until it is there.
func root(high, low uint64) uint64 {
	size := bits.Len64(low)
	if high != 0 {
		size = 64 + bits.Len64(high)
	}
	for r := uint64(1) << ((size + 1) / 2); ; {
		q, _ := bits.Div64(high, low, r)
		next := (r + q) / 2
		if next >= r {
			return r
		}
		r = next
	}
}

// magnitude returns the size of n, of which 2^63 is one.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// signed returns the number of so many units, saturated.
func signed(high, low uint64, negative bool) Fixed {
	switch {
	case high != 0 || low > 1<<63 || low == 1<<63 && !negative:
		return limit(negative)
	case negative:
		return Fixed(-low)
	}
	return Fixed(low)
}

// limit returns Min or Max.
func limit(negative bool) Fixed {
	if negative {
		return Min
	}
	return Max
}
