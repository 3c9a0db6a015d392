package tactustest

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/tactus-go/tactus"
)

// Streams keep generators of one seed apart, so that Jittered and Noisy with the same seed have
// nothing in common.
const (
	streamJittered = iota + 1
	streamNoisy
	streamBursty
)

// fractionMax bounds Jittered's fractions: no machine's frames take a million times their usual
// time.
const fractionMax = 1 << 20

// Jittered returns t with each frame taking from lo to hi of its time, evenly spread: Jittered(0.4,
// 1.6, seed). Each frame is drawn for itself, so the starts wander away from t's as those of a loop
// without a display do. Fractions are from 0 to 2^20, lo at most hi.
func (t Trace) Jittered(lo, hi float64, seed uint64) Trace {
	if !(lo >= 0 && lo <= hi && hi <= fractionMax) { // so that NaN is refused
		panic(fmt.Sprintf("tactus: Trace.Jittered from %v to %v: want 0 or more and up to 2^20, the lower first", lo, hi))
	}
	return func(yield func(time.Duration) bool) {
		r := rand.New(rand.NewPCG(seed, streamJittered))
		for d := range t {
			part := min(lo+float64((hi-lo)*r.Float64()), hi) // rounding may pass hi by a bit
			if !yield(within(float64(d) * part)) {
				return
			}
		}
	}
}

// EarlyLate returns t with the ends of its frames alternately off early and late, the first early:
// a display that is even and whose stamps are not. The error does not add up: the end of frame 2n
// is always t's and off. Ends never step back: where 2*off is more than a frame, one stands still.
func (t Trace) EarlyLate(off time.Duration) Trace {
	mustTime("Trace.EarlyLate", off)
	return t.moved(func() func() time.Duration {
		by := off
		return func() time.Duration {
			by = -by
			return by
		}
	})
}

// Noisy returns t with the end of each frame moved by up to most, early or late, evenly spread and
// each drawn for itself: the stamps of an even display through a busy system. The error does not
// add up. Ends never step back, as in EarlyLate. most is at most [tactus.FrameMax].
func (t Trace) Noisy(most time.Duration, seed uint64) Trace {
	mustTime("Trace.Noisy", most)
	if most > tactus.FrameMax {
		panic("tactus: Trace.Noisy of " + most.String() + ": want at most " + tactus.FrameMax.String())
	}
	return t.moved(func() func() time.Duration {
		r := rand.New(rand.NewPCG(seed, streamNoisy))
		return func() time.Duration { return time.Duration(r.Int64N(2*int64(most)+1)) - most }
	})
}

// moved returns t with the end of each frame moved by what a fresh run of by says.
func (t Trace) moved(by func() func() time.Duration) Trace {
	return func(yield func(time.Duration) bool) {
		next := by()
		var at, last tactus.Instant
		for d := range t {
			at = at.Add(d)
			end := max(at.Add(next()), last)
			if !yield(end.Sub(last)) {
				return
			}
			last = end
		}
	}
}

// Bursty returns the frames of a display of that rate behind a queue that holds them back and lets
// them through in bursts of 2 to 6: one long frame, then short ones of a 16th of the period. At the
// end of each burst the time is the display's again. It panics where r is no step rate.
func Bursty(r tactus.Rate, seed uint64) Trace {
	short := r.Period() / 16
	return func(yield func(time.Duration) bool) {
		draw := rand.New(rand.NewPCG(seed, streamBursty))
		var at time.Duration
		for k := tactus.Tick(0); ; {
			n := 2 + draw.IntN(5)
			k += tactus.Tick(n)
			end := r.TimeOf(k)
			after := min(short, (end-at)/time.Duration(n)) // at the end of time nothing is left to share
			d := end - at - time.Duration(n-1)*after
			for range n {
				if !yield(d) {
					return
				}
				d = after
			}
			at = end
		}
	}
}
