package tactustest_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/tactustest"
)

func TestAClockStandsWhereTheTestPutIt(t *testing.T) {
	var c tactustest.Clock
	steps := []struct {
		name string
		do   func()
		want tactus.Instant
	}{
		{"zero value", func() {}, 0},
		{"advance", func() { c.Advance(16 * ms) }, 16e6},
		{"no time", func() { c.Advance(0) }, 16e6},
		{"step back", func() { c.StepBack(10 * ms) }, 6e6},
		{"set", func() { c.Set(-5) }, -5},
		{"set to the end", func() { c.Set(math.MaxInt64) }, math.MaxInt64},
		{"advance past the end", func() { c.Advance(time.Hour) }, math.MaxInt64},
		{"set to the start", func() { c.Set(math.MinInt64 + 1) }, math.MinInt64 + 1},
		{"step back past the start", func() { c.StepBack(time.Hour) }, math.MinInt64},
	}
	for i, s := range steps {
		s.do()
		if got := c.Now(); got != s.want {
			t.Errorf("%s: %d, want %d", s.name, got, s.want)
		}
		if got := c.Reads(); got != uint64(i+1) {
			t.Errorf("%s: %d reads, want %d", s.name, got, i+1)
		}
	}
}

func TestAReadingCostsWhatTheTestSays(t *testing.T) {
	c := tactustest.Clock{PerRead: 4 * ms}
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(100), Budget: 10 * ms})
	if err != nil {
		t.Fatal(err)
	}
	s.Feed(c.Now())
	c.Set(80e6)
	s.Feed(c.Now())
	ran := 0
	for s.NextAt(c.Now()) {
		ran++
	}
	if ran != 2 { // 4 ms a step in a budget of 10: the third would end at 12
		t.Errorf("%d steps of 4ms ran in 10ms, want 2", ran)
	}
}

func TestTracesAndClocksDoNotAllocate(t *testing.T) {
	var c tactustest.Clock
	if n := testing.AllocsPerRun(100, func() { c.Advance(ms); c.Now() }); n != 0 {
		t.Errorf("a reading allocates %v times", n)
	}
	trace := tactustest.FPS(tactus.Hz(60)).Jittered(0.4, 1.6, 1).Hitching(7, ms).Noisy(ms, 1)
	run := func(n int) float64 {
		return testing.AllocsPerRun(20, func() {
			for d := range trace.Take(n) {
				c.Advance(d)
			}
		})
	}
	if few, many := run(10), run(5000); few != many {
		t.Errorf("10 frames allocate %v times and 5000 %v", few, many)
	}
}

func ExampleClock() {
	var clock tactustest.Clock
	timer, err := tactus.NewTimer(tactus.TimerConfig{})
	if err != nil {
		panic(err)
	}
	timer.Tick(clock.Now())
	clock.Advance(20 * time.Millisecond)
	timer.Tick(clock.Now())
	fmt.Println(timer.Delta())
	clock.StepBack(time.Second)
	timer.Tick(clock.Now())
	fmt.Println(timer.Delta(), timer.Backward())
	// Output:
	// 20ms
	// 0s 1
}

func ExampleTrace() {
	// A second at 60 frames a second with a hitch, and then a second at 144.
	trace := tactustest.FPS(tactus.Hz(60)).Hitching(30, 105*time.Millisecond).Take(60).
		Then(tactustest.FPS(tactus.Hz(144)).Take(144))
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		panic(err)
	}
	for now := range trace.From(0) {
		s.Feed(now)
		for s.Next() {
		}
	}
	fmt.Println(s.Tick(), s.Total().Real)
	// Output: 130 2.176666666s
}

func ExampleFPS() {
	for d := range tactustest.FPS(tactus.Hz(60)).Take(3) {
		fmt.Println(d)
	}
	// Output:
	// 16.666666ms
	// 16.666667ms
	// 16.666667ms
}

func ExampleTrace_EarlyLate() {
	even := tactustest.Steady(10 * time.Millisecond)
	fmt.Println(even.EarlyLate(time.Millisecond).Frames(5))
	// Output: [9ms 12ms 8ms 12ms 8ms]
}

func BenchmarkTrace(b *testing.B) {
	for name, trace := range map[string]tactustest.Trace{
		"baseline-steady": tactustest.Steady(ms),
		"fps":             tactustest.FPS(tactus.Hz(60)),
		"jittered-noisy":  tactustest.FPS(tactus.Hz(60)).Jittered(0.4, 1.6, 1).Noisy(ms, 1),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var sum time.Duration
			for b.Loop() {
				for d := range trace.Take(1000) {
					sum += d
				}
			}
			if sum == 0 {
				b.Fatal("no frames")
			}
		})
	}
}
