package prove

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/tactus-go/tactus"
)

// A Frame is one frame of a schedule.
type Frame struct {
	// Time is how long the frame took, as a clock would measure it.
	Time time.Duration
	// Before is called before the frame is fed, where it is not nil: to scale, pause or resume.
	Before func(s *tactus.Stepper)
}

// A Schedule is a way of cutting time into frames.
type Schedule struct {
	// Name is what the report calls it.
	Name string
	// Frames yields the frames of a fresh run, without end.
	Frames iter.Seq[Frame]
}

// Schedules returns the standard set, in the order of the report. seed is that of the jitter.
func Schedules(seed uint64) []Schedule {
	const ms = time.Millisecond
	hz60 := tactus.Hz(60)
	return []Schedule{
		Cycle("16 ms", 16*ms),
		Cycle("32 ms", 32*ms),
		Cycle("33 ms", 33*ms),
		Cycle("33.3 ms", 33300*time.Microsecond),
		Cycle("6.9 ms", 6900*time.Microsecond),
		Cycle("7 ms", 7*ms),
		Cycle("3/7/13/29/48 ms", 3*ms, 7*ms, 13*ms, 29*ms, 48*ms),
		{"30 fps", fps(tactus.Hz(30))},
		{"60 fps", fps(hz60)},
		{"144 fps", fps(tactus.Hz(144))},
		{fmt.Sprintf("60 fps, jitter 0.4-1.6x (seed %d)", seed), jittered(hz60, seed)},
		{"60 fps, 500 ms hitch", at(fps(hz60), 30, func(f Frame) Frame { f.Time += 500 * ms; return f })},
		{"60 fps, slow motion 1/3", at(fps(hz60), 0, scaled(tactus.Ratio(1, 3)))},
		{"60 fps, fast forward 4x", at(fps(hz60), 0, scaled(tactus.Hz(4)))},
		{"60 fps, pause and resume", paused(fps(hz60), 20, 10)},
	}
}

// Cycle returns the schedule whose frames take the given times in turn. It panics where there are
// none, or where they take no time at all, which would never reach a tick.
func Cycle(name string, times ...time.Duration) Schedule {
	var sum time.Duration
	for _, d := range times {
		sum += max(d, 0)
	}
	if sum <= 0 {
		panic(fmt.Sprintf("tactus: schedule %q takes no time: %v", name, times))
	}
	return Schedule{name, func(yield func(Frame) bool) {
		for i := 0; yield(Frame{Time: times[i]}); i = (i + 1) % len(times) {
		}
	}}
}

// fps yields the frames of a display: frame k starts at floor(k*period), so none of its time is
// rounded away.
func fps(rate tactus.Rate) iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		for k := tactus.Tick(0); yield(Frame{Time: rate.TimeOf(k+1) - rate.TimeOf(k)}); k++ {
		}
	}
}

// jittered yields a display's frames, each 0.4 to 1.6 times as long.
func jittered(rate tactus.Rate, seed uint64) iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		r := rand.New(rand.NewPCG(seed, 0))
		for f := range fps(rate) {
			f.Time = f.Time*4/10 + time.Duration(r.Int64N(int64(f.Time)*12/10))
			if !yield(f) {
				return
			}
		}
	}
}

// at changes one frame.
func at(frames iter.Seq[Frame], index int, change func(Frame) Frame) iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		i := 0
		for f := range frames {
			if i == index {
				f = change(f)
			}
			i++
			if !yield(f) {
				return
			}
		}
	}
}

func scaled(scale tactus.Rate) func(Frame) Frame {
	return func(f Frame) Frame {
		f.Before = func(s *tactus.Stepper) { must(s.SetScale(scale)) }
		return f
	}
}

// paused runs run frames and pauses for rest frames, over and over.
func paused(frames iter.Seq[Frame], run, rest int) iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		i := 0
		for f := range frames {
			switch i % (run + rest) {
			case 0:
				f.Before = (*tactus.Stepper).Resume
			case run:
				f.Before = (*tactus.Stepper).Pause
			}
			i++
			if !yield(f) {
				return
			}
		}
	}
}

// must is for what the package itself has set within its limits.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
