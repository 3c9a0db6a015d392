package prove

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"

	"github.com/tactus-go/tactus"
)

// A Failure is one value of a case that did not come out.
type Failure struct {
	Case string `json:"name"`
	// Frame is the index of the frame, or -1 where the value is of the whole case.
	Frame int    `json:"frame"`
	Field string `json:"field"`
	Want  string `json:"want"`
	Got   string `json:"got"`
}

// String gives one line: case, frame, field, both values.
func (f Failure) String() string {
	where := fmt.Sprintf("frame %d", f.Frame)
	if f.Frame < 0 {
		where = "in all"
	}
	return fmt.Sprintf("%s: %s: %s is %s, want %s", f.Case, where, f.Field, f.Got, f.Want)
}

// caseStepsMax bounds the steps of one case: without clamp and cap a single frame can make thousands of
// millions due.
const caseStepsMax = 100_000_000

// caseRun is a case being run.
type caseRun struct {
	c        *Case
	s        *tactus.Stepper
	failures []Failure
	frames   int
	bySteps  map[int64]int64
	dropped  *big.Rat
	last     frameResult
	over     bool // more steps than a case may have
}

type frameResult struct {
	steps, first int64
	alpha        float64
	dropped      *big.Rat
}

// Run runs the case and returns what did not come out, nil where everything did. A case of over 100
// million steps fails.
func (c *Case) Run() []Failure {
	s, err := tactus.NewStepper(c.config)
	must(err) // parse tried it
	r := &caseRun{c: c, s: s, bySteps: map[int64]int64{}, dropped: new(big.Rat)}
	var high tactus.Instant
	s.Feed(high)
	for _, op := range c.ops {
		if r.over {
			return r.failures
		}
		switch op.kind {
		case "frame":
			now := high.Add(time.Duration(op.value))
			high = max(high, now)
			r.frame(s.Feed(now))
		case "step":
			r.frame(s.Grant(int(op.value)))
		case "pause":
			s.Pause()
		case "resume":
			s.Resume()
		case "scale":
			must(s.SetScale(op.rate))
		case "rate":
			must(s.SetRate(op.rate))
		}
	}
	if !r.over {
		r.finish()
	}
	return r.failures
}

func (r *caseRun) fail(frame int, field, want, got string) {
	r.failures = append(r.failures, Failure{r.c.Name, frame, field, want, got})
}

// frame runs a plan's steps and compares the frame.
func (r *caseRun) frame(plan tactus.Plan) {
	res := frameResult{first: int64(plan.First)}
	if n := r.s.Total().Run + plan.Steps; n > caseStepsMax {
		r.fail(r.frames, "steps", "at most "+strconv.Itoa(caseStepsMax)+" in a case", strconv.FormatInt(n, 10))
		r.over = true
		return
	}
	for r.s.Next() {
		res.steps++
	}
	res.alpha = r.s.Alpha()
	res.dropped = nanoseconds(r.s.Frame().Dropped(), r.s.Rate())
	r.dropped.Add(r.dropped, res.dropped)
	r.bySteps[res.steps]++
	if r.frames < len(r.c.expect.PerFrame) {
		r.compare(r.frames, r.c.expect.PerFrame[r.frames], res)
	}
	r.last = res
	r.frames++
}

func (r *caseRun) compare(frame int, want frameExpectation, got frameResult) {
	r.number(frame, "steps", want.Steps, got.steps)
	r.number(frame, "firstTick", want.FirstTick, got.first)
	if want.Alpha != nil && !(math.Abs(*want.Alpha-got.alpha) <= alphaTolerance) { // written so that NaN fails
		r.fail(frame, "alpha", strconv.FormatFloat(*want.Alpha, 'g', -1, 64), strconv.FormatFloat(got.alpha, 'g', -1, 64))
	}
	r.exact(frame, "droppedNs", want.DroppedNs, got.dropped)
}

// alphaTolerance is half of the 12th digit, with what a float64 adds.
const alphaTolerance = 0.5e-12 + 1e-15

func (r *caseRun) number(frame int, field string, want *int64, got int64) {
	if want != nil && *want != got {
		r.fail(frame, field, strconv.FormatInt(*want, 10), strconv.FormatInt(got, 10))
	}
}

func (r *caseRun) exact(frame int, field string, want *fraction, got *big.Rat) {
	if want != nil && want.Rat != nil && want.Cmp(got) != 0 {
		r.fail(frame, field, want.RatString(), got.RatString())
	}
}

// finish compares what is of the whole case.
func (r *caseRun) finish() {
	e, total := &r.c.expect, r.s.Total()
	if n := len(e.PerFrame); n > r.frames {
		r.fail(-1, "frames", "at least "+strconv.Itoa(n), strconv.Itoa(r.frames))
	}
	if e.Last != nil {
		r.compare(r.frames-1, *e.Last, r.last)
	}
	if e.FramesBySteps != nil {
		r.compareCounts(e.FramesBySteps)
	}
	r.number(-1, "ticks", e.Ticks, total.Run)
	r.number(-1, "backward", e.Backward, int64(total.Backward))
	r.exact(-1, "clampedNs", e.ClampedNs, wholeNs(total.Clamped))
	r.exact(-1, "pausedNs", e.PausedNs, wholeNs(total.Paused))
	r.exact(-1, "droppedNs", e.DroppedNs, r.dropped)
	r.exact(-1, "remainderSteps", e.RemainderSteps, r.s.Phase().Rat())
}

// compareCounts compares how many frames had how many steps, both ways.
func (r *caseRun) compareCounts(want map[string]int64) {
	all := map[string]int64{}
	for steps, n := range r.bySteps {
		all[strconv.FormatInt(steps, 10)] = n
	}
	names := []string{}
	for steps := range all {
		names = append(names, steps)
	}
	for steps := range want {
		names = append(names, steps)
	}
	slices.Sort(names)
	for _, steps := range slices.Compact(names) {
		if all[steps] != want[steps] {
			r.fail(-1, "frames of "+steps+" steps", strconv.FormatInt(want[steps], 10), strconv.FormatInt(all[steps], 10))
		}
	}
}

// nanoseconds returns exactly how long some steps are.
func nanoseconds(n tactus.Steps, rate tactus.Rate) *big.Rat {
	ns := n.Rat()
	return ns.Quo(ns, rate.Rat()).Mul(ns, big.NewRat(int64(time.Second), 1))
}

func wholeNs(d time.Duration) *big.Rat { return new(big.Rat).SetInt64(int64(d)) }
