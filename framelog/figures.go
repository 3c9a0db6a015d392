package framelog

import (
	"math"
	"math/bits"
	"time"
)

// Figures are what the frame times of one side of a stream amount to. They hold a copy, four bytes a
// frame, of which a part is sorted when a method asks for it: any number of goroutines may ask. Of a
// side without frames all figures are 0. The zero value is that of no stream.
type Figures struct {
	Side Side
	// N is the number of frames, all that have an interval on that side.
	N int
	// Time is the sum of their times. Beyond 292 years it stays there.
	Time time.Duration
	// Min and Max are the shortest and the longest frame time.
	Min, Max time.Duration

	sample  sample
	from    *spans
	rates   float64 // of all frames, in 1/s
	squares float64 // of the distances from the median, in ns
}

// Figures deals the intervals of a side out for sorting. It allocates four bytes a frame.
func (s *Stream) Figures(side Side) *Figures {
	f := &Figures{Side: side, N: s.Count(side), from: s.side(side)}
	if f.N == 0 {
		return f
	}
	f.sample = newSample(f.from, f.N)
	f.Min, f.Max = f.At(0), f.At(f.N-1)
	f.Time, f.rates, f.squares = f.sample.moments(f.At(f.N / 2))
	return f
}

func (s *Stream) side(side Side) *spans {
	if side == Display {
		return &s.display
	}
	return &s.interval
}

// FPS returns frames over time, in 1/s. It is the average that means something: 1 ms and 4 ms are 400
// FPS, not 625.
func (f *Figures) FPS() float64 { return perSecond(float64(f.N), f.Time) }

// perSecond returns n in d as a rate, 0 where no time passed.
func perSecond(n float64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return n / (float64(d) / 1e9)
}

// MeanInstantFPS returns the mean of the rates of the single frames, in 1/s. Several tools print it as
// the average; it is higher wherever frame times differ.
func (f *Figures) MeanInstantFPS() float64 {
	if f.N == 0 {
		return 0
	}
	return f.rates / float64(f.N)
}

// Mean returns the mean frame time, rounded to the nanosecond.
func (f *Figures) Mean() time.Duration {
	if f.N == 0 {
		return 0
	}
	return divide(f.Time, f.N)
}

// divide rounds half up; d is at least 0 and n over 0.
func divide(d time.Duration, n int) time.Duration {
	return time.Duration((uint64(d) + uint64(n)/2) / uint64(n))
}

// StdDev returns the standard deviation of the frame times with divisor N-1, rounded to the nanosecond;
// 0 for fewer than two frames. It says little of smoothness: one hitch outweighs a thousand frames.
func (f *Figures) StdDev() time.Duration {
	if f.N < 2 {
		return 0
	}
	// The mean is no further from the median than one standard deviation, so that nothing cancels.
	n := float64(f.N)
	apart := float64(f.Time)/n - float64(f.At(f.N/2))
	squares := f.squares - float64(n*apart*apart)
	return time.Duration(math.Round(math.Sqrt(max(squares, 0) / (n - 1))))
}

// At returns the frame time of a rank in ascending order, from 0 to N-1. It panics elsewhere.
func (f *Figures) At(rank int) time.Duration {
	if rank < 0 || rank >= f.N {
		panic("tactus: rank is " + itoa(rank) + " of " + itoa(f.N) + " frames")
	}
	return f.sample.at(rank)
}

// Percentile returns the frame time that the share p of the frames does not exceed, linear between the
// two nearest ranks: R type 7, the default of NumPy and of spreadsheets. The place between them is
// computed in whole numbers, the result rounded to the nanosecond. It panics on a p that is no share.
func (f *Figures) Percentile(p Share) time.Duration {
	p.check()
	if f.N == 0 {
		return 0
	}
	rank, rest := p.of(uint64(f.N - 1))
	return f.between(int(rank), rest, uint64(whole))
}

// between returns the time rest/of of the way from a rank to the next, rounded half up.
func (f *Figures) between(rank int, rest, of uint64) time.Duration {
	d := f.At(rank)
	if rest == 0 {
		return d
	}
	hi, lo := bits.Mul64(uint64(f.At(rank+1)-d), rest)
	lo, carry := bits.Add64(lo, of/2, 0)
	step, _ := bits.Div64(hi+carry, lo, of)
	return d + time.Duration(step)
}

