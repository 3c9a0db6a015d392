package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

func TestIdenticalRunsShowNoDifference(t *testing.T) {
	x := frames(1, 6000, 1)
	r := compared(t, group("a", x), group("b", x), Options{})
	for _, d := range r.News[0].Differences {
		if d.Verdict != NoDifference && d.Verdict != NotEnough {
			t.Errorf("%v of identical runs: %v %+v", d.Metric, d.Verdict, d.Ratio)
		}
	}
	for _, name := range []string{"fps", "mean", "median", "p95", "p99", "p99.9", "low1", "low0.1"} {
		if d := ofMetric(t, r, name); name != "p99.9" && name != "low0.1" && d.Verdict != NoDifference ||
			d.Change.Value != 0 {
			t.Errorf("%s of identical runs: %v, %v %s", name, d.Verdict, d.Change, d.Why)
		}
	}
}

func TestATenthSlowerIsFoundInEveryFigureAndATenthFasterToo(t *testing.T) {
	names := []string{"fps", "mean", "median", "p95", "p99", "low1"}
	for _, c := range []struct {
		slower float64
		want   Verdict
	}{{1.1, Worse}, {1 / 1.1, Better}} {
		r := compared(t, group("a", frames(1, 10_000, 1)), group("b", frames(2, 10_000, c.slower)), Options{})
		for _, name := range names {
			if d := ofMetric(t, r, name); d.Verdict != c.want {
				t.Errorf("%v times slower: %s is %v, want %v: %+v", c.slower, name, d.Verdict, c.want, d.Ratio)
			}
		}
	}
}

func TestADifferenceUnderTheMarginIsTooSmallToMatter(t *testing.T) {
	a, b := slices.Repeat([]time.Duration{16e6}, 2000), slices.Repeat([]time.Duration{16.1e6}, 2000)
	for _, c := range []struct {
		margin float64
		want   Verdict
	}{{0, TooSmall}, {0.05, TooSmall}, {0.005, Worse}, {MarginNone, Worse}} {
		r := compared(t, group("a", a), group("b", b), Options{Margin: c.margin})
		if d := ofMetric(t, r, "mean"); d.Verdict != c.want || d.WithinMargin != (c.want == TooSmall) {
			t.Errorf("margin %v, 0.6 %% slower: %v, within %v, want %v", c.margin, d.Verdict, d.WithinMargin, c.want)
		}
	}
}

func TestTheSameSeedGivesTheSameBitsForAnyNumberOfWorkers(t *testing.T) {
	for _, runs := range []int{1, 4} {
		var a, b Group
		for i := range runs {
			a.Runs = append(a.Runs, RunOf(fmt.Sprint("a", i), frames(uint64(i), 1500, 1)))
			b.Runs = append(b.Runs, RunOf(fmt.Sprint("b", i), frames(uint64(i+9), 1500, 1.05)))
		}
		text := func(workers int, seed uint64) string {
			r := compared(t, a, b, Options{Workers: workers, Seed: seed, Metrics: allMetrics()})
			return fmt.Sprintf("%+v", r.News[0].Differences)
		}
		one := text(1, 5)
		if eight := text(8, 5); eight != one {
			t.Errorf("%d runs: 8 workers give\n%s\n1 gives\n%s", runs, eight, one)
		}
		if other := text(1, 6); other == one {
			t.Errorf("%d runs: seed 6 gives what seed 5 gives", runs)
		}
	}
}

func TestAGroupsFigureIsTheMedianOfItsRunsAndNotOfTheirFrames(t *testing.T) {
	run := func(ms, n int) []time.Duration {
		return slices.Repeat([]time.Duration{time.Duration(ms) * time.Millisecond}, n)
	}
	g := group("a", run(10, 100), run(12, 100), run(50, 5000)) // poured together, the median is 50 ms
	f := compared(t, g, g, Options{Metrics: []Metric{metric(t, "median")}}).Base.Figures[0]
	if f.Value != 12e6 || f.Min != 10e6 || f.Max != 50e6 || f.Q1 != 11e6 || f.Q3 != 31e6 {
		t.Errorf("median, min, max, quartiles of 10, 12 and 50 ms: %+v", f)
	}
}

