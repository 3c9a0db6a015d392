package pace_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// inBubble returns a Pacer on the time of a synctest bubble, which stands still while anybody runs.
func inBubble(t *testing.T, c pace.Config) *pace.Pacer {
	t.Helper()
	start := time.Now()
	c.Now = func() tactus.Instant { return tactus.Instant(time.Since(start)) }
	p, err := pace.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestInABubbleEachFrameIsOnTimeToTheNanosecond(t *testing.T) {
	for _, mode := range []pace.Mode{pace.Saver, pace.Hybrid} {
		synctest.Test(t, func(t *testing.T) {
			p := inBubble(t, pace.Config{Mode: mode})
			defer p.Close()
			for k := range tactus.Tick(121) {
				if now := must(t, p, pace.AtDeadline); now != tactus.Instant(tactus.Hz(60).TimeOf(k)) {
					t.Fatalf("%v: frame %d at %d", mode, k, now)
				}
			}
		})
	}
}

func TestWakeEndsAWaitAndLeavesTheGrid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := inBubble(t, pace.Config{Rate: tactus.Hz(1), Mode: pace.Saver})
		defer p.Close()
		must(t, p, pace.AtDeadline)
		for range 3 {
			go func() {
				time.Sleep(100 * time.Millisecond)
				p.Wake()
				p.Wake() // as one
			}()
			next := p.Next()
			must(t, p, pace.ByWake)
			if p.Next() != next {
				t.Errorf("a wake moved the deadline from %d to %d", next, p.Next())
			}
		}
		if now := must(t, p, pace.AtDeadline); now != tactus.Instant(time.Second) {
			t.Errorf("the frame began at %d", now)
		}
		if c := p.Counts(); c.Woken != 3 || c.Frames != 2 || c.Late != 0 {
			t.Errorf("%+v", c)
		}
	})
}

func TestAWakeBeforeTheWaitIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := inBubble(t, pace.Config{Rate: tactus.Hz(1)})
		defer p.Close()
		must(t, p, pace.AtDeadline)
		p.Wake()
		if now := must(t, p, pace.ByWake); now != 0 {
			t.Errorf("the wake was seen at %d", now)
		}
		p.Wake()
		time.Sleep(2 * time.Second) // and the frame that is due anyway is one
		must(t, p, pace.AtDeadline)
		must(t, p, pace.AtDeadline)
	})
}

func TestTheEndOfAContextEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3500*time.Millisecond)
		defer cancel()
		p := inBubble(t, pace.Config{Rate: tactus.Hz(1)})
		defer p.Close()
		defer context.AfterFunc(ctx, p.Wake)()
		frames := 0
		for ; ctx.Err() == nil; frames++ {
			p.Wait()
		}
		if frames != 5 { // at 0, 1, 2, 3 s and the one that the end woke
			t.Errorf("%d waits", frames)
		}
	})
}

func TestCloseEndsAWaitAndAllLaterOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := inBubble(t, pace.Config{Rate: tactus.Hz(1)})
		must(t, p, pace.AtDeadline)
		go func() {
			time.Sleep(100 * time.Millisecond)
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}()
		if now := must(t, p, pace.ByClose); now != tactus.Instant(100*time.Millisecond) {
			t.Errorf("the wait ended at %d", now)
		}
		must(t, p, pace.ByClose)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		p.Wake()
		must(t, p, pace.ByClose)
	})
}

func TestTwoWaitsAtOncePanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := inBubble(t, pace.Config{Rate: tactus.Hz(1)})
		must(t, p, pace.AtDeadline)
		var done sync.WaitGroup
		done.Go(func() { p.Wait() })
		synctest.Wait()
		panics(t, "tactus: pace.Wait during a Wait", func() { p.Wait() })
		p.Close()
		done.Wait()
	})
}

func TestAClockThatPanicsLeavesThePacerUsable(t *testing.T) {
	w := &world{}
	broken := false
	s := &pace.ScriptedSleeper{Sleep: w.sleep}
	p, err := pace.NewScripted(pace.Config{Now: func() tactus.Instant {
		if broken {
			panic("tactus: no clock")
		}
		return w.Now()
	}}, s)
	if err != nil {
		t.Fatal(err)
	}
	w.reading = time.Microsecond
	must(t, p, pace.AtDeadline)
	broken = true
	panics(t, "tactus: no clock", func() { p.Wait() })
	broken = false
	must(t, p, pace.AtDeadline)
	if err := p.Close(); err != nil || s.Closed != 1 {
		t.Errorf("closed %d times, %v", s.Closed, err)
	}
}
