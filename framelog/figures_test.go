package framelog_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

const ms = time.Millisecond

// repeat returns n times of d each, for each pair.
func repeat(pairs ...time.Duration) []time.Duration {
	var out []time.Duration
	for ; len(pairs) > 0; pairs = pairs[2:] {
		out = append(out, slices.Repeat([]time.Duration{pairs[1]}, int(pairs[0]))...)
	}
	return out
}

// samples returns streams that tend to break figures: few frames, equal ones, ties, long ones.
func samples(t testing.TB) [][]time.Duration {
	const seed = 20261130
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	out := [][]time.Duration{nil, {5 * ms}, {50 * time.Second}, {1}, {ms, 4 * ms}, repeat(1000, 8*ms),
		repeat(500, 16*ms, 1, 50*time.Second, 500, 16*ms), repeat(3, time.Duration(math.MaxUint32)),
		{math.MaxUint32 - 1, math.MaxUint32, math.MaxUint32 + 1, 1}}
	for _, n := range []int{2, 3, 10, 50, 99, 100, 101, 102, 151, 152, 612, 613, 999, 1000, 1001, 3000} {
		for kind := range 6 {
			out = append(out, random(r, n, kind))
		}
	}
	// Enough of each that all parts of the sort see some.
	return append(out, random(r, 70_000, 4), random(r, 40_000, 2), random(r, 40_000, 6), repeat(40_000, 8*ms),
		append(random(r, 40_000, 6), random(r, 5000, 3)...))
}

// random returns n times: a noisy game, few different values, every size, long ones, rare hitches,
// alternating ones, ones that are equal in their lowest bits.
func random(r *rand.Rand, n, kind int) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		switch kind {
		case 0:
			out[i] = 10*ms + time.Duration(r.Int64N(int64(5*ms)))
		case 1:
			out[i] = time.Duration(1+r.Int64N(4)) * 8 * ms
		case 2:
			out[i] = 1 + time.Duration(r.Uint64()>>(20+r.UintN(44)))
		case 3:
			out[i] = 4*time.Second + time.Duration(r.Int64N(int64(time.Second)))
		case 4:
			out[i] = 7*ms + time.Duration(r.Int64N(int64(ms)))
			if r.IntN(40) == 0 {
				out[i] *= time.Duration(1 + r.IntN(4))
			}
		case 5:
			out[i] = 3*ms + time.Duration(i%2)*12*ms + time.Duration(r.Int64N(1000))
		case 6:
			out[i] = time.Duration(1<<13+r.Int64N(1<<12)) << 10
		}
	}
	return out
}

var shares = []framelog.Share{0, 1, 1000, framelog.Percent, 5 * framelog.Percent, 333_333,
	50 * framelog.Percent, 95 * framelog.Percent, 99 * framelog.Percent, 999_000, 999_999, 100 * framelog.Percent}

func sorted(times []time.Duration) []time.Duration {
	out := slices.Clone(times)
	slices.Sort(out)
	return out
}

func TestFiguresOfNoFramesAreZero(t *testing.T) {
	s := framelog.NewStream(nil)
	f := s.Figures(framelog.Display)
	over, total := f.Over(0)
	if f.N != 0 || f.Side != framelog.Display || f.Time+f.Min+f.Max+f.Mean()+f.StdDev()+total != 0 || over != 0 ||
		f.FPS()+f.MeanInstantFPS()+f.StutterShare() != 0 ||
		f.Percentile(5000)+f.NearestRank(5000)+f.R8(5000) != 0 || f.Histogram(0, ms)[0] != 0 {
		t.Errorf("figures of no frames are %+v", f)
	}
	for _, rule := range framelog.LowRules() {
		if l, ok := f.Low(rule, framelog.Percent); ok || l.Time != 0 || l.FPS() != 0 || l.Enough() {
			t.Errorf("%v of no frames is %+v, %v", rule, l, ok)
		}
	}
	if (&framelog.Figures{}).StutterShare() != 0 || s.Slowest(framelog.Present, 5) != nil ||
		s.Hitches(framelog.Present, framelog.Threshold{Times: 2})[0].Count != 0 ||
		s.Hitches(framelog.Display, framelog.Threshold{Over: ms})[0].Count != 0 ||
		s.Envelope(framelog.Present, 5) != nil || s.Cut(framelog.Cut{}).Len() != 0 {
		t.Error("a stream of no frames has hitches or columns")
	}
}

