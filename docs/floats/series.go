package main

import (
	"math"
	"math/rand/v2"

	"github.com/tactus-go/tactus/detmath"
)

// A series is an expression, and a value of it for arguments drawn from r.
type series struct {
	name  string
	value func(r *rand.Rand) uint64
}

// any10 returns a number between -10 and 10.
func any10(r *rand.Rand) float64 { return (r.Float64() - 0.5) * 20 }

// wide returns a number of any size that occurs, between 2^-80 and 2^80.
func wide(r *rand.Rand) float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(160)-80) }

var allSeries = []series{
	{"`x*y + z`", of3(func(x, y, z float64) float64 { return x*y + z })},
	{"`t := x*y; t += z`", of3(func(x, y, z float64) float64 { t := x * y; t += z; return t })},
	{"`x*y - z`", of3(func(x, y, z float64) float64 { return x*y - z })},
	{"`z - x*y`", of3(func(x, y, z float64) float64 { return z - x*y })},
	{"`x/4 + z`", of3(func(x, y, z float64) float64 { return x/4 + z })},
	{"`float32`: `x*y + z`", func(r *rand.Rand) uint64 {
		return uint64(math.Float32bits(fused32(float32(any10(r)), float32(any10(r)), float32(any10(r)))))
	}},
	{"`float64(x*y) + z`", of3(func(x, y, z float64) float64 { return float64(x*y) + z })},
	{"`a*b + c*d + e*f`", func(r *rand.Rand) uint64 {
		return math.Float64bits(dot(any10(r), any10(r), any10(r), any10(r), any10(r), any10(r)))
	}},
	{"100 Euler steps", func(r *rand.Rand) uint64 { return math.Float64bits(euler(any10(r), any10(r), 1.0/60)) }},
	{"100 Euler steps, converted", func(r *rand.Rand) uint64 {
		return math.Float64bits(eulerConverted(any10(r), any10(r), 1.0/60))
	}},
	{"`math.Exp`", of1(math.Exp)},
	{"`math.Pow`", func(r *rand.Rand) uint64 { return math.Float64bits(math.Pow(r.Float64()*10, any10(r))) }},
	{"`math.Sinh`", of1(math.Sinh)},
	{"`math.Tanh`", of1(math.Tanh)},
	{"`math.Sin`", of1(math.Sin)},
	{"`math.Cos`", of1(math.Cos)},
	{"`math.Tan`", of1(math.Tan)},
	{"`math.Atan2`", func(r *rand.Rand) uint64 { return math.Float64bits(math.Atan2(any10(r), any10(r))) }},
	{"`math.Log`", func(r *rand.Rand) uint64 { return math.Float64bits(math.Log(r.Float64() * 10)) }},
	{"`math.Hypot`", func(r *rand.Rand) uint64 { return math.Float64bits(math.Hypot(any10(r), any10(r))) }},
	{"`math.Sqrt Floor Mod Remainder FMA`", func(r *rand.Rand) uint64 {
		x, y, z := any10(r), any10(r), any10(r)
		return math.Float64bits(math.Sqrt(x*x)) ^ math.Float64bits(math.Floor(y)) ^ math.Float64bits(math.Mod(x, y))<<1 ^
			math.Float64bits(math.Remainder(y, z))<<2 ^ math.Float64bits(math.FMA(x, y, z))<<3
	}},
	{"`int64(f)` of any size", func(r *rand.Rand) uint64 { return uint64(int64(wide(r))) }},
	{"`int32(f)` of any size", func(r *rand.Rand) uint64 { return uint64(int32(wide(r))) }},
	{"`uint8(f)` of any size", func(r *rand.Rand) uint64 { return uint64(uint8(wide(r))) }},
	{"bits of `0/0`", func(r *rand.Rand) uint64 { x := any10(r) * 0; return math.Float64bits(x / x) }},
	{"bits of `min(NaN, x)`", func(r *rand.Rand) uint64 { return math.Float64bits(min(math.NaN(), any10(r))) }},
	{"`detmath`: all of `Exp` to `Hypot`", func(r *rand.Rand) uint64 { return detmathAll(any10(r), any10(r)) }},
	{"`detmath.Int64`, `Int32`, `Uint8`", func(r *rand.Rand) uint64 {
		f := wide(r)
		return uint64(detmath.Int64(f)) ^ uint64(detmath.Int32(f))<<8 ^ uint64(detmath.Uint8(f))<<40
	}},
}

func of1(f func(float64) float64) func(r *rand.Rand) uint64 {
	return func(r *rand.Rand) uint64 { return math.Float64bits(f(any10(r))) }
}

func of3(f func(x, y, z float64) float64) func(r *rand.Rand) uint64 {
	return func(r *rand.Rand) uint64 { return math.Float64bits(f(any10(r), any10(r), any10(r))) }
}

func fused32(x, y, z float32) float32 { return x*y + z }

func dot(a, b, c, d, e, f float64) float64 { return a*b + c*d + e*f }

// euler throws a body up against drag, as a game that knows nothing of fusing does.
func euler(x, v, dt float64) float64 {
	for range 100 {
		x += v * dt
		v -= (9.81 + 0.1*v) * dt
	}
	return x
}

// eulerConverted is euler with each product rounded.
func eulerConverted(x, v, dt float64) float64 {
	for range 100 {
		x += float64(v * dt)
		v -= float64((9.81 + float64(0.1*v)) * dt)
	}
	return x
}

// detmathAll folds the bits of all functions, turned so that none hides another.
func detmathAll(x, y float64) uint64 {
	sin, cos := detmath.Sincos(x)
	size, part, h := math.Abs(x), x/10, uint64(0)
	for _, v := range []float64{
		detmath.Exp(x), detmath.Exp2(x), detmath.Expm1(x), detmath.Log(size), detmath.Log2(size), detmath.Log10(size),
		detmath.Log1p(size), detmath.Pow(size, y), detmath.Sqrt(size), detmath.Cbrt(x), detmath.Sin(x), detmath.Cos(x),
		sin, cos, detmath.Tan(x), detmath.Asin(part), detmath.Acos(part), detmath.Atan(x), detmath.Atan2(y, x),
		detmath.Sinh(x), detmath.Cosh(x), detmath.Tanh(x), detmath.Hypot(x, y),
	} {
		h = h*0x9e3779b97f4a7c15 + math.Float64bits(v)
	}
	return h
}
