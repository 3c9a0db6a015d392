package framestats_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

// A loop records each frame after its steps, with what the ledger says became of its time.
func Example() {
	stepper, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	stats, err := framestats.NewRecorder(framestats.RecorderConfig{Rate: tactus.Hz(60)})
	if err != nil {
		fmt.Println(err)
		return
	}
	var now tactus.Instant // a real loop reads tactus.Monotonic
	for range 1000 {
		now += 7_000_000
		stepper.Feed(now)
		begun := now
		for stepper.Next() {
			now += 500_000 // the game's step, half a millisecond
		}
		ledger := stepper.Frame()
		f := framestats.FrameOf(begun, &ledger, stepper.Rate())
		f.Cost, f.Alpha = now.Sub(begun), stepper.Alpha()
		now = begun
		stats.Record(&f)
	}
	fmt.Printf("%.1f FPS, %s %v\n", stats.FPS(), framestats.PercentileLabel(0.99), stats.Percentile(0.99))
	steps := stats.StepsPerFrame()
	fmt.Println("steps a frame:", steps[:3], "cost", stats.StepCost().Mean())
	// Output:
	// 142.9 FPS, p99 frame time 7ms
	// steps a frame: [580 419 0] cost 500µs
}

// Two runs of five frames: the second has the better mean and the worse low. A display shows both.
func ExampleStats_LowMean() {
	for _, frames := range [][]float64{{16.6, 16.6, 16.6, 16.6, 16.6}, {8, 8, 8, 8, 41}} {
		stats, _ := framestats.NewRecorder(framestats.RecorderConfig{})
		for _, ms := range frames {
			stats.Record(&framestats.Frame{Real: time.Duration(ms * 1e6)})
		}
		fmt.Printf("mean %.1f FPS; %v\n", stats.MeanFPS(), stats.LowMean(0.01))
	}
	// Output:
	// mean 60.2 FPS; 1 % low (mean): 16.6ms, 60.2 FPS, 1 of 5 frames
	// mean 68.5 FPS; 1 % low (mean): 41ms, 24.4 FPS, 1 of 5 frames
}

// A game acts on its health: here it draws less while its steps cost too much.
func ExampleRecorder_Poll() {
	stats, _ := framestats.NewRecorder(framestats.RecorderConfig{Rate: tactus.Hz(60)})
	shadows := true
	for i := range 2000 {
		cost := 15 * time.Millisecond
		if i > 900 {
			cost = 5 * time.Millisecond
		}
		stats.Record(&framestats.Frame{Real: 16_666_667, Steps: 1, Cost: cost})
		for e, ok := stats.Poll(); ok; e, ok = stats.Poll() {
			if e.Health == framestats.StepCostHigh {
				shadows = !e.Raised
			}
			fmt.Println(e, "- shadows", shadows)
		}
	}
	// Output:
	// step-cost-high raised at frame 499 - shadows false
	// step-cost-high cleared at frame 1150 - shadows true
}

// A HUD on another goroutine has whole snapshots; the loop does not wait for it.
func ExampleReader() {
	stats, _ := framestats.NewRecorder(framestats.RecorderConfig{})
	reader := stats.Reader()
	for range 100 {
		stats.Record(&framestats.Frame{Real: 10 * time.Millisecond})
	}
	shown := make(chan string)
	go func() {
		s, _ := reader.Latest()
		shown <- fmt.Sprintf("%.0f FPS, %d frames", s.FPS(), s.Counts().Measured)
	}()
	fmt.Println(<-shown)
	// Output: 100 FPS, 100 frames
}

// Histograms of several runs, or of several machines, merge without loss.
func ExampleHistogram() {
	var monday, tuesday framestats.Histogram
	for ms := range 100 {
		monday.Add(time.Duration(ms) * time.Millisecond)
		tuesday.Add(time.Duration(ms) * time.Millisecond / 2)
	}
	monday.Merge(&tuesday)
	fmt.Println(monday.Count(), monday.Mean(), monday.Max())
	median := monday.Percentile(0.5).Round(time.Millisecond)
	fmt.Printf("median within %.1f %%: %v\n", framestats.HistogramError*100, median)
	// Output:
	// 200 37.125ms 99ms
	// median within 0.8 %: 33ms
}

// A log keeps, here, only the frames over 50 ms.
func ExampleLog() {
	log, err := framestats.NewLog(os.Stdout, framestats.LogConfig{Over: 50 * time.Millisecond})
	if err != nil {
		fmt.Println(err)
		return
	}
	log.Record(&framestats.Frame{At: 16_000_000, Real: 16 * time.Millisecond, Steps: 1})
	log.Record(&framestats.Frame{At: 136_000_000, Real: 120 * time.Millisecond, Steps: 7, Alpha: 0.2, Tag: "level 2"})
	if err := log.Close(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # tactus-frame-log version=1 over_ms=50.000000
	// frame,time_s,frame_time_ms,steps,alpha,step_cost_ms,clamped_ms,dropped_cap_ms,dropped_budget_ms,paused,gap,tag
	// 1,0.136000000,120.000000,7,0.200000,0.000000,0.000000,0.000000,0.000000,0,,level 2
	// # rows=1 dropped=0
}
