package tactus_test

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
)

// A ball that falls the same at any frame rate. A real loop feeds tactus.Monotonic() and draws at
// Alpha; here the frames are written down.
func Example() {
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		panic(err)
	}
	var height, previous, speed float64 = 10, 10, 0
	now := tactus.Instant(0)
	s.Feed(now) // the first reading starts the clock
	for _, frame := range []time.Duration{16, 17, 40, 7, 500} {
		now = now.Add(frame * time.Millisecond)
		s.Feed(now)
		for s.Next() { // one step is always 1/60 s
			previous = height
			speed -= 9.81 / 60
			height += float64(speed / 60)
		}
		shown := float64(previous*(1-s.Alpha())) + float64(height*s.Alpha())
		fmt.Printf("tick %2d, drawn at %.3f\n", s.Tick(), shown)
	}
	fmt.Println("lost:", s.Total().Clamped)
	// Output:
	// tick  0, drawn at 10.000
	// tick  1, drawn at 9.997
	// tick  4, drawn at 9.980
	// tick  4, drawn at 9.975
	// tick 19, drawn at 9.493
	// lost: 250ms
}

// Ticks feeds and runs in one line.
func ExampleStepper_Ticks() {
	s, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	s.Feed(0)
	for tick := range s.Ticks(tactus.Instant(50 * time.Millisecond)) {
		fmt.Println("step", tick)
	}
	// Output:
	// step 0
	// step 1
	// step 2
}

// A budget keeps a slow step from stealing the frame: what no longer fits is dropped and counted.
func ExampleStepper_NextAt() {
	s, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60), Budget: 10 * time.Millisecond})
	s.Feed(0)
	now := tactus.Instant(140 * time.Millisecond)
	fmt.Println("due:", s.Feed(now).Steps)
	for s.NextAt(now) {
		now = now.Add(4 * time.Millisecond) // what the step cost
	}
	f := s.Frame()
	fmt.Println("run:", f.Run, "dropped:", f.DroppedBudget)
	// Output:
	// due: 8
	// run: 2 dropped: 6
}

// A fraction is exact where a float is not.
func ExampleStepper_SetScale() {
	for _, scale := range []tactus.Rate{tactus.Ratio(1, 3), tactus.Float(1.0 / 3)} {
		s, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
		if err := s.SetScale(scale); err != nil {
			fmt.Println(err)
		}
		for frame := range tactus.Tick(601) {
			s.Feed(tactus.Instant(tactus.Hz(60).TimeOf(frame)))
			for s.Next() {
			}
		}
		fmt.Println(scale, s.Total().Run)
	}
	// Output:
	// 1/3 200
	// 6004799503160661/18014398509481984 199
}

// A correction from the network is spread over the frames to come.
func ExampleStepper_Nudge() {
	s, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	s.Feed(0)
	if err := s.Nudge(100*time.Millisecond, tactus.Ratio(1, 20)); err != nil {
		fmt.Println(err)
	}
	for frame := range tactus.Tick(121) {
		s.Feed(tactus.Instant(tactus.Hz(60).TimeOf(frame)))
		for s.Next() {
		}
	}
	fmt.Println(s.Total().Run, "steps in two seconds")
	// Output:
	// 126 steps in two seconds
}

// Single steps while paused, for a debugger.
func ExampleStepper_Grant() {
	s, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	s.Pause()
	s.Grant(2)
	for s.Next() {
		fmt.Println("step", s.Tick())
	}
	// Output:
	// step 0
	// step 1
}

// Where a frame's time went.
func ExampleLedger() {
	s, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60), Cap: 5})
	s.Feed(0)
	s.Feed(tactus.Instant(time.Second))
	for s.Next() {
	}
	f := s.Frame()
	fmt.Println("real", f.Real, "= clamped", f.Clamped, "+ fed", f.Fed)
	fmt.Println("credited", f.Credited, "= run", f.Run, "+ phase", f.PhaseChange, "+ dropped", f.Dropped())
	fmt.Println("lost", f.Dropped().At(s.Rate()))
	// Output:
	// real 1s = clamped 750ms + fed 250ms
	// credited 15 = run 5 + phase 0 + dropped 10
	// lost 166.666666ms
}

// A press at 20 ms of a frame of 33.34 ms belongs to the second of its two ticks.
func ExampleWindow_Locate() {
	s, _ := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	s.Feed(0)
	s.Feed(tactus.Instant(33340 * time.Microsecond))
	tick, offset := s.Window().Locate(tactus.Instant(20 * time.Millisecond))
	fmt.Printf("tick %d, %.2f into it\n", tick, offset)
	// Output:
	// tick 1, 0.20 into it
}

// Menus run on real time, the world on game time, and one fighter is held for three frames.
func ExampleClock() {
	real, _ := tactus.NewClock(tactus.ClockConfig{})
	game, _ := real.NewChild(tactus.ClockConfig{Clamp: 250 * time.Millisecond, Scale: tactus.Ratio(1, 2)})
	fighter, _ := game.NewChild(tactus.ClockConfig{})
	fighter.Hold(3)
	for frame := range 11 {
		real.Advance(tactus.Instant(frame) * tactus.Instant(10*time.Millisecond))
	}
	fmt.Println(real.Elapsed(), game.Elapsed(), fighter.Elapsed())
	// Output:
	// 100ms 50ms 40ms
}

// Frame times and FPS.
func ExampleTimer() {
	t, _ := tactus.NewTimer(tactus.TimerConfig{})
	for frame := range 51 {
		t.Tick(tactus.Instant(frame) * tactus.Instant(20*time.Millisecond))
	}
	fmt.Println(t.Delta(), t.Total(), t.FPS())
	// Output:
	// 20ms 1s 50
}

// A rate is the fraction that was written.
func ExampleParseRate() {
	for _, text := range []string{"60", "59.94", "60000/1001", "16ms"} {
		r, _ := tactus.ParseRate(text)
		fmt.Println(text, "is", r, "Hz, period", r.Period())
	}
	// Output:
	// 60 is 60 Hz, period 16.666666ms
	// 59.94 is 2997/50 Hz, period 16.68335ms
	// 60000/1001 is 60000/1001 Hz, period 16.683333ms
	// 16ms is 125/2 Hz, period 16ms
}

// The time of a tick is exact however far away.
func ExampleRate_TimeOf() {
	fmt.Println(tactus.Hz(60).TimeOf(3600), tactus.Hz(60).TimeOf(51_840_000))
	// Output:
	// 1m0s 240h0m0s
}
