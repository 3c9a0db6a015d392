package pace_test

import (
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// Two bounds of one constant must overlap, however much time is between them.
func TestTheTwoOriginsOfTheClockDoNotDrift(t *testing.T) {
	low, high := pace.BracketOffset()
	p, err := pace.New(pace.Config{Rate: tactus.Hz(100), Mode: pace.Saver})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for range 30 {
		must(t, p, pace.AtDeadline)
		l, h := pace.BracketOffset()
		if low, high = max(low, l), min(high, h); low > high {
			t.Fatalf("no offset fits all readings: from %d to %d", low, high)
		}
	}
}

func TestTheKernelTimerIsNeverEarly(t *testing.T) {
	for _, thread := range []bool{false, true} {
		p, err := pace.New(pace.Config{Rate: tactus.Hz(1000), Mode: pace.Saver, Thread: thread})
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			must(t, p, pace.AtDeadline)
		}
		if c := p.Counts(); c.Sleeps > c.Frames {
			t.Errorf("%s: %d sleeps for %d frames", p.Timer(), c.Sleeps, c.Frames)
		}
		p.Close()
	}
}

func TestTheDescriptorIsFreed(t *testing.T) {
	for range 3000 { // more than a process may have open
		p, err := pace.New(pace.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if !pace.HasSystemSleeper(p) {
			t.Fatal("no timer is left")
		}
		p.Close()
	}
}
