package framestats

import (
	"math"
	"math/bits"
	"strconv"
	"time"

	"github.com/tactus-go/tactus"
)

// A Health is a condition of the run that is raised and cleared by different limits, so that it does
// not flicker. Only measured frames are judged: never a pause, a gap or a granted step. The zero value
// is none.
type Health uint8

const (
	// StepCostHigh is raised when the mean cost of a step over the last 500 measured frames passes
	// 80 % of the timestep, not before there are 500, and cleared when it is at most 60 %. Above
	// 100 % no machine keeps up.
	StepCostHigh Health = iota + 1
	// CapHit is raised when 8 of the last 64 measured frames reached the cap, and cleared when at
	// most 2 did: one long hitch does not raise it.
	CapHit
	// Dropping is raised when time was lost to clamp, cap or budget in 3 half seconds of frame time in
	// a row, and cleared after 3 in a row without loss.
	Dropping
	// RunningSlowly is MonoGame's rule: each step of a frame after the first adds one to a lag, a
	// frame of one step takes one off; raised at 5, cleared at 0. But a frame whose work fits in the
	// config's Interval (or a timestep, where that is longer) waited for its display, and counts as
	// one step however many it ran: at 30 Hz with 60 steps a second every frame runs two, and
	// nothing is slow. Where Work is unknown, the last frame's steps alone are its work.
	RunningSlowly
)

// String returns the name in lower case with dashes, "none" for the zero value.
func (h Health) String() string {
	switch h {
	case 0:
		return "none"
	case StepCostHigh:
		return "step-cost-high"
	case CapHit:
		return "cap-hit"
	case Dropping:
		return "dropping"
	case RunningSlowly:
		return "running-slowly"
	}
	return "unknown"
}

// A HealthEvent is a condition that began or ended.
type HealthEvent struct {
	// Health is the condition.
	Health Health
	// Raised says that it began; else it ended.
	Raised bool
	// Frame is the number, from 0, of the recorded frame at which it did, and At that frame's start.
	Frame uint64
	At    tactus.Instant
}

// String returns "cap-hit raised at frame 812". It allocates.
func (e HealthEvent) String() string {
	verb := " cleared at frame "
	if e.Raised {
		verb = " raised at frame "
	}
	return e.Health.String() + verb + strconv.FormatUint(e.Frame, 10)
}

const (
	costFrames = 500
	costHigh   = 0.8
	costFine   = 0.6
	costPlaces = 512 // a power of two for costFrames

	capHigh = 8
	capFine = 2

	dropSlice  = 500 * time.Millisecond
	dropSlices = 3

	lagHigh = 5
	lagMax  = 1 << 20 // so that an absurd frame can be worked off

	eventsKept = 16
)

// limits are what the frames are judged by.
type limits struct {
	costHigh, costFine float64 // mean costs in ns at which StepCostHigh is raised and cleared
	interval, timestep time.Duration
	stepsAtCap         int64
}

// doctor judges the frames.
type doctor struct {
	limits
	costs    [costPlaces]struct{ cost, steps int64 }
	costNext uint64

	capped      uint64 // one bit a frame, the last one lowest
	slice       time.Duration
	sliceLoss   bool
	sliceStreak int // slices in a row that speak for a change
	lag         int64

	events    [eventsKept]HealthEvent
	eventHead uint64 // to be polled next
	eventTail uint64
}

// suit fits the limits to the step rate.
func (h *doctor) suit(rate tactus.Rate, c *RecorderConfig) {
	h.costHigh, h.costFine, h.timestep = math.Inf(1), math.Inf(1), 0
	if rate != (tactus.Rate{}) {
		timestep := float64(time.Second) / rate.Float()
		h.costHigh, h.costFine = timestep*costHigh, timestep*costFine
		h.timestep = rate.Period()
	}
	h.stepsAtCap = math.MaxInt64
	if c.Cap > 0 {
		h.stepsAtCap = int64(c.Cap)
	}
}

// turn changes a condition and tells so. Events that nobody polls push out the oldest.
func (r *Recorder) turn(c Health, on bool, f *Frame) {
	s, h := &r.Stats, &r.doctor
	s.raised[c] = on
	h.events[h.eventTail%eventsKept] = HealthEvent{c, on, s.counts.Recorded - 1, f.At}
	h.eventTail++
	h.eventHead = max(h.eventHead, h.eventTail-min(h.eventTail, eventsKept))
}

// Poll returns the next change of health, oldest first, and false when there is none. The last 16 are
// kept; [Stats.Health] has the present state in any case.
func (r *Recorder) Poll() (HealthEvent, bool) {
	h := &r.doctor
	if h.eventHead == h.eventTail {
		return HealthEvent{}, false
	}
	e := h.events[h.eventHead%eventsKept]
	h.eventHead++
	return e, true
}

// costly judges the mean cost of a step.
func (r *Recorder) costly(f *Frame) {
	h, mean, steps := &r.doctor, float64(r.recentCost), float64(r.recentSteps)
	switch raised := r.raised[StepCostHigh]; {
	case !raised && mean > h.costHigh*steps && h.costNext >= costFrames:
		r.turn(StepCostHigh, true, f)
	case raised && mean <= h.costFine*steps:
		r.turn(StepCostHigh, false, f)
	}
}

// capHit notes whether a frame reached the cap.
func (r *Recorder) capHit(hit bool, f *Frame) {
	h := &r.doctor
	h.capped <<= 1
	if hit {
		h.capped |= 1
	}
	n := bits.OnesCount64(h.capped)
	switch raised := r.raised[CapHit]; {
	case !raised && n >= capHigh:
		r.turn(CapHit, true, f)
	case raised && n <= capFine:
		r.turn(CapHit, false, f)
	}
}

// endSlice ends a half second: what speaks against the present state counts toward a change.
func (r *Recorder) endSlice(f *Frame) {
	h := &r.doctor
	raised := r.raised[Dropping]
	if h.sliceLoss != raised {
		h.sliceStreak++
	} else {
		h.sliceStreak = 0
	}
	h.slice, h.sliceLoss = 0, false
	if h.sliceStreak == dropSlices {
		h.sliceStreak = 0
		r.turn(Dropping, !raised, f)
	}
}

// late is MonoGame's rule, in its order: the lag grows, is judged, and only then shrinks.
func (r *Recorder) late(steps int64, before time.Duration, f *Frame) {
	h := &r.doctor
	work := f.Work
	if work <= 0 {
		work = before
	}
	if steps > 1 && work <= max(h.interval, h.timestep) {
		steps = 1
	}
	h.lag = min(h.lag+max(steps-1, 0), lagMax)
	switch raised := r.raised[RunningSlowly]; {
	case raised && h.lag == 0:
		r.turn(RunningSlowly, false, f)
	case !raised && h.lag >= lagHigh:
		r.turn(RunningSlowly, true, f)
	}
	if steps == 1 && h.lag > 0 {
		h.lag--
	}
}
