package pace_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

func TestAClockThatStepsBackInsideASleepEndsTheWait(t *testing.T) {
	w := &world{now: tactus.Instant(time.Hour)}
	p, _ := w.pacer(t, pace.Config{})
	must(t, p, pace.AtDeadline)
	w.onSleep = func(_, _ tactus.Instant) bool { w.now = w.now.Add(-10 * time.Minute); return true }
	now := must(t, p, pace.AtDeadline)
	if c := p.Counts(); c.Backward != 1 || c.Sleeps != 1 || p.Jitter() != 0 {
		t.Errorf("%+v, jitter %v", c, p.Jitter())
	}
	if got, want := p.Next(), now.Add(tactus.Hz(60).TimeOf(1)); got != want {
		t.Errorf("the next deadline is at %d, want one period on, %d", got, want)
	}
}

func TestAClockThatStepsBackInsideASpinEndsTheWait(t *testing.T) {
	if !pace.CanSpin {
		t.Log("nothing spins here")
		return
	}
	w := &world{now: tactus.Instant(time.Hour)}
	readings := 0
	s := &pace.ScriptedSleeper{Sleep: w.sleep}
	p, err := pace.NewScripted(pace.Config{Mode: pace.Spin, Now: func() tactus.Instant {
		if readings++; readings == 1000 {
			w.now = w.now.Add(-time.Minute)
		}
		return w.Now()
	}}, s)
	if err != nil {
		t.Fatal(err)
	}
	w.reading = time.Microsecond
	must(t, p, pace.AtDeadline)
	must(t, p, pace.AtDeadline)
	if c := p.Counts(); c.Backward != 1 || readings != 1000 {
		t.Errorf("%+v after %d readings", c, readings)
	}
}

func TestAClockThatStepsBackBetweenWaitsStartsANewGrid(t *testing.T) {
	w := &world{now: tactus.Instant(time.Hour)}
	p, _ := w.pacer(t, pace.Config{})
	must(t, p, pace.AtDeadline)
	w.now = w.now.Add(-30 * time.Minute)
	from := w.now
	if now := must(t, p, pace.AtDeadline); now.Sub(from) > 17*time.Millisecond {
		t.Errorf("waited %v", now.Sub(from))
	}
	if c := p.Counts(); c.Backward != 1 || c.Reanchored != 0 {
		t.Errorf("%+v", c)
	}
}

func TestAClockThatStandsStillEndsTheWait(t *testing.T) {
	for _, mode := range []pace.Mode{pace.Hybrid, pace.Saver, pace.Spin} {
		w := &world{}
		p, _ := w.pacer(t, pace.Config{Mode: mode})
		must(t, p, pace.AtDeadline)
		w.reading, w.readings = 0, 0
		w.onSleep = func(_, _ tactus.Instant) bool { return true }
		must(t, p, pace.AtDeadline)
		c := p.Counts()
		if c.Stalled != 1 || c.Sleeps > pace.SleepsMax || w.readings > pace.StuckMax+pace.SleepsMax+2 {
			t.Errorf("%v: %+v, %d readings", mode, c, w.readings)
		}
		if p.Jitter() >= 0 {
			t.Errorf("%v: jitter %v of a frame that began early", mode, p.Jitter())
		}
	}
}

func TestNoClockHangsAWait(t *testing.T) {
	r := seeded(t, 4)
	for range 200 {
		w := &world{now: tactus.Instant(time.Hour), reading: 10 * time.Microsecond}
		p, _ := w.pacer(t, pace.Config{Mode: pace.Mode(r.IntN(3)), Rate: tactus.Hz(1 + r.Int64N(500))})
		w.onSleep = func(_, _ tactus.Instant) bool { return r.IntN(3) == 0 }
		w.late = func() time.Duration { return time.Duration(r.Int64N(int64(40*time.Millisecond))) - 20*time.Millisecond }
		for range 50 {
			switch r.IntN(4) {
			case 0:
				w.reading = 0
			case 1:
				w.reading = 10 * time.Microsecond
			case 2:
				w.now = w.now.Add(-time.Duration(r.Int64N(int64(time.Minute))))
			}
			before, sleeps := w.readings, w.sleeps
			must(t, p, pace.AtDeadline)
			if w.sleeps-sleeps > pace.SleepsMax || w.readings-before > 150_000 {
				t.Fatalf("%d sleeps and %d readings in one wait", w.sleeps-sleeps, w.readings-before)
			}
		}
	}
}
