package page

import (
	"math"
	"strconv"
)

// PercentileEnd is where the axis of percentiles ends: x on it is the percentile beyond which 10^-x of
// the frames lie, and the slowest frame of the longest line stands at the end. It is at least 1.
func (all Lines) PercentileEnd() float64 {
	n := 10
	for _, l := range all {
		n = max(n, l.Count)
	}
	return math.Log10(float64(n))
}

// spreadFactor is from which ratio of the longest to the median frame on a percentile curve is drawn on
// a logarithmic scale: on a linear one, all but the tail would be a flat line.
const spreadFactor = 8

// Spread reports whether percentiles need a logarithmic scale to be told apart.
func (all Lines) Spread() bool {
	for _, l := range all {
		if l.Figures.Max > spreadFactor*l.Figures.At(l.Count/2) {
			return true
		}
	}
	return false
}

// Percentile returns in milliseconds the quantile beyond which 10^-x of the frames lie: linear between
// the two nearest, as the figures' percentile is. x is at least 0.
func (l *Line) Percentile(x float64) float64 {
	h := (1 - math.Pow(10, -x)) * float64(l.Count-1)
	i := min(int(h), l.Count-1)
	low, high := inMillis(l.Figures.At(i)), inMillis(l.Figures.At(min(i+1, l.Count-1)))
	return low + (h-float64(i))*(high-low)
}

// PercentileRule says how percentiles are found, and what the end of a curve is.
func (all Lines) PercentileRule() string {
	words := overSamples(all) + "linear between the two nearest (R type 7); a line ends at its longest"
	for _, l := range all {
		if l.Count < 1000 {
			return words + "; of fewer than 1,000 the tail is a few, here" + together(" N = "+strconv.Itoa(l.Count))
		}
	}
	return words
}

// curve returns the percentiles of a line at places of their axis, up to where its slowest frame
// stands.
func (l *Line) curve(xs []float64) []*float64 {
	curve := make([]*float64, len(xs))
	last := 0
	for i, x := range xs {
		if x > math.Log10(float64(l.Count))+1e-9 {
			break
		}
		y := l.Percentile(x)
		curve[i], last = &y, i
	}
	*curve[last] = inMillis(l.Figures.Max)
	return curve
}
