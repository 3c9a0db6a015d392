package tactus_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

func newStepper(t *testing.T, c tactus.StepperConfig) *tactus.Stepper {
	t.Helper()
	s, err := tactus.NewStepper(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Feed(0)
	return s
}

// host feeds frames as a loop does and remembers the clock.
type host struct {
	*tactus.Stepper
	now tactus.Instant
}

func newHost(t *testing.T, c tactus.StepperConfig) *host {
	t.Helper()
	return &host{Stepper: newStepper(t, c)}
}

// frame feeds d, runs the plan and returns its steps.
func (h *host) frame(d time.Duration) int64 {
	h.now = h.now.Add(d)
	h.Feed(h.now)
	return h.run()
}

func (h *host) run() (steps int64) {
	for h.Next() {
		steps++
	}
	return steps
}

// display feeds n frames of a display and returns how many frames had how many steps.
func (h *host) display(rate tactus.Rate, n tactus.Tick) map[int64]int {
	counts := map[int64]int{}
	start := h.now
	for k := range n {
		counts[h.frame(start.Add(rate.TimeOf(k+1)).Sub(h.now))]++
	}
	return counts
}

func TestTenDaysAt60HzAreExactly51840000Steps(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	var steps int64
	for range 10 * 24 * 3600 * 4 {
		steps += h.frame(250 * ms)
	}
	if steps != 51_840_000 || h.Phase().Rat().Sign() != 0 {
		t.Errorf("%d steps and a phase of %s, want 51,840,000 and 0", steps, h.Phase())
	}
}

func TestAFractionScaleIsExactAndAFloatIsWhatItIs(t *testing.T) {
	for _, c := range []struct {
		scale tactus.Rate
		want  int64
	}{{tactus.Ratio(1, 3), 200}, {tactus.Float(1.0 / 3), 199}} {
		h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60), Scale: c.scale})
		h.display(tactus.Hz(60), 600)
		if got := h.Total().Run; got != c.want {
			t.Errorf("600 frames at scale %s: %d steps, want %d", c.scale, got, c.want)
		}
	}
}

func TestTheClampComesBeforeTheScaleSoThatFastForwardWorks(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60), Scale: tactus.Hz(10)})
	if got := h.frame(250 * ms); got != 150 {
		t.Errorf("250 ms at ten times speed run %d steps, want 150", got)
	}
	if got := h.frame(time.Second); got != 150 {
		t.Errorf("1 s at ten times speed, clamped, runs %d steps, want 150", got)
	}
}

func TestAfterAHitchTheGameIsInRealTimeAtOnce(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	h.display(tactus.Hz(60), 100)
	if got := h.frame(500 * ms); got != 15 {
		t.Errorf("the long frame runs %d steps, want 15, the clamp", got)
	}
	if counts := h.display(tactus.Hz(60), 100); counts[1] < 99 {
		t.Errorf("frames by steps after the hitch: %v, want one step each", counts)
	}
}

func TestTheBudgetStopsBeforeAStepThatNoLongerFits(t *testing.T) {
	s := newStepper(t, tactus.StepperConfig{Rate: tactus.Hz(60), Budget: 10 * ms})
	now := at(140 * ms) // 8.4 steps
	if plan := s.Feed(now); plan.Steps != 8 {
		t.Fatalf("plan %+v, want 8 steps", plan)
	}
	ran := 0
	for s.NextAt(now) {
		ran++
		now = now.Add(4 * ms)
	}
	f := s.Frame()
	if ran != 2 || f.DroppedBudget.String() != "6" || f.DroppedCap.String() != "0" {
		t.Errorf("%d steps ran, %s dropped by budget, %s by cap; want 2, 6, 0", ran, f.DroppedBudget, f.DroppedCap)
	}
	if math.Abs(s.Alpha()-0.4) > 1e-12 {
		t.Errorf("alpha %v, want 0.4: dropping whole steps leaves it", s.Alpha())
	}
}

