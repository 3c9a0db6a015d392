package pace_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

func TestDeadlinesAreTheExactGrid(t *testing.T) {
	for _, rate := range []tactus.Rate{tactus.Hz(60), tactus.Ratio(60000, 1001), tactus.Hz(144), tactus.Hz(7)} {
		w := &world{now: 12345, reading: us / 2, late: around(seeded(t, 1), 60*time.Microsecond, 40*time.Microsecond)}
		p, _ := w.pacer(t, pace.Config{Rate: rate})
		anchor := must(t, p, pace.AtDeadline)
		for k := tactus.Tick(1); k <= 10_000; k++ {
			if got, want := p.Next(), anchor.Add(rate.TimeOf(k)); got != want {
				t.Fatalf("rate %v: deadline %d is at %d, want %d", rate, k, got, want)
			}
			if now := must(t, p, pace.AtDeadline); now < anchor.Add(rate.TimeOf(k)) {
				t.Fatalf("rate %v: frame %d began %v early", rate, k, anchor.Add(rate.TimeOf(k)).Sub(now))
			}
		}
		if c := p.Counts(); c.Frames != 10_001 || c.Late+c.Reanchored+c.Missed != 0 {
			t.Errorf("rate %v: %+v", rate, c)
		}
	}
}

func TestTheMeanRateHoldsWhateverTheWork(t *testing.T) {
	r := seeded(t, 2)
	w := &world{late: around(r, 60*time.Microsecond, 40*time.Microsecond)}
	p, _ := w.pacer(t, pace.Config{})
	start := must(t, p, pace.AtDeadline)
	for range 10_000 {
		w.now = w.now.Add(time.Duration(r.Int64N(int64(15 * time.Millisecond))))
		must(t, p, pace.AtDeadline)
	}
	mean := 10_000 / w.now.Sub(start).Seconds()
	if mean < 60*(1-1e-4) || mean > 60*(1+1e-4) {
		t.Errorf("%v frames a second, want 60", mean)
	}
}

func TestACoarseSystemTimerStillGivesTheRate(t *testing.T) {
	w := &world{late: func() time.Duration { return 12 * time.Millisecond }}
	p, _ := w.pacer(t, pace.Config{Rate: tactus.Hz(20)})
	start := must(t, p, pace.AtDeadline)
	for range 1000 {
		must(t, p, pace.AtDeadline)
	}
	if mean := 1000 / w.now.Sub(start).Seconds(); mean < 19.99 || mean > 20.01 {
		t.Errorf("%v frames a second, want 20", mean)
	}
}

func TestLateWithinAPeriodKeepsTheGrid(t *testing.T) {
	w := &world{}
	p, _ := w.pacer(t, pace.Config{})
	anchor := must(t, p, pace.AtDeadline)
	w.now = w.now.Add(25 * time.Millisecond) // deadline 1 was 8.3 ms ago
	now := must(t, p, pace.AtDeadline)
	if want := now.Sub(anchor.Add(tactus.Hz(60).TimeOf(1))); p.Jitter() != want || want < 8*time.Millisecond {
		t.Errorf("jitter %v, want %v", p.Jitter(), want)
	}
	if got, want := p.Next(), anchor.Add(tactus.Hz(60).TimeOf(2)); got != want {
		t.Errorf("the next deadline is at %d, want %d: the grid moved", got, want)
	}
	if c := p.Counts(); c.Late != 1 || c.Reanchored != 0 || c.Missed != 0 {
		t.Errorf("%+v", c)
	}
}

