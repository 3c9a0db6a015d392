package detmath

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

var (
	samples = flag.Int("samples", 400, "random arguments of each kind for each function")
	seed    = flag.Uint64("seed", 1, "seed of the random arguments")
)

// drawn is how many are drawn of each kind: under -short, which slow hosts run, an eighth.
func drawn() int {
	if testing.Short() {
		return *samples / 8
	}
	return *samples
}

// A unary is a function of one argument, its reference, and where it is asked.
type unary struct {
	name     string
	f        func(float64) float64
	ref      func(*big.Float) *big.Float
	low, top float64 // the ends of where the result is finite and not constant
}

var unaries = []unary{
	{"Exp", Exp, refExp, -745.2, 709.79},
	{"Exp2", Exp2, func(x *big.Float) *big.Float { return refExp(refMul(x, refLn2)) }, -1075.1, 1024},
	{"Expm1", Expm1, refExpm1Any, -60, 709.79},
	{"Log", Log, refLn, 0, math.MaxFloat64},
	{"Log2", Log2, func(x *big.Float) *big.Float { return refQuo(refLn(x), refLn2) }, 0, math.MaxFloat64},
	{"Log10", Log10, func(x *big.Float) *big.Float { return refQuo(refLn(x), refLn(refOf(10))) }, 0, math.MaxFloat64},
	{"Log1p", Log1p, refLog1p, -1, math.MaxFloat64},
	{"Sqrt", Sqrt, refSqrt, 0, math.MaxFloat64},
	{"Cbrt", Cbrt, refCbrt, -math.MaxFloat64, math.MaxFloat64},
	{"Sin", Sin, refSin, -math.MaxFloat64, math.MaxFloat64},
	{"Cos", Cos, refCos, -math.MaxFloat64, math.MaxFloat64},
	{"Tan", Tan, refTan, -math.MaxFloat64, math.MaxFloat64},
	{"Asin", Asin, refAsin, -1, 1},
	{"Acos", Acos, refAcos, -1, 1},
	{"Atan", Atan, refAtan2One, -math.MaxFloat64, math.MaxFloat64},
	{"Sinh", Sinh, refSinh, -710.4759, 710.4759},
	{"Cosh", Cosh, refCosh, -710.4759, 710.4759},
	{"Tanh", Tanh, refTanh, -30, 30},
}

func refAtan2One(x *big.Float) *big.Float { return refAtan2(x, refOf(1)) }

func refExpm1Any(x *big.Float) *big.Float {
	if x.Sign() < 0 { // e^-x - 1 = -m/(m+1)
		m := refExpm1(refNew().Neg(x))
		return refNew().Neg(refQuo(m, refAdd(m, refOf(1))))
	}
	return refExpm1(x)
}

// refLog1p is 2 atanh(x/(x+2)) for small x, since 1+x may not fit.
func refLog1p(x *big.Float) *big.Float {
	if x.MantExp(nil) > -6 {
		return refLn(refAdd(x, refOf(1)))
	}
	return refTwo(refAtanhSeries(refQuo(x, refAdd(x, refOf(2))), 1), 1)
}

// ulps returns how far got is from the reference, in units of the last place of a float of the
// reference's size.
func ulps(got float64, want *big.Float) float64 {
	if want.Sign() == 0 {
		if got == 0 {
			return 0
		}
		return math.Inf(1)
	}
	rounded, _ := want.Float64()
	if want.IsInf() && got != rounded {
		return math.Inf(1)
	}
	switch {
	case got == rounded && math.IsInf(got, 0):
		return 0
	case math.IsNaN(got):
		return math.Inf(1)
	}
	if math.IsInf(got, 0) {
		// The next float, if there were one more.
		return 1 + ulps(math.Copysign(math.MaxFloat64, got), want)
	}
	last := max(want.MantExp(nil)-53, -1074)
	d, _ := refTwo(refSub(refOf(got), want), -last).Float64()
	return math.Abs(d)
}