func TestABudgetCountsFromItsFirstReadingInTheFrame(t *testing.T) {
	s := newStepper(t, tactus.StepperConfig{Rate: tactus.Hz(60), Budget: 50 * ms})
	s.Feed(at(17 * ms))
	for s.NextAt(at(17 * ms)) {
	}
	now := at(217 * ms)
	if plan := s.Feed(now); plan.Steps != 12 {
		t.Fatalf("plan %+v", plan)
	}
	s.Next() // without a reading
	ran := 1
	for s.NextAt(now) {
		ran++
		now = now.Add(ms)
	}
	if ran != 12 {
		t.Errorf("%d steps of 1 ms ran within a budget of 50, want 12", ran)
	}
}

func TestAtLeastOneDueStepRunsUnderAnyBudget(t *testing.T) {
	s := newStepper(t, tactus.StepperConfig{Rate: tactus.Hz(60), Budget: 1})
	now := at(0)
	for range 20 {
		now = now.Add(17 * ms)
		s.Feed(now)
		if !s.NextAt(now) {
			t.Fatal("a due step did not run")
		}
		for s.NextAt(now.Add(time.Hour)) {
			t.Fatal("a second step ran")
		}
	}
}

func TestTheAutomaticCapIsWhatOneFullClampCanMakeDue(t *testing.T) {
	for _, c := range []struct {
		config tactus.StepperConfig
		frame  time.Duration
		want   int64
	}{
		{tactus.StepperConfig{Rate: tactus.Hz(60)}, time.Hour, 15},
		{tactus.StepperConfig{Rate: tactus.Hz(1000)}, time.Hour, 250},
		{tactus.StepperConfig{Rate: tactus.Hz(10), Clamp: tactus.NoClamp}, time.Hour, 10}, // one second stands in
		{tactus.StepperConfig{Rate: tactus.Hz(1), Clamp: tactus.NoClamp}, time.Hour, 5},
		{tactus.StepperConfig{Rate: tactus.Hz(60), Scale: tactus.Hz(4)}, time.Hour, 60},
		{tactus.StepperConfig{Rate: tactus.Hz(60), Scale: tactus.Ratio(1, 4), Clamp: tactus.NoClamp}, time.Hour, 60},
		{tactus.StepperConfig{Rate: tactus.Hz(1 << 20), Clamp: tactus.NoClamp}, time.Hour, 10_000},
		{tactus.StepperConfig{Rate: tactus.Hz(60), Cap: 7}, time.Hour, 7},
		{tactus.StepperConfig{Rate: tactus.Hz(60), Cap: tactus.NoCap, Clamp: tactus.NoClamp}, time.Hour, 216_000},
		// FrameMax:
		{tactus.StepperConfig{Rate: tactus.Hz(60), Cap: tactus.NoCap, Clamp: tactus.NoClamp}, 24 * time.Hour, 527_765},
	} {
		if got := newHost(t, c.config).frame(c.frame); got != c.want {
			t.Errorf("%+v: a frame of %v runs %d steps, want %d", c.config, c.frame, got, c.want)
		}
	}
}

func TestSpreadWorksABacklogOffByOneExtraStepAFrame(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60), Cap: 4, Overflow: tactus.Spread})
	if got := h.frame(150 * ms); got != 4 || h.Alpha() != 1 { // 9 due
		t.Fatalf("%d steps, alpha %v; want 4 and 1 while steps are carried", got, h.Alpha())
	}
	var got []int64
	for range 8 {
		got = append(got, h.frame(tactus.Hz(60).Period()+1))
	}
	want := []int64{2, 2, 2, 2, 2, 1, 1, 1}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("steps a frame %v, want %v", got, want)
		}
	}
	if h.Alpha() >= 1 || h.Total().Dropped().String() != "0" {
		t.Errorf("alpha %v, dropped %s", h.Alpha(), h.Total().Dropped())
	}
}

func TestACatchUpBacklogIsBounded(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{
		Rate: tactus.Hz(60), Cap: 1, Overflow: tactus.CatchUp, Clamp: tactus.NoClamp, CarryMax: 100,
	})
	h.frame(10 * time.Second)
	if got := h.Phase().String(); got != "100" {
		t.Errorf("a backlog of %s steps, want 100", got)
	}
	if got := h.Frame().DroppedCap.String(); got != "499" {
		t.Errorf("%s dropped, want 499 of 600 (one ran)", got)
	}
}

