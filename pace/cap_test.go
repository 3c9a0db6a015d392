package pace_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// refreshes returns how many of the refreshes in d draw, with time stamps off by up to jitter.
func refreshes(t *testing.T, display tactus.Rate, d, jitter time.Duration,
	present func(tactus.Instant) bool) (drawn int) {
	r := seeded(t, 8)
	for j := tactus.Tick(0); display.TimeOf(j) < d; j++ {
		at := tactus.Instant(display.TimeOf(j))
		if jitter > 0 {
			at = at.Add(around(r, 0, jitter)())
		}
		if present(at) {
			drawn++
		}
	}
	return drawn
}

// naive is the limiter that waits a period since the last frame.
func naive(rate tactus.Rate) func(tactus.Instant) bool {
	last := tactus.Instant(-1 << 62)
	return func(now tactus.Instant) bool {
		if now.Sub(last) < rate.Period() {
			return false
		}
		last = now
		return true
	}
}

func TestACapDrawsItsRateOnAnyDisplay(t *testing.T) {
	for _, c := range []struct {
		limit, display tactus.Rate
		frames, naive  int
	}{
		{tactus.Hz(60), tactus.Hz(144), 600, 480},
		{tactus.Hz(67), tactus.Hz(75), 670, 375},
		{tactus.Hz(30), tactus.Hz(144), 300, 288},
		{tactus.Hz(60), tactus.Hz(60), 600, 600},
		{tactus.Hz(30), tactus.Hz(60), 300, 300},
		{tactus.Hz(240), tactus.Hz(60), 600, 600},
		{tactus.Hz(70), tactus.Hz(60), 600, 600},
		{tactus.Hz(60), tactus.Ratio(60000, 1001), 600, 600},
		{tactus.Hz(1), tactus.Hz(144), 10, 10},
	} {
		limit, err := pace.NewCap(c.limit)
		if err != nil {
			t.Fatal(err)
		}
		if got := refreshes(t, c.display, 10*time.Second, 0, limit.Present); got != c.frames {
			t.Errorf("%v on %v Hz: %d frames in 10 s, want %d", c.limit, c.display, got, c.frames)
		}
		if got := refreshes(t, c.display, 10*time.Second, 0, naive(c.limit)); got != c.naive {
			t.Errorf("naive %v on %v Hz: %d frames in 10 s, want %d", c.limit, c.display, got, c.naive)
		}
	}
}

func TestJitterDropsNoFrameAtTheDisplaysOwnRate(t *testing.T) {
	limit, err := pace.NewCap(tactus.Hz(60))
	if err != nil {
		t.Fatal(err)
	}
	if got := refreshes(t, tactus.Hz(60), 10*time.Second, 3*time.Millisecond, limit.Present); got != 600 {
		t.Errorf("%d of 600 refreshes draw under jitter", got)
	}
	limit.Reset()
	if got := refreshes(t, tactus.Hz(144), 10*time.Second, time.Millisecond, limit.Present); got < 599 || got > 601 {
		t.Errorf("%d frames in 10 s of 144 Hz under jitter, want 600", got)
	}
}

func TestACapMakesNothingUpAfterAHitch(t *testing.T) {
	limit, err := pace.NewCap(tactus.Hz(60))
	if err != nil {
		t.Fatal(err)
	}
	display, drawn := tactus.Hz(144), 0
	for j := range tactus.Tick(1440) {
		if j >= 144 && j < 576 {
			continue // no refresh for 3 s
		}
		if limit.Present(tactus.Instant(display.TimeOf(j))) {
			drawn++
		}
	}
	if drawn < 420 || drawn > 421 { // 7 s
		t.Errorf("%d frames in 7 s of refreshes, want 420", drawn)
	}
}

func TestACapTakesAClockThatStepsBackAsANewStart(t *testing.T) {
	limit, err := pace.NewCap(tactus.Hz(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   time.Duration
		draw bool
	}{
		{time.Hour, true}, {time.Hour + time.Millisecond, false},
		{time.Minute, true}, {time.Minute + time.Millisecond, false},
	} {
		if got := limit.Present(tactus.Instant(c.at)); got != c.draw {
			t.Errorf("at %v: %v", c.at, got)
		}
	}
	if _, err := pace.NewCap(tactus.Rate{}); err == nil {
		t.Error("a cap without a rate was taken")
	}
}
