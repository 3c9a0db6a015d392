package smooth_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/smooth"
	"github.com/tactus-go/tactus/tactustest"
)

func newSmoother(t *testing.T) *smooth.Smoother {
	t.Helper()
	s, err := smooth.NewSmoother(smooth.EstimatorConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestASmootherMakesADisplayEvenOnceItIsKnown(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, r := range []tactus.Rate{hz60, hz5994, hz120, hz144, tactus.Hz(240)} {
		s := newSmoother(t)
		last := tactus.Instant(0)
		n := 0
		for now := range tactustest.Display(r).Noisy(200*us, seed).Take(3000).From(0) {
			out := s.Smooth(now)
			if d := out.Sub(last); n > 200 && d != r.Period() && d != r.Period()+1 {
				t.Fatalf("%v: frame %d takes %v", r, n, d)
			}
			last = out
			n++
		}
		if got, ok := s.Rate(); !ok || got != r || !s.Locked() {
			t.Errorf("%v: the grid has %v, %v", r, got, ok)
		}
	}
}

func TestASmoothedStepperOnItsOwnDisplayRunsOneStepAFrame(t *testing.T) {
	seed := tactustest.Seed(t)
	for name, trace := range noises(hz60, 200*us, seed) {
		s := newSmoother(t)
		// With half a step of lead also the frames before the display is known are even.
		count, _ := run(t, tactus.StepperConfig{Rate: hz60, Lead: tactus.Ratio(1, 2)}, trace, 5000, s.Smooth)
		if count != (stepsPerFrame{1: 5000}) {
			t.Errorf("%s: frames by steps %v", name, count)
		}
	}
}

func TestSmoothedTimeNeverStepsBackAndKeepsRealTime(t *testing.T) {
	seed := tactustest.Seed(t)
	draw := rand.New(rand.NewPCG(seed, 5))
	s := newSmoother(t)
	now, high, last := tactus.Instant(0), tactus.Instant(0), tactus.Instant(0)
	take := func(in tactus.Instant) {
		high = max(high, in)
		out := s.Smooth(in)
		if out < last {
			t.Fatalf("stepped back from %d to %d", last, out)
		}
		if off := out.Sub(high); off > 6250*us || off < -6250*us { // an eighth of the longest period
			t.Fatalf("%v off at %d", off, high)
		}
		last = out
	}
	for i := range uint64(60) {
		r := []tactus.Rate{hz60, hz5994, hz120, hz144, tactus.Hz(75), tactus.Hz(24)}[draw.IntN(6)]
		trace := tactustest.Display(r).Noisy(200*us, seed+i)
		if i%5 == 4 {
			trace = tactustest.FPS(hz60).Jittered(0.4, 1.6, seed+i)
		}
		if i%3 == 0 {
			trace = trace.Hitching(50, 130*ms)
		}
		for now = range trace.Take(50 + draw.IntN(400)).From(now) {
			take(now)
		}
		take(now.Add(-time.Second))
	}
}

func TestASmootherFollowsAChangeOfDisplay(t *testing.T) {
	s := newSmoother(t)
	now := tactus.Instant(0)
	for now = range tactustest.Display(hz60).Take(300).From(now) {
		s.Smooth(now)
	}
	if r, ok := s.Rate(); !ok || r != hz60 {
		t.Errorf("at 60 Hz the grid has %v, %v", r, ok)
	}
	for now = range tactustest.Display(hz144).Take(300).From(now) {
		s.Smooth(now)
	}
	if r, ok := s.Rate(); !ok || r != hz144 {
		t.Errorf("at 144 Hz the grid has %v, %v", r, ok)
	}
	for now = range tactustest.FPS(hz60).Jittered(0.4, 1.6, 1).Take(300).From(now) {
		if out := s.Smooth(now); !s.Locked() && out.Sub(now) > 868*us {
			t.Fatalf("without a display %d is passed on as %d", now, out)
		}
	}
	if r, ok := s.Rate(); ok || r != (tactus.Rate{}) {
		t.Errorf("without a display the grid has %v", r)
	}
}

func TestAPanelWithARateOfItsOwnIsFollowed(t *testing.T) {
	s := newSmoother(t)
	odd := tactus.Ratio(60_370, 1000)
	for now := range tactustest.Display(odd).Noisy(100*us, 3).Take(3000).From(0) {
		s.Smooth(now)
	}
	if r, ok := s.Rate(); !ok || r.Float() < 60.365 || r.Float() > 60.375 {
		t.Errorf("the grid has %v", r.Float())
	}
}

func TestSmoothingDoesNotAllocate(t *testing.T) {
	s, now := newSmoother(t), tactus.Instant(0)
	trace := tactustest.Display(hz60).Noisy(200*us, 1).Frames(1000)
	changed := tactustest.Display(hz144).Frames(1000)
	if n := testing.AllocsPerRun(20, func() {
		for i := range trace {
			now = now.Add(trace[i])
			s.Smooth(now)
		}
		for i := range changed {
			now = now.Add(changed[i])
			s.Smooth(now)
		}
	}); n != 0 {
		t.Errorf("2000 frames allocate %v times", n)
	}
}

func ExampleSmoother() {
	s, err := smooth.NewSmoother(smooth.EstimatorConfig{})
	if err != nil {
		panic(err)
	}
	stepper, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60), Lead: tactus.Ratio(1, 2)})
	if err != nil {
		panic(err)
	}
	for now := range tactustest.Display(tactus.Hz(60)).EarlyLate(200 * time.Microsecond).Take(600).From(0) {
		stepper.Feed(s.Smooth(now))
		for stepper.Next() {
		}
	}
	rate, locked := s.Rate()
	fmt.Println(stepper.Tick(), rate, locked)
	// Output: 600 60 true
}
