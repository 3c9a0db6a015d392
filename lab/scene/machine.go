package scene

import (
	"math"
	"slices"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/smooth"
)

// The controls of the page This machine.
const (
	machineSteps  = iota
	machineSample // a reading of the page's clock, in ms: many of them, one after the other, show its steps
)

const (
	intervalMax = 240 // frames that are looked at
	beatEvery   = 120 // frames from one look at the beat to the next
	// gapAfter is the interval over which the page stood still, which tells nothing of the display.
	gapAfter = 250 * time.Millisecond
)

// A machineScene measures the display and the clock of the page that shows it, and steps on its frames
// in four ways.
type machineScene struct {
	controls
	board     *Board
	estimator *smooth.Estimator
	smoother  *smooth.Smoother
	last      tactus.Instant
	begun     bool
	intervals []float64 // of the last frames, in ms
	sorted    []float64
	sample    float64 // the last reading
	ways      [4]way
	beatOf    tactus.Rate
	sinceBeat int

	out struct {
		rate, locked, nominal, frames, mean, spread, shortest, longest, p99, resolution *float64
		stepsPerFrame, cadence, period, gaps                                            *float64
		recent                                                                          trail
	}
}

// A way is a stepper that runs on this page's frames.
type way struct {
	stepper                             *tactus.Stepper
	smoothed                            bool
	frames, zeros, doubles, beat, beat0 *float64
	pattern                             pattern
}

func newMachine() *machineScene {
	s := &machineScene{board: newBoard(), sample: -1, controls: newControls(
		number("steps", 10, 240, 1, 60),
		Control{Name: "sample", Max: math.MaxInt64},
	)}
	o, b := &s.out, s.board
	o.rate, o.locked, o.nominal, o.frames = b.one("rate"), b.one("locked"), b.one("nominal"), b.one("frames")
	o.mean, o.spread, o.shortest, o.longest = b.one("mean"), b.one("spread"), b.one("shortest"), b.one("longest")
	o.p99, o.resolution, o.gaps = b.one("p99"), b.one("resolution"), b.one("gaps")
	o.stepsPerFrame, o.cadence, o.period = b.one("stepsPerFrame"), b.one("cadence"), b.one("period")
	o.recent = b.trail("recent", intervalMax)
	for i, name := range [...]string{"plain", "lead", "snapped", "hysteresis"} {
		w := &s.ways[i]
		w.smoothed = name == "snapped"
		w.frames, w.zeros, w.doubles = b.one(name+".frames"), b.one(name+".zeros"), b.one(name+".doubles")
		w.beat, w.beat0 = b.one(name+".beatDoubles"), b.one(name+".beatZeros")
		w.pattern = b.pattern(name + ".pattern")
	}
	s.restart()
	return s
}

func (s *machineScene) Board() *Board     { return s.board }
func (s *machineScene) Actions() []string { return []string{"restart"} }
func (s *machineScene) Leave()            { s.begun = false }

func (s *machineScene) Set(control int, value float64) {
	switch changed := s.set(control, value); {
	case control == machineSample:
		s.read(value)
	case changed:
		s.restart()
	}
}

func (s *machineScene) Act(action int) {
	if action == 0 {
		s.restart()
	}
}

// read takes a reading of the page's clock: the least difference between two is its resolution.
func (s *machineScene) read(ms float64) {
	if d := ms - s.sample; s.sample >= 0 && d > 0 && (*s.out.resolution == 0 || d < *s.out.resolution) {
		*s.out.resolution = d
	}
	s.sample = ms
}

func (s *machineScene) restart() {
	s.estimator = must(smooth.NewEstimator(smooth.EstimatorConfig{}))
	s.smoother = must(smooth.NewSmoother(smooth.EstimatorConfig{}))
	rate := tactus.Hz(int64(s.values[machineSteps]))
	for i, c := range [...]tactus.StepperConfig{{}, {Lead: tactus.Ratio(1, 2)}, {}, {Hysteresis: tactus.Ratio(1, 20)}} {
		c.Rate = rate
		w := &s.ways[i]
		w.stepper = must(tactus.NewStepper(c))
		*w.frames, *w.zeros, *w.doubles, *w.beat, *w.beat0 = 0, 0, 0, 0, 0
		w.pattern.clear()
	}
	s.intervals, s.begun, s.beatOf, s.sinceBeat = s.intervals[:0], false, tactus.Rate{}, 0
	s.out.recent.clear()
	*s.out.frames, *s.out.gaps = 0, 0
}

