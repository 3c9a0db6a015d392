package detmath

import (
	"math"
	"math/big"
)

// The references compute with big floats of many bits, by methods other than the package's own, and
// as plainly as can be: series, squaring, halving, Newton. They are right to 2^-200 of the result.

const refBits = 320

func refNew() *big.Float                { return new(big.Float).SetPrec(refBits) }
func refOf(x float64) *big.Float        { return refNew().SetFloat64(x) }
func refAdd(a, b *big.Float) *big.Float { return refNew().Add(a, b) }
func refSub(a, b *big.Float) *big.Float { return refNew().Sub(a, b) }
func refMul(a, b *big.Float) *big.Float { return refNew().Mul(a, b) }
func refQuo(a, b *big.Float) *big.Float { return refNew().Quo(a, b) }
func refSqrt(a *big.Float) *big.Float   { return refNew().Sqrt(a) }
func refTwo(a *big.Float, k int) *big.Float {
	return refNew().SetMantExp(a, k)
}

// refSmall reports whether a term no longer matters beside the sum.
func refSmall(term, sum *big.Float) bool {
	return term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-refBits
}

// refExpm1Series returns e^x - 1 by Taylor's series.
func refExpm1Series(x *big.Float) *big.Float {
	sum, term := refNew().Set(x), refNew().Set(x)
	for n := int64(2); !refSmall(term, sum); n++ {
		term = refQuo(refMul(term, x), refNew().SetInt64(n))
		sum = refAdd(sum, term)
	}
	return sum
}

// refExpm1 halves the argument twelve times, and then uses that e^2x - 1 = (e^x - 1)(e^x - 1 + 2).
func refExpm1(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return refNew()
	}
	halvings := max(0, x.MantExp(nil)+12)
	m := refExpm1Series(refTwo(x, -halvings))
	for range halvings {
		m = refMul(m, refAdd(m, refOf(2)))
	}
	return m
}

func refExp(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return refQuo(refOf(1), refExp(refNew().Neg(x)))
	}
	return refAdd(refExpm1(x), refOf(1))
}

// refAtanhSeries returns the inverse hyperbolic tangent of a small x.
func refAtanhSeries(x *big.Float, sign float64) *big.Float {
	square := refMul(refMul(x, x), refOf(sign))
	sum, power := refNew().Set(x), refNew().Set(x)
	for n := int64(3); ; n += 2 {
		power = refMul(power, square)
		term := refQuo(power, refNew().SetInt64(n))
		if refSmall(term, sum) {
			return sum
		}
		sum = refAdd(sum, term)
	}
}

// refLn takes the square root until the argument is near 1: log x = 2 atanh((x-1)/(x+1)).
func refLn(x *big.Float) *big.Float {
	k := x.MantExp(nil)
	m := refTwo(x, -k)
	if m.Cmp(refOf(0.75)) < 0 {
		m, k = refTwo(m, 1), k-1
	}
	roots := 0
	one := refOf(1)
	for d := refSub(m, one); d.Sign() != 0 && d.MantExp(nil) > -6; d = refSub(m, one) {
		m = refSqrt(m)
		roots++
	}
	l := refTwo(refAtanhSeries(refQuo(refSub(m, one), refAdd(m, one)), 1), roots+1)
	if k == 0 {
		return l
	}
	return refAdd(l, refMul(refLn2, refNew().SetInt64(int64(k))))
}

// refLn2 is log 2 = 2 atanh(1/3).
var refLn2 = refTwo(refAtanhSeries(refQuo(refOf(1), refOf(3)), 1), 1)

// refAtan halves the angle until it is small.
func refAtan(x *big.Float) *big.Float {
	one, halvings := refOf(1), 0
	if x.Sign() == 0 {
		return refNew()
	}
	for x.MantExp(nil) > -6 {
		x = refQuo(x, refAdd(one, refSqrt(refAdd(one, refMul(x, x)))))
		halvings++
	}
	return refTwo(refAtanhSeries(x, -1), halvings)
}

// refPi is Machin's: pi/4 = 4 atan(1/5) - atan(1/239), in integers of 1,600 bits.
var refPi = func() *big.Float {
	const bits = 1600
	atan := func(n int64) *big.Int {
		power := new(big.Int).Div(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(n))
		sum := new(big.Int).Set(power)
		for k := int64(3); power.Sign() != 0; k += 2 {
			power.Quo(power, big.NewInt(-n*n))
			sum.Add(sum, new(big.Int).Quo(power, big.NewInt(k)))
		}
		return sum
	}
	quarter := new(big.Int).Sub(new(big.Int).Lsh(atan(5), 2), atan(239))
	return new(big.Float).SetPrec(bits).SetMantExp(new(big.Float).SetInt(quarter), 2-bits)
}()

