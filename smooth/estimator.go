package smooth

import (
	"math/bits"
	"time"

	"github.com/tactus-go/tactus"
)

const (
	rateMinLeast   = 10   // what is slower is no display
	rateMinDefault = 20   // a film on a display of 24 Hz is the slowest that is seen
	rateMaxDefault = 1000 // the fastest displays announced
	rateMaxMost    = 2000 // a rate in millionths of a Hz has to fit in 32 bits

	// fitPart is how far off the grid a frame may be, as a part of the period. A sixth lets a third
	// of random frames pass by chance, which searchNeed and missMax are far from.
	fitPart = 6
	// movedPart is how near to whole periods the first even frame after a hitch must be: a frame
	// that is late must not pass for one.
	movedPart = 12
	// pullPart is how much of a frame's error the grid follows: an eighth evens noise out and still
	// follows a rate that is off by 1/1000.
	pullPart = 8
	// missMax of the last 16 frames may be off the grid. A busy system's hitches are fewer; on a
	// display that has changed to twice the rate half of them are off, on any other more.
	missMax = 6
	// A divisor that all multiples have had for coarseAfter frames is part of the period.
	coarseAfter = 64
)

// EstimatorConfig sets up an Estimator. Its zero value is the default.
type EstimatorConfig struct {
	// RateMin and RateMax bound the display rates that are looked for, from 10 to 2,000 Hz. The
	// zero values are 20 Hz and 1,000 Hz.
	RateMin, RateMax tactus.Rate
}

// bounds returns the shortest and the longest period, or a *ConfigError.
func (c EstimatorConfig) bounds() (least, most fine, err error) {
	if c.RateMin == (tactus.Rate{}) {
		c.RateMin = tactus.Hz(rateMinDefault)
	}
	if c.RateMax == (tactus.Rate{}) {
		c.RateMax = tactus.Hz(rateMaxDefault)
	}
	bad := func(field string, r tactus.Rate, want string) error {
		return &tactus.ConfigError{Field: "EstimatorConfig." + field, Value: r.String(), Want: want}
	}
	if c.RateMin.Check() != nil || c.RateMin.Float() < rateMinLeast || c.RateMin.Float() > rateMaxMost {
		return 0, 0, bad("RateMin", c.RateMin, "10 to 2000 Hz, or unset for 20")
	}
	if c.RateMax.Check() != nil || c.RateMax.Float() < rateMinLeast || c.RateMax.Float() > rateMaxMost {
		return 0, 0, bad("RateMax", c.RateMax, "10 to 2000 Hz, or unset for 1000")
	}
	if c.RateMin.Float() > c.RateMax.Float() {
		return 0, 0, bad("RateMax", c.RateMax, "RateMin or more, which is "+c.RateMin.String())
	}
	return fineOf(c.RateMax.Period()), fineOf(c.RateMin.Period()) + fineOne, nil
}

// A fine is a time in 2^-16 ns: fine enough that a period of 16 ms is right to a millionth of a
// millionth, coarse enough that 2^43 ns fit.
type fine int64

const (
	fineBits = 16
	fineOne  = 1 << fineBits
)

func fineOf(d time.Duration) fine { return fine(d) << fineBits }

// An Estimator finds a display's refresh rate from the readings of a loop that it paces.
//
// It looks for a period of which the frame times are whole multiples, so refreshes that were missed
// count as what they are, and then follows it: a frame off the grid by over a sixth of the period
// is a miss, and after more than 6 misses in 16 frames the display has changed and the search
// begins again. It measures the period as the difference of two means, of the newest and of the
// oldest half of the last 256 frames, in which noise of single readings cancels out.
//
// With readings off by up to 0.2 ms, whatever their pattern, it locks to 60 Hz within 40 frames and
// tells 59.94 from 60 Hz within 160; with 60 Hz changing to 144 it locks again within 48 frames. A
// display whose rate falls to a half or a third is noticed within 128 frames, since until then it
// may be a loop that misses every other refresh; a loop that always does looks like a slower
// display. A loop that keeps an even rate without any display is as good as one.
//
// Readings must be off by less than a twelfth of the period. Memory is fixed, under 1 KB. Make one
// with NewEstimator.
type Estimator struct {
	least, most fine
	started     bool
	last        tactus.Instant
	frames      recent
	sinceSearch int

	locked bool
	period fine
	good   tactus.Instant // the last reading on the grid
	ahead  fine           // from good to the point of the grid that it stands for
	misses uint16         // of the last 16 frames, one bit each
	factor int64          // that the multiples of late have in common
	late   int            // how many multiples factor is of
	slope  slope
}