// arguments returns what a function is asked: random bits of any size, evenly spread values, and
// those near the given hard ones.
func arguments(r *rand.Rand, low, top float64) []float64 {
	list := append([]float64{}, hard...)
	for range drawn() {
		list = append(list, math.Float64frombits(r.Uint64()))                  // any exponent
		list = append(list, math.Ldexp(1+r.Float64(), r.IntN(128)-64))         // common sizes
		list = append(list, -math.Ldexp(1+r.Float64(), r.IntN(128)-64))        // and negative
		list = append(list, (r.Float64()-0.5)*8, 1+(r.Float64()-0.5)*0x1p-4)   // around 0 and 1
		list = append(list, low+(min(top, 2000)-max(low, -2000))*r.Float64())  // the whole range
		list = append(list, float64(r.IntN(1<<20))*math.Pi/2, r.Float64()*1e6) // quarter turns
	}
	for _, end := range []float64{low, top} {
		for x, n := end, 0; n < 40; n++ {
			list = append(list, x)
			x = math.Nextafter(x, (low+top)/2)
		}
	}
	return list
}

// hard are known hard arguments, ends of the pieces of the functions, and their neighbours.
var hard = neighbours(
	0x1p-1074, 0x1p-1023, 0x1p-1022, 0x1p-600, 0x1p-54, 0x1p-53, 0x1p-28, 0x1p-27, 0x1p-26, 1.0/16, 0.25, 0.5,
	math.Ln2/2, math.Ln2, math.Sqrt2/2, math.Sqrt2, 1-1.0/128, 1+1.0/128, 0.9999, 1, 2, math.E, 3, 10, 22, 39, 40,
	64*math.Ln2,
	math.Pi/4, math.Pi/2, 3*math.Pi/4, math.Pi, 3*math.Pi/2, 2*math.Pi, 1e5, 1<<20, 1e15, 1<<52, 1<<53, 1<<62, 1<<63,
	1e22, 1e100, 1e300, math.MaxFloat64, 708.3964185322641, 709.43613930310403, 709.5, 709.782712893384,
	710.4758600739439, 740, 745.1332191019412,
	// The float nearest to a multiple of pi/2, of those of any size and of those below a million: W.
	// Kahan's and J.-M. Muller's.
	0x1.6ac5b262ca1ffp+849, 0x1.921fb54442d18p+0, 6381956970095103*0x1p+797, 5.319372648326541e255,
	0x1.f9cbe7f4dc3f8p+14, 0x1.6c6cbc45dc8dep+5, 52707178.54467797, 1.0844767977e6,
	// e^x, log x and others that lie very near the middle of two floats: V. Lefevre's and Muller's.
	0x1.83d4bcdebb3f4p+2, 0x1.62f71c4656b61p-1, 0x1.8f1d23d53ea34p-1, 0x1.b9a18cdf7a1fdp-1,
	7.541551183164477e-10, 2.0169234440190743e-10, 0x1.9e9cbbfd6080bp-31,
)

func neighbours(list ...float64) (all []float64) {
	for _, x := range list {
		for _, y := range []float64{x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1))} {
			all = append(all, y, -y)
		}
	}
	return all
}

// An errors holds the largest error of normal and of subnormal results, and where the former is.
type errors struct{ normal, subnormal, x, y float64 }

func (e *errors) add(got float64, want *big.Float, x, y float64) {
	switch off := ulps(got, want); {
	case want.MantExp(nil) <= -1022:
		e.subnormal = max(e.subnormal, off)
	case !(off <= e.normal):
		e.normal, e.x, e.y = off, x, y
	}
}

// documented are the largest errors of normal results that the comments of the functions give.
var documented = map[string]float64{
	"Exp": 0.51, "Exp2": 0.51, "Expm1": 0.54, "Log": 0.501, "Log2": 0.501, "Log10": 0.501, "Log1p": 0.501, "Sqrt": 0.5,
	"Cbrt": 0.501, "Sin": 0.77, "Cos": 0.77, "Tan": 0.54, "Asin": 0.501, "Acos": 0.501, "Atan": 0.501, "Sinh": 0.52,
	"Cosh": 0.51, "Tanh": 0.51, "Pow": 0.51, "Atan2": 0.58, "Hypot": 0.501,
}

// subnormalMax is what comments give for subnormal results: half a unit, and a quarter for the
// rounding before it.
const subnormalMax = 0.76

