package main

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/tactustest"
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

// spend runs the plan and returns its number of steps.
func spend(s *tactus.Stepper) (steps int64) {
	for s.Next() {
		steps++
	}
	return steps
}

func TestAHitchOf500MsIs15StepsAnd250MsClamped(t *testing.T) {
	s := newStepper(t, sixty)
	s.Feed(tactus.Instant(500 * time.Millisecond))
	if n, l := spend(s), s.Frame(); n != 15 || l.Clamped != 250*time.Millisecond {
		t.Errorf("%d steps, %+v", n, l)
	}
}

func TestResumeBeforeTheFeedMakesThePauseGameTime(t *testing.T) {
	for _, late := range []bool{false, true} {
		s := newStepper(t, sixty)
		s.Pause()
		if !late {
			s.Resume()
		}
		s.Feed(tactus.Instant(10 * time.Second))
		s.Resume()
		n, l := spend(s), s.Frame()
		if late && (n != 0 || l.Paused != 10*time.Second) || !late && (n != 15 || l.Paused != 0 || l.Clamped == 0) {
			t.Errorf("resumed after the feed %t: %d steps, %+v", late, n, l)
		}
	}
}

func TestADragIsAGapWithItsCause(t *testing.T) {
	for _, c := range []struct {
		drag     time.Duration
		announce bool
		want     tactus.Cause
	}{{300 * time.Millisecond, false, 0}, {300 * time.Millisecond, true, tactus.Dragged},
		{3 * time.Second, false, tactus.Unannounced}, {3 * time.Second, true, tactus.Dragged}} {
		s := newStepper(t, sixty)
		if c.announce {
			s.Suspend(tactus.Dragged)
		}
		s.Feed(tactus.Instant(c.drag))
		n, l := spend(s), s.Frame()
		if n != 15 || l.Event.Cause != c.want || c.announce != (l.Gap > 0) {
			t.Errorf("%+v: %d steps, %+v", c, n, l)
		}
	}
}

func TestADragUnderPauseMovesNothing(t *testing.T) {
	s := newStepper(t, sixty)
	s.Pause()
	s.Feed(tactus.Instant(3 * time.Second))
	s.Resume()
	if n := spend(s); n != 0 {
		t.Errorf("%d steps", n)
	}
}

func TestKeptStepsShowAsPhaseAndAlpha1(t *testing.T) {
	s := newStepper(t, tactus.StepperConfig{Rate: tactus.Hz(60), Clamp: tactus.NoClamp, Cap: 4, Overflow: tactus.CatchUp})
	s.Feed(tactus.Instant(10 * time.Second))
	if n := spend(s); n != 4 || s.Phase().Whole() != 596 || s.Alpha() != 1 {
		t.Errorf("%d steps, phase %v, alpha %v", n, s.Phase(), s.Alpha())
	}
}

func TestMostFramesOf144HzRunNoStep(t *testing.T) {
	shots, err := run(sixty, tactustest.Display(tactus.Hz(144)).Take(144), nil)
	if err != nil {
		t.Fatal(err)
	}
	none := 0
	for _, s := range shots {
		if s.steps == 0 {
			none++
		}
	}
	if none != 84 {
		t.Errorf("%d of 144 frames run no step, the page says 84", none)
	}
}

func TestFiftyFastFramesAndTenSlowOnesAre60FPS(t *testing.T) {
	r, err := framestats.NewRecorder(framestats.RecorderConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		d := 8 * time.Millisecond
		if i%6 == 5 {
			d = 60 * time.Millisecond
		}
		r.Record(&framestats.Frame{Real: d})
	}
	if fps := r.MeanFPS(); fps < 59 || fps > 61 || r.HitchCount() != 10 {
		t.Errorf("%v FPS, %d hitches", fps, r.HitchCount())
	}
}

func TestFramesPacedTo60AreAHairShort(t *testing.T) {
	shots, err := run(sixty, tactustest.FPS(tactus.Hz(60)).Take(600), nil)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[int64]int{}
	for _, s := range shots {
		counts[s.steps]++
	}
	if counts[0] != 200 || counts[1] != 200 || counts[2] != 200 {
		t.Errorf("frames by steps: %v", counts)
	}
	lead, err := run(withLead, tactustest.FPS(tactus.Hz(60)).Take(600), nil)
	if err != nil || len(uneven(lead)) != 0 {
		t.Errorf("%d uneven frames with a lead, error %v", len(uneven(lead)), err)
	}
}
