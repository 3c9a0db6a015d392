package tactustest_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/tactustest"
)

var _ = tactustest.SeedFlag()

const ms = time.Millisecond

// traces holds one of each kind, all made from one seed.
func traces(seed uint64) map[string]tactustest.Trace {
	sixty := tactustest.FPS(tactus.Hz(60))
	return map[string]tactustest.Trace{
		"steady":    tactustest.Steady(7 * ms),
		"cycle":     tactustest.Cycle(3*ms, 7*ms, 13*ms),
		"recorded":  tactustest.Recorded([]time.Duration{16 * ms, 0, 40 * ms}),
		"fps":       sixty,
		"display":   tactustest.Display(tactus.Hz(60)),
		"jittered":  sixty.Jittered(0.4, 1.6, seed),
		"hitching":  sixty.Hitching(10, 500*ms),
		"earlylate": sixty.EarlyLate(200 * time.Microsecond),
		"noisy":     sixty.Noisy(200*time.Microsecond, seed),
		"bursty":    tactustest.Bursty(tactus.Hz(60), seed),
		"chain":     sixty.Take(5).Then(tactustest.Steady(ms)).Jittered(0.5, 2, seed).Noisy(ms, seed),
	}
}

func TestASeedAlwaysGivesTheSameTrace(t *testing.T) {
	seed := tactustest.Seed(t)
	again, other := traces(seed), traces(seed+1)
	for name, trace := range traces(seed) {
		frames := trace.Frames(500)
		if !slices.Equal(frames, trace.Frames(500)) {
			t.Errorf("%s: a second range over the trace gives other frames", name)
		}
		if !slices.Equal(frames, again[name].Frames(500)) {
			t.Errorf("%s: made again from seed %d it gives other frames", name, seed)
		}
		random := name == "jittered" || name == "noisy" || name == "bursty" || name == "chain"
		if slices.Equal(frames, other[name].Frames(500)) == random {
			t.Errorf("%s: seeds %d and %d: random is %v", name, seed, seed+1, random)
		}
	}
}

func TestNoFrameIsNegative(t *testing.T) {
	seed := tactustest.Seed(t)
	all := traces(seed)
	all["off by more than a frame"] = tactustest.Steady(ms).EarlyLate(3 * ms)
	all["noise of more than a frame"] = tactustest.Steady(ms).Noisy(50*ms, seed)
	all["to the end of time"] = tactustest.Steady(1<<62).Noisy(50*ms, seed)
	all["slowest loop"] = tactustest.FPS(tactus.Ratio(1, math.MaxUint32))
	all["slowest display"] = tactustest.Display(tactus.Ratio(1, math.MaxUint32))
	all["slowest bursts"] = tactustest.Bursty(tactus.Ratio(1, math.MaxUint32), seed)
	all["fastest bursts"] = tactustest.Bursty(tactus.Hz(tactus.RateMax), seed)
	all["long jittered"] = tactustest.Steady(math.MaxInt64).Jittered(0, 1<<20, seed)
	for name, trace := range all {
		for i, d := range trace.Frames(2000) {
			if d < 0 {
				t.Errorf("%s: frame %d takes %v", name, i, d)
				break
			}
		}
	}
}

func TestFramesOfARateNeverDrift(t *testing.T) {
	for _, r := range []tactus.Rate{tactus.Hz(60), tactus.Ratio(60000, 1001), tactus.Hz(144), tactus.Ratio(1, 7),
		tactus.Hz(1000), tactus.Hz(30)} {
		at := time.Duration(0)
		trace := tactustest.FPS(r)
		n := tactus.Tick(0)
		for d := range trace.Take(20_000) {
			at += d
			n++
			if want := r.TimeOf(n); at != want {
				t.Fatalf("%v: %d frames take %v, want %v", r, n, at, want)
			}
		}
		if n != 20_000 || trace.Total(20_000) != at {
			t.Errorf("%v: %d frames, total %v, want %v", r, n, trace.Total(20_000), at)
		}
	}
	want := []time.Duration{16666666, 16666667, 16666667, 16666666, 16666667, 16666667}
	if got := tactustest.FPS(tactus.Hz(60)).Frames(6); !slices.Equal(got, want) {
		t.Errorf("60 frames a second take %v, want %v", got, want)
	}
	if got := tactustest.FPS(tactus.Hz(60)).Total(3600); got != time.Minute {
		t.Errorf("3600 frames of 60 a second take %v", got)
	}
}

