package framestats

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Frame is what one pass of the loop measured. Only Real is needed; a field left at its zero value
// says nothing. Values that make no sense do no harm: a negative time, cost or number of steps counts
// as 0, an Alpha outside 0 to 1 as none.
type Frame struct {
	// At is the frame's reading of the clock, its start.
	At tactus.Instant
	// Real is the raw frame time: from the last frame's start to this one's, before any clamp. What
	// it has over tactus.FrameMax is cut. [Recorder.Since] gives it where only starts are known.
	Real time.Duration
	// Work is the part of Real in which the loop worked and did not wait for vsync or a pacer. 0 is
	// unknown; then the cost of the steps recorded with the last frame stands for it.
	Work time.Duration
	// Intended is when the frame should have started, on At's clock; 0 is unknown.
	Intended tactus.Instant
	// Steps is the number of steps that ran, and Cost the time that all of them took together.
	Steps int64
	Cost  time.Duration
	// Granted is those of Steps that were asked for and not due: single steps, and ticks of an absence
	// that are caught up. No cap holds for them, and health does not judge by their number.
	Granted int64
	// Alpha is the phase left after the steps, 0 to 1; NaN is none.
	Alpha float64
	// Clamped is what the clamp cut off, real time.
	Clamped time.Duration
	// DroppedCap and DroppedBudget are the steps dropped, as game time.
	DroppedCap, DroppedBudget time.Duration
	// Cause is that of the gap that the frame was; 0 is no gap.
	Cause tactus.Cause
	// Paused says that game time stood still for the whole frame.
	Paused bool
	// Idle says that the frame came late because few frames were asked for, as without focus: it is
	// left out, since a low rate that was asked for is not slow.
	Idle bool
	// Tag names what was going on, a scene or level. It is kept with hitches and in the log.
	Tag string
}

// FrameOf returns a frame with what a frame's ledger says, at the step rate r; the caller adds cost,
// alpha and the rest. Dropped steps are turned into time in floating point, within a nanosecond for
// drops under a day; the ledger stays the exact account. It panics where steps were dropped and r is
// no step rate.
func FrameOf(at tactus.Instant, l *tactus.Ledger, r tactus.Rate) Frame {
	f := Frame{At: at, Real: l.Real, Steps: l.Run, Granted: l.Granted, Clamped: l.Clamped,
		Cause: l.Event.Cause, Paused: l.Paused > 0}
	if l.DroppedCap != (tactus.Steps{}) {
		f.DroppedCap = timeOf(l.DroppedCap, r)
	}
	if l.DroppedBudget != (tactus.Steps{}) {
		f.DroppedBudget = timeOf(l.DroppedBudget, r)
	}
	return f
}

// timeOf is Steps.At in floating point: that one allocates.
func timeOf(n tactus.Steps, r tactus.Rate) time.Duration {
	if err := r.Check(); err != nil {
		panic(err.Error())
	}
	ns := n.Float() / r.Float() * float64(time.Second)
	if ns >= float64(tactus.FrameMax)*1024 { // 104 days: beyond what a frame can drop at any real scale
		return tactus.FrameMax * 1024
	}
	return time.Duration(max(ns, 0) + 0.5)
}
