package fixed_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/detmath/fixed"
)

// The models compute with rational numbers, and round and saturate at the end.

var unit = big.NewRat(1<<32, 1)

func exact(x fixed.Fixed) *big.Rat { return big.NewRat(int64(x), 1<<32) }

// even rounds to the nearest integer, halves to even.
func even(r *big.Rat) *big.Int {
	twice := new(big.Int).Lsh(r.Num(), 1)
	twice.Add(twice, r.Denom())
	d := new(big.Int).Lsh(r.Denom(), 1)
	q, rest := new(big.Int).DivMod(twice, d, new(big.Int)) // rounds down, for d over 0
	if rest.Sign() == 0 && q.Bit(0) == 1 {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

// model returns the fixed-point number of a rational one.
func model(r *big.Rat) fixed.Fixed {
	n := even(new(big.Rat).Mul(r, unit))
	switch {
	case n.Cmp(big.NewInt(math.MaxInt64)) > 0:
		return fixed.Max
	case n.Cmp(big.NewInt(math.MinInt64)) < 0:
		return fixed.Min
	}
	return fixed.Fixed(n.Int64())
}

var ends = []int64{0, 1, -1, 2, 3, 1 << 31, 1 << 32, -1 << 32, 3 << 31, 1<<32 + 1, 1 << 47, 1 << 48, 1<<48 - 1, 1 << 62,
	math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1, 0x5a827999 << 31}

func FuzzArithmeticIsExactThenRoundedThenSaturated(f *testing.F) {
	for _, x := range ends {
		for _, y := range ends {
			f.Add(x, y)
		}
	}
	r := rand.New(rand.NewPCG(4, 4))
	for range 5000 {
		f.Add(int64(r.Uint64())>>r.IntN(64), int64(r.Uint64())>>r.IntN(64))
	}
	f.Fuzz(func(t *testing.T, a, b int64) {
		x, y := fixed.Fixed(a), fixed.Fixed(b)
		for _, c := range []struct {
			name string
			got  fixed.Fixed
			want *big.Rat
		}{
			{"Add", x.Add(y), new(big.Rat).Add(exact(x), exact(y))},
			{"Sub", x.Sub(y), new(big.Rat).Sub(exact(x), exact(y))},
			{"Mul", x.Mul(y), new(big.Rat).Mul(exact(x), exact(y))},
			{"Neg", x.Neg(), new(big.Rat).Neg(exact(x))},
			{"Abs", x.Abs(), new(big.Rat).Abs(exact(x))},
			{"FromInt", fixed.FromInt(a), new(big.Rat).SetInt64(a)},
		} {
			if want := model(c.want); c.got != want {
				t.Errorf("%s of %d and %d: %d, want %d", c.name, x, y, c.got, want)
			}
		}
		quotient(t, x, y)
		square(t, x)
		floor := new(big.Int).Div(big.NewInt(a), big.NewInt(1<<32)).Int64()
		if x.Floor() != floor || x.Round() != even(exact(x)).Int64() {
			t.Errorf("%d: Floor %d, Round %d", x, x.Floor(), x.Round())
		}
		if want, _ := exact(x).Float64(); x.Float() != want {
			t.Errorf("%d: Float %v, want %v", x, x.Float(), want)
		}
	})
}

func quotient(t *testing.T, x, y fixed.Fixed) {
	got, want := x.Div(y), fixed.Fixed(0)
	switch {
	case y != 0:
		want = model(new(big.Rat).Quo(exact(x), exact(y)))
	case x > 0:
		want = fixed.Max
	case x < 0:
		want = fixed.Min
	}
	if got != want || fixed.FromRatio(int64(x), int64(y)) != want {
		t.Errorf("Div of %d and %d: %d, want %d", x, y, got, want)
	}
}

// square checks that the root is the nearest: (2r-1)^2 < 4n < (2r+1)^2.
func square(t *testing.T, x fixed.Fixed) {
	r := x.Sqrt()
	if x <= 0 {
		if r != 0 {
			t.Errorf("Sqrt(%d) = %d, want 0", x, r)
		}
		return
	}
	n := new(big.Int).Lsh(big.NewInt(int64(x)), 34)
	below, above := big.NewInt(2*int64(r)-1), big.NewInt(2*int64(r)+1)
	if below.Mul(below, below).Cmp(n) >= 0 || above.Mul(above, above).Cmp(n) <= 0 {
		t.Errorf("Sqrt(%d) = %d, not the nearest", x, r)
	}
}

func FuzzFromFloatRoundsToEvenAndSaturates(f *testing.F) {
	for _, x := range []float64{
		0, 0.5, -0.5, 0x1p-33, 0x3p-33, -0x1p-33, 1 << 31, -1 << 31, 1<<31 - 0x1p-22, 1e300, -1e300, math.MaxFloat64,
		math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-1074,
	} {
		f.Add(math.Float64bits(x))
	}
	f.Fuzz(func(t *testing.T, bits uint64) {
		x := math.Float64frombits(bits)
		want := fixed.Fixed(0)
		switch {
		case math.IsInf(x, 1):
			want = fixed.Max
		case math.IsInf(x, -1):
			want = fixed.Min
		case x == x:
			want = model(new(big.Rat).SetFloat64(x))
		}
		if got := fixed.FromFloat(x); got != want {
			t.Errorf("FromFloat(%v) = %d, want %d", x, got, want)
		}
	})
}

func FuzzTextComesBackAndIsExact(f *testing.F) {
	for _, x := range ends {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		x := fixed.Fixed(n)
		text := x.String()
		if r, ok := new(big.Rat).SetString(text); !ok || r.Cmp(exact(x)) != 0 {
			t.Errorf("%d is written as %q", x, text)
		}
		if back, err := fixed.Parse(text); err != nil || back != x {
			t.Errorf("%q is read as %d, %v, want %d", text, back, err, x)
		}
		data, err := json.Marshal(x)
		var back fixed.Fixed
		if err != nil || json.Unmarshal(data, &back) != nil || back != x {
			t.Errorf("%d comes back from JSON as %d", x, back)
		}
	})
}

func FuzzParseReadsAllDigitsOrRefuses(f *testing.F) {
	for _, text := range []string{
		"0", "-0", "+1.5", ".5", "5.", ".", "", "-", "1e3", "2147483647.99999999988358467817306518554688",
		"2147483648", "-2147483648", "-2147483648.0000000001", "2147483647.9999999999",
		"0.0000000001164153218269348144531250", "0.00000000011641532182693481445312500001",
		"0.000000000349245965480804443359375", "1_0", "0x1", " 1", "１", "99999999999999999999999999", "0.1", "-0.1",
		"000000000000000000000000000001",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := fixed.Parse(text)
		if err != nil {
			if x != 0 {
				t.Errorf("%q: an error and %d", text, x)
			}
			return
		}
		r, ok := new(big.Rat).SetString(text)
		if !ok || model(r) != x {
			t.Errorf("%q is read as %d, want %v", text, x, r)
		}
	})
}

func TestBadTextIsToldFromANumberOutOfRange(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{"", fixed.ErrSyntax}, {"5.", fixed.ErrSyntax}, {"1e3", fixed.ErrSyntax}, {"--1", fixed.ErrSyntax},
		{"1.2.3", fixed.ErrSyntax},
		{"2147483648", fixed.ErrRange}, {"-2147483649", fixed.ErrRange}, {"2147483647.99999999999", fixed.ErrRange},
	} {
		x := fixed.One
		if _, err := fixed.Parse(c.text); !errorIs(err, c.want) {
			t.Errorf("Parse(%q): %v, want %v", c.text, err, c.want)
		}
		if err := x.UnmarshalText([]byte(c.text)); !errorIs(err, c.want) || x != fixed.One {
			t.Errorf("UnmarshalText(%q): %v, and x is %v", c.text, err, x)
		}
	}
}
