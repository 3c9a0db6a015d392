package smooth_test

import (
	"math"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/smooth"
	"github.com/tactus-go/tactus/tactustest"
)

var _ = tactustest.SeedFlag()

const (
	us = time.Microsecond
	ms = time.Millisecond
)

var (
	hz60   = tactus.Hz(60)
	hz5994 = tactus.Ratio(60000, 1001)
	hz120  = tactus.Hz(120)
	hz144  = tactus.Hz(144)
)

// noises is a display with readings off by up to d in every manner that tests know.
func noises(r tactus.Rate, d time.Duration, seed uint64) map[string]tactustest.Trace {
	all := map[string]tactustest.Trace{
		"none":       tactustest.Display(r),
		"early late": tactustest.Display(r).EarlyLate(d),
		"tilted":     tilted(r, d),
	}
	for i := range uint64(20) {
		all["random "+string(rune('a'+i))] = tactustest.Display(r).Noisy(d, seed+i)
	}
	return all
}

// tilted is the worst that noise can do to a measured rate: for 64 frames all readings are early,
// for the next 64 all are late.
func tilted(r tactus.Rate, d time.Duration) tactustest.Trace {
	return func(yield func(time.Duration) bool) {
		var at, off time.Duration
		k := 0
		for frame := range tactustest.Display(r) {
			to := d
			if k/64%2 == 0 {
				to = -d
			}
			if !yield(frame + to - off) {
				return
			}
			at += frame
			off = to
			k++
		}
	}
}

// missing is a display of which some refreshes are missed: each frame takes the given number of
// periods in turn.
func missing(r tactus.Rate, periods ...int) tactustest.Trace {
	return func(yield func(time.Duration) bool) {
		sum := time.Duration(0)
		left, next := periods[0], 1
		for d := range tactustest.Display(r) {
			sum += d
			if left--; left > 0 {
				continue
			}
			left = periods[next%len(periods)]
			next++
			if !yield(sum) {
				return
			}
			sum = 0
		}
	}
}

// stepsPerFrame counts the frames of a run by their number of steps, the first reading left out.
type stepsPerFrame [4]int

// run feeds a stepper with n frames of a trace, each passed through change.
func run(t *testing.T, c tactus.StepperConfig, trace tactustest.Trace, n int,
	change func(tactus.Instant) tactus.Instant) (count stepsPerFrame, each []int64) {
	t.Helper()
	s, err := tactus.NewStepper(c)
	if err != nil {
		t.Fatal(err)
	}
	first := true
	for now := range trace.Take(n).From(0) {
		if change != nil {
			now = change(now)
		}
		steps := s.Feed(now).Steps
		for s.Next() {
		}
		if !first {
			count[min(steps, 3)]++
			each = append(each, steps)
		}
		first = false
	}
	return count, each
}

func newSnapper(t *testing.T, r tactus.Rate, tolerance time.Duration) *smooth.Snapper {
	t.Helper()
	s, err := smooth.NewSnapper(smooth.SnapperConfig{Rate: r, Tolerance: tolerance})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newEstimator(t *testing.T) *smooth.Estimator {
	t.Helper()
	e, err := smooth.NewEstimator(smooth.EstimatorConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// observe hands n frames to an estimator and returns the last reading, and the number of the frame
// from which on it was locked to near the rate; -1 where it is not in the end.
func observe(e *smooth.Estimator, trace tactustest.Trace, from tactus.Instant, n int,
	r tactus.Rate) (last tactus.Instant, locked int) {
	locked = -1
	k := 0
	for last = range trace.Take(n).From(from) {
		e.Observe(last)
		switch got, ok := e.Rate(); {
		case !ok || math.Abs(got.Float()/r.Float()-1) > 0.01:
			locked = -1
		case locked < 0:
			locked = k
		}
		k++
	}
	return last, locked
}
