package framestats_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

const ms = time.Millisecond

func newRecorder(t testing.TB, c framestats.RecorderConfig) *framestats.Recorder {
	t.Helper()
	r, err := framestats.NewRecorder(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// feed records frames of these times, of one step each.
func feed(r *framestats.Recorder, times ...time.Duration) {
	for _, d := range times {
		r.Record(&framestats.Frame{Real: d, Steps: 1})
	}
}

func repeat(n int, d time.Duration) []time.Duration { return slices.Repeat([]time.Duration{d}, n) }

func close2(got, want float64) bool { return math.Abs(got-want) < 0.005 }

func TestTheBetterMeanCanHaveTheWorseLowAndBothAreShown(t *testing.T) {
	even, uneven := newRecorder(t, framestats.RecorderConfig{}), newRecorder(t, framestats.RecorderConfig{})
	feed(even, repeat(5, 16_600*time.Microsecond)...)
	feed(uneven, 8*ms, 8*ms, 8*ms, 8*ms, 41*ms)
	if even.Mean() != 16_600*time.Microsecond || uneven.Mean() != 14_600*time.Microsecond {
		t.Errorf("means %v and %v, want 16.6ms and 14.6ms", even.Mean(), uneven.Mean())
	}
	if a, b := even.MeanFPS(), uneven.MeanFPS(); !close2(a, 60.24) || !close2(b, 68.49) {
		t.Errorf("%.2f and %.2f FPS, want 60.24 and 68.49", a, b)
	}
	if a, b := even.LowMean(0.01), uneven.LowMean(0.01); a.Time != 16_600*time.Microsecond || b.Time != 41*ms {
		t.Errorf("lows %v and %v, want 16.6ms and 41ms", a, b)
	}
	if got, want := uneven.LowMean(0.01).String(), "1 % low (mean): 41ms, 24.4 FPS, 1 of 5 frames"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPausesAndGapsAreLeftOutOfTheFrameRate(t *testing.T) {
	play := repeat(1000, 7*ms)
	for _, c := range []struct {
		name   string
		absent []framestats.Frame
	}{
		{"one paused frame", []framestats.Frame{{Real: 180 * time.Second, Paused: true}}},
		{"paused frames", slices.Repeat([]framestats.Frame{{Real: 18 * ms, Paused: true}}, 10_000)},
		{"a gap of which the host said nothing", []framestats.Frame{{Real: 180 * time.Second, Cause: tactus.Unannounced}}},
		{"a dragged window", []framestats.Frame{{Real: 180 * time.Second, Cause: tactus.Dragged}}},
	} {
		run := func(config framestats.RecorderConfig) *framestats.Recorder {
			r := newRecorder(t, config)
			feed(r, play...)
			for _, f := range c.absent {
				r.Record(&f)
			}
			feed(r, play...)
			return r
		}
		r := run(framestats.RecorderConfig{})
		whole := float64(time.Second) / float64(r.Run().Mean())
		if !close2(r.FPS(), 142.857) || !close2(r.MeanFPS(), 142.857) || !close2(whole, 142.857) {
			t.Errorf("%s: FPS %.2f, mean %.2f, whole run %.2f, want 142.86", c.name, r.FPS(), r.MeanFPS(), whole)
		}
		if n := r.HitchCount(); n != 0 {
			t.Errorf("%s: %d hitches, want none", c.name, n)
		}
		if n := r.Counts(); n.Measured != 2000 || n.Recorded != 2000+uint64(len(c.absent)) {
			t.Errorf("%s: %+v, want 2000 measured", c.name, n)
		}
		if len(c.absent) == 1 { // and what they would have done
			r = run(framestats.RecorderConfig{KeepGaps: true, KeepPauses: true})
			if whole := float64(time.Second) / float64(r.Run().Mean()); math.Abs(whole-10.3) > 0.05 {
				t.Errorf("%s: kept, the whole run has %.2f FPS, want 10.3", c.name, whole)
			}
		}
	}
}

func TestAMachineThatIsAsSlowAsAGapIsMeasured(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	for range 11 {
		r.Record(&framestats.Frame{Real: 1250 * ms, Cause: tactus.Unannounced, Steps: 15})
	}
	if n := r.Counts(); n.Measured != 10 || n.Gaps != 11 {
		t.Errorf("%+v: want all but the first measured", n)
	}
	if got := r.FPS(); got != 0.8 {
		t.Errorf("%g FPS, want 0.8", got)
	}
	r.Reset()
	for range 5 { // a window that is dragged again and again is absence each time
		r.Record(&framestats.Frame{Real: 1250 * ms, Cause: tactus.Dragged})
	}
	feed(r, 16*ms)
	r.Record(&framestats.Frame{Real: 1250 * ms, Cause: tactus.Unannounced})
	feed(r, 16*ms)
	r.Record(&framestats.Frame{Real: 1250 * ms, Cause: tactus.Unannounced})
	if n := r.Counts(); n.Measured != 2 || n.Gaps != 7 {
		t.Errorf("%+v: want the two frames between the gaps measured", n)
	}
}

func TestTheGoldenVectorsGiveTheFiguresOfTheirRules(t *testing.T) {
	vector := func(n int, d time.Duration, k int, e time.Duration) []time.Duration {
		return append(repeat(n, d), repeat(k, e)...)
	}
	for _, c := range []struct {
		name                    string
		times                   []time.Duration
		mean, low, integral, pc float64 // FPS
	}{
		{"999 of 8 and 200", vector(999, 8*ms, 1, 200*ms), 122.07, 36.76, 5, 125},
		{"990 of 10 and 10 of 50", vector(990, 10*ms, 10, 50*ms), 96.15, 20, 20, 100},
		{"1 and 4", []time.Duration{ms, 4 * ms}, 400, 250, 250, 250},
		{"59 of 1 and 1000", vector(59, ms, 1, time.Second), 56.66, 1, 1, 1},
	} {
		r := newRecorder(t, framestats.RecorderConfig{Time: time.Hour})
		feed(r, c.times...)
		pc := float64(time.Second) / float64(r.Percentile(0.99))
		got := []float64{r.MeanFPS(), r.LowMean(0.01).FPS(), r.LowIntegral(0.01).FPS(), pc}
		for i, want := range []float64{c.mean, c.low, c.integral, c.pc} {
			if !close2(got[i], want) {
				t.Errorf("%s: %.2f, want mean %.2f, low mean %.2f, low integral %.2f, p99 %.2f",
					c.name, got, c.mean, c.low, c.integral, c.pc)
				break
			}
		}
	}
}

func TestNoLabelIsABareOnePercentLow(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	feed(r, 8*ms, 41*ms)
	for _, c := range []struct{ got, want string }{
		{r.LowMean(0.01).Label(), "1 % low (mean)"},
		{r.LowMean(0.001).Label(), "0.1 % low (mean)"},
		{r.LowIntegral(0.01).Label(), "1 % low (integral)"},
		{r.Run().LowMean(0.055).Label(), "5.5 % low (mean)"},
		{framestats.Low{Share: 0.01}.Label(), "1 % low (none)"},
		{framestats.PercentileLabel(0.99), "p99 frame time"},
		{framestats.PercentileLabel(0.999), "p99.9 frame time"},
		{framestats.PercentileLabel(0.5), "p50 frame time"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestALowOfTooFewFramesSaysSo(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	if r.LowMean(0.01).Enough() {
		t.Error("no frames are enough")
	}
	feed(r, repeat(99, 10*ms)...)
	if r.LowMean(0.01).Enough() {
		t.Error("99 frames are enough for 1 %")
	}
	feed(r, 10*ms)
	if !r.LowMean(0.01).Enough() || r.LowMean(0.001).Enough() || !r.Run().LowMean(0.01).Enough() {
		t.Error("100 frames: want them enough for 1 % and not for 0.1 %")
	}
}

func TestSharesAreRoundedToMillionthsSoThatSevenPercentOfAHundredIsSeven(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	feed(r, repeat(100, 10*ms)...)
	for p := 1; p <= 100; p++ {
		if got := r.LowMean(float64(p) / 100).Frames; got != uint64(p) {
			t.Errorf("%d %% of 100 frames are %d", p, got)
		}
	}
}

func TestAShareThatIsNonePanics(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	for _, p := range []float64{99, -0.01, 1.0000001, math.NaN(), math.Inf(1)} {
		for name, call := range map[string]func(){
			"Percentile": func() { r.Percentile(p) }, "LowMean": func() { r.LowMean(p) },
			"LowIntegral": func() { r.LowIntegral(p) }, "Jitter": func() { r.Jitter(p) },
			"Histogram.Percentile": func() { r.Run().Percentile(p) }, "Histogram.LowMean": func() { r.Run().LowMean(p) },
			"PercentileLabel": func() { framestats.PercentileLabel(p) },
		} {
			got := panicOf(call)
			if want := fmt.Sprintf("tactus: share is %v: want", p); !strings.HasPrefix(got, want) &&
				!strings.HasPrefix(got, "tactus: share is ") {
				t.Errorf("%s(%g) panics with %q, want %q", name, p, got, want)
			}
		}
	}
}

func panicOf(call func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	call()
	return ""
}

func TestAnEmptyRecorderGivesZerosAndNoNaN(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	feed(r, 0, -5, math.MinInt64)
	if r.FPS() != 0 || r.MeanFPS() != 0 || r.Mean() != 0 || r.Percentile(1) != 0 || r.LowMean(0.01).FPS() != 0 ||
		r.LowIntegral(0.01).Time != 0 || r.RecentStepCost() != 0 || len(r.Recent(make([]time.Duration, 0, 9))) != 0 {
		t.Error("a figure of no frames is not 0")
	}
	if _, ok := r.Jitter(0.5); ok {
		t.Error("there is a jitter without an intended start")
	}
	if n := r.Counts(); n != (framestats.FrameCounts{Recorded: 3, Unmeasured: 3}) {
		t.Errorf("%+v, want three frames without a time", n)
	}
	h := r.Run()
	if h.Count() != 0 || h.Min() != 0 || h.Max() != 0 || h.Mean() != 0 || h.Percentile(0.5) != 0 ||
		h.LowMean(1).Time != 0 {
		t.Error("a figure of an empty histogram is not 0")
	}
}

func TestAHugeFrameTimeIsCutAtTheLongestFrameAndHarmsNoSum(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Count: 1 << 19, Time: tactus.FrameMax})
	feed(r, repeat(1000, math.MaxInt64)...)
	if r.Percentile(1) != tactus.FrameMax || r.Mean() != tactus.FrameMax || r.Run().Mean() != tactus.FrameMax {
		t.Errorf("max %v, mean %v, want %v", r.Percentile(1), r.Mean(), tactus.FrameMax)
	}
	for range 3 {
		r.Record(&framestats.Frame{Real: 1, Clamped: math.MaxInt64, DroppedCap: math.MaxInt64, DroppedBudget: -7})
	}
	if got, want := r.Lost(), (framestats.Lost{Clamped: math.MaxInt64, Cap: math.MaxInt64}); got != want {
		t.Errorf("lost %+v, want it to stand at %+v", got, want)
	}
}

func TestTheWindowEndsByTimeAndByCount(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	feed(r, repeat(5000, 10*ms)...)
	if n, lasting := r.Window(); n != 1000 || lasting != 10*time.Second {
		t.Errorf("%d frames in %v, want 1000 in 10s", n, lasting)
	}
	feed(r, repeat(5000, ms)...)
	if n, lasting := r.Window(); n != 4096 || lasting != 4096*ms {
		t.Errorf("%d frames in %v, want 4096 in 4.096s", n, lasting)
	}
	feed(r, 11*time.Second)
	if n, lasting := r.Window(); n != 1 || lasting != 11*time.Second {
		t.Errorf("%d frames in %v, want the last one alone", n, lasting)
	}
}

func TestFPSFollowsWithinHalfASecondAndNeedsNoFullOne(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	feed(r, 10*ms)
	if got := r.FPS(); got != 100 {
		t.Errorf("after one frame of 10 ms: %g FPS, want 100", got)
	}
	feed(r, repeat(100, 10*ms)...)
	feed(r, repeat(25, 20*ms)...)
	if got := r.FPS(); got != 50 {
		t.Errorf("after half a second of 20 ms: %g FPS, want 50", got)
	}
}

func TestALowRateThatWasAskedForIsNoSlowFrame(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	record(r, 100, framestats.Frame{Real: 10 * ms, Steps: 1})
	record(r, 50, framestats.Frame{Real: 100 * ms, Steps: 6, Cost: 6 * ms, Idle: true})
	record(r, 100, framestats.Frame{Real: 10 * ms, Steps: 1})
	if got, want := r.Counts(), (framestats.FrameCounts{Recorded: 250, Measured: 200, Idle: 50}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
	if r.HitchCount() != 0 || r.Over(0) != 0 || r.Percentile(1) != 10*ms || r.LowMean(0.01).Time != 10*ms ||
		!close2(r.FPS(), 100) {
		t.Errorf("%d hitches, longest %v, %v FPS", r.HitchCount(), r.Percentile(1), r.FPS())
	}
}

func TestThresholdsAreExceededOnlyFromAbove(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	feed(r, 33_333*time.Microsecond, 33_333_001, 50*ms, 50*ms+1, 8*ms)
	if r.Over(0) != 3 || r.Over(1) != 1 || r.HitchCount() != 1 {
		t.Errorf("%d over 33.333 ms, %d over 50 ms, %d hitches, want 3, 1, 1", r.Over(0), r.Over(1), r.HitchCount())
	}
	if got := r.Thresholds(); !slices.Equal(got, []time.Duration{33_333 * time.Microsecond, 50 * ms}) {
		t.Errorf("the thresholds are %v", got)
	}
	if got := panicOf(func() { r.Over(2) }); got == "" {
		t.Error("a threshold that is none has a count")
	}
}

func TestAHitchKeepsItsTimeAndTag(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Hitch: 20 * ms})
	feed(r, 8*ms)
	r.Record(&framestats.Frame{At: 700, Real: 21 * ms, Tag: "level 2"})
	want := []framestats.Hitch{{Frame: 1, At: 700, Time: 21 * ms, Tag: "level 2"}}
	if got := r.Hitches(nil); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for i := range 100 {
		r.Record(&framestats.Frame{Real: 30*ms + time.Duration(i)})
	}
	got := r.Hitches(nil)
	if len(got) != 64 || got[0].Time != 30*ms+36 || got[63].Time != 30*ms+99 || r.HitchCount() != 101 {
		t.Errorf("%d hitches from %v on, %d counted: want the last 64 of 101", len(got), got[0].Time, r.HitchCount())
	}
}

func TestJitterIsSignedAndMeasuredAgainstTheIntendedStart(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	for i, late := range []tactus.Instant{-200, 100, 0, 300, 50} {
		at := tactus.Instant(1+i) * 1e9
		r.Record(&framestats.Frame{At: at + late, Intended: at, Real: 16 * ms})
	}
	feed(r, 16*ms) // no intended start
	for _, c := range []struct {
		p    float64
		want time.Duration
	}{{0, -200}, {0.5, 50}, {0.8, 100}, {1, 300}} {
		if got, ok := r.Jitter(c.p); !ok || got != c.want {
			t.Errorf("Jitter(%g) is %v, want %v", c.p, got, c.want)
		}
	}
}

func TestSinceNeverGoesBack(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	for _, c := range []struct {
		now  tactus.Instant
		want time.Duration
	}{{1000, 0}, {990, 0}, {1010, 10}, {1010, 0}, {math.MaxInt64, math.MaxInt64 - 1010}} {
		if got := r.Since(c.now); got != c.want {
			t.Errorf("at %d: %d, want %d", c.now, got, c.want)
		}
	}
	if r.Backward() != 1 {
		t.Errorf("%d steps back, want 1", r.Backward())
	}
	r.Reset()
	r.Since(math.MinInt64)
	if got := r.Since(math.MaxInt64); got != math.MaxInt64 {
		t.Errorf("from the first to the last instant: %v, want the longest time", got)
	}
}

func TestResetMakesARecorderNew(t *testing.T) {
	c := framestats.RecorderConfig{Rate: tactus.Hz(60), Cap: 2}
	used, fresh := newRecorder(t, c), newRecorder(t, c)
	b := used.Reader()
	for i := range 2000 {
		f := framestats.Frame{At: tactus.Instant(i), Real: 60 * ms, Cost: 50 * ms, Steps: 3, DroppedCap: ms, Work: 60 * ms,
			Intended: 1, Alpha: 0.5, Tag: "x"}
		used.Record(&f)
	}
	used.Since(5)
	used.Reset()
	if _, ok := used.Poll(); ok {
		t.Error("an event outlives Reset")
	}
	used.Publish()
	shown, _ := b.Latest()
	for range 700 {
		feed(used, 15*ms)
		feed(fresh, 15*ms)
	}
	for _, s := range []*framestats.Stats{&used.Stats, shown} {
		if s == shown && s.Counts() != (framestats.FrameCounts{}) {
			t.Errorf("a snapshot after Reset counts %+v", s.Counts())
		}
		if s.HitchCount() != 0 || len(s.Hitches(nil)) != 0 || s.Lost() != (framestats.Lost{}) || s.Over(0) != 0 {
			t.Error("counts outlive Reset")
		}
		for h := framestats.Health(0); h < 9; h++ {
			if s.Health(h) {
				t.Errorf("%v outlives Reset", h)
			}
		}
	}
	used.Publish()
	shown, _ = b.Latest()
	for _, s := range []*framestats.Stats{&used.Stats, shown} {
		if s.Counts() != fresh.Counts() || s.Percentile(1) != 15*ms || s.StepsPerFrame() != fresh.StepsPerFrame() ||
			*s.Run() != *fresh.Run() || *s.StepCost() != *fresh.StepCost() || s.RecentStepCost() != 0 ||
			s.Last() != fresh.Last() {
			t.Error("a recorder after Reset and a new one differ")
		}
	}
}

func TestTheSettingsAreCheckedAndTheRefusalNamesTheField(t *testing.T) {
	for _, c := range []struct {
		config framestats.RecorderConfig
		field  string
	}{
		{framestats.RecorderConfig{Rate: tactus.Hz(-1)}, "Rate"},
		{framestats.RecorderConfig{Rate: tactus.Float(math.NaN())}, "Rate"},
		{framestats.RecorderConfig{Interval: -1}, "Interval"},
		{framestats.RecorderConfig{Cap: -1}, "Cap"},
		{framestats.RecorderConfig{Count: -1}, "Count"},
		{framestats.RecorderConfig{Count: 1<<19 + 1}, "Count"},
		{framestats.RecorderConfig{Time: -1}, "Time"},
		{framestats.RecorderConfig{Time: tactus.FrameMax + 1}, "Time"},
		{framestats.RecorderConfig{Hitch: -ms}, "Hitch"},
		{framestats.RecorderConfig{SnapshotEvery: -ms}, "SnapshotEvery"},
		{framestats.RecorderConfig{Thresholds: []time.Duration{}}, "Thresholds"},
		{framestats.RecorderConfig{Thresholds: repeat(9, ms)}, "Thresholds"},
		{framestats.RecorderConfig{Thresholds: []time.Duration{ms, 0}}, "Thresholds"},
	} {
		_, err := framestats.NewRecorder(c.config)
		var bad *tactus.ConfigError
		if !errors.As(err, &bad) || bad.Field != "RecorderConfig."+c.field {
			t.Errorf("%+v: %v, want a refusal of %s", c.config, err, c.field)
		}
	}
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60)})
	if err := r.SetRate(tactus.Rate{}); err == nil {
		t.Error("SetRate takes no rate")
	}
}

