package framestats_test

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

// model is the exact reference: it keeps every frame and works each figure out by its definition, in
// fractions.
type model struct {
	count      int
	time       time.Duration
	gaps       bool
	pauses     bool
	thresholds []time.Duration

	frames  []framestats.Frame // measured
	all     []framestats.Frame
	costs   []int64 // one for each step
	jitters []int64
	hitches []uint64
	wasGap  bool
}

func (m *model) record(f framestats.Frame) {
	number := uint64(len(m.all))
	m.all = append(m.all, f)
	for range f.Steps {
		m.costs = append(m.costs, max(int64(f.Cost), 0)/f.Steps)
	}
	gapBefore := m.wasGap
	m.wasGap = f.Real > 0 && !f.Paused && f.Cause == tactus.Unannounced
	if f.Real <= 0 || f.Paused && !m.pauses {
		return
	}
	if f.Cause != 0 && !f.Paused && !m.gaps && !(m.wasGap && gapBefore) {
		return
	}
	f.Real = min(f.Real, tactus.FrameMax)
	m.frames = append(m.frames, f)
	if f.Intended != 0 {
		m.jitters = append(m.jitters, int64(f.At-f.Intended))
	}
	if f.Real > 50*time.Millisecond {
		m.hitches = append(m.hitches, number)
	}
}

// window returns the last frame times that the config allows, in ascending order.
func (m *model) window() []int64 {
	var times []int64
	sum := new(big.Int)
	for i := len(m.frames) - 1; i >= 0 && len(times) < m.count; i-- {
		sum.Add(sum, big.NewInt(int64(m.frames[i].Real)))
		if len(times) > 0 && sum.Cmp(big.NewInt(int64(m.time))) > 0 {
			break
		}
		times = append(times, int64(m.frames[i].Real))
	}
	slices.Sort(times)
	return times
}

// share returns p as the fraction of millionths that it stands for.
func share(p float64) *big.Rat { return big.NewRat(int64(math.Round(p*1e6)), 1e6) }

// rank returns ceil(p*n), at least 1.
func rank(p float64, n int) int {
	r := new(big.Rat).Mul(share(p), big.NewRat(int64(n), 1))
	whole, rest := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	return max(int(whole.Int64())+rest.Sign(), 1)
}

func percentile(sorted []int64, p float64) time.Duration {
	return time.Duration(sorted[rank(p, len(sorted))-1])
}

func lowMean(sorted []int64, p float64) (time.Duration, int) {
	k := rank(p, len(sorted))
	sum := new(big.Int)
	for _, v := range sorted[len(sorted)-k:] {
		sum.Add(sum, big.NewInt(v))
	}
	return time.Duration(sum.Div(sum, big.NewInt(int64(k))).Int64()), k
}

func lowIntegral(sorted []int64, p float64) (time.Duration, int) {
	all := new(big.Rat)
	for _, v := range sorted {
		all.Add(all, big.NewRat(v, 1))
	}
	all.Mul(all, share(p))
	sum := new(big.Rat)
	for i := len(sorted) - 1; ; i-- {
		if sum.Add(sum, big.NewRat(sorted[i], 1)); sum.Cmp(all) >= 0 {
			return time.Duration(sorted[i]), len(sorted) - i
		}
	}
}

var shares = []float64{0, 0.000001, 0.001, 0.01, 0.05, 0.07, 0.5, 0.9, 0.95, 0.99, 0.999, 1}

// check compares all that a recorder says with the model.
func (m *model) check(t *testing.T, s *framestats.Stats) {
	t.Helper()
	times := m.window()
	n, sum := s.Window()
	if n != len(times) {
		t.Fatalf("frame %d: the window has %d frames, want %d", len(m.all), n, len(times))
	}
	var want time.Duration
	for _, v := range times {
		want += time.Duration(v)
	}
	if sum != want {
		t.Fatalf("frame %d: the window lasts %v, want %v", len(m.all), sum, want)
	}
	if c := s.Counts(); c.Recorded != uint64(len(m.all)) || c.Measured != uint64(len(m.frames)) {
		t.Fatalf("counts are %+v, want %d recorded, %d measured", c, len(m.all), len(m.frames))
	}
	if n > 0 {
		m.checkTimes(t, s, times)
	}
	m.checkCounts(t, s)
	checkHistogram(t, s.StepCost(), m.costs)
	var run []int64
	for _, f := range m.frames {
		run = append(run, int64(f.Real))
	}
	checkHistogram(t, s.Run(), run)
}