func TestLateByMoreThanAPeriodReanchorsWithoutABurst(t *testing.T) {
	for _, gap := range []time.Duration{40 * time.Millisecond, 10 * time.Second, 8 * time.Hour} {
		w := &world{}
		p, _ := w.pacer(t, pace.Config{})
		anchor := must(t, p, pace.AtDeadline)
		w.now = w.now.Add(gap)
		now := must(t, p, pace.AtDeadline)
		missed := uint64(now.Sub(anchor.Add(tactus.Hz(60).TimeOf(1))) / tactus.Hz(60).Period())
		if c := p.Counts(); c.Late != 1 || c.Reanchored != 1 || c.Missed != missed || missed == 0 {
			t.Errorf("gap %v: %+v, want %d missed", gap, c, missed)
		}
		for k := tactus.Tick(1); k < 5; k++ { // each frame after it is a whole period long
			if next := must(t, p, pace.AtDeadline); next < now.Add(tactus.Hz(60).TimeOf(k)) {
				t.Errorf("gap %v: frame %d began after %v", gap, k, next.Sub(now))
			}
		}
	}
}

func TestAnOversleptPeriodReanchorsToo(t *testing.T) {
	w := &world{late: func() time.Duration { return 50 * time.Millisecond }}
	p, _ := w.pacer(t, pace.Config{Mode: pace.Saver})
	must(t, p, pace.AtDeadline)
	now := must(t, p, pace.AtDeadline)
	if c := p.Counts(); c.Late != 0 || c.Reanchored != 1 || c.Missed != 3 {
		t.Errorf("%+v", c)
	}
	if got, want := p.Next(), now.Add(tactus.Hz(60).TimeOf(1)); got != want {
		t.Errorf("the next deadline is at %d, want %d", got, want)
	}
}

func TestSetRateGoesOnFromTheLastDeadline(t *testing.T) {
	w := &world{}
	p, _ := w.pacer(t, pace.Config{})
	anchor := must(t, p, pace.AtDeadline)
	for range 10 {
		must(t, p, pace.AtDeadline)
	}
	if err := p.SetRate(tactus.Hz(0)); err == nil || p.Rate() != tactus.Hz(60) {
		t.Errorf("a rate of 0 was taken: %v", err)
	}
	if err := p.SetRate(tactus.Hz(144)); err != nil {
		t.Fatal(err)
	}
	last := anchor.Add(tactus.Hz(60).TimeOf(10))
	if got, want := p.Next(), last.Add(tactus.Hz(144).TimeOf(1)); got != want {
		t.Errorf("the next deadline is at %d, want %d", got, want)
	}
	must(t, p, pace.AtDeadline)
	if c := p.Counts(); c.Reanchored != 0 || c.Late != 0 {
		t.Errorf("%+v", c)
	}
}

func TestResetStartsAgainAndCountsNothing(t *testing.T) {
	w := &world{}
	p, _ := w.pacer(t, pace.Config{})
	must(t, p, pace.AtDeadline)
	w.now = w.now.Add(time.Hour)
	p.Reset()
	if p.Next() != 0 {
		t.Errorf("a deadline at %d before the anchor", p.Next())
	}
	now := must(t, p, pace.AtDeadline)
	if c := p.Counts(); c.Late+c.Reanchored != 0 || p.Jitter() != 0 || p.Next() != now.Add(tactus.Hz(60).TimeOf(1)) {
		t.Errorf("%+v, jitter %v", c, p.Jitter())
	}
}

func TestSaverNeverSpinsAndSpinNeverSleeps(t *testing.T) {
	w := &world{late: func() time.Duration { return 60 * time.Microsecond }}
	p, _ := w.pacer(t, pace.Config{Mode: pace.Saver})
	for range 100 {
		must(t, p, pace.AtDeadline)
	}
	if c := p.Counts(); c.Spun != 0 || c.Sleeps != 99 {
		t.Errorf("Saver: %+v", c)
	}
	if !pace.CanSpin {
		return
	}
	w = &world{reading: time.Microsecond}
	p, _ = w.pacer(t, pace.Config{Mode: pace.Spin})
	for range 100 {
		must(t, p, pace.AtDeadline)
	}
	if c := p.Counts(); c.Sleeps != 0 || c.Spun < 1600*time.Millisecond {
		t.Errorf("Spin: %+v", c)
	}
}