func TestOutlierRunsAreNamedAndLeftOutOnlyWhenAsked(t *testing.T) {
	var runs [][]time.Duration
	for i := range 5 {
		slower := 1 + 0.002*float64(i)
		if i == 3 {
			slower = 1.2
		}
		runs = append(runs, frames(uint64(i), 3000, slower))
	}
	o := Options{Resamples: 100}
	kept := compared(t, group("a", runs...), group("b", runs[:3]...), o)
	if len(kept.Base.Outliers) != 1 || kept.Base.Outliers[0].Name != "a4" || kept.Base.Left || len(kept.Base.Runs) != 5 {
		t.Fatalf("outliers %v, left out %v, %d runs", kept.Base.Outliers, kept.Base.Left, len(kept.Base.Runs))
	}
	if text := kept.Base.Outliers[0].String(); !strings.HasPrefix(text, "a4: FPS (frames / time) is 5") ||
		!strings.Contains(text, "the median of the runs 6") {
		t.Errorf("the outlier says %q", text)
	}
	if !kept.News[0].OverRuns {
		t.Error("five runs against three: runs were not drawn")
	}
	o.WithoutOutliers = true
	left := compared(t, group("a", runs...), group("b", runs[:3]...), o)
	if !left.Base.Left || len(left.Base.Runs) != 4 || len(left.Base.Outliers) != 1 || left.Base.Figures[0].Min < 58 {
		t.Errorf("left out %v, %d runs, figures %+v", left.Base.Left, len(left.Base.Runs), left.Base.Figures[0])
	}
	three := compared(t, group("a", runs[1:4]...), group("b", runs[:3]...), o)
	if len(three.Base.Outliers) != 0 {
		t.Errorf("three runs have outliers: %v", three.Base.Outliers)
	}
}

func TestRunsWithinThreePercentAreNoOutliers(t *testing.T) {
	var runs [][]time.Duration
	for _, micros := range []int{16_000, 16_000, 16_000, 16_000, 16_400} { // MAD 0, 2.5 % apart
		runs = append(runs, slices.Repeat([]time.Duration{time.Duration(micros) * time.Microsecond}, 200))
	}
	if r := compared(t, group("a", runs...), group("b", runs...), Options{}); len(r.Base.Outliers) != 0 {
		t.Errorf("outliers: %v", r.Base.Outliers)
	}
}

func TestTooLittleDataSaysWhatIsMissing(t *testing.T) {
	short, long := group("a", frames(1, 300, 1)), group("b", frames(2, 3000, 1))
	for name, want := range map[string]string{
		"mean":  "blocks of 6",
		"p99":   "300 frames in a1: wants 500",
		"p99.9": "300 frames in a1: wants 5000",
		"low1":  "300 frames in a1: wants 500",
		"max":   "the slowest frame is one frame: wants 3 runs on each side",
	} {
		d := ofMetric(t, compared(t, short, long, Options{}), name)
		if d.Verdict != NotEnough || !strings.Contains(d.Why, want) || d.Base.Value == 0 || d.Ratio.Low == d.Ratio.Low {
			t.Errorf("%s: %v, %q, want %q, figures and no interval: %+v", name, d.Verdict, d.Why, want, d)
		}
	}
	d := ofMetric(t, compared(t, long, long, Options{}), "hitch50ms")
	if d.Verdict != NotEnough || d.Why != "hitches in all are 0: wants 5" || d.HasRatio {
		t.Errorf("hitches: %v %q", d.Verdict, d.Why)
	}
}

func TestHitchesAreComparedWhereTheBaseHasNone(t *testing.T) {
	x, y := frames(1, 6000, 1), frames(2, 6000, 1)
	for i := 100; i < 6000; i += 200 {
		y[i] = 80 * time.Millisecond
	}
	d := ofMetric(t, compared(t, group("a", x), group("b", y), Options{}), "hitch50ms")
	if d.Verdict != Worse || d.HasRatio || d.Change.Low <= 0 || d.Base.Value != 0 {
		t.Errorf("30 hitches against none: %+v", d)
	}
}

func TestTheSlowestFrameIsComparedWhereRunsAreDrawn(t *testing.T) {
	side := func(name string, worst time.Duration) Group {
		g := Group{Name: name}
		for i := range 5 {
			x := frames(uint64(i), 2000, 1)
			x[700] = worst + time.Duration(i)*time.Millisecond
			g.Runs = append(g.Runs, RunOf(name, x))
		}
		return g
	}
	d := ofMetric(t, compared(t, side("a", 100e6), side("b", 200e6), Options{}), "max")
	if d.Verdict != Worse || d.Base.Value != 102e6 || d.New.Value != 202e6 || d.Base.Low < 100e6 || d.Base.High > 104e6 {
		t.Errorf("slowest frames of 102 and 202 ms: %+v", d)
	}
}

func TestManyFramesGetFewerResamplesAndSaySo(t *testing.T) {
	for _, c := range []struct{ frames, want int }{{100_000, 1000}, {200_000, 500}, {900_000, 200}} {
		s := &side{ranked: []*ranked{{times: make([]time.Duration, c.frames)}}}
		if got := fewer(1000, []*side{s, s}); got != c.want {
			t.Errorf("2 x %d frames: %d resamples, want %d", c.frames, got, c.want)
		}
	}
	x := slices.Repeat([]time.Duration{16e6}, 150_000)
	r := compared(t, group("a", x), group("b", x), Options{Metrics: []Metric{{}}})
	if r.Resamples != 666 || r.Asked != 1000 {
		t.Errorf("%d resamples of %d asked", r.Resamples, r.Asked)
	}
}