func (m *model) checkTimes(t *testing.T, s *framestats.Stats, times []int64) {
	t.Helper()
	if last := slices.Clone(s.Recent(make([]time.Duration, 0, 7))); len(last) != min(7, len(times)) {
		t.Fatalf("%d recent frames, want 7 of %d", len(last), len(times))
	} else {
		for i, d := range last {
			if want := m.frames[len(m.frames)-len(last)+i].Real; d != want {
				t.Fatalf("recent frame %d is %v, want %v", i, d, want)
			}
		}
	}
	for _, p := range shares {
		if got, want := s.Percentile(p), percentile(times, p); got != want {
			t.Fatalf("Percentile(%g) of %d is %v, want %v", p, len(times), got, want)
		}
		l := s.LowMean(p)
		if want, k := lowMean(times, p); l.Time != want || l.Frames != uint64(k) {
			t.Fatalf("LowMean(%g) of %d is %v, want %v of %d frames", p, len(times), l, want, k)
		}
		l = s.LowIntegral(p)
		if want, k := lowIntegral(times, p); l.Time != want || l.Frames != uint64(k) {
			t.Fatalf("LowIntegral(%g) of %d is %v, want %v of %d frames", p, len(times), l, want, k)
		}
		if got, ok := s.Jitter(p); ok != (len(m.jitters) > 0) {
			t.Fatalf("Jitter reports %v with %d", ok, len(m.jitters))
		} else if ok {
			last := slices.Clone(m.jitters[max(len(m.jitters)-m.count, 0):])
			slices.Sort(last)
			if want := percentile(last, p); got != want {
				t.Fatalf("Jitter(%g) is %v, want %v", p, got, want)
			}
		}
	}
}

func (m *model) checkCounts(t *testing.T, s *framestats.Stats) {
	t.Helper()
	var steps [framestats.StepsTop + 1]uint64
	var phase [framestats.PhaseBins]uint64
	var carried uint64
	for _, f := range m.frames {
		steps[min(max(f.Steps, 0), framestats.StepsTop)]++
		switch {
		case f.Alpha == 1:
			carried++
		case f.Alpha >= 0 && f.Alpha < 1:
			phase[int(math.Floor(f.Alpha*framestats.PhaseBins))]++
		}
	}
	if got := s.StepsPerFrame(); got != steps {
		t.Fatalf("steps per frame are %v, want %v", got, steps)
	}
	if got, c := s.Phase(); got != phase || c != carried {
		t.Fatalf("the phase is %v and %d, want %v and %d", got, c, phase, carried)
	}
	for i, over := range m.thresholds {
		var want uint64
		for _, f := range m.frames {
			if f.Real > over {
				want++
			}
		}
		if got := s.Over(i); got != want {
			t.Fatalf("%d frames over %v, want %d", got, over, want)
		}
	}
	if got := s.HitchCount(); got != uint64(len(m.hitches)) {
		t.Fatalf("%d hitches, want %d", got, len(m.hitches))
	}
	last := m.hitches[max(len(m.hitches)-64, 0):]
	got := s.Hitches(nil)
	if len(got) != len(last) {
		t.Fatalf("%d hitches kept, want %d", len(got), len(last))
	}
	for i, number := range last {
		f := m.all[number]
		want := framestats.Hitch{Frame: number, At: f.At, Time: min(f.Real, tactus.FrameMax), Tag: f.Tag}
		if got[i] != want {
			t.Fatalf("hitch %d is %+v, want %+v", i, got[i], want)
		}
	}
}

