package detmath_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/tactus-go/tactus/detmath"
)

// saturated is the exact model of the conversions.
func saturated(f float64, low, high *big.Int) *big.Int {
	switch {
	case f != f:
		return new(big.Int)
	case math.IsInf(f, 1):
		return high
	case math.IsInf(f, -1):
		return low
	}
	n, _ := new(big.Float).SetFloat64(f).Int(nil)
	if n.Cmp(low) < 0 {
		return low
	}
	if n.Cmp(high) > 0 {
		return high
	}
	return n
}

// conversions hold the range of each, and its result as a big integer.
var conversions = []struct {
	name      string
	low, high *big.Int
	of        func(float64) *big.Int
}{
	{"Int64", big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64),
		func(f float64) *big.Int { return big.NewInt(detmath.Int64(f)) }},
	{"Int32", big.NewInt(math.MinInt32), big.NewInt(math.MaxInt32),
		func(f float64) *big.Int { return big.NewInt(int64(detmath.Int32(f))) }},
	{"Int16", big.NewInt(math.MinInt16), big.NewInt(math.MaxInt16),
		func(f float64) *big.Int { return big.NewInt(int64(detmath.Int16(f))) }},
	{"Uint64", new(big.Int), new(big.Int).SetUint64(math.MaxUint64),
		func(f float64) *big.Int { return new(big.Int).SetUint64(detmath.Uint64(f)) }},
	{"Uint32", new(big.Int), big.NewInt(math.MaxUint32),
		func(f float64) *big.Int { return big.NewInt(int64(detmath.Uint32(f))) }},
	{"Uint16", new(big.Int), big.NewInt(math.MaxUint16),
		func(f float64) *big.Int { return big.NewInt(int64(detmath.Uint16(f))) }},
	{"Uint8", new(big.Int), big.NewInt(math.MaxUint8),
		func(f float64) *big.Int { return big.NewInt(int64(detmath.Uint8(f))) }},
}

func FuzzConversionsSaturate(f *testing.F) {
	for _, x := range append(specials, 127.9, 128, 255.9, 256, 32767.5, 65535.9, 1<<31-0.5, 1<<31, 1<<32-0.5, 1<<63, 1<<64,
		math.Nextafter(1<<63, 0), math.Nextafter(1<<64, 0), -0.9, -1, -1<<63, -1<<31-0.5) {
		f.Add(math.Float64bits(x))
	}
	f.Fuzz(func(t *testing.T, bits uint64) {
		x := math.Float64frombits(bits)
		for _, c := range conversions {
			if got, want := c.of(x), saturated(x, c.low, c.high); got.Cmp(want) != 0 {
				t.Errorf("%s(%v) = %v, want %v", c.name, x, got, want)
			}
		}
	})
}

func FuzzPowIntTellsAnOverflow(f *testing.F) {
	for _, base := range []int64{0, 1, -1, 2, -2, 3, 10, -10, 3037000499, 3037000500, math.MaxInt64, math.MinInt64} {
		for _, exp := range []int64{0, 1, 2, 3, 18, 19, 39, 40, 62, 63, 64, 1 << 40, math.MaxInt64, -1, -2, math.MinInt64} {
			f.Add(base, exp)
		}
	}
	f.Fuzz(func(t *testing.T, base, exp int64) {
		got, ok := detmath.PowInt(base, exp)
		want, fits := exactPower(base, exp)
		if ok != fits || got != want {
			t.Errorf("PowInt(%d, %d) = %d, %v, want %d, %v", base, exp, got, ok, want, fits)
		}
	})
}

// exactPower is the naive model: one multiplication after the other, until it no longer fits.
func exactPower(base, exp int64) (int64, bool) {
	switch {
	case base == 1 || base == -1 && exp%2 == 0 || exp == 0:
		return 1, true
	case base == -1:
		return -1, true
	case exp < 0:
		return 0, false
	case base == 0:
		return 0, true
	}
	p := big.NewInt(1)
	for ; exp > 0; exp-- {
		p.Mul(p, big.NewInt(base))
		if !p.IsInt64() && p.BitLen() > 64 {
			return 0, false
		}
	}
	if !p.IsInt64() {
		return 0, false
	}
	return p.Int64(), true
}