// refReduce returns the quarter and the rest of an angle, with as many bits of pi as it takes.
func refReduce(x *big.Float) (quarter int, rest *big.Float) {
	wide := func() *big.Float { return new(big.Float).SetPrec(1600) }
	half := wide().Quo(refPi, big.NewFloat(2))
	n, _ := wide().Add(wide().Quo(wide().Abs(x), half), big.NewFloat(0.5)).Int(nil)
	r := wide().Sub(wide().Abs(x), wide().Mul(half, wide().SetInt(n)))
	quarter = int(new(big.Int).And(n, big.NewInt(3)).Int64())
	if x.Sign() < 0 {
		quarter, r = -quarter&3, r.Neg(r)
	}
	return quarter, refNew().Set(r)
}

// refSinSeries and refCosSeries are Taylor's.
func refSinSeries(x *big.Float) *big.Float { return refAlternate(x, refNew().Set(x), 2) }
func refCosSeries(x *big.Float) *big.Float { return refAlternate(x, refOf(1), 1) }

func refAlternate(x, term *big.Float, n int64) *big.Float {
	if term.Sign() == 0 {
		return refNew()
	}
	square, sum := refMul(x, x), refNew().Set(term)
	for ; ; n += 2 {
		term = refQuo(refMul(term, square), refNew().SetInt64(-n*(n+1)))
		if refSmall(term, sum) {
			return sum
		}
		sum = refAdd(sum, term)
	}
}

func refSinAt(quarter int, rest *big.Float) *big.Float {
	s := refCosSeries(rest)
	if quarter&1 == 0 {
		s = refSinSeries(rest)
	}
	if quarter&2 != 0 {
		s.Neg(s)
	}
	return s
}

func refSin(x *big.Float) *big.Float {
	n, r := refReduce(x)
	return refSinAt(n, r)
}

func refCos(x *big.Float) *big.Float {
	n, r := refReduce(x)
	return refSinAt(n+1, r)
}

func refTan(x *big.Float) *big.Float {
	n, r := refReduce(x)
	return refQuo(refSinAt(n, r), refSinAt(n+1, r))
}

// refAtan2 returns the angle of (x, y), neither both 0.
func refAtan2(y, x *big.Float) *big.Float {
	half := refNew().Quo(refPi, big.NewFloat(2))
	ay, ax := refNew().Abs(y), refNew().Abs(x)
	var a *big.Float
	if ay.Cmp(ax) > 0 {
		a = refSub(half, refAtan(refQuo(ax, ay)))
	} else {
		a = refAtan(refQuo(ay, ax))
	}
	if x.Sign() < 0 {
		a = refSub(refNew().Set(refPi), a)
	}
	if y.Sign() < 0 {
		a.Neg(a)
	}
	return a
}

// refCathetus is the square root of 1 - x*x.
func refCathetus(x *big.Float) *big.Float { return refSqrt(refSub(refOf(1), refMul(x, x))) }

func refAsin(x *big.Float) *big.Float { return refAtan2(x, refCathetus(x)) }
func refAcos(x *big.Float) *big.Float { return refAtan2(refCathetus(x), x) }

func refSinh(x *big.Float) *big.Float {
	m := refExpm1(refNew().Abs(x))
	s := refTwo(refAdd(m, refQuo(m, refAdd(m, refOf(1)))), -1)
	if x.Sign() < 0 {
		s.Neg(s)
	}
	return s
}

func refCosh(x *big.Float) *big.Float {
	e := refExp(refNew().Abs(x))
	return refTwo(refAdd(e, refQuo(refOf(1), e)), -1)
}

func refTanh(x *big.Float) *big.Float { return refQuo(refSinh(x), refCosh(x)) }

// refCbrt is Newton's, from the float.
func refCbrt(x *big.Float) *big.Float {
	k := x.MantExp(nil)
	third := k / 3
	m := refTwo(x, -3*third)
	f, _ := m.Float64()
	t := refOf(math.Copysign(math.Pow(math.Abs(f), 1.0/3), f))
	for range 5 {
		t = refQuo(refAdd(refTwo(t, 1), refQuo(m, refMul(t, t))), refOf(3))
	}
	return refTwo(t, third)
}

func refHypot(x, y *big.Float) *big.Float { return refSqrt(refAdd(refMul(x, x), refMul(y, y))) }

// refPow is e^(y log x), for x over 0. What is far out of range is not computed: the sum of a number
// of a million bits' size and 2 is slow.
func refPow(x, y *big.Float) *big.Float {
	l := refMul(y, refLn(x))
	if l.MantExp(nil) <= 11 {
		return refExp(l)
	}
	if l.Sign() < 0 {
		return refNew()
	}
	return refNew().SetInf(false)
}
