package detmath

import "math"

// Sinh returns the hyperbolic sine. Maximum error: 0.52 ulp.
//
// Special cases: Sinh(±0) = ±0, Sinh(±Inf) = ±Inf, Sinh(NaN) = NaN. It overflows from 710.4758600739439.
func Sinh(x float64) float64 {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case size < smallAngle:
		return x
	case size < sinhSeries:
		return sinhNear0(x)
	case size > expMax+1:
		return math.Copysign(math.Inf(1), x)
	}
	d, k := exponential(double{size, 0})
	if size < hyperbolicOneUp {
		d = halved(d, k)
		k = 1
		d = d.plus(double{0.25, 0}.over(d).minus())
	}
	return math.Copysign(scale(d.value(), k-1), x)
}

// halved returns half of d times 2^k, of which d/2 - 1/(4 d/2) is the hyperbolic sine.
func halved(d double, k int) double {
	f := power2(k - 1)
	return double{float64(d.hi * f), float64(d.lo * f)}
}

func sinhNear0(x float64) float64 {
	z := float64(x * x)
	p := inv11 + float64(z*inv13)
	p = inv9 + float64(z*p)
	p = inv7 + float64(z*p)
	p = inv5 + float64(z*p)
	p = inv3 + float64(z*p)
	return x + float64(float64(z*x)*p)
}

// Cosh returns the hyperbolic cosine. Maximum error: 0.51 ulp.
//
// Special cases: Cosh(±0) = 1, Cosh(±Inf) = +Inf, Cosh(NaN) = NaN. It overflows where Sinh does.
func Cosh(x float64) float64 {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case size < coshOne:
		return 1
	case size > expMax+1:
		return math.Inf(1)
	}
	d, k := exponential(double{size, 0})
	if size < hyperbolicOneUp {
		d = halved(d, k)
		k = 1
		d = d.plus(double{0.25, 0}.over(d))
	}
	return scale(d.value(), k-1)
}

// Tanh returns the hyperbolic tangent. Maximum error: 0.51 ulp.
//
// Special cases: Tanh(±0) = ±0, Tanh(±Inf) = ±1, Tanh(NaN) = NaN.
func Tanh(x float64) float64 {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case size < smallAngle:
		return x
	case size < tanhSeries:
		return tanhNear0(x)
	case size > tanhOne:
		return math.Copysign(1, x)
	}
	d, k := exponential(double{float64(2 * size), 0})
	e := halved(d, k+1)
	one := double{1, 0}
	return math.Copysign(e.plus(one.minus()).over(e.plus(one)).value(), x)
}

// tanhNear0 is the series of Taylor, whose coefficients are those of the Bernoulli numbers.
func tanhNear0(x float64) float64 {
	z := float64(x * x)
	p := 21844.0/6081075 - float64(z*(929569.0/638512875))
	p = 1382.0/155925 - float64(z*p)
	p = 62.0/2835 - float64(z*p)
	p = 17.0/315 - float64(z*p)
	p = 2.0/15 - float64(z*p)
	p = 1.0/3 - float64(z*p)
	return x - float64(float64(z*x)*p)
}