// checkHistogram compares a histogram with all that it counted.
func checkHistogram(t *testing.T, h *framestats.Histogram, values []int64) {
	t.Helper()
	if h.Count() != uint64(len(values)) {
		t.Fatalf("the histogram counts %d, want %d", h.Count(), len(values))
	}
	if len(values) == 0 {
		return
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	mean, _ := lowMean(sorted, 1)
	if h.Min() != time.Duration(sorted[0]) || h.Max() != time.Duration(sorted[len(sorted)-1]) || h.Mean() != mean {
		t.Fatalf("min, max, mean are %d, %d, %d, want %d, %d, %d",
			h.Min(), h.Max(), h.Mean(), sorted[0], sorted[len(sorted)-1], mean)
	}
	near := func(got, want time.Duration) bool {
		return math.Abs(float64(got)-float64(want)) <= framestats.HistogramError*float64(want)+1 // floor
	}
	for _, p := range shares {
		if got, want := h.Percentile(p), percentile(sorted, p); got != want && !near(got, want) {
			t.Fatalf("Percentile(%g) is %d, too far from %d", p, got, want)
		}
		want, k := lowMean(sorted, p)
		if l := h.LowMean(p); !near(l.Time, want) || l.Frames != uint64(k) {
			t.Fatalf("LowMean(%g) is %v, too far from %d of %d frames", p, l, want, k)
		}
	}
}

// newModel returns a recorder and its model.
func newModel(t *testing.T, c framestats.RecorderConfig) (*framestats.Recorder, *model) {
	t.Helper()
	r, err := framestats.NewRecorder(c)
	if err != nil {
		t.Fatal(err)
	}
	return r, &model{count: cmp.Or(c.Count, 4096), time: cmp.Or(c.Time, 10*time.Second), gaps: c.KeepGaps,
		pauses: c.KeepPauses, thresholds: r.Thresholds()}
}

// frameOf draws a frame, mostly an ordinary one.
func frameOf(rng *rand.Rand, at *tactus.Instant) framestats.Frame {
	f := framestats.Frame{Real: 16_000_000 + time.Duration(rng.Int64N(1_300_000)), Steps: 1,
		Cost: time.Duration(rng.Int64N(4_000_000)), Alpha: rng.Float64(), Tag: "plain"}
	pick := func(n int) bool { return rng.IntN(n) == 0 }
	switch {
	case pick(20):
		f.Real = time.Duration(rng.ExpFloat64() * 4e7)
		f.Steps = rng.Int64N(20)
		f.Tag = "slow"
	case pick(50):
		f.Real, f.Paused, f.Steps = time.Duration(rng.Int64N(1e9)), true, 0
	case pick(50):
		f.Real, f.Cause = time.Duration(rng.Int64N(5e9)), tactus.Cause(1+rng.IntN(5))
	case pick(100):
		f.Real = -time.Duration(rng.Int64N(3))
	case pick(200):
		f.Real = math.MaxInt64 - time.Duration(rng.Int64N(1<<60))
	case pick(100):
		f.Steps, f.Cost = -rng.Int64N(9), -time.Duration(rng.Int64N(9))
	}
	if pick(9) {
		f.Alpha = []float64{0, 1, math.Nextafter(1, 0), -1, 2, math.NaN(), math.Inf(1), math.Inf(-1)}[rng.IntN(8)]
	}
	*at = at.Add(min(max(f.Real, 0), time.Hour))
	f.At = *at
	if pick(2) {
		f.Intended = f.At - tactus.Instant(rng.Int64N(2_000_000)-1_000_000)
	}
	return f
}

func TestEveryFigureIsThatOfAModelWhichKeepsAllFrames(t *testing.T) {
	seed := uint64(20260113)
	t.Logf("seed %d", seed)
	for i, c := range []framestats.RecorderConfig{
		{}, {Count: 1}, {Count: 7}, {Count: 100, KeepGaps: true}, {Count: 1000, Time: time.Second, KeepPauses: true},
		{Time: 1}, {KeepGaps: true, KeepPauses: true, Thresholds: []time.Duration{1, time.Hour, time.Millisecond}},
	} {
		r, m := newModel(t, c)
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		b := r.Reader()
		var at tactus.Instant
		for n := range 3000 {
			f := frameOf(rng, &at)
			m.record(f)
			r.Record(&f)
			if n%431 == 0 || n < 10 {
				m.check(t, &r.Stats)
				r.Publish()
				s, fresh := b.Latest()
				if !fresh {
					t.Fatalf("config %d, frame %d: no snapshot after Publish", i, n)
				}
				m.check(t, s)
			}
		}
	}
}

func FuzzEveryFigureIsThatOfAModelWhichKeepsAllFrames(f *testing.F) {
	f.Add(uint64(1), uint16(100), uint16(5), uint32(1e9), true, false)
	f.Add(uint64(2), uint16(900), uint16(64), uint32(16e6), false, true)
	f.Fuzz(func(t *testing.T, seed uint64, frames, count uint16, window uint32, gaps, pauses bool) {
		r, m := newModel(t, framestats.RecorderConfig{Count: int(count), Time: time.Duration(window),
			KeepGaps: gaps, KeepPauses: pauses})
		rng := rand.New(rand.NewPCG(seed, 0))
		var at tactus.Instant
		for range frames % 2048 {
			f := frameOf(rng, &at)
			m.record(f)
			r.Record(&f)
		}
		m.check(t, &r.Stats)
	})
}