func TestAFrameHasWhatTheLedgerSays(t *testing.T) {
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60), Cap: 3})
	if err != nil {
		t.Fatal(err)
	}
	frame := func(now tactus.Instant) framestats.Frame {
		s.Feed(now)
		for s.Next() {
		}
		l := s.Frame()
		return framestats.FrameOf(now, &l, s.Rate())
	}
	frame(0)
	want := framestats.Frame{At: 1e9 / 10, Real: 100 * ms, Steps: 3, DroppedCap: 50 * ms}
	if got := frame(1e9 / 10); got != want { // 6 due, 3 run
		t.Errorf("%+v, want %+v", got, want)
	}
	s.Suspend(tactus.Debugged)
	if got := frame(40e9 / 10); got.Cause != tactus.Debugged || got.Real != 3900*ms || got.Clamped != 0 {
		t.Errorf("%+v: want a gap of 3.9 s by the debugger", got)
	}
	if got := frame(45e9 / 10); got.Clamped != 250*ms || got.DroppedCap != 200*ms {
		t.Errorf("%+v: want 250 ms clamped and 12 of 15 steps dropped", got)
	}
	s.Pause()
	if got := frame(50e9 / 10); !got.Paused || got.Steps != 0 || got.Real != 500*ms {
		t.Errorf("%+v: want a paused frame", got)
	}
	s.Grant(2)
	for s.Next() {
	}
	l := s.Frame()
	if got, want := framestats.FrameOf(7, &l, s.Rate()), (framestats.Frame{At: 7, Steps: 2, Granted: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := panicOf(func() {
		total := s.Total()
		framestats.FrameOf(0, &total, tactus.Rate{})
	}); !strings.HasPrefix(got, "tactus: rate is unset") {
		t.Errorf("dropped steps without a rate: %q, want a panic", got)
	}
}

func TestLastHasWhatTheLatestFrameShowed(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	f := framestats.Frame{At: 5, Real: 8 * ms, Steps: 2, Cost: ms, Alpha: 0.25, Paused: true, Cause: tactus.Dragged}
	r.Record(&f)
	if r.Last() != f {
		t.Errorf("%+v, want %+v", r.Last(), f)
	}
}

func TestRecordAndFiguresAllocateNothing(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60), SnapshotEvery: 1, Hitch: ms})
	b := r.Reader()
	recent, hitches := make([]time.Duration, 0, 60), make([]framestats.Hitch, 0, 64)
	i := 0
	if n := testing.AllocsPerRun(3000, func() {
		i++
		r.Record(&framestats.Frame{Real: 16 * ms, Steps: int64(i % 9), Cost: ms, DroppedCap: time.Duration(i % 2),
			Tag: "x", Intended: 1})
		r.Record(&framestats.Frame{Real: 2 * time.Second, Cause: tactus.Dragged})
		if i%50 == 0 {
			s, _ := b.Latest()
			for _, s := range []*framestats.Stats{s, &r.Stats} {
				s.Percentile(0.99)
				s.LowMean(0.01)
				s.LowIntegral(0.01)
				s.Jitter(0.5)
				s.Recent(recent)
				s.Hitches(hitches)
				s.FPS()
				s.Run().Percentile(0.99)
				s.Run().LowMean(0.01)
			}
		}
		r.Poll()
	}); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