func TestADisplayOfTheStepRateGivesEachFrameItsStep(t *testing.T) {
	for _, r := range []tactus.Rate{tactus.Hz(60), tactus.Ratio(60000, 1001), tactus.Hz(144), tactus.Hz(7)} {
		s, err := tactus.NewStepper(tactus.StepperConfig{Rate: r})
		if err != nil {
			t.Fatal(err)
		}
		n := tactus.Tick(0)
		for now := range tactustest.Display(r).Take(20_000).From(0) {
			if got := s.Feed(now); got.Steps != min(int64(n), 1) {
				t.Fatalf("%v: frame %d runs %d steps", r, n, got.Steps)
			}
			for s.Next() {
			}
			if early := now.Sub(tactus.Instant(r.TimeOf(n))); early != 0 && early != 1 {
				t.Fatalf("%v: frame %d starts %v from its time", r, n, early)
			}
			n++
		}
	}
	want := []time.Duration{16666667, 16666667, 16666666, 16666667, 16666667, 16666666}
	if got := tactustest.Display(tactus.Hz(60)).Frames(6); !slices.Equal(got, want) {
		t.Errorf("frames of 60 Hz take %v, want %v", got, want)
	}
}

func TestJitteredFramesStayInTheirRange(t *testing.T) {
	seed := tactustest.Seed(t)
	least, most, sum := time.Duration(math.MaxInt64), time.Duration(0), time.Duration(0)
	const n = 20_000
	for d := range tactustest.Steady(10*ms).Jittered(0.4, 1.6, seed).Take(n) {
		least, most, sum = min(least, d), max(most, d), sum+d
	}
	if least < 4*ms || most > 16*ms {
		t.Errorf("frames of %v to %v, want 4ms to 16ms", least, most)
	}
	if least > 4*ms+50*time.Microsecond || most < 16*ms-50*time.Microsecond {
		t.Errorf("frames of %v to %v do not use the range", least, most)
	}
	if mean := sum / n; mean < 9900*time.Microsecond || mean > 10100*time.Microsecond {
		t.Errorf("mean frame %v, want near 10ms", mean)
	}
	for d := range tactustest.Steady(10*ms).Jittered(2, 2, seed).Take(10) {
		if d != 20*ms {
			t.Errorf("twice 10ms is %v", d)
		}
	}
}

func TestStampErrorsDoNotAddUp(t *testing.T) {
	const off = 200 * time.Microsecond
	r := tactus.Ratio(60000, 1001)
	k := tactus.Tick(0)
	for at := range tactustest.FPS(r).EarlyLate(off).Take(10_001).From(0) {
		want := tactus.Instant(r.TimeOf(k))
		switch {
		case k == 0:
		case k%2 == 1:
			want -= tactus.Instant(off)
		default:
			want += tactus.Instant(off)
		}
		if at != want {
			t.Fatalf("stamp %d at %d, want %d", k, at, want)
		}
		k++
	}
	seed := tactustest.Seed(t)
	k = 0
	var least, most time.Duration
	for at := range tactustest.FPS(r).Noisy(off, seed).Take(10_000).From(0) {
		err := at.Sub(tactus.Instant(r.TimeOf(k)))
		least, most = min(least, err), max(most, err)
		k++
	}
	if least < -off || most > off || least > -off*9/10 || most < off*9/10 {
		t.Errorf("stamps from %v to %v about the display's, want all of %v either way", least, most, off)
	}
}

func TestBurstsKeepTheDisplaysTime(t *testing.T) {
	seed := tactustest.Seed(t)
	r := tactus.Hz(60)
	short := r.Period() / 16
	n, at := tactus.Tick(0), time.Duration(0)
	var bursts int
	for d := range tactustest.Bursty(r, seed).Take(5000) {
		if d != short { // a burst begins: all before it is done
			if at != r.TimeOf(n) {
				t.Fatalf("after %d frames %v have passed, want %v", n, at, r.TimeOf(n))
			}
			bursts++
		} else if n == 0 {
			t.Fatal("the first frame is a short one")
		}
		at += d
		n++
	}
	if bursts < 5000/6 || bursts > 5000/2 {
		t.Errorf("%d bursts in 5000 frames, want bursts of 2 to 6", bursts)
	}
}

