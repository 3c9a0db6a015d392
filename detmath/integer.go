package detmath

import (
	"math"
	"math/bits"
)

// The language leaves open what a float out of the range of an integer becomes, and processors differ.
// The conversions below cut off the fraction, saturate, and make NaN 0, everywhere.

// Int64 returns f without its fraction, between math.MinInt64 and math.MaxInt64; 0 for NaN.
func Int64(f float64) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case f >= 1<<63:
		return math.MaxInt64
	case f < -1<<63:
		return math.MinInt64
	}
	return int64(f)
}

// Uint64 returns f without its fraction, between 0 and math.MaxUint64; 0 for NaN.
func Uint64(f float64) uint64 {
	switch {
	case !(f > 0):
		return 0
	case f >= 1<<64:
		return math.MaxUint64
	case f >= 1<<63:
		// Subtracting is exact. Half the range fits a signed integer, which processors convert alike.
		return uint64(int64(f-1<<63)) | 1<<63
	}
	return uint64(int64(f))
}

// Int32 returns f without its fraction, between math.MinInt32 and math.MaxInt32; 0 for NaN.
func Int32(f float64) int32 { return int32(min(max(Int64(f), math.MinInt32), math.MaxInt32)) }

// Int16 returns f without its fraction, between math.MinInt16 and math.MaxInt16; 0 for NaN.
func Int16(f float64) int16 { return int16(min(max(Int64(f), math.MinInt16), math.MaxInt16)) }

// Uint32 returns f without its fraction, between 0 and math.MaxUint32; 0 for NaN.
func Uint32(f float64) uint32 { return uint32(min(max(Int64(f), 0), math.MaxUint32)) }

// Uint16 returns f without its fraction, between 0 and math.MaxUint16; 0 for NaN.
func Uint16(f float64) uint16 { return uint16(min(max(Int64(f), 0), math.MaxUint16)) }

// Uint8 returns f without its fraction, between 0 and math.MaxUint8; 0 for NaN.
func Uint8(f float64) uint8 { return uint8(min(max(Int64(f), 0), math.MaxUint8)) }

// PowInt returns base to the power exp exactly, and whether it fits: growth formulas use it in place
// of Pow. Where it does not fit, the result is 0, and it has none where exp is below 0, unless base
// is 1 or -1, whose powers are their own reciprocals. PowInt(0, 0) is 1.
func PowInt(base, exp int64) (int64, bool) {
	switch {
	case base == 1 || exp == 0:
		return 1, true
	case base == -1:
		return 1 - 2*(exp&1), true
	case exp < 0:
		return 0, false
	}
	size := uint64(base)
	if base < 0 {
		size = -size
	}
	power, ok := powUint(size, exp)
	negative := base < 0 && exp&1 == 1
	switch {
	case !ok || power > 1<<63 || power == 1<<63 && !negative:
		return 0, false
	case negative:
		return int64(-power), true
	}
	return int64(power), true
}

// powUint squares and multiplies, for an exp not below 0; squares that no bit needs may overflow.
func powUint(base uint64, exp int64) (power uint64, ok bool) {
	power = 1
	for fits := true; ; {
		if exp&1 == 1 {
			high, low := bits.Mul64(power, base)
			if high != 0 || !fits {
				return 0, false
			}
			power = low
		}
		exp >>= 1
		if exp == 0 {
			return power, true
		}
		high, low := bits.Mul64(base, base)
		base, fits = low, fits && high == 0
	}
}
