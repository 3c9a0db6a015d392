package prove

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/tactustest"
)

// A Schedule is a way of cutting time into frames.
type Schedule struct {
	// Name is what the report calls it.
	Name string
	// Frames are the frame times, without end: a run that they do not carry to its last tick is an
	// error. tactustest makes them.
	Frames tactustest.Trace
	// Before is called before frame number frame is fed, where it is not nil: to scale, pause, resume.
	Before func(frame int, s *tactus.Stepper)
	// Config changes the game's own stepper settings for this run, where it is not nil: to let a cap
	// bite or steps be carried.
	Config func(c *tactus.StepperConfig)
}

// Schedules returns the standard set, in the order of the report. seed is that of the jitter.
func Schedules(seed uint64) []Schedule {
	const ms = time.Millisecond
	hz60, hz40 := tactustest.FPS(tactus.Hz(60)), tactustest.FPS(tactus.Hz(40))
	return []Schedule{
		{Name: "16 ms", Frames: tactustest.Steady(16 * ms)},
		{Name: "32 ms", Frames: tactustest.Steady(32 * ms)},
		{Name: "33 ms", Frames: tactustest.Steady(33 * ms)},
		{Name: "33.3 ms", Frames: tactustest.Steady(33300 * time.Microsecond)},
		{Name: "6.9 ms", Frames: tactustest.Steady(6900 * time.Microsecond)},
		{Name: "7 ms", Frames: tactustest.Steady(7 * ms)},
		{Name: "3/7/13/29/48 ms", Frames: tactustest.Cycle(3*ms, 7*ms, 13*ms, 29*ms, 48*ms)},
		{Name: "30 fps", Frames: tactustest.FPS(tactus.Hz(30))},
		{Name: "60 fps", Frames: hz60},
		{Name: "144 fps", Frames: tactustest.FPS(tactus.Hz(144))},
		{Name: fmt.Sprintf("60 fps, jitter 0.4-1.6x (seed %d)", seed), Frames: hz60.Jittered(0.4, 1.6, seed)},
		{Name: "60 fps, 500 ms hitch", Frames: hz60.Take(30).Then(tactustest.Steady(500 * ms).Take(1)).Then(hz60)},
		{Name: "144 fps, hitches of 120 ms", Frames: tactustest.FPS(tactus.Hz(144)).Hitching(19, 120*ms)},
		{Name: "60 fps, slow motion 1/3", Frames: hz60, Before: scaled(tactus.Ratio(1, 3))},
		{Name: "60 fps, fast forward 4x", Frames: hz60, Before: scaled(tactus.Hz(4))},
		{Name: "60 fps, pause and resume", Frames: hz60, Before: paused(20, 10)},
		{Name: "cap of 2, caught up", Frames: hz40.Hitching(9, 90*ms), Config: capped(tactus.CatchUp)},
		{Name: "cap of 2, spread", Frames: hz40.Hitching(11, 90*ms), Config: capped(tactus.Spread)},
	}
}

// scaled sets the scale before the first frame.
func scaled(scale tactus.Rate) func(int, *tactus.Stepper) {
	return func(frame int, s *tactus.Stepper) {
		if frame == 0 {
			must(s.SetScale(scale))
		}
	}
}

// paused lets run frames run and pauses for rest, over and over.
func paused(run, rest int) func(int, *tactus.Stepper) {
	return func(frame int, s *tactus.Stepper) {
		switch frame % (run + rest) {
		case 0:
			s.Resume()
		case run:
			s.Pause()
		}
	}
}

// capped lets a cap of two steps bite, with what is beyond it kept: alpha is 1 in many frames.
func capped(overflow tactus.Overflow) func(*tactus.StepperConfig) {
	return func(c *tactus.StepperConfig) { c.Cap, c.Overflow, c.CarryMax = 2, overflow, 0 }
}

// must is for settings of the package's own that are within their limits.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