func TestFiguresEqualExactOnes(t *testing.T) {
	for _, times := range samples(t) {
		x := sorted(times)
		f := framelog.NewStream(times).Figures(framelog.Present)
		if f.N != len(x) {
			t.Fatalf("%d frames of %d", f.N, len(x))
		}
		for i, d := range x {
			if f.At(i) != d {
				t.Fatalf("rank %d of %d is %v, want %v", i, f.N, f.At(i), d)
			}
		}
		if f.N == 0 {
			continue
		}
		if f.Min != x[0] || f.Max != x[len(x)-1] {
			t.Errorf("min %v, max %v: want %v, %v", f.Min, f.Max, x[0], x[len(x)-1])
		}
		checkMoments(t, f, x)
		checkPercentiles(t, f, x)
	}
}

func checkMoments(t *testing.T, f *framelog.Figures, x []time.Duration) {
	t.Helper()
	sum, rates := new(big.Rat), 0.0
	for _, d := range x {
		sum.Add(sum, rat(int64(d)))
		rates += 1e9 / float64(d)
	}
	n := rat(int64(len(x)))
	if rat(int64(f.Time)).Cmp(sum) != 0 {
		t.Errorf("time of %d frames is %v, want %v", f.N, f.Time, sum)
	}
	mean := new(big.Rat).Quo(sum, n)
	if want := nanoseconds(mean); f.Mean() != want {
		t.Errorf("mean is %v, want %v", f.Mean(), want)
	}
	fps, _ := new(big.Rat).Quo(rat(1e9), mean).Float64()
	if math.Abs(f.FPS()-fps) > 1e-9*fps || math.Abs(f.MeanInstantFPS()*float64(f.N)-rates) > 1e-9*rates {
		t.Errorf("FPS %v, of the frames %v: want %v, %v", f.FPS(), f.MeanInstantFPS(), fps, rates/float64(f.N))
	}
	squares := new(big.Rat)
	for _, d := range x {
		e := new(big.Rat).Sub(rat(int64(d)), mean)
		squares.Add(squares, e.Mul(e, e))
	}
	want := 0.0
	if len(x) > 1 {
		v, _ := squares.Quo(squares, rat(int64(len(x)-1))).Float64()
		want = math.Sqrt(v)
	}
	if math.Abs(float64(f.StdDev())-want) > 1+1e-9*want {
		t.Errorf("standard deviation is %v, want %v ns", f.StdDev(), want)
	}
}

