package framestats

import (
	"slices"
	"time"
)

const (
	// StepsTop is the last place of [Stats.StepsPerFrame], for frames of that many steps and more.
	StepsTop = 16
	// PhaseBins is the number of bins of [Stats.Phase].
	PhaseBins = 16
)

// Stats are all figures of one moment: a recorder's own, as of its last frame, or a snapshot of them
// that a [Reader] gave. Percentiles and lows sort the window when they are asked for, once for any
// number of them between two frames: 4,096 frame times in some 0.2 ms, so a display that shows them
// ten times a second is enough. It must not be copied.
type Stats struct {
	settings *RecorderConfig // complete and never changed
	tally
	frames, jitters ring
	run, cost       Histogram
	hitches         []Hitch // a ring of tally.hitchCount
	last            Frame   // of which Last says what is kept

	windowFrames int // what window returned when frames.n was windowFor
	windowSum    int64
	windowFor    uint64
	sorted       []int64 // the last values of sortedOf, ascending, when its n was sortedFor
	sortedOf     *ring
	sortedFor    uint64
}

// tally is what is copied whole into a snapshot.
type tally struct {
	generation  uint64 // of Reset
	counts      FrameCounts
	over        [thresholdsMax]uint64
	steps       [StepsTop + 1]uint64
	phase       [PhaseBins + 1]uint64 // and alpha 1
	lost        Lost
	recentCost  int64
	recentSteps int64
	hitchCount  uint64
	backward    uint64
	raised      [RunningSlowly + 1]bool
}

// FrameCounts say how many frames were recorded, and how many of them the figures stand on.
type FrameCounts struct {
	// Recorded is all frames: Measured, and those left out.
	Recorded uint64
	// Measured is the frames that the figures stand on.
	Measured uint64
	// Paused, Gaps and Unmeasured are the frames with a pause, with a gap, and without a time over 0.
	// The first two are left out unless the config keeps them, or a gap is one of many in a row.
	Paused, Gaps, Unmeasured uint64
	// Idle is the frames at a low rate that was asked for, which are left out.
	Idle uint64
}

// Lost is the time that became no step, since the start, by cause. What the ledger of a Stepper says
// is exact; this is its sum as recorded.
type Lost struct {
	// Clamped is real time cut off by the clamp, but for announced gaps.
	Clamped time.Duration
	// Cap and Budget are dropped steps, as game time.
	Cap, Budget time.Duration
}

func newStats(c *RecorderConfig) Stats {
	return Stats{settings: c, frames: newRing(c.Count), jitters: newRing(c.Count),
		hitches: make([]Hitch, hitchesKept), sorted: make([]int64, 0, c.Count)}
}

// reset empties the statistics.
func (s *Stats) reset() {
	generation := s.generation + 1
	s.tally = tally{generation: generation}
	s.frames.n, s.jitters.n = 0, 0
	s.run.Reset()
	s.cost.Reset()
	clear(s.hitches) // their tags are let go
	s.last = Frame{}
	s.sortedOf = nil
	s.windowFrames, s.windowSum, s.windowFor = 0, 0, 0
}

// copyFrom makes s equal to o, of the same config, where s was equal to an earlier o: rings and
// histograms are copied where they changed.
func (s *Stats) copyFrom(o *Stats) {
	if s.generation != o.generation {
		s.reset()
	}
	for i := max(s.hitchCount, max(o.hitchCount, hitchesKept)-hitchesKept); i < o.hitchCount; i++ {
		s.hitches[i%hitchesKept] = o.hitches[i%hitchesKept]
	}
	s.tally, s.last = o.tally, o.last
	s.frames.copyFrom(&o.frames)
	s.jitters.copyFrom(&o.jitters)
	s.run.copyFrom(&o.run)
	s.cost.copyFrom(&o.cost)
}

// Counts returns how many frames were recorded and how many count.
func (s *Stats) Counts() FrameCounts { return s.counts }

// Last returns the frame recorded last, left out or not: its At, Real, Steps, Cost, Alpha, Cause and
// Paused. The other fields are not kept and are zero.
func (s *Stats) Last() Frame { return s.last }

// Lost returns the time that became no step, of all frames.
func (s *Stats) Lost() Lost { return s.lost }

// Backward returns how many readings given to [Recorder.Since] were before an earlier one.
func (s *Stats) Backward() uint64 { return s.backward }

// Run returns the frame times of the whole run. It belongs to the Stats: merge it into another
// histogram to keep it.
func (s *Stats) Run() *Histogram { return &s.run }

// StepCost returns the cost of a step over the whole run, where a frame's steps count as equally
// expensive. It belongs to the Stats.
func (s *Stats) StepCost() *Histogram { return &s.cost }

// RecentStepCost returns the mean cost of a step over the last 500 measured frames, 0 where none ran.
func (s *Stats) RecentStepCost() time.Duration {
	if s.recentSteps == 0 {
		return 0
	}
	return time.Duration(s.recentCost / s.recentSteps)
}

// StepsPerFrame returns how many frames ran 0, 1, 2 ... steps, and in the last place how many ran
// StepsTop or more.
func (s *Stats) StepsPerFrame() [StepsTop + 1]uint64 { return s.steps }

// Phase returns how often alpha fell in each of PhaseBins equal parts of 0 to 1, and how often it was
// exactly 1, which is where whole steps are carried. A display that runs at the step rate dwells in
// one bin, and near the first or the last any jitter turns into frames of 0 and 2 steps.
func (s *Stats) Phase() (bins [PhaseBins]uint64, carried uint64) {
	return [PhaseBins]uint64(s.phase[:PhaseBins]), s.phase[PhaseBins]
}

// Thresholds returns the frame times over which frames are counted, as configured.
func (s *Stats) Thresholds() []time.Duration { return slices.Clone(s.settings.Thresholds) }

// Over returns how many frames took longer than threshold i, of the whole run. It panics where there
// is no such threshold.
func (s *Stats) Over(i int) uint64 { return s.over[:len(s.settings.Thresholds)][i] }

// Conditions ranges over the conditions of health that hold.
func (s *Stats) Conditions(yield func(Health) bool) {
	for h, raised := range s.raised {
		if raised && !yield(Health(h)) {
			return
		}
	}
}

// Health reports whether a condition holds. It is false for a value that is none.
func (s *Stats) Health(h Health) bool { return int(h) < len(s.raised) && s.raised[h] }