// Frame takes the time of a drawing as what it is.
func (s *machineScene) Frame(now tactus.Instant) {
	d := now.Sub(s.last)
	begun := s.begun
	s.last, s.begun = now, true
	if !begun || d <= 0 || d > gapAfter {
		*s.out.gaps += flag(begun && d > gapAfter)
		for i := range s.ways {
			s.ways[i].skip(s.time(i, now))
		}
		return
	}
	s.estimator.Observe(now)
	s.keep(float64(d) / 1e6)
	for i := range s.ways {
		s.ways[i].count(s.ways[i].stepper.Feed(s.time(i, now)).Steps)
	}
	if rate, ok := s.estimator.Rate(); ok {
		s.display(rate)
	}
	*s.out.locked = flag(s.estimator.Locked())
}

// time is what a way is fed.
func (s *machineScene) time(i int, now tactus.Instant) tactus.Instant {
	if s.ways[i].smoothed {
		return s.smoother.Smooth(now)
	}
	return now
}

// skip lets time pass that no frame was drawn in.
func (w *way) skip(now tactus.Instant) {
	w.stepper.Pause()
	w.stepper.Feed(now)
	w.stepper.Resume()
}

func (w *way) count(steps int64) {
	for w.stepper.Next() { // there is nothing to step: only how many there are is shown
	}
	*w.frames++
	*w.zeros += flag(steps == 0)
	*w.doubles += flag(steps > 1)
	w.pattern.add(steps)
}

// keep writes what the last intervals come to, in ms.
func (s *machineScene) keep(ms float64) {
	if len(s.intervals) == intervalMax {
		s.intervals = append(s.intervals[:0], s.intervals[1:]...)
	}
	s.intervals = append(s.intervals, ms)
	s.sorted = append(s.sorted[:0], s.intervals...)
	slices.Sort(s.sorted)
	n := float64(len(s.sorted))
	sum, square := 0.0, 0.0
	for _, v := range s.sorted {
		sum += v
	}
	mean := sum / n
	for _, v := range s.sorted {
		square += (v - mean) * (v - mean)
	}
	o := &s.out
	*o.mean, *o.spread = mean, math.Sqrt(square/n)
	*o.shortest, *o.longest = s.sorted[0], s.sorted[len(s.sorted)-1]
	*o.p99 = s.sorted[int(math.Ceil(0.99*n))-1]
	*o.frames++
	o.recent.add(*o.frames, ms)
}

// display writes the estimated rate, and now and then what it is against the step rate.
func (s *machineScene) display(rate tactus.Rate) {
	*s.out.rate = rate.Float()
	nominal, known := smooth.Nominal(rate)
	if *s.out.nominal = 0; known {
		rate, *s.out.nominal = nominal, nominal.Float()
	}
	if s.sinceBeat++; s.sinceBeat < beatEvery && s.beatOf != (tactus.Rate{}) || rate == s.beatOf {
		return
	}
	s.sinceBeat, s.beatOf = 0, rate
	// Readings of a browser are off by about a tenth of a millisecond.
	beat, err := smooth.NewBeat(smooth.BeatConfig{Step: tactus.Hz(int64(s.values[machineSteps])), Display: rate,
		Jitter: 100 * time.Microsecond, Seed: seed, Frames: 3600})
	if err != nil {
		return // a display so slow that a frame has over 64 steps
	}
	*s.out.stepsPerFrame, *s.out.cadence = beat.StepsPerFrame, float64(beat.Cadence)
	*s.out.period = beat.Period.Seconds()
	for i, c := range [...]smooth.Cadence{beat.Plain, beat.Lead, beat.Snapped, beat.Hysteresis} {
		*s.ways[i].beat, *s.ways[i].beat0 = float64(c.Doubles), float64(c.Zeros)
	}
}