func TestStepsThatTheCallerLeavesStayDue(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	h.now = at(100 * ms)
	if plan := h.Feed(h.now); plan.Steps != 6 {
		t.Fatalf("plan %+v", plan)
	}
	h.Next()
	if h.Alpha() != 1 {
		t.Errorf("alpha %v while steps are carried, want 1", h.Alpha())
	}
	if got := h.frame(0); got != 5 {
		t.Errorf("%d steps in the next frame, want the 5 that were left", got)
	}
}

func TestPauseKeepsPhaseAndThereIsNoBurstOnResume(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	h.frame(20 * ms)
	alpha := h.Alpha()
	h.Pause()
	h.Pause()
	for range 100 {
		if got := h.frame(time.Second); got != 0 || h.Alpha() != alpha || !h.Paused() {
			t.Fatalf("%d steps, alpha %v while paused", got, h.Alpha())
		}
	}
	if plan := h.Grant(3); plan != (tactus.Plan{First: 1, Steps: 3}) || h.run() != 3 || h.Alpha() != alpha {
		t.Errorf("grant: plan %+v, alpha %v", plan, h.Alpha())
	}
	h.Resume()
	if got := h.frame(5 * ms); got != 0 || h.Total().Paused != 100*time.Second {
		t.Errorf("%d steps on resume, %v paused", got, h.Total().Paused)
	}
	if l := h.Total(); l.Granted != 3 || l.Run != 4 {
		t.Errorf("granted %d, run %d", l.Granted, l.Run)
	}
}

func TestANudgeOf100msAtFivePercentTakesTwoSeconds(t *testing.T) {
	for _, c := range []struct {
		offset time.Duration
		most   tactus.Rate
		want   int64
	}{
		{100 * ms, tactus.Ratio(1, 20), 126}, {-100 * ms, tactus.Ratio(1, 20), 114},
		{100 * ms, tactus.Float(0.05), 126}, {-100 * ms, tactus.Float(0.05), 114},
	} {
		h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
		if err := h.Nudge(c.offset, c.most); err != nil {
			t.Fatal(err)
		}
		h.display(tactus.Hz(60), 120)
		if got := h.Total(); got.Run != c.want || got.Nudged.String() != big.NewRat(c.want-120, 1).RatString() {
			t.Errorf("%v at %s: %d steps and %s nudged in two seconds, want %d",
				c.offset, c.most, got.Run, got.Nudged, c.want)
		}
		h.display(tactus.Hz(60), 60)
		if got := h.Total().Run; got != c.want+60 {
			t.Errorf("%d steps after three seconds, want %d: the nudge goes on", got, c.want+60)
		}
	}
}

// stamps feeds n frames of a display whose stamps are early and late by turns.
func stamps(h *host, rate tactus.Rate, n tactus.Tick, by time.Duration) (bySteps map[int64]int, pattern []int64) {
	bySteps = map[int64]int{}
	for k := range n {
		stamp := at(rate.TimeOf(k + 1))
		if rate.TickAt(rate.TimeOf(k+1)) == k {
			stamp++ // up, as the handed case has it: 0.2 ms is 0.012 steps, and whole steps are met to the nanosecond
		}
		if k%2 == 0 {
			stamp = stamp.Add(-by)
		} else {
			stamp = stamp.Add(by)
		}
		steps := h.frame(stamp.Sub(h.now))
		bySteps[steps]++
		pattern = append(pattern, steps)
	}
	return bySteps, pattern
}

func TestHysteresisMakesNoNoneAndTwoOfNoise(t *testing.T) {
	ntsc := tactus.Ratio(60000, 1001)
	config := tactus.StepperConfig{Rate: tactus.Hz(60)}
	plain, _ := stamps(newHost(t, config), ntsc, 10_000, 200*time.Microsecond)
	config.Hysteresis = tactus.Ratio(1, 20)
	steady, _ := stamps(newHost(t, config), ntsc, 10_000, 200*time.Microsecond)
	t.Logf("frames by steps, 59.94 Hz display, stamps 0.2 ms early and late: plain %v, hysteresis 1/20 %v",
		plain, steady)
	if plain[2] != 130 || plain[0] != 120 {
		t.Errorf("plain: %d doubles and %d zeros, want 130 and 120", plain[2], plain[0])
	}
	if steady[2] > 10 || steady[0] != 0 {
		t.Errorf("hysteresis: %d doubles and %d zeros, want at most 10 and none", steady[2], steady[0])
	}
	_, pattern := stamps(newHost(t, config), tactus.Hz(120), 10_000, 200*time.Microsecond)
	for k, steps := range pattern {
		if steps != int64(k%2) {
			t.Fatalf("a 120 Hz display: frame %d has %d steps, want 0, 1, 0, 1", k, steps)
		}
	}
}