func TestHybridWakesEarlyByWhatTheKernelIsLate(t *testing.T) {
	if !pace.CanSpin {
		t.Log("here Hybrid is Saver: nothing spins")
		return
	}
	w := &world{late: around(seeded(t, 3), 60*time.Microsecond, 20*time.Microsecond)}
	p, _ := w.pacer(t, pace.Config{})
	late := 0
	for range 1000 {
		must(t, p, pace.AtDeadline)
		if p.Jitter() > time.Microsecond {
			late++
		}
	}
	c := p.Counts()
	if late > 0 {
		t.Errorf("%d of 1000 frames late by more than 1 us; margin %v", late, p.Margin())
	}
	if mean := c.Spun / 1000; mean > 50*time.Microsecond || c.Sleeps != 999 {
		t.Errorf("%v spun a frame, %d sleeps", mean, c.Sleeps)
	}
}

func TestASleeperCutToMillisecondsIsNotABusyLoop(t *testing.T) {
	for _, mode := range []pace.Mode{pace.Hybrid, pace.Saver} {
		w := &world{cut: time.Millisecond, late: func() time.Duration { return 20 * time.Microsecond }}
		p, _ := w.pacer(t, pace.Config{Mode: mode})
		for range 500 {
			must(t, p, pace.AtDeadline)
		}
		if w.sleeps > 500*pace.SleepsMax {
			t.Errorf("%v: %d sleeps in 500 frames", mode, w.sleeps)
		}
	}
}

func TestASleeperThatFailsIsReplaced(t *testing.T) {
	w := &world{reading: 20 * time.Microsecond}
	p, s := w.pacer(t, pace.Config{Rate: tactus.Hz(1000)})
	s.Sleep = func(_, _ tactus.Instant, _ bool) error { return errors.New("bad file descriptor") }
	must(t, p, pace.AtDeadline)
	must(t, p, pace.AtDeadline)
	if p.Timer() != "Go timer" {
		t.Errorf("still waits with %q", p.Timer())
	}
	if err := p.Close(); err != nil || s.Closed != 1 {
		t.Errorf("closed %d times, %v", s.Closed, err)
	}
}

func TestBadSettingsAreRefused(t *testing.T) {
	for _, c := range []struct {
		config pace.Config
		field  string
	}{
		{pace.Config{Rate: tactus.Hz(-1)}, "pace.Config.Rate"},
		{pace.Config{Rate: tactus.Ratio(1, 0)}, "pace.Config.Rate"},
		{pace.Config{Rate: tactus.Hz(tactus.RateMax + 1)}, "pace.Config.Rate"},
		{pace.Config{Mode: 3}, "pace.Config.Mode"},
		{pace.Config{BudgetPercent: -1}, "pace.Config.BudgetPercent"},
		{pace.Config{BudgetPercent: 51}, "pace.Config.BudgetPercent"},
	} {
		p, err := pace.New(c.config)
		var bad *tactus.ConfigError
		if !errors.As(err, &bad) || bad.Field != c.field || p != nil {
			t.Errorf("%+v: %v", c.config, err)
		}
	}
}

func TestTheZeroConfigIs60HybridFrames(t *testing.T) {
	p, err := pace.New(pace.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Rate() != tactus.Hz(60) || p.Mode() != pace.Hybrid || p.Margin() != pace.MarginStart+pace.MarginExtra {
		t.Errorf("%v, %v, margin %v", p.Rate(), p.Mode(), p.Margin())
	}
}

func TestAModeThatThereIsNotPanics(t *testing.T) {
	p, _ := (&world{}).pacer(t, pace.Config{})
	p.SetMode(pace.Saver)
	if p.Mode() != pace.Saver || p.Mode().String() != "saver" || pace.Mode(9).String() != "mode 9" {
		t.Errorf("mode %v", p.Mode())
	}
	panics(t, "tactus: pace.SetMode of 9", func() { p.SetMode(9) })
}

// panics checks that f panics with a text that starts with want.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, want) {
			t.Errorf("panic %q, want %q", text, want)
		}
	}()
	f()
}
