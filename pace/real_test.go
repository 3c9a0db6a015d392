package pace_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// On real time nothing is asserted but counts: any machine may be late by any amount at any moment.
func TestRealWaitsComeToTheirDeadlines(t *testing.T) {
	for _, mode := range []pace.Mode{pace.Hybrid, pace.Saver, pace.Spin} {
		for _, thread := range []bool{false, true} {
			p, err := pace.New(pace.Config{Rate: tactus.Hz(500), Mode: mode, Thread: thread})
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				deadline := p.Next()
				if now := must(t, p, pace.AtDeadline); now < deadline {
					t.Errorf("%v, thread %v: %v early", mode, thread, deadline.Sub(now))
				}
			}
			if c := p.Counts(); c.Frames != 30 || c.Woken+c.Backward+c.Stalled != 0 {
				t.Errorf("%v, thread %v: %+v", mode, thread, c)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestLinuxAndWindowsWaitWithATimerOfTheSystem(t *testing.T) {
	p, err := pace.New(pace.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := runtime.GOOS == "linux" || runtime.GOOS == "windows"
	if pace.HasSystemSleeper(p) != want {
		t.Errorf("on %s the timer is %q", runtime.GOOS, p.Timer())
	}
}

func TestAWaitAllocatesNothing(t *testing.T) {
	for _, c := range []pace.Config{{Mode: pace.Saver}, {}, {Mode: pace.Saver, Thread: true}} {
		c.Rate = tactus.Hz(2000)
		p, err := pace.New(c)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(50, func() { p.Wait() }); n != 0 && runtime.GOOS == "linux" {
			t.Errorf("%+v: %v allocations in a wait", c, n)
		}
		p.Close()
	}
	limit, err := pace.NewCap(tactus.Hz(60))
	if err != nil {
		t.Fatal(err)
	}
	now := tactus.Instant(0)
	if n := testing.AllocsPerRun(100, func() { now += 7e6; limit.Present(now) }); n != 0 {
		t.Errorf("%v allocations in Present", n)
	}
}

// Processors that all compute make frames late by time slices of the system, so that deadlines are
// left out.
func TestNoDeadlineIsLostUncountedWhileEveryProcessorComputes(t *testing.T) {
	period := tactus.Hz(500).Period()
	for _, mode := range []pace.Mode{pace.Hybrid, pace.Saver} {
		p, err := pace.New(pace.Config{Rate: tactus.Hz(500), Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		must(t, p, pace.AtDeadline)
		end := pace.Occupy()
		for range 50 {
			deadline, before := p.Next(), p.Counts()
			now := must(t, p, pace.AtDeadline)
			missed := p.Counts().Missed - before.Missed
			if late := now.Sub(deadline); late > period && missed != uint64(late/period) || late <= period && missed != 0 {
				t.Errorf("%v: %v late, and %d deadlines counted as missed", mode, late, missed)
			}
			if left := p.Next().Sub(now); left > period {
				t.Errorf("%v: the next deadline is %v away", mode, left)
			}
		}
		end()
		p.Close()
	}
}

func TestEveryMethodIsMeasured(t *testing.T) {
	for _, method := range pace.Methods() {
		m, err := pace.Measure(t.Context(), pace.MeasureConfig{Method: method, Rate: tactus.Hz(200),
			Duration: 100 * time.Millisecond, Busy: method == pace.MethodHybrid})
		if err != nil {
			t.Fatal(err)
		}
		if m.Method != method || m.Frames != 20 || m.P50 < 0 || m.P99 < m.P50 || m.Max < m.P99 ||
			m.Busy != (method == pace.MethodHybrid) || m.Recovered < 0 {
			t.Errorf("%+v", m)
		}
		if known := runtime.GOARCH != "wasm"; m.CPUKnown != known || m.CPUPercent < 0 {
			t.Errorf("%v: %v %% CPU, known: %v", method, m.CPUPercent, m.CPUKnown)
		}
	}
}

func TestAMeasurementEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pace.Measure(ctx, pace.MeasureConfig{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestABadMeasurementIsRefused(t *testing.T) {
	for _, c := range []pace.MeasureConfig{
		{Method: 99}, {Rate: tactus.Hz(-1)}, {Duration: -time.Second},
		{Duration: time.Microsecond}, {Rate: tactus.Hz(1000), Duration: time.Hour},
	} {
		var bad *tactus.ConfigError
		if _, err := pace.Measure(t.Context(), c); !errors.As(err, &bad) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
