package compare

import (
	"errors"
	"strconv"
	"time"
)

// Options are how runs are compared. The zero value is the default.
type Options struct {
	// Metrics are what is compared; nil is Metrics().
	Metrics []Metric
	// Resamples is how many there are, 100 to 1,000,000; 0 is 1,000, with which the ends of a 95 %
	// interval stand on 25 resamples each. Fewer are drawn where all frames together are over 200,000:
	// see [Result.Resamples].
	Resamples int
	// Seed makes the random numbers; the same seed gives the same result to the bit. 0 is a seed.
	Seed uint64
	// Block is the least time that a block spans; 0 is one second. What makes frames alike, such as a
	// scene or a garbage collection, lasts longer than the correlation of two neighbours tells.
	Block time.Duration
	// Margin is the difference under which a metric's is too small to matter, as a share of the base,
	// 0 to 1; 0 is 0.01, since nobody sees or feels one percent, and MarginNone is none.
	Margin float64
	// WithoutOutliers leaves out the outlier runs, which are named either way.
	WithoutOutliers bool
	// Workers is how many goroutines there are; 0 is one for each processor. The result does not
	// depend on it.
	Workers int
	// Progress is called now and then by the goroutine that called Compare; nil for none.
	Progress func(resamples, of int)
}

// MarginNone is the Margin with which no difference is too small.
const MarginNone = -1

const (
	marginDefault    = 0.01
	resamplesDefault = 1000
	resamplesMin     = 100
	resamplesMax     = 1_000_000
	// framesFull is how many frames get all the resamples; the work is frames times resamples.
	framesFull = 200_000
	// resamplesHuge is the fewest that are drawn of however many frames.
	resamplesHuge = 200
)

// check returns the options with their defaults, or what is wrong with them.
func (o Options) check() (Options, error) {
	if o.Metrics == nil {
		o.Metrics = Metrics()
	}
	if o.Resamples == 0 {
		o.Resamples = resamplesDefault
	}
	if o.Resamples < resamplesMin || o.Resamples > resamplesMax {
		return o, refuse("resamples", strconv.Itoa(o.Resamples), "100 to 1000000")
	}
	if o.Block == 0 {
		o.Block = time.Second
	}
	if o.Block < 0 {
		return o, refuse("block", o.Block.String(), "a time over 0, as 1s")
	}
	switch {
	case o.Margin == 0:
		o.Margin = marginDefault
	case o.Margin == MarginNone:
		o.Margin = 0
	case !(o.Margin > 0 && o.Margin <= 1):
		return o, refuse("margin", strconv.FormatFloat(o.Margin, 'g', -1, 64), "0 to 1, as 0.01 for 1 %")
	}
	for _, m := range o.Metrics {
		if !m.resampled() {
			return o, refuse("metric", m.String(), lowsWanted)
		}
	}
	return o, nil
}

const lowsWanted = "a low by mean, k_floor, k_round, frameview, percentile or integral"

func refuse(option, value, want string) error {
	return errors.New("tactus: " + option + " is " + value + ": want " + want)
}
