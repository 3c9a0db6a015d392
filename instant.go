package tactus

import (
	"math"
	"time"
)

// An Instant is a point on one clock, in nanoseconds since that clock's own origin. Instants of two
// clocks must never be compared: pick one source and hand its readings to everything in the frame.
// An int64 of nanoseconds spans 292 years.
type Instant int64

// FrameMax is the longest frame time that is taken whole, 2^43 ns (2 h 26 min); what a frame has
// over it counts as clamped, even with the clamp off.
const FrameMax time.Duration = 1 << 43

// Add returns the instant d later; where that is beyond an int64, the last (or first) Instant.
func (t Instant) Add(d time.Duration) Instant {
	sum := t + Instant(d)
	switch {
	case d > 0 && sum < t:
		return math.MaxInt64
	case d < 0 && sum > t:
		return math.MinInt64
	}
	return sum
}

// Sub returns the time from u to t, negative where t is earlier; where that is beyond a Duration,
// the longest (or most negative) one.
func (t Instant) Sub(u Instant) time.Duration {
	diff := t - u
	switch {
	case t > u && diff < 0:
		return math.MaxInt64
	case t < u && diff > 0:
		return math.MinInt64
	}
	return time.Duration(diff)
}

// InstantOfMillis returns the instant that a browser's time stamp in milliseconds says, to the
// nearest nanosecond: the argument of requestAnimationFrame's callback. Never mix those stamps with
// performance.now(), which runs ahead of them by part of a frame. NaN gives 0, which a clock takes
// as a reading that stood still or stepped back; values beyond 292 years give the last Instant.
func InstantOfMillis(ms float64) Instant {
	ns := math.RoundToEven(ms * 1e6)
	switch {
	case math.IsNaN(ns):
		return 0
	case ns >= math.MaxInt64:
		return math.MaxInt64
	case ns <= math.MinInt64:
		return math.MinInt64
	}
	return Instant(ns)
}
