package fixed_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/detmath/fixed"
)

func errorIs(err, want error) bool { return errors.Is(err, want) }

const bits = 200

// turn is 2 pi.
var turn, _, _ = big.ParseFloat("6.28318530717958647692528676655900576839433879875021164194988918461563"+
	"2812572417997256069650684234135964296173026564613294187689219101164463450718816256962", 10, 300, big.ToNearestEven)

func number(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

// taylor sums x, x^3/3!, ... with alternating signs, or x, x^3/3, ... for the arc tangent.
func taylor(x *big.Float, factorial bool) *big.Float {
	square := number(0).Mul(x, x)
	sum, power := number(0).Set(x), number(0).Set(x)
	for n := int64(3); n < 400; n += 2 {
		power.Neg(power.Mul(power, square))
		term := number(0).Set(power)
		if factorial {
			power.Quo(power, number(float64(n*(n-1))))
			term.Set(power)
		} else {
			term.Quo(term, number(float64(n)))
		}
		if term.Sign() == 0 || term.MantExp(nil) < -bits {
			break
		}
		sum.Add(sum, term)
	}
	return sum
}

// sineOf returns the sine of x radians.
func sineOf(x *big.Float) *big.Float {
	turns := new(big.Float).SetPrec(300).Quo(x, turn)
	whole, _ := turns.Int(nil)
	turns.Sub(turns, new(big.Float).SetPrec(300).SetInt(whole))
	return taylor(number(0).Mul(turns, turn), true)
}

// arcOf returns the angle of (x, y) in turns.
func arcOf(y, x int64) *big.Float {
	b := func(n int64) *big.Float { return number(0).SetInt64(n) }
	// Half the angle twice: tan(a/2) = y/(r+x), which is exact enough with bits to spare.
	halve := func(t *big.Float) *big.Float {
		root := number(0).Sqrt(number(1).Add(number(1), number(0).Mul(t, t)))
		return number(0).Quo(t, root.Add(root, number(1)))
	}
	r := number(0).Sqrt(number(0).Add(number(0).Mul(b(x), b(x)), number(0).Mul(b(y), b(y))))
	var t *big.Float
	if x >= 0 {
		t = number(0).Quo(b(y), number(0).Add(r, b(x)))
	} else { // r+x cancels
		t = number(0).Quo(number(0).Sub(r, b(x)), b(y))
	}
	inverse := number(0).Abs(t).Cmp(number(1)) > 0
	if inverse {
		t = number(0).Quo(number(1), t)
	}
	a := taylor(halve(halve(halve(t))), false)
	a.Quo(a.Mul(a, number(16)), number(0).Set(turn))
	if inverse { // atan t is a quarter of a turn less that of 1/t; doubled
		a.Sub(number(float64(a.Sign())*0.5), a)
	}
	return a
}

// off returns by how many units a result is off.
func off(got fixed.Fixed, want *big.Float) float64 {
	d := number(0).Sub(number(0).SetInt64(int64(got)), number(0).Mul(want, number(1<<32)))
	f, _ := d.Float64()
	return math.Abs(f)
}

func TestSineAndCosineAreWithinHalfAUnitAndAThousandth(t *testing.T) {
	r, most := rand.New(rand.NewPCG(5, 5)), 0.0
	angles := []fixed.Angle{
		0, 1, fixed.Quarter - 1, fixed.Quarter, fixed.Quarter + 1, fixed.Half - 1, fixed.Half, fixed.Half + 1,
		fixed.Half + fixed.Quarter, math.MaxUint32,
	}
	for range 3000 {
		angles = append(angles, fixed.Angle(r.Uint32()))
	}
	for _, a := range angles {
		radians := number(0).Quo(number(0).Mul(number(float64(a)), turn), number(1<<32))
		ahead := number(0).Add(radians, number(0).Quo(turn, number(4)))
		most = max(most, off(a.Sin(), sineOf(radians)), off(a.Cos(), sineOf(ahead)), off(a.Radians(), radians))
	}
	for range 3000 {
		x := fixed.Fixed(int64(r.Uint64()) >> r.IntN(40))
		radians := number(0).Quo(number(0).SetInt64(int64(x)), number(1<<32))
		ahead := number(0).Add(radians, number(0).Quo(turn, number(4)))
		most = max(most, off(x.Sin(), sineOf(radians)), off(x.Cos(), sineOf(ahead)))
	}
	t.Logf("seed 5, 5: %.5f units", most)
	if most > 0.501 {
		t.Errorf("off by %v units", most)
	}
}

func TestAtan2IsWithinHalfAUnitAndAThousandth(t *testing.T) {
	r, most := rand.New(rand.NewPCG(6, 6)), 0.0
	check := func(y, x int64) {
		d := number(0).Sub(number(0).SetInt64(int64(fixed.Atan2(y, x))), number(0).Mul(arcOf(y, x), number(1<<32)))
		f, _ := d.Float64()
		f = math.Abs(math.Remainder(f, 1<<32))
		if f > 0.501 {
			t.Errorf("Atan2(%d, %d) is off by %v units", y, x, f)
		}
		most = max(most, f)
	}
	for _, y := range ends {
		for _, x := range ends {
			if y != 0 {
				check(y, x)
			}
		}
	}
	for y := int64(-20); y <= 20; y++ {
		for x := int64(-20); x <= 20; x++ {
			if y != 0 {
				check(y, x)
			}
		}
	}
	for range 3000 {
		check(int64(r.Uint64())>>r.IntN(60)|1, int64(r.Uint64())>>r.IntN(60))
	}
	t.Logf("seed 6, 6: %.5f units", most)
}

func TestAxesAndDiagonalsAreExact(t *testing.T) {
	const eighth = fixed.Quarter / 2
	for n, p := range [][2]int64{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} {
		for _, size := range []int64{1, 77, math.MaxInt64} {
			if a := fixed.Atan2(p[0]*size, p[1]*size); a != eighth*fixed.Angle(n) {
				t.Errorf("Atan2(%d, %d) = %d, want %d eighths", p[0]*size, p[1]*size, a, n)
			}
		}
	}
	if fixed.Atan2(0, 0) != 0 || fixed.Atan2(math.MinInt64, math.MinInt64) != 5*eighth {
		t.Error("Atan2 of (0, 0), or of the least of both")
	}
	for n, want := range []fixed.Fixed{0, fixed.One, 0, -fixed.One} {
		a := fixed.Quarter * fixed.Angle(n)
		if a.Sin() != want || (a-fixed.Quarter).Cos() != want {
			t.Errorf("%d quarters: Sin %d, Cos %d, want %d", n, a.Sin(), a.Cos(), want)
		}
	}
}

func TestDegreesAndRadiansComeBack(t *testing.T) {
	for n := int64(-720); n <= 720; n += 45 {
		a := fixed.Degrees(fixed.FromInt(n))
		if want := fixed.Quarter / 2 * fixed.Angle(n/45); a != want || a.Degrees() != fixed.FromInt((n+720)%360) {
			t.Errorf("%d degrees: %d, and back %v, want %d", n, a, a.Degrees(), want)
		}
	}
	r := rand.New(rand.NewPCG(8, 8))
	for range 5000 {
		a := fixed.Angle(r.Uint32())
		if back := fixed.Degrees(a.Degrees()); back != a {
			t.Errorf("seed 8, 8: %d comes back from degrees as %d", a, back)
		}
		if back := fixed.Radians(a.Radians()); back != a {
			t.Errorf("seed 8, 8: %d comes back from radians as %d", a, back)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	x, y := fixed.FromRatio(355, 113), fixed.FromRatio(-22, 7)
	var sum fixed.Fixed
	if n := testing.AllocsPerRun(100, func() {
		sum += x.Mul(y).Add(x.Div(y)).Add(x.Sqrt()).Add(x.Sin()).Add(fixed.Atan2(int64(x), int64(y)).Cos())
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