// report fails where an error is larger than its function's comment says.
func (e *errors) report(t *testing.T, name string, asked int) {
	t.Logf("%-6s %.4f ulp at %x, %x; subnormal %.4f; %d arguments", name, e.normal, e.x, e.y, e.subnormal, asked)
	if !(e.normal <= documented[name] && e.subnormal <= subnormalMax) || asked < drawn() {
		t.Errorf("%s: %.3f ulp at %x, %x; subnormal %.3f; %d arguments", name, e.normal, e.x, e.y, e.subnormal, asked)
	}
}

// worst returns the largest errors over the arguments in [low, top].
func (u unary) worst(r *rand.Rand) (most errors, asked int) {
	for _, x := range arguments(r, u.low, u.top) {
		if !(x >= u.low && x <= u.top) || x == 0 || u.name == "Log1p" && x == -1 {
			continue
		}
		asked++
		most.add(u.f(x), u.ref(refOf(x)), x, 0)
	}
	return most, asked
}

func TestNoFunctionIsOffByMoreThanItsCommentSaysWhichIsBelowOneUlp(t *testing.T) {
	t.Logf("seed %d, %d samples", *seed, *samples)
	for i, u := range unaries {
		most, asked := u.worst(rand.New(rand.NewPCG(*seed, uint64(i))))
		most.report(t, u.name, asked)
	}
}

// A binary is a function of two arguments.
type binary struct {
	name string
	f    func(x, y float64) float64
	ref  func(x, y *big.Float) *big.Float
	draw func(r *rand.Rand) (x, y float64)
}

var binaries = []binary{
	{"Pow", Pow, refPow, drawPow},
	{"Atan2", Atan2, refAtan2, drawPair},
	{"Hypot", Hypot, refHypot, drawPair},
}

// drawPow draws so that most results are finite.
func drawPow(r *rand.Rand) (x, y float64) {
	switch r.IntN(6) {
	case 0:
		return math.Ldexp(1+r.Float64(), r.IntN(2040)-1020), (r.Float64() - 0.5) * 4
	case 1:
		return 1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(50)), math.Ldexp(r.Float64()-0.5, r.IntN(64))
	case 2:
		return float64(r.IntN(1000) + 1), float64(r.IntN(200) - 100)
	case 3: // near overflow and underflow
		x = math.Ldexp(1+r.Float64(), r.IntN(60)-30)
		return x, []float64{709.7, -744.9, -708.4}[r.IntN(3)] / math.Log(x)
	case 4:
		return math.Float64frombits(r.Uint64() & (1<<63 - 1) % (0x7ff << 52)), r.Float64() - 0.5
	}
	return r.Float64() * 4, (r.Float64() - 0.5) * 40
}

// drawPair draws two of like size, one against another, subnormal and huge.
func drawPair(r *rand.Rand) (x, y float64) {
	x, y = (r.Float64()-0.5)*4, (r.Float64()-0.5)*4
	switch r.IntN(5) {
	case 0:
		k := r.IntN(2040) - 1020
		return math.Ldexp(x, k), math.Ldexp(y, k)
	case 1:
		return x, math.Ldexp(y, r.IntN(140)-70)
	case 2:
		return math.Ldexp(x, -1065), math.Ldexp(y, -1065-r.IntN(8))
	case 3:
		return math.Ldexp(x, 1022-r.IntN(100)), math.Ldexp(y, r.IntN(1100)-100)
	}
	return x, y
}

func (b binary) worst(r *rand.Rand) (most errors, asked int) {
	for range 10 * drawn() {
		p, q := b.draw(r)
		want := b.ref(refOf(p), refOf(q))
		if f := float(want); p == 0 || q == 0 || math.IsInf(p, 0) || f == 0 {
			continue
		}
		asked++
		most.add(b.f(p, q), want, p, q)
	}
	return most, asked
}

func TestNoFunctionOfTwoIsOffByMoreThanItsCommentSays(t *testing.T) {
	t.Logf("seed %d, %d samples", *seed, *samples)
	for i, b := range binaries {
		most, asked := b.worst(rand.New(rand.NewPCG(*seed, uint64(100+i))))
		most.report(t, b.name, asked)
	}
}
