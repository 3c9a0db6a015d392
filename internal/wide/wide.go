// Package wide holds the unsigned 256-bit integer that exact time needs where 64 bits do not do.
//
// Concurrency: safe; values only.
// Determinism: safe inside a tick.
// Allocation: none.
package wide

import "math/bits"

// A Uint is an unsigned 256-bit integer, least significant word first. Results that do not fit are
// cut as Go's own integers are; callers keep to limits under which none is.
type Uint [4]uint64

// Of returns hi * 2^64 + lo.
func Of(hi, lo uint64) Uint { return Uint{lo, hi} }

// Add returns a + b.
func (a Uint) Add(b Uint) Uint {
	var c uint64
	for i := range a {
		a[i], c = bits.Add64(a[i], b[i], c)
	}
	return a
}

// Sub returns a - b, which must not be negative.
func (a Uint) Sub(b Uint) Uint {
	var c uint64
	for i := range a {
		a[i], c = bits.Sub64(a[i], b[i], c)
	}
	return a
}

// Mul returns a * m.
func (a Uint) Mul(m uint64) Uint {
	var carry uint64
	for i := range a {
		hi, lo := bits.Mul64(a[i], m)
		var c uint64
		a[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c // hi is at most 2^64-2, so this cannot wrap
	}
	return a
}

// Div returns a / d rounded down, and the rest. It panics where d is 0.
func (a Uint) Div(d uint64) (q Uint, rest uint64) {
	for i := len(a) - 1; i >= 0; i-- {
		q[i], rest = bits.Div64(rest, a[i], d)
	}
	return q, rest
}

// Lsh returns a * 2^n for n up to 64.
func (a Uint) Lsh(n uint) Uint {
	if n == 64 {
		return Uint{0, a[0], a[1], a[2]}
	}
	for i := len(a) - 1; i > 0; i-- {
		a[i] = a[i]<<n | a[i-1]>>(64-n)
	}
	a[0] <<= n
	return a
}

// Cmp returns -1, 0 or 1 as a is less than, equal to or more than b.
func (a Uint) Cmp(b Uint) int {
	for i := len(a) - 1; i >= 0; i-- {
		switch {
		case a[i] < b[i]:
			return -1
		case a[i] > b[i]:
			return 1
		}
	}
	return 0
}