// A display of a little under twice the step rate drifts through every phase, with noise: only the
// slips that the drift makes may break the 0, 1, 0, 1.
func TestHysteresisSteadiesADriftingDoubleDisplay(t *testing.T) {
	t.Logf("seed %d", *seedFlag)
	breaks := func(c tactus.StepperConfig) (n int) {
		h, r, last := newHost(t, c), rand.New(rand.NewPCG(*seedFlag, 6)), int64(-1)
		for k := range tactus.Tick(20_000) {
			noise := time.Duration(r.Int64N(int64(400*time.Microsecond))) - 200*time.Microsecond
			steps := h.frame(at(tactus.Ratio(120000, 1001).TimeOf(k + 1)).Add(noise).Sub(h.now))
			if steps == last || steps > 1 {
				n++
			}
			last = steps
		}
		return n
	}
	plain := breaks(tactus.StepperConfig{Rate: tactus.Hz(60)})
	steady := breaks(tactus.StepperConfig{Rate: tactus.Hz(60), Hysteresis: tactus.Ratio(1, 20)})
	t.Logf("breaks of the cadence in 20,000 frames: plain %d, hysteresis 1/20 %d", plain, steady)
	if plain < 100 || steady > 20 { // 20,000 frames of a 120000/1001 Hz display are 10 steps of drift
		t.Errorf("plain %d breaks, hysteresis %d; want over 100, and at most two a slip", plain, steady)
	}
}

func TestAHalfStepLeadKeepsAJitteryDisplayAtOneStep(t *testing.T) {
	config := tactus.StepperConfig{Rate: tactus.Hz(60)}
	plain, _ := stamps(newHost(t, config), tactus.Hz(60), 10_000, 200*time.Microsecond)
	config.Lead = tactus.Ratio(1, 2)
	lead, _ := stamps(newHost(t, config), tactus.Hz(60), 10_000, 200*time.Microsecond)
	if lead[1] != 10_000 || plain[0] != 5_000 || plain[2] != 5_000 {
		t.Errorf("frames by steps: lead 1/2 %v, plain %v; want one each, and 0, 2, 0, 2", lead, plain)
	}
}

func TestAlphaStaysBelowOne(t *testing.T) {
	// The rate's denominator near 2^32, so that a float64 cannot tell the last units: one nanosecond
	// before the first step, which comes after 136 years.
	rate := tactus.Ratio(1, 1<<32-1)
	h := newHost(t, tactus.StepperConfig{Rate: rate, Clamp: tactus.NoClamp})
	for end := rate.TimeOf(1) - 1; h.now < tactus.Instant(end); {
		h.frame(min(tactus.FrameMax, end-time.Duration(h.now)))
	}
	if a := h.Alpha(); h.Total().Run != 0 || a != 1-0x1p-53 {
		t.Errorf("one nanosecond before the step: alpha %v after %d steps", a, h.Total().Run)
	}
	if h.frame(1) != 1 || h.Alpha() != 0 {
		t.Errorf("at the step: alpha %v", h.Alpha())
	}
}