func TestTracesCompose(t *testing.T) {
	a, b := tactustest.Cycle(1, 2, 3), tactustest.Steady(9)
	for _, c := range []struct {
		name  string
		trace tactustest.Trace
		want  []time.Duration
	}{
		{"take", a.Take(5), []time.Duration{1, 2, 3, 1, 2}},
		{"take none", a.Take(0), nil},
		{"take less than none", a.Take(-3), nil},
		{"take more than there is", tactustest.Recorded([]time.Duration{4, 5}).Take(9), []time.Duration{4, 5}},
		{"then", a.Take(2).Then(b.Take(2)), []time.Duration{1, 2, 9, 9}},
		{"hitch", a.Hitching(2, 50).Take(6), []time.Duration{1, 50, 3, 50, 2, 50}},
		{"hitch every frame", a.Hitching(1, 50).Take(2), []time.Duration{50, 50}},
		{"an empty recording", tactustest.Recorded(nil), nil},
		{"early and late", b.EarlyLate(2).Take(4), []time.Duration{7, 13, 5, 13}},
	} {
		if got := c.trace.Frames(10); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestReadingsBeginAtTheStart(t *testing.T) {
	var got []tactus.Instant
	for at := range tactustest.Cycle(5, 7).Take(3).From(100) {
		got = append(got, at)
	}
	if want := []tactus.Instant{100, 105, 112, 117}; !slices.Equal(got, want) {
		t.Errorf("readings %v, want %v", got, want)
	}
	last := tactus.Instant(0)
	for at := range tactustest.Steady(1 << 62).Take(5).From(5) {
		last = at
	}
	if last != math.MaxInt64 {
		t.Errorf("past the end of time the clock reads %d", last)
	}
	if got := tactustest.Steady(1 << 62).Total(5); got != math.MaxInt64 {
		t.Errorf("the total past the end of time is %d", got)
	}
}

func TestARangeMayBreakAnywhere(t *testing.T) {
	for name, trace := range traces(1) {
		for stop := range 8 {
			n := 0
			for range trace.Then(trace).Hitching(3, ms).Take(50).From(0) {
				if n == stop {
					break
				}
				n++
			}
			if n != stop {
				t.Errorf("%s: %d readings before a break at %d", name, n, stop)
			}
		}
	}
}

func TestMistakesPanicWithTheValue(t *testing.T) {
	fps := tactustest.FPS(tactus.Hz(60))
	for want, mistake := range map[string]func(){
		"-1ns":              func() { tactustest.Steady(-1) },
		"no frames":         func() { tactustest.Cycle() },
		"-2ns":              func() { tactustest.Recorded([]time.Duration{1, -2}) },
		"0: want steps":     func() { tactustest.FPS(tactus.Hz(0)) },
		"-9: want steps":    func() { tactustest.Display(tactus.Hz(-9)) },
		"unset: want steps": func() { tactustest.Bursty(tactus.Rate{}, 1) },
		"-0.5":              func() { fps.Jittered(-0.5, 1, 1) },
		"from 2 to 1":       func() { fps.Jittered(2, 1, 1) },
		"NaN":               func() { fps.Jittered(0, math.NaN(), 1) },
		"+Inf":              func() { fps.Jittered(0, math.Inf(1), 1) },
		"every 0 frames":    func() { fps.Hitching(0, ms) },
		"-3ns":              func() { fps.Hitching(1, -3) },
		"-4ns":              func() { fps.EarlyLate(-4) },
		"-5ns":              func() { fps.Noisy(-5, 1) },
		"2562047h":          func() { fps.Noisy(math.MaxInt64, 1) },
		"-6ns":              func() { new(tactustest.Clock).Advance(-6) },
		"-7ns":              func() { new(tactustest.Clock).StepBack(-7) },
		"-8ns":              func() { (&tactustest.Clock{PerRead: -8}).Now() },
	} {
		func() {
			defer func() {
				text, _ := recover().(string)
				if !strings.HasPrefix(text, "tactus: ") || !strings.Contains(text, want) {
					t.Errorf("panic %q, want one with %q", text, want)
				}
			}()
			mistake()
		}()
	}
}
