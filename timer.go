package tactus

import "time"

// TimerConfig sets up a Timer. Its zero value is the default.
type TimerConfig struct {
	// Clamp bounds Delta. 0 is 250 ms; NoClamp is none.
	Clamp time.Duration
}

// fpsWindow is how long frames are counted for one FPS figure: short enough to follow, long enough to
// read.
const fpsWindow = 500 * time.Millisecond

// A Timer measures frames: one Tick a frame, first thing in it. Time that passes between the last
// tick and Stop belongs to the next delta, so the deltas of a run without clamps add up to Total.
// Make one with NewTimer; it runs from its first reading on.
type Timer struct {
	clamp       time.Duration
	in          intake
	stopped     bool
	raw, delta  time.Duration
	pending     time.Duration // between the last tick and Stop
	total       time.Duration
	frames      uint64
	windowTime  time.Duration // raw times and frames of the FPS figure under way
	windowCount int
	fps         float64
}

// NewTimer returns a running timer at 0. The error is a *ConfigError.
func NewTimer(c TimerConfig) (*Timer, error) {
	switch {
	case c.Clamp == 0:
		c.Clamp = clampDefault
	case c.Clamp == NoClamp:
		c.Clamp = 1<<63 - 1
	case c.Clamp < 0:
		return nil, &ConfigError{Field: "TimerConfig.Clamp", Value: c.Clamp.String(),
			Want: "a time over 0, 0 for 250ms, or NoClamp"}
	}
	return &Timer{clamp: c.Clamp}, nil
}

// Tick ends a frame at now. The first reading, a reading that stands still and one that steps back
// give a delta of 0; after a step back, time goes on from the latest reading. While stopped it gives
// 0 and counts no frame.
func (t *Timer) Tick(now Instant) {
	if t.stopped {
		t.raw, t.delta = 0, 0
		return
	}
	first := !t.in.started
	d := t.in.take(now)
	t.total += d
	t.raw = d + t.pending
	t.delta = min(t.raw, t.clamp)
	t.pending = 0
	if first {
		return
	}
	t.frames++
	t.windowTime += t.raw
	t.windowCount++
	switch {
	case t.windowTime >= fpsWindow:
		t.fps = float64(t.windowCount) / t.windowTime.Seconds()
		t.windowTime, t.windowCount = 0, 0
	case t.frames == uint64(t.windowCount) && t.windowTime > 0: // in the first window, what is known so far
		t.fps = float64(t.windowCount) / t.windowTime.Seconds()
	}
}

// Stop freezes the timer at now. Stopping twice is stopping once.
func (t *Timer) Stop(now Instant) {
	if t.stopped {
		return
	}
	d := t.in.take(now)
	t.total += d
	t.pending += d
	t.stopped = true
}

// Start lets a stopped timer go on from now; the pause is in no delta. Starting twice is starting once.
func (t *Timer) Start(now Instant) {
	if !t.stopped {
		return
	}
	t.in.skip(now)
	t.stopped = false
}

// Reset makes the timer new: running, no reading yet, everything 0.
func (t *Timer) Reset() { *t = Timer{clamp: t.clamp} }

// Delta returns the last frame's time, clamped: for logic.
func (t *Timer) Delta() time.Duration { return t.delta }

// RawDelta returns the last frame's time as measured: for diagnosis.
func (t *Timer) RawDelta() time.Duration { return t.raw }

// Total returns the running time since the first reading less all pauses, as measured. It never
// decreases, and no clamp touches it.
func (t *Timer) Total() time.Duration { return t.total }

// Frames returns the number of frames; the first reading begins one and ends none.
func (t *Timer) Frames() uint64 { return t.frames }

// Backward returns the number of readings before an earlier one.
func (t *Timer) Backward() uint64 { return t.in.backward }

// FPS returns frames per second over the last full half second, as frames over time measured, from
// raw times; in the first half second over what there is, and 0 before the first frame.
func (t *Timer) FPS() float64 { return t.fps }