func TestAnAnnouncedGapIsNamedAndCutAsAGap(t *testing.T) {
	for _, c := range []struct {
		length       time.Duration
		cause        tactus.Cause
		event        tactus.Gap
		gap, clamped time.Duration
		steps        int64
	}{
		{300 * ms, tactus.Dragged, tactus.Gap{Length: 300 * ms, Cause: tactus.Dragged}, 50 * ms, 0, 15},
		{300 * ms, 0, tactus.Gap{}, 0, 50 * ms, 15},
		{3 * time.Second, tactus.Debugged, tactus.Gap{Length: 3 * time.Second, Cause: tactus.Debugged}, 2750 * ms, 0, 15},
		{3 * time.Second, 0, tactus.Gap{Length: 3 * time.Second, Cause: tactus.Unannounced}, 0, 2750 * ms, 15},
		{100 * ms, tactus.Unfocused, tactus.Gap{Length: 100 * ms, Cause: tactus.Unfocused}, 0, 0, 6},
	} {
		h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
		h.Suspend(c.cause)
		steps := h.frame(c.length)
		f := h.Frame()
		if steps != c.steps || f.Event != c.event || f.Gap != c.gap || f.Clamped != c.clamped {
			t.Errorf("%v, cause %v: %d steps, event %+v, gap %v, clamped %v; want %+v",
				c.length, c.cause, steps, f.Event, f.Gap, f.Clamped, c)
		}
		if h.frame(16 * ms); h.Frame().Event != (tactus.Gap{}) || h.Total().Event != c.event {
			t.Errorf("the frame after: event %+v, total's %+v", h.Frame().Event, h.Total().Event)
		}
	}
}

func TestAnAnnouncementBeforeTheFirstReadingIsOfTheSecond(t *testing.T) {
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		t.Fatal(err)
	}
	s.Suspend(tactus.Dragged)
	s.Feed(at(time.Hour))
	if got := s.Frame().Event; got != (tactus.Gap{}) {
		t.Errorf("the first reading is a gap: %+v", got)
	}
	s.Feed(at(time.Hour + 300*ms))
	if got := s.Frame().Event; got != (tactus.Gap{Length: 300 * ms, Cause: tactus.Dragged}) {
		t.Errorf("gap %+v", got)
	}
}

func TestAClockThatStepsBackStandsStillOrJumpsLosesNothing(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	for _, d := range []time.Duration{10 * ms, -time.Hour, 0, time.Hour, 10 * ms} {
		h.frame(d)
	}
	l := h.Total()
	if l.Backward != 2 || l.Real != 20*ms { // the hour forward only comes back to the high-water mark
		t.Errorf("%d backward, %v real", l.Backward, l.Real)
	}
	if l.Real != l.Clamped+l.Gap+l.Paused+l.Fed {
		t.Errorf("ledger %+v", l)
	}
}

func TestTimeOverflowStandsStillAndIsSaid(t *testing.T) {
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []tactus.Instant{math.MinInt64, 0, math.MaxInt64, math.MaxInt64} {
		s.Feed(now)
		for s.Next() {
		}
	}
	if l := s.Total(); l.Real != math.MaxInt64 || l.Real != l.Clamped+l.Fed {
		t.Errorf("ledger %+v", l)
	}
	if s.Feed(math.MinInt64); s.Total().Backward != 1 { // 2^64-1 ns back, which a difference does not show
		t.Errorf("%d readings stepped back, want 1", s.Total().Backward)
	}
}

func TestABadSettingLeavesTheStepperAsItWas(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	h.frame(20 * ms)
	phase := h.Phase()
	for name, err := range map[string]error{
		"rate is 0":               h.SetRate(tactus.Hz(0)),
		"rate is -60":             h.SetRate(tactus.Hz(-60)),
		"scale is NaN":            h.SetScale(tactus.Float(math.NaN())),
		"scale is +Inf":           h.SetScale(tactus.Float(math.Inf(1))),
		"scale is -1":             h.SetScale(tactus.Hz(-1)),
		"scale is 1048576":        h.SetScale(tactus.Hz(1 << 20)),
		"scale is unset":          h.SetScale(tactus.Rate{}),
		"scale is 1/12884901888":  h.SetScale(tactus.Ratio(1, 3<<32)),
		"nudge offset is 2":       h.Nudge(3*time.Hour, tactus.Ratio(1, 20)),
		"nudge maxRate is 0":      h.Nudge(ms, tactus.Hz(0)),
		"nudge maxRate is 21/20":  h.Nudge(ms, tactus.Ratio(21, 20)),
		"nudge maxRate is 1/2^64": h.Nudge(ms, tactus.Float(math.Ldexp(1, -64))),
	} {
		var config *tactus.ConfigError
		if name == "nudge offset is 2" {
			name = "nudge offset is 3h0m0s"
		}
		if !errors.As(err, &config) || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %q", err, name)
		}
	}
	if h.Rate() != tactus.Hz(60) || h.Scale() != tactus.Hz(1) || h.Phase() != phase {
		t.Errorf("rate %s, scale %s, phase %s", h.Rate(), h.Scale(), h.Phase())
	}
}