// NearestRank returns the shortest frame time that at least the share p of the frames does not exceed:
// one that was measured. It panics on a p that is no share.
func (f *Figures) NearestRank(p Share) time.Duration {
	p.check()
	if f.N == 0 {
		return 0
	}
	return f.At(max(int(p.ceilOf(uint64(f.N))), 1) - 1)
}

// R8 returns the percentile by R type 8, which MathNet and with it CapFrameX uses, rounded to the
// nanosecond. It panics on a p that is no share.
func (f *Figures) R8(p Share) time.Duration {
	p.check()
	if f.N == 0 {
		return 0
	}
	rank, rest := f.r8(p)
	return f.between(rank, rest, 3*uint64(whole))
}

// r8 returns the 0-based rank below h = (N + 1/3) p + 1/3, and what is left in thirds of a millionth.
func (f *Figures) r8(p Share) (rank int, rest uint64) {
	const unit = 3 * uint64(whole)
	h := (3*uint64(f.N)+1)*uint64(p) + uint64(whole)
	switch k := h / unit; {
	case k < 1:
		return 0, 0
	case k >= uint64(f.N):
		return f.N - 1, 0
	default:
		return int(k) - 1, h % unit
	}
}

// Over returns how many frames took longer than d, strictly, and their time.
func (f *Figures) Over(d time.Duration) (frames int, total time.Duration) {
	if d == math.MaxInt64 {
		return 0, 0
	}
	rank := f.sample.search(d + 1)
	return f.N - rank, f.sample.sum(rank)
}

// Histogram counts the frames from each edge up to but without the next; of n edges it makes n-1
// counts. Edges must ascend.
func (f *Figures) Histogram(edges ...time.Duration) []int {
	if len(edges) < 2 {
		return nil
	}
	counts := make([]int, len(edges)-1)
	from := f.sample.search(edges[0])
	for i := range counts {
		if edges[i+1] < edges[i] {
			panic("tactus: edges of a histogram do not ascend: " + edges[i+1].String() + " after " + edges[i].String())
		}
		to := f.sample.search(edges[i+1])
		counts[i] = to - from
		from = to
	}
	return counts
}

// What CapFrameX calls stutter: over 2.5 times a moving average, in which a frame over three times the
// one before it counts as that one.
const (
	stutterFactor = 2.5
	stutterJump   = 3
	stutterWindow = 10 // times the root of the mean in ms, in frames
)

// StutterShare returns the part of the time, in percent, that CapFrameX calls stutter: frames longer
// than 2.5 times the mean of the last 10*sqrt(mean frame time in ms) frames, themselves included.
// Inside that mean a frame over three times the one before it counts as that one, so that a hitch does
// not raise its own yardstick. The one before it is taken as measured, not as replaced: a slow start
// would otherwise hold the mean down for the whole run. The number of frames rounds half to even. It
// reads all frames in their order.
func (f *Figures) StutterShare() float64 {
	if f.N == 0 {
		return 0
	}
	size := int(math.RoundToEven(stutterWindow * math.Sqrt(float64(f.Time)/float64(f.N)/1e6)))
	ring := make([]float64, min(max(size, 1), f.N))
	var sum, slow, before float64
	i, filled := 0, 0.0
	for _, d := range f.from.all() {
		x := float64(d)
		smooth := x
		if before > 0 && x > stutterJump*before {
			smooth = before
		}
		before = x
		sum += smooth - ring[i]
		ring[i] = smooth
		if i++; i == len(ring) {
			i = 0
		}
		filled = min(filled+1, float64(len(ring)))
		if x*filled > stutterFactor*sum {
			slow += x
		}
	}
	return 100 * slow / float64(f.Time)
}

// FiguresOf returns the figures of plain times, of which those over 0 count. It allocates 12 bytes for
// each.
func FiguresOf(times []time.Duration) *Figures {
	s := &Stream{}
	for _, d := range times {
		s.interval.addSpan(max(d, 0))
	}
	s.count()
	return s.Figures(Present)
}
