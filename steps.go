package tactus

import (
	"math"
	"math/big"
	"math/bits"
	"time"

	"github.com/tactus-go/tactus/internal/wide"
)

// Steps is an exact number of steps with its fraction, negative too: what a Ledger counts in. It is
// a value of its moment: it stays right when the stepper goes on. Its zero value is 0. Compare two
// by their Rat: equal numbers under two rates need not be ==.
type Steps struct {
	span
	unit uint64 // the span's unit is 2^-64/unit of a step; 0 stands for 1
	// rest/restOf of a unit more: what a fraction scale has credited and not yet filled a unit with.
	rest, restOf uint64
}

// Whole returns the steps rounded down, also below zero.
func (n Steps) Whole() int64 { return n.whole }

// Rat returns the exact number. It allocates.
func (n Steps) Rat() *big.Rat {
	unit := max(n.unit, 1)
	frac := new(big.Int).SetUint64(n.hi)
	frac.Lsh(frac, 64).Add(frac, new(big.Int).SetUint64(n.lo))
	den := new(big.Int).SetUint64(unit)
	den.Lsh(den, 64)
	if n.restOf > 1 {
		of := new(big.Int).SetUint64(n.restOf)
		frac.Mul(frac, of).Add(frac, new(big.Int).SetUint64(n.rest))
		den.Mul(den, of)
	}
	r := new(big.Rat).SetFrac(frac, den)
	return r.Add(r, new(big.Rat).SetInt64(n.whole))
}

// Float returns the float64 near to the number, for display.
func (n Steps) Float() float64 {
	return float64(n.whole) + (float64(n.hi)+float64(float64(n.lo)*0x1p-64))/float64(max(n.unit, 1))
}

// String returns the exact number: "12", "15003/50000".
func (n Steps) String() string { return n.Rat().RatString() }

// At returns how long the steps are at rate r, rounded down to nanoseconds; where that is beyond a
// Duration, the longest (or most negative) one. It panics where r is no step rate.
func (n Steps) At(r Rate) time.Duration {
	r.mustStep()
	ns := n.Rat()
	ns.Quo(ns, r.Rat()).Mul(ns, big.NewRat(int64(time.Second), 1))
	floor := new(big.Int).Div(ns.Num(), ns.Denom()) // Euclidean: down, since the denominator is positive
	switch {
	case floor.IsInt64():
		return time.Duration(floor.Int64())
	case floor.Sign() < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

// span is a number of steps on a grid: whole + (hi + lo/2^64)/unit, where hi is under unit. Below
// zero whole is rounded down and the fraction still counts upwards. The unit is the holder's, the
// rate's denominator times 10^9, so that a nanosecond at scale 1 is a whole number of units.
type span struct {
	whole  int64
	hi, lo uint64
}

// add returns a + b on one grid.
func (a span) add(b span, unit uint64) span {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi := a.hi + b.hi + carry // both under 2^62, so this cannot wrap
	whole := a.whole + b.whole
	if hi >= unit {
		hi, whole = hi-unit, whole+1
	}
	return span{whole, hi, lo}
}

// sub returns a - b on one grid.
func (a span) sub(b span, unit uint64) span {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, under := bits.Sub64(a.hi, b.hi, borrow)
	whole := a.whole - b.whole
	if under != 0 {
		hi, whole = hi+unit, whole-1
	}
	return span{whole, hi, lo}
}

// less reports whether a is less than b on one grid.
func (a span) less(b span) bool {
	switch {
	case a.whole != b.whole:
		return a.whole < b.whole
	case a.hi != b.hi:
		return a.hi < b.hi
	}
	return a.lo < b.lo
}

// regrid returns a on another grid, rounded down by less than one unit of that.
func (a span) regrid(from, to uint64) span {
	q, _ := wide.Of(a.hi, a.lo).Mul(to).Div(from)
	return span{a.whole, q[1], q[0]}
}

// spanOf returns n units of 2^-64/unit as a span.
func spanOf(n wide.Uint, unit uint64) span {
	q, rest := wide.Uint{n[1], n[2], n[3]}.Div(unit)
	return span{int64(q[0]), rest, n[0]}
}