func TestAConfigErrorNamesTheField(t *testing.T) {
	good := tactus.StepperConfig{Rate: tactus.Hz(60)}
	for want, change := range map[string]func(c *tactus.StepperConfig){
		"StepperConfig.Rate is unset":     func(c *tactus.StepperConfig) { c.Rate = tactus.Rate{} },
		"StepperConfig.Scale is -1/2":     func(c *tactus.StepperConfig) { c.Scale = tactus.Ratio(-1, 2) },
		"StepperConfig.Clamp is -1ms":     func(c *tactus.StepperConfig) { c.Clamp = -ms },
		"StepperConfig.Cap is -2":         func(c *tactus.StepperConfig) { c.Cap = -2 },
		"StepperConfig.Budget is -1ms":    func(c *tactus.StepperConfig) { c.Budget = -ms },
		"StepperConfig.Overflow is 5":     func(c *tactus.StepperConfig) { c.Overflow = 5 },
		"StepperConfig.CarryMax is -1":    func(c *tactus.StepperConfig) { c.CarryMax = -1 },
		"StepperConfig.Lead is 1":         func(c *tactus.StepperConfig) { c.Lead = tactus.Hz(1) },
		"StepperConfig.Hysteresis is 1/4": func(c *tactus.StepperConfig) { c.Hysteresis = tactus.Ratio(1, 4) },
		"StepperConfig.Hysteresis is 1/2": func(c *tactus.StepperConfig) { c.Hysteresis = tactus.Ratio(1, 2) },
		"StepperConfig.GapAfter is -1ms":  func(c *tactus.StepperConfig) { c.GapAfter = -ms },
	} {
		c := good
		change(&c)
		if _, err := tactus.NewStepper(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestARateChangeKeepsThePhase(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(30)})
	h.frame(30 * ms)
	if err := h.SetRate(tactus.Ratio(60000, 1001)); err != nil {
		t.Fatal(err)
	}
	if got := h.Phase().String(); got != "9/10" {
		t.Errorf("phase %s, want 9/10", got)
	}
}

func TestTickIsTheOneThatRunsAndElseTheNext(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	if h.Tick() != 0 {
		t.Errorf("tick %d before any step", h.Tick())
	}
	var ran []tactus.Tick
	for tick := range h.Ticks(at(50 * ms)) {
		if h.Tick() != tick {
			t.Errorf("Tick %d while %d runs", h.Tick(), tick)
		}
		ran = append(ran, tick)
	}
	if len(ran) != 3 || ran[0] != 0 || ran[2] != 2 || h.Tick() != 3 {
		t.Errorf("ran %v, next %d", ran, h.Tick())
	}
}

func TestTheEffectiveScaleIsWhatReallyHappened(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60), Cap: 5, Scale: tactus.Hz(10)})
	h.frame(100 * ms) // 60 due, 5 run
	if got := h.Frame().EffectiveScale(h.Rate()); math.Abs(got-5.0/60/0.1) > 1e-9 {
		t.Errorf("effective scale %v, want 0.8333", got)
	}
}

func TestAFrameDoesNotAllocate(t *testing.T) {
	for name, c := range map[string]tactus.StepperConfig{
		"plain":  {Rate: tactus.Hz(60)},
		"third":  {Rate: tactus.Ratio(60000, 1001), Scale: tactus.Ratio(1, 3)},
		"spread": {Rate: tactus.Hz(60), Cap: 1, Overflow: tactus.Spread, Hysteresis: tactus.Ratio(1, 10), Budget: ms},
	} {
		h := newHost(t, c)
		if err := h.Nudge(time.Second, tactus.Ratio(1, 20)); err != nil {
			t.Fatal(err)
		}
		var alpha float64
		if n := testing.AllocsPerRun(200, func() {
			h.now += 16666667
			for range h.Ticks(h.now) {
			}
			for h.NextAt(h.now) {
			}
			alpha += h.Alpha() + float64(h.Frame().Run)
			h.Window().Locate(h.now - 5)
		}); n != 0 {
			t.Errorf("%s: %v allocations a frame", name, n)
		}
	}
}
