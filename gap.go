package tactus

import "time"

// A Cause says why the host did not run its loop for a while. The zero value is no cause.
type Cause uint8

const (
	// Unannounced is a frame longer than the threshold of which the host said nothing.
	Unannounced Cause = iota + 1
	// Dragged is a window that was moved or resized while the system held the loop.
	Dragged
	// Unfocused is a window or browser tab in the background.
	Unfocused
	// Debugged is a breakpoint.
	Debugged
	// Asleep is a machine that slept: the wall clock went on and the monotonic one did not.
	Asleep
	// Stopped is a process that was stopped and goes on: by Ctrl+Z, a signal, or its container.
	Stopped
)

// String returns the cause in lower case, "none" for the zero value.
func (c Cause) String() string {
	switch c {
	case 0:
		return "none"
	case Unannounced:
		return "unannounced"
	case Dragged:
		return "dragged"
	case Unfocused:
		return "unfocused"
	case Debugged:
		return "debugged"
	case Asleep:
		return "asleep"
	case Stopped:
		return "stopped"
	}
	return "unknown"
}

// A Gap is a stretch of real time in which the loop did not run. The zero value is none.
type Gap struct {
	// Length is the real time of the whole gap, before any clamp.
	Length time.Duration
	// Cause is 0 where there was no gap.
	Cause Cause
}

const gapAfterDefault = time.Second

// intake turns a source's readings into frame times: what Timer, Clock and Stepper share.
type intake struct {
	high     Instant // the latest reading so far: a source that steps back is waited for here
	started  bool
	first    bool // the last reading was the first: it ends no frame, so it is no gap
	backward uint64
	real     time.Duration // the sum of all frame times
	gapAfter time.Duration
	suspend  Cause
}

// take returns the time since the last reading, never negative. A sum that would pass an int64, 292
// years, stands still there: frames count as 0 from then on.
func (in *intake) take(now Instant) time.Duration {
	if in.first = !in.started; in.first {
		in.high, in.started = now, true
		return 0
	}
	if now < in.high {
		in.backward++
		return 0
	}
	d := min(now.Sub(in.high), 1<<63-1-in.real)
	in.high, in.real = now, in.real+d
	return d
}

// gap says whether the frame of d that take has returned is one, and ends an announcement.
func (in *intake) gap(d time.Duration) Gap {
	switch {
	case in.first:
		return Gap{}
	case in.suspend != 0:
		g := Gap{d, in.suspend}
		in.suspend = 0
		return g
	case d > in.gapAfter:
		return Gap{d, Unannounced}
	}
	return Gap{}
}

// skip lets the time until now pass uncounted.
func (in *intake) skip(now Instant) {
	if now < in.high && in.started {
		in.backward++
		return
	}
	in.high, in.started = now, true
}
