package pace_test

import (
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

func TestTheHighResolutionTimerIsUsedWhereItIs(t *testing.T) {
	p, err := pace.New(pace.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Timer() != "high-resolution waitable timer" {
		t.Errorf("the timer is %q", p.Timer())
	}
}

func TestTheRaisedPeriodIsReleasedAfterEachSleep(t *testing.T) {
	p, periods := pace.NewOldTimer(pace.Config{Rate: tactus.Hz(200)})
	defer p.Close()
	for frame := range 20 {
		must(t, p, pace.AtDeadline)
		if raised, released := periods(); raised != released || frame > 5 && raised == 0 {
			t.Fatalf("frame %d: raised %d times, released %d times", frame, raised, released)
		}
	}
	for range 20 {
		woken := make(chan struct{})
		go func() {
			p.Wake()
			close(woken)
		}()
		p.Wait()
		<-woken
		if raised, released := periods(); raised != released {
			t.Fatalf("after a wake: raised %d times, released %d times", raised, released)
		}
	}
	for end := pace.ByWake; end == pace.ByWake; { // a wake that came after its wait is remembered
		_, end = p.Wait()
	}
	before, _ := periods()
	p.SetMode(pace.Saver)
	for range 5 {
		must(t, p, pace.AtDeadline)
	}
	if raised, _ := periods(); raised != before {
		t.Errorf("Saver raised the period %d times", raised-before)
	}
}