// NewEstimator returns an estimator that knows nothing. The error is a *ConfigError.
func NewEstimator(c EstimatorConfig) (*Estimator, error) {
	least, most, err := c.bounds()
	if err != nil {
		return nil, err
	}
	return &Estimator{least: least, most: most}, nil
}

// Observe takes the reading of one frame. A reading that is not after the last is none. One that is
// over an hour after it, or beyond FrameMax, begins the search anew.
func (e *Estimator) Observe(now tactus.Instant) {
	if !e.started || now.Sub(e.last) > tactus.FrameMax/2 {
		*e = Estimator{least: e.least, most: e.most, started: true, last: now}
		return
	}
	d := now.Sub(e.last)
	if d <= 0 {
		return
	}
	e.last = now
	e.frames.push(d)
	if e.locked {
		e.track(now, d)
		return
	}
	e.sinceSearch++
	if e.frames.full() && e.sinceSearch >= searchEvery {
		e.sinceSearch = 0
		if period, ok := e.frames.search(e.least, e.most); ok {
			e.locked, e.period = true, period
			e.good, e.ahead, e.misses = now, 0, 0
			e.slope, e.factor, e.late = slope{}, 0, 0
		}
	}
}

// track follows the grid with one more reading, whose frame took last.
func (e *Estimator) track(now tactus.Instant, last time.Duration) {
	d := now.Sub(e.good)
	e.misses <<= 1
	way := fineOf(d) - e.ahead
	if !fits(way, e.period, fitPart) {
		e.misses |= 1
		if bits.OnesCount16(e.misses) > missMax {
			e.unlock()
		} else if fits(fineOf(last), e.period, movedPart) {
			e.good, e.ahead = now, 0 // the grid has moved: a loop that began anew after a hitch
		}
		return
	}
	n, off := multiple(way, e.period)
	e.good = now
	e.ahead = off/pullPart - off
	if n > multipleMax {
		return // a pause fits by chance too: it is cut out of the measurement
	}
	if period, ok := e.slope.add(int64(n), d); ok {
		e.period = min(max(period, e.least), e.most)
	}
	e.coarsen(int64(n))
}

// multiple returns how many periods a way is, and how much longer than that it is.
func multiple(way, period fine) (n, off fine) {
	n = (way + period/2) / period
	return n, way - n*period
}

// fits reports whether a way is one period or more, within a part of the period.
func fits(way, period, part fine) bool {
	n, off := multiple(way, period)
	return n >= 1 && off <= period/part && off >= -period/part
}

// unlock gives the display up. The frames so far are forgotten: two displays' together have many
// small periods in common.
func (e *Estimator) unlock() { e.locked, e.frames, e.sinceSearch = false, recent{}, 0 }

// coarsen takes a period for a multiple of itself where all frames have been multiples of that.
func (e *Estimator) coarsen(n int64) {
	e.factor = gcd(n, e.factor)
	if e.late++; e.late < coarseAfter {
		return
	}
	if period := e.period * fine(e.factor); e.factor > 1 && period <= e.most {
		e.period, e.slope = period, slope{}
	}
	e.factor, e.late = 0, 0
}

// Locked reports whether there is a rate: the frames of late keep to one.
func (e *Estimator) Locked() bool { return e.locked }

// Rate returns the display's rate as measured, to a millionth of a Hz, and whether it is locked;
// the zero Rate where it is not. Ask [Nominal] for the standard rate that it means.
func (e *Estimator) Rate() (tactus.Rate, bool) {
	if !e.locked {
		return tactus.Rate{}, false
	}
	// millionths of a Hz: 10^6 * 10^9 ns/s * 2^16 / period, to the nearest
	hi, lo := bits.Mul64(1e15, fineOne)
	lo, carry := bits.Add64(lo, uint64(e.period)/2, 0)
	micro, _ := bits.Div64(hi+carry, lo, uint64(e.period)) // fits: the period is over 2^-11 s
	return tactus.Ratio(int64(micro), 1e6), true
}

// Frames returns how many frames the measured rate rests on, 0 to 256. The first estimate rests on
// the search alone and is right to about the noise over 32 frames; from there each half of Frames
// is a mean.
func (e *Estimator) Frames() int { return e.slope.frames() }

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