func rat(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

// nanoseconds rounds half up.
func nanoseconds(r *big.Rat) time.Duration {
	return time.Duration(floor(new(big.Rat).Add(r, big.NewRat(1, 2))))
}

func floor(r *big.Rat) int64 { return new(big.Int).Div(r.Num(), r.Denom()).Int64() }

// between returns x at a place that need not be whole, counted from 0.
func between(x []time.Duration, h *big.Rat) *big.Rat {
	if h.Sign() <= 0 {
		return rat(int64(x[0]))
	}
	k := floor(h)
	if int(k) >= len(x)-1 {
		return rat(int64(x[len(x)-1]))
	}
	part := new(big.Rat).Sub(h, rat(k))
	part.Mul(part, rat(int64(x[k+1]-x[k])))
	return part.Add(part, rat(int64(x[k])))
}

func type7(x []time.Duration, p framelog.Share) *big.Rat {
	return between(x, new(big.Rat).Mul(rat(int64(len(x)-1)), share(p)))
}

func type8(x []time.Duration, p framelog.Share) *big.Rat {
	h := new(big.Rat).Add(rat(int64(len(x))), big.NewRat(1, 3))
	h.Mul(h, share(p)).Sub(h, big.NewRat(2, 3)) // +1/3, and from 0
	return between(x, h)
}

func share(p framelog.Share) *big.Rat { return big.NewRat(int64(p), 1e6) }

// ceil returns p*n rounded up.
func ceil(p framelog.Share, n int) int {
	r := new(big.Rat).Mul(share(p), rat(-int64(n)))
	return -int(floor(r))
}

func checkPercentiles(t *testing.T, f *framelog.Figures, x []time.Duration) {
	t.Helper()
	for _, p := range shares {
		if got, want := f.Percentile(p), nanoseconds(type7(x, p)); got != want {
			t.Errorf("percentile %v of %d is %v, want %v", p, f.N, got, want)
		}
		if got, want := f.R8(p), nanoseconds(type8(x, p)); got != want {
			t.Errorf("R8 %v of %d is %v, want %v", p, f.N, got, want)
		}
		if got, want := f.NearestRank(p), x[max(ceil(p, len(x)), 1)-1]; got != want {
			t.Errorf("nearest rank %v of %d is %v, want %v", p, f.N, got, want)
		}
	}
}

func TestOverIsStrict(t *testing.T) {
	for _, times := range samples(t) {
		f := framelog.NewStream(times).Figures(framelog.Present)
		limits := []time.Duration{-1, 0, 8 * ms, 16 * ms, math.MaxUint32, math.MaxInt64}
		for _, d := range append(limits, times[:min(len(times), 9)]...) {
			n, total := 0, time.Duration(0)
			for _, x := range times {
				if x > d {
					n++
					total += x
				}
			}
			if gotN, got := f.Over(d); gotN != n || got != total {
				t.Errorf("over %v: %d frames, %v: want %d, %v", d, gotN, got, n, total)
			}
		}
	}
}

func TestHistogramCountsLowerEdgeAndNotUpper(t *testing.T) {
	times := []time.Duration{1 * ms, 2 * ms, 2 * ms, 3 * ms, 9 * ms, 5 * time.Second}
	f := framelog.NewStream(times).Figures(framelog.Present)
	if got := f.Histogram(2*ms, 3*ms, 9*ms, 9*ms, time.Minute); !slices.Equal(got, []int{2, 1, 0, 2}) {
		t.Errorf("counts are %v", got)
	}
	if f.Histogram(ms) != nil {
		t.Error("one edge made a count")
	}
	defer func() {
		if recover() == nil {
			t.Error("edges that descend did not panic")
		}
	}()
	f.Histogram(2*ms, ms)
}

func TestAbsurdTimesNeverGiveNegativeSums(t *testing.T) {
	s := framelog.NewStream(repeat(5, time.Duration(math.MaxInt64), 200, ms))
	f := s.Figures(framelog.Present)
	if f.Time != math.MaxInt64 || f.FPS() <= 0 {
		t.Errorf("time is %v, FPS %v", f.Time, f.FPS())
	}
	for _, rule := range framelog.LowRules() {
		if l, ok := f.Low(rule, framelog.Percent); ok && l.Time <= 0 {
			t.Errorf("%v is %v", rule, l.Time)
		}
	}
	for _, e := range s.Envelope(framelog.Present, 100) {
		if e.Start < 0 || e.End < e.Start || e.Max <= 0 {
			t.Fatalf("column is %+v", e)
		}
	}
	if h := s.Hitches(framelog.Present, framelog.Threshold{Times: 2})[0]; h.Time < 0 || h.Frames != 5 {
		t.Errorf("hitches are %+v", h)
	}
}

func TestFrameThatWasLongAndIsNotLeavesNothingBehind(t *testing.T) {
	s := framelog.NewStream([]time.Duration{ms, 50 * time.Second, 3 * ms})
	s.Shorten(1, 2*ms)
	if f := s.Figures(framelog.Present); f.N != 3 || f.Time != 6*ms || f.Max != 3*ms || f.At(1) != 2*ms {
		t.Errorf("figures are of %d frames, %v, at most %v", f.N, f.Time, f.Max)
	}
}

// The yardstick is checked against the definition with the mean taken anew for every frame.
func TestStutterShareTakesTheFrameBeforeAsMeasured(t *testing.T) {
	for _, times := range samples(t) {
		if len(times) > 3000 {
			continue
		}
		f := framelog.NewStream(times).Figures(framelog.Present)
		if got, want := f.StutterShare(), naiveStutter(times); math.Abs(got-want) > 1e-6 {
			t.Errorf("stutter of %d frames is %v %%, want %v %%", len(times), got, want)
		}
	}
	// As replaced, the frame before would be 1 ms for ever, and all 500 frames behind it stutter.
	f := framelog.NewStream(repeat(10, ms, 500, 100*ms)).Figures(framelog.Present)
	if got := f.StutterShare(); got < 0.1 || got > 2 {
		t.Errorf("stutter is %v %%, want that of the first few frames", got)
	}
}

func naiveStutter(times []time.Duration) float64 {
	if len(times) == 0 {
		return 0
	}
	total := 0.0
	for _, d := range times {
		total += float64(d)
	}
	size := int(math.RoundToEven(10 * math.Sqrt(total/float64(len(times))/1e6)))
	slow := 0.0
	for i, d := range times {
		from := max(0, i-max(size, 1)+1)
		sum := 0.0
		for j := from; j <= i; j++ {
			if j > 0 && times[j] > 3*times[j-1] {
				sum += float64(times[j-1])
			} else {
				sum += float64(times[j])
			}
		}
		if float64(d)*float64(i-from+1) > 2.5*sum {
			slow += float64(d)
		}
	}
	return 100 * slow / total
}
