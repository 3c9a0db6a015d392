package tactustest

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/tactus-go/tactus"
)

// A Trace is a sequence of frame times, each 0 or more: what a machine's frames took. It is a
// function to range over, for d := range trace, and every range begins it anew, so that two runs
// over one trace see the same frames.
//
// Most traces have no end. Take bounds them; a range over one must break. The zero value is no
// trace, and ranging over it panics. Methods that take arguments panic where one is out of its
// range.
type Trace func(yield func(time.Duration) bool)

// Steady returns frames of d each, without end.
func Steady(d time.Duration) Trace { return Cycle(d) }

// Cycle returns the given frames over and over, without end: Cycle(a, b) alternates. It keeps the
// slice. It panics on none.
func Cycle(d ...time.Duration) Trace {
	if len(d) == 0 {
		panic("tactus: Cycle of no frames: want 1 or more")
	}
	mustTimes("Cycle", d)
	return func(yield func(time.Duration) bool) {
		for i := 0; yield(d[i]); {
			if i++; i == len(d) {
				i = 0
			}
		}
	}
}

// Recorded returns the given frames once. It keeps the slice.
func Recorded(d []time.Duration) Trace {
	mustTimes("Recorded", d)
	return func(yield func(time.Duration) bool) {
		for _, d := range d {
			if !yield(d) {
				return
			}
		}
	}
}

// FPS returns the frames of a loop that is paced to that rate, without end: frame k, the first
// being 0, starts at exactly floor(k*period), which is r.TimeOf(k). So 60 frames a second take
// 16,666,666 and twice 16,666,667 ns, and three of them 50 ms; nothing drifts. It panics where r is
// no step rate.
//
// Mind the rounding: a start is up to 1 ns early, and a plain stepper of the same rate is then a
// hair short of its step in two frames of three. Real loops do that too, and worse: it is what
// lead, hysteresis and snapping are for. [Display] is the even one.
func FPS(r tactus.Rate) Trace { return counted(r, r.TimeOf) }

// Display returns the frames of a display of that rate, without end, read the moment it refreshes:
// frame k starts at exactly ceil(k*period), since no reading comes before its refresh. A plain
// stepper of the same rate runs one step in each. EarlyLate and Noisy make the readings worse. It
// panics where r is no step rate.
func Display(r tactus.Rate) Trace {
	return counted(r, func(k tactus.Tick) time.Duration { return -r.TimeOf(-k) })
}

// counted returns the frames that start where start says.
func counted(r tactus.Rate, start func(k tactus.Tick) time.Duration) Trace {
	r.TimeOf(0) // panics here, where the mistake is, and not in the range
	return func(yield func(time.Duration) bool) {
		at := time.Duration(0)
		for k := tactus.Tick(1); ; k++ {
			next := start(k)
			if !yield(max(next-at, 0)) { // at the end of time it stands still
				return
			}
			at = max(next, at)
		}
	}
}

// Take returns the first n frames. n under 1 is none.
func (t Trace) Take(n int) Trace {
	return func(yield func(time.Duration) bool) {
		left := n
		if left < 1 {
			return
		}
		for d := range t {
			left--
			if !yield(d) || left == 0 {
				return
			}
		}
	}
}

// Then returns t's frames and after them next's. It makes sense where t has an end.
func (t Trace) Then(next Trace) Trace {
	return func(yield func(time.Duration) bool) {
		for d := range t {
			if !yield(d) {
				return
			}
		}
		next(yield)
	}
}

// Hitching returns t with every nth frame replaced by one of hitch: the nth is the first.
func (t Trace) Hitching(n int, hitch time.Duration) Trace {
	mustTime("Trace.Hitching", hitch)
	if n < 1 {
		panic("tactus: Trace.Hitching every " + strconv.Itoa(n) + " frames: want 1 or more")
	}
	return func(yield func(time.Duration) bool) {
		left := n
		for d := range t {
			if left--; left == 0 {
				d, left = hitch, n
			}
			if !yield(d) {
				return
			}
		}
	}
}

// From returns the readings of a clock that stands at start when the first frame begins: start
// itself and then the end of each frame, one more than there are frames. These are what a Stepper
// is fed. A reading beyond the last Instant is that.
func (t Trace) From(start tactus.Instant) iter.Seq[tactus.Instant] {
	return func(yield func(tactus.Instant) bool) {
		now := start
		if !yield(now) {
			return
		}
		for d := range t {
			if now = now.Add(d); !yield(now) {
				return
			}
		}
	}
}

// Frames returns the first n frames, fewer where the trace ends before.
func (t Trace) Frames(n int) []time.Duration {
	return slices.Collect(iter.Seq[time.Duration](t.Take(n)))
}

// Total returns what the first n frames take together, at most the longest Duration.
func (t Trace) Total(n int) time.Duration {
	sum := time.Duration(0)
	for d := range t.Take(n) {
		sum = time.Duration(tactus.Instant(sum).Add(d)) // for its bound
	}
	return sum
}

func mustTimes(of string, d []time.Duration) {
	for _, d := range d {
		mustTime("a frame of "+of, d)
	}
}

// within returns f as a Duration; the conversion alone differs between processors where it does not
// fit.
func within(f float64) time.Duration {
	if f >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(f)
}
