package framestats_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

const frame60 = 16_666_667 * time.Nanosecond

// events polls all changes.
func events(r *framestats.Recorder) (list []string) {
	for e, ok := r.Poll(); ok; e, ok = r.Poll() {
		list = append(list, e.String())
	}
	return list
}

func record(r *framestats.Recorder, n int, f framestats.Frame) {
	for range n {
		r.Record(&f)
	}
}

func wantEvents(t *testing.T, when string, r *framestats.Recorder, want ...string) {
	t.Helper()
	if got := events(r); !slices.Equal(got, want) {
		t.Errorf("%s: events %q, want %q", when, got, want)
	}
}

func TestStepCostHighIsRaisedOver80PercentAndClearedAt60(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(100)})
	cost := func(d time.Duration) framestats.Frame {
		return framestats.Frame{Real: 10 * ms, Steps: 1, Cost: d, Work: d}
	}
	record(r, 499, cost(9*ms))
	wantEvents(t, "before 500 frames", r)
	record(r, 1, cost(9*ms))
	wantEvents(t, "at 500 frames of 9 ms", r, "step-cost-high raised at frame 499")
	record(r, 500, cost(7*ms))
	if got := r.RecentStepCost(); got != 7*ms {
		t.Errorf("the recent cost is %v, want 7ms", got)
	}
	wantEvents(t, "at 70 %", r)
	record(r, 499, cost(6*ms))
	wantEvents(t, "just over 60 %", r)
	record(r, 1, cost(6*ms))
	wantEvents(t, "at 60 %", r, "step-cost-high cleared at frame 1499")
	record(r, 500, cost(8*ms))
	wantEvents(t, "at 80 %", r)
	record(r, 1, cost(8*ms+1))
	wantEvents(t, "a nanosecond over it", r, "step-cost-high raised at frame 2000")
	if !r.Health(framestats.StepCostHigh) {
		t.Error("StepCostHigh does not hold")
	}
	if err := r.SetRate(tactus.Hz(50)); err != nil { // half the load
		t.Fatal(err)
	}
	record(r, 1, cost(8*ms))
	wantEvents(t, "at half the rate", r, "step-cost-high cleared at frame 2001")
}

func TestTheMeanCostIsThatOfAStepWhateverTheFramesRun(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(100)})
	for range 300 { // at 200 fps every other frame has no step
		r.Record(&framestats.Frame{Real: 5 * ms, Steps: 1, Cost: 9 * ms})
		r.Record(&framestats.Frame{Real: 5 * ms})
	}
	if got := r.RecentStepCost(); got != 9*ms || !r.Health(framestats.StepCostHigh) {
		t.Errorf("the recent cost is %v, want 9ms and StepCostHigh", got)
	}
	if h := r.StepCost(); h.Count() != 300 || h.Mean() != 9*ms || h.Max() != 9*ms {
		t.Errorf("%d steps of %v, want 300 of 9ms", h.Count(), h.Mean())
	}
	r.Record(&framestats.Frame{Real: 40 * ms, Steps: 4, Cost: 8 * ms})
	if h := r.StepCost(); h.Count() != 304 || h.Min() != 2*ms {
		t.Errorf("%d steps from %v on, want 304 from 2ms on", h.Count(), h.Min())
	}
}

func TestWithoutARateNoCostIsHigh(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	record(r, 600, framestats.Frame{Real: ms, Steps: 1, Cost: time.Hour})
	wantEvents(t, "an hour a step", r)
}

func TestCapHitNeedsTheCapOftenAndOneHitchDoesNotRaiseIt(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60), Cap: 5, Interval: time.Second})
	fine, capped := framestats.Frame{Real: frame60, Steps: 1}, framestats.Frame{Real: 5 * frame60, Steps: 5}
	record(r, 7, capped)
	record(r, 64, fine)
	wantEvents(t, "seven at the cap", r)
	for range 7 {
		record(r, 7, fine)
		record(r, 1, capped)
	}
	wantEvents(t, "seven of 64", r)
	record(r, 7, fine)
	record(r, 1, capped)
	wantEvents(t, "eight of 64", r, "cap-hit raised at frame 134")
	record(r, 63-16, fine)
	wantEvents(t, "three of the last 64", r)
	record(r, 1, fine)
	wantEvents(t, "two of the last 64", r, "cap-hit cleared at frame 182")
	r.Reset()
	record(r, 8, framestats.Frame{Real: frame60, Steps: 3, DroppedCap: 1})
	wantEvents(t, "dropped by the cap", r, "cap-hit raised at frame 7")
}

