package framestats

import (
	"math"
	"math/bits"
	"time"
)

const (
	// subBits is how finely a histogram tells times apart: 2^subBits buckets an octave.
	subBits = 6
	// buckets is how many cover all times of an int64: the first 2^(subBits+1) hold one nanosecond
	// each, and each of the 56 octaves above them has 2^subBits.
	buckets = (63-subBits-1)<<subBits + 2<<subBits
)

// HistogramError bounds the relative error of a Histogram's percentiles and lows, 1/128 or 0.8 %: it
// answers with the middle of a bucket that is at most 1/64 of its lower end wide.
const HistogramError = 1.0 / (2 << subBits)

// A Histogram counts times in buckets that grow with the time, log-linear, so that any number of
// times from 1 ns to 292 years fit in 30 kB with a relative error of at most [HistogramError]. Times
// under 128 ns, the count, the mean, the shortest and the longest are exact. The zero value is empty
// and ready.
type Histogram struct {
	counts [buckets]uint64
	n      uint64
	sumHi  uint64 // the sum of all times, 128 bits wide: never rounded, never full
	sumLo  uint64
	max    int64
	minGap int64 // the longest possible time less the shortest: 0 is right for an empty histogram
}

// bucketOf returns the bucket of a time that is not negative.
func bucketOf(v uint64) uint64 {
	shift := uint64(max(bits.Len64(v), subBits+1) - subBits - 1)
	return shift<<subBits + v>>(shift&63) // & only tells the compiler that shift is under 64
}

// middle returns the time that stands for a bucket.
func middle(bucket int) int64 {
	if bucket < 2<<subBits {
		return int64(bucket)
	}
	shift := bucket>>subBits - 1
	return int64(bucket-shift<<subBits)<<shift + 1<<shift>>1
}

// Add counts one time. A negative one counts as 0.
func (h *Histogram) Add(d time.Duration) { h.add(int64(max(d, 0))) }

func (h *Histogram) add(v int64) {
	h.counts[bucketOf(uint64(v))]++
	h.n++
	var carry uint64
	h.sumLo, carry = bits.Add64(h.sumLo, uint64(v), 0)
	h.sumHi += carry
	h.max = max(h.max, v)
	h.minGap = max(h.minGap, math.MaxInt64-v)
}

// addMany counts one time n times, n over 0.
func (h *Histogram) addMany(v int64, n uint64) {
	h.counts[bucketOf(uint64(v))] += n
	h.n += n
	hi, lo := bits.Mul64(uint64(v), n)
	var carry uint64
	h.sumLo, carry = bits.Add64(h.sumLo, lo, 0)
	h.sumHi += hi + carry
	h.max = max(h.max, v)
	h.minGap = max(h.minGap, math.MaxInt64-v)
}

// min returns the shortest time; n must be over 0.
func (h *Histogram) min() int64 { return math.MaxInt64 - h.minGap }

// Merge adds all that o counted. The result is what one histogram would have counted.
func (h *Histogram) Merge(o *Histogram) {
	if o.n == 0 {
		return
	}
	low, high := o.span()
	for i := low; i <= high; i++ {
		h.counts[i] += o.counts[i]
	}
	h.n += o.n
	var carry uint64
	h.sumLo, carry = bits.Add64(h.sumLo, o.sumLo, 0)
	h.sumHi += o.sumHi + carry
	h.max, h.minGap = max(h.max, o.max), max(h.minGap, o.minGap)
}

// Reset empties the histogram.
func (h *Histogram) Reset() { *h = Histogram{} }

// span returns the lowest and the highest bucket in use; n must be over 0.
func (h *Histogram) span() (low, high int) {
	return int(bucketOf(uint64(h.min()))), int(bucketOf(uint64(h.max)))
}

// copyFrom makes h equal to o. What h counts must be a part of what o counts: then h's buckets are
// among o's, and only those are written.
func (h *Histogram) copyFrom(o *Histogram) {
	if o.n == h.n {
		return
	}
	low, high := o.span()
	copy(h.counts[low:high+1], o.counts[low:high+1])
	h.n, h.sumHi, h.sumLo, h.max, h.minGap = o.n, o.sumHi, o.sumLo, o.max, o.minGap
}

// Count returns how many times were counted.
func (h *Histogram) Count() uint64 { return h.n }

// Min returns the shortest time, exact; 0 where there is none.
func (h *Histogram) Min() time.Duration {
	if h.n == 0 {
		return 0
	}
	return time.Duration(h.min())
}

// Max returns the longest time, exact; 0 where there is none.
func (h *Histogram) Max() time.Duration { return time.Duration(h.max) }

// Mean returns the mean, exact and rounded down to nanoseconds; 0 where there is none. One second
// over the mean of frame times is their FPS, frames over time.
func (h *Histogram) Mean() time.Duration {
	if h.n == 0 {
		return 0
	}
	mean, _ := bits.Div64(h.sumHi, h.sumLo, h.n) // at most the longest time: no overflow
	return time.Duration(mean)
}

// Percentile returns the percentile p by nearest rank, within [HistogramError]; p runs from 0 (the
// shortest time, exact) to 1 (the longest, exact). It is 0 where there is none, and panics on a p
// that is no share.
func (h *Histogram) Percentile(p float64) time.Duration {
	m := millionths(p)
	if h.n == 0 {
		return 0
	}
	rank := part(h.n, m)
	switch rank {
	case 1:
		return time.Duration(h.min())
	case h.n:
		return time.Duration(h.max)
	}
	low, high := h.span()
	for i := low; i <= high; i++ {
		if h.counts[i] >= rank {
			return time.Duration(h.clip(middle(i)))
		}
		rank -= h.counts[i]
	}
	return time.Duration(h.max)
}

// clip keeps a bucket's middle between the shortest and the longest time, which are in the outermost
// buckets.
func (h *Histogram) clip(v int64) int64 { return min(max(v, h.min()), h.max) }

// LowMean returns the mean of the slowest p of the times, rounded up to whole times, within
// [HistogramError]; see [Stats.LowMean]. It panics on a p that is no share.
func (h *Histogram) LowMean(p float64) Low {
	l := Low{Share: p, of: h.n, rule: lowMean}
	m := millionths(p)
	if h.n == 0 {
		return l
	}
	l.Frames = part(h.n, m)
	var sumHi, sumLo, carry uint64
	low, high := h.span()
	for i, left := high, l.Frames; i >= low && left > 0; i-- {
		n := min(h.counts[i], left)
		left -= n
		hi, lo := bits.Mul64(uint64(h.clip(middle(i))), n)
		sumLo, carry = bits.Add64(sumLo, lo, 0)
		sumHi += hi + carry
	}
	mean, _ := bits.Div64(sumHi, sumLo, l.Frames)
	l.Time = time.Duration(mean)
	return l
}