func TestSeveralGroupsStandAgainstOneBase(t *testing.T) {
	many := group("many", frames(1, 1000, 1), frames(2, 1000, 1), frames(3, 1000, 1))
	few := group("few", frames(4, 1000, 1))
	r, err := Compare(t.Context(), many, []Group{few, many}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.News) != 2 ||
		r.News[0].Name != "few" || r.News[0].OverRuns || r.News[1].Name != "many" || !r.News[1].OverRuns {
		t.Errorf("%d groups: %+v", len(r.News), r.News)
	}
}

func TestWhatCannotBeComparedIsAnErrorThatSaysWhy(t *testing.T) {
	good := group("a", frames(1, 100, 1))
	for _, c := range []struct {
		base Group
		news []Group
		o    Options
		want string
	}{
		{good, nil, Options{}, "tactus: nothing to compare the base with: want a second log"},
		{Group{Name: "a"}, []Group{good}, Options{}, "tactus: a has no runs: want at least one log"},
		{good, []Group{group("b", nil)}, Options{}, "tactus: b1 has no frames: want at least one frame time"},
		{good, []Group{group("b", []time.Duration{math.MaxInt64, math.MaxInt64})}, Options{},
			"tactus: b1 has frame times of over 104 days together: want a log of one run"},
		{good, []Group{good}, Options{Resamples: 99}, "tactus: resamples is 99: want 100 to 1000000"},
		{good, []Group{good}, Options{Resamples: 1_000_001}, "tactus: resamples is 1000001: want 100 to 1000000"},
		{good, []Group{good}, Options{Block: -1}, "tactus: block is -1ns: want a time over 0, as 1s"},
		{good, []Group{good}, Options{Margin: 1.5}, "tactus: margin is 1.5: want 0 to 1, as 0.01 for 1 %"},
		{good, []Group{good}, Options{Metrics: []Metric{LowMetric(framelog.LowMangoHud, framelog.Percent)}},
			"tactus: metric is low1:mangohud: want a low by mean, k_floor, k_round, frameview, percentile or integral"},
	} {
		if _, err := Compare(t.Context(), c.base, c.news, c.o); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compare(ctx, good, []Group{good}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended: %v", err)
	}
	defer func() {
		if r := recover(); r != "tactus: a run's frame time is 0s: want over 0" {
			t.Errorf("a frame of no time: %v", r)
		}
	}()
	RunOf("x", []time.Duration{0})
}

func TestProgressIsCalledByTheCaller(t *testing.T) {
	last := 0
	o := Options{Workers: 1, Progress: func(n, of int) {
		if of != 1000 || n != last+1 {
			t.Errorf("resample %d of %d after %d", n, of, last)
		}
		last = n
	}}
	compared(t, group("a", frames(1, 100, 1)), group("b", frames(2, 100, 1)), o)
	if last != 1000 {
		t.Errorf("progress ended at %d of 1000", last)
	}
}

func TestRunsThatAreNotComparableAreWarnedOf(t *testing.T) {
	about := facts{format: "PresentMon 2", column: "FrameTime", side: "present", game: "a.exe", tags: []string{"x"}}
	other := facts{format: "MangoHud", column: "MsBetweenPresents", side: "display", game: "b.exe",
		tags: []string{"x", "y"}, sampled: true}
	tick := []time.Duration{16 * time.Millisecond}
	a, b := RunOf("a.csv", slices.Repeat(tick, 100)), RunOf("b.csv", slices.Repeat(tick, 1000))
	a.about, b.about = about, other
	got := warnings([]Group{{Runs: []*Run{a}}, {Runs: []*Run{b, b}}})
	want := []Warning{
		{"sampled", "b.csv holds samples and not frames: its lows, percentiles and hitches mean little"},
		{"format", "different formats: PresentMon 2 in a.csv, MangoHud in b.csv"},
		{"column", "different columns: FrameTime in a.csv, MsBetweenPresents in b.csv"},
		{"side", "different sides: present in a.csv, display in b.csv"},
		{"game", "different games: a.exe in a.csv, b.exe in b.csv"},
		{"scenes", "different scene tags: x in a.csv, x y in b.csv"},
		{"time", "different lengths: 1.6 s in a.csv, 16.0 s in b.csv: the same scene?"},
		{"frames", "different numbers of frames: 100 in a.csv, 1000 in b.csv"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("warnings\n%q, want\n%q", got, want)
	}
	b.about, b.times, b.total = facts{}, a.times, a.total // says nothing of itself but has no scenes
	b.about.tags = about.tags
	if got := warnings([]Group{{Runs: []*Run{a}}, {Runs: []*Run{b}}}); len(got) != 0 {
		t.Errorf("a log that says nothing is warned of: %q", got)
	}
}