func TestDroppingNeedsLossInThreeHalfSecondsInARow(t *testing.T) {
	for name, loss := range map[string]framestats.Frame{
		"clamp":  {Real: 250 * ms, Clamped: 1},
		"cap":    {Real: 250 * ms, DroppedCap: 1},
		"budget": {Real: 250 * ms, DroppedBudget: 1},
	} {
		r := newRecorder(t, framestats.RecorderConfig{})
		fine := framestats.Frame{Real: 250 * ms}
		half := func(f framestats.Frame) {
			r.Record(&f)
			r.Record(&fine)
		}
		half(loss) // one long hitch
		half(fine)
		half(loss)
		half(loss)
		wantEvents(t, name+" two in a row", r)
		half(loss)
		wantEvents(t, name+" three in a row", r, "dropping raised at frame 9")
		half(fine)
		half(fine)
		half(loss)
		half(fine)
		half(fine)
		wantEvents(t, name+" two without", r)
		half(fine)
		wantEvents(t, name+" three without", r, "dropping cleared at frame 21")
	}
}

// monoGame is MonoGame's Game.Tick, without what waits for vsync.
type monoGame struct {
	lag    int64
	slowly bool
}

func (g *monoGame) tick(steps int64) bool {
	g.lag += max(0, steps-1)
	if g.slowly {
		if g.lag == 0 {
			g.slowly = false
		}
	} else if g.lag >= 5 {
		g.slowly = true
	}
	if steps == 1 && g.lag > 0 {
		g.lag--
	}
	return g.slowly
}

func TestRunningSlowlyIsMonoGamesRuleWhereTheFrameWorked(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60)})
	var g monoGame
	changes := 0
	rng, before := rand.New(rand.NewPCG(7, 7)), false
	for i := range 100_000 {
		steps := []int64{1, 1, 1, 1, 1, 0, 2, 3}[rng.IntN(8)]
		if i/500%2 == 0 {
			steps = min(steps, 1)
		}
		r.Record(&framestats.Frame{Real: 20 * ms, Work: 20 * ms, Steps: steps})
		want := g.tick(steps)
		if got := r.Health(framestats.RunningSlowly); got != want {
			t.Fatalf("frame %d: %v, want %v", i, got, want)
		}
		if want != before {
			changes++
		}
		before = want
	}
	if changes < 50 {
		t.Errorf("%d changes: too few to show anything", changes)
	}
}

func TestWaitingForVsyncIsNotRunningSlowly(t *testing.T) {
	two := framestats.Frame{Real: 2 * frame60, Steps: 2, Cost: 6 * ms}
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60)})
	record(r, 1000, two)
	wantEvents(t, "a display of 30 Hz, work unknown", r)
	two.Work = 16 * ms
	record(r, 1000, two)
	wantEvents(t, "work within a timestep", r)
	two.Work = 20 * ms
	record(r, 5, two)
	wantEvents(t, "work over a timestep", r, "running-slowly raised at frame 2004")
	two.Work = 12 * ms
	record(r, 6, two)
	wantEvents(t, "and within it again", r, "running-slowly cleared at frame 2010")

	r = newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60), Interval: 2 * frame60})
	two.Work = 25 * ms
	record(r, 1000, two)
	wantEvents(t, "work within the display's interval", r)
	r.Reset()
	record(r, 100, framestats.Frame{Real: 3 * frame60, Steps: 3, Work: 40 * ms})
	wantEvents(t, "work over the display's interval", r, "running-slowly raised at frame 2")
}

func TestStepsAloneCanBeTheWorkThatMakesAFrameSlow(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60)})
	slow := framestats.Frame{Real: 40 * ms, Steps: 2, Cost: 40 * ms} // each pass makes the next one's time
	record(r, 1, slow)
	record(r, 4, slow)
	wantEvents(t, "four whose last pass is known", r)
	record(r, 1, slow)
	wantEvents(t, "five", r, "running-slowly raised at frame 5")
}

func TestGrantedStepsReachNoCapAndAreNotSlow(t *testing.T) {
	f := framestats.Frame{Real: 20 * ms, Work: 19 * ms, Steps: 100, Granted: 99, Cost: 10 * ms}
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60), Cap: 15})
	record(r, 100, f)
	wantEvents(t, "with 99 granted steps and one that was due", r)
	if got := r.StepCost().Count(); got != 10_000 {
		t.Errorf("the cost of %d steps is known, want all 10,000", got)
	}
	f.Granted = 80
	record(r, 8, f)
	wantEvents(t, "with 20 due", r, "running-slowly raised at frame 100", "cap-hit raised at frame 107")
}

func TestAnIntervalSetLaterIsWhatSlowIsJudgedBy(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(100), Interval: 20 * ms})
	slow := framestats.Frame{Real: 50 * ms, Work: 30 * ms, Steps: 5}
	if err := r.SetInterval(50 * ms); err != nil {
		t.Fatal(err)
	}
	if r.SetInterval(-1) == nil || r.SetInterval(tactus.FrameMax+1) == nil {
		t.Error("a time out of range was taken")
	}
	record(r, 20, slow)
	wantEvents(t, "30 ms of work in 50", r)
	if err := r.SetRate(tactus.Hz(200)); err != nil {
		t.Fatal(err)
	}
	record(r, 20, slow)
	wantEvents(t, "at another step rate", r)
	r.Reset()
	record(r, 20, slow)
	wantEvents(t, "after a reset", r)
	if err := r.SetInterval(20 * ms); err != nil {
		t.Fatal(err)
	}
	record(r, 2, slow)
	wantEvents(t, "30 ms of work in 20", r, "running-slowly raised at frame 21")
}

func TestAbsenceIsNoIllness(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Rate: tactus.Hz(60), Cap: 2})
	bad := framestats.Frame{Real: 900 * ms, Work: 900 * ms, Steps: 15, Cost: 800 * ms, Clamped: 600 * ms,
		DroppedCap: 100 * ms}
	for range 700 {
		f := bad
		f.Cause = tactus.Dragged
		r.Record(&f)
		f.Cause, f.Paused = 0, true
		r.Record(&f)
		f.Paused, f.Real = false, 0
		r.Record(&f)
	}
	wantEvents(t, "gaps, pauses, granted steps", r)
	if r.Lost().Clamped != 2100*600*ms || r.StepCost().Count() != 2100*15 {
		t.Errorf("lost %+v over %d steps: want all of them", r.Lost(), r.StepCost().Count())
	}
}

func TestEventsNobodyPollsPushOutTheOldest(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{Cap: 2, Interval: time.Second})
	for range 10 {
		record(r, 8, framestats.Frame{Real: ms, Steps: 2})
		record(r, 64, framestats.Frame{Real: ms, Steps: 1})
	}
	got := events(r)
	if len(got) != 16 || got[0] != "cap-hit raised at frame 151" || got[15] != "cap-hit cleared at frame 717" {
		t.Errorf("%d events, %q: want the last 16 of 20", len(got), got)
	}
}

func TestHealthHasNames(t *testing.T) {
	want := []string{"none", "step-cost-high", "cap-hit", "dropping", "running-slowly", "unknown"}
	for i, name := range want {
		if got := framestats.Health(i).String(); got != name {
			t.Errorf("health %d is %q, want %q", i, got, name)
		}
	}
	if newRecorder(t, framestats.RecorderConfig{}).Health(200) {
		t.Error("a condition that is none holds")
	}
}
