package main

import (
	"math"
	"strconv"
	"time"
)

// percentileAxis returns the axis of percentiles, stretched towards the tail: half as many slower frames
// are always equally far. It ends where the slowest frame of the longest series stands.
func percentileAxis(all []*series) axis {
	n := 10
	for _, s := range all {
		n = max(n, s.n)
	}
	a := axis{to: math.Log10(float64(n)), ticks: []axisTick{{0, "0"}, {math.Log10(2), "50"}, {1, "90"}}}
	label := "99"
	for k := 2; float64(k) <= a.to; k++ {
		a.ticks = append(a.ticks, axisTick{float64(k), label})
		if k == 2 {
			label += "."
		}
		label += "9"
	}
	return a
}

// spreadFactor is from which ratio of the longest to the median frame on a percentile curve is drawn on
// a logarithmic scale: on a linear one, all but the tail would be a flat line.
const spreadFactor = 8

// percentileUp returns the axis of frame times, and what to write at it.
func percentileUp(all []*series, log bool) (axis, string) {
	shortest, longest := time.Duration(math.MaxInt64), time.Duration(1)
	for _, s := range all {
		shortest, longest = min(shortest, s.figures.Min), max(longest, s.figures.Max)
		log = log || s.figures.Max > spreadFactor*s.figures.At(s.n/2)
	}
	if log {
		return logAxis(inMillis(shortest), inMillis(longest)), "ms, logarithmic"
	}
	return linearAxis(0, inMillis(longest)*1.05, 6), "ms"
}

// atPercentile returns the quantile whose tail is 10^-x of the frames: linear between the two nearest,
// as the figures' percentile is.
func (s *series) atPercentile(x float64) float64 {
	h := (1 - math.Pow(10, -x)) * float64(s.n-1)
	i := min(int(h), s.n-1)
	low, high := inMillis(s.figures.At(i)), inMillis(s.figures.At(min(i+1, s.n-1)))
	return low + (h-float64(i))*(high-low)
}

func drawPercentiles(p *panel, all []*series) {
	p.grid("percentile of frame times, stretched towards the slowest")
	for _, s := range all {
		ink, dash := s.ink()
		end := math.Log10(float64(s.n))
		var points []point
		for k := 0.0; k <= p.width; k++ {
			x := min(k/p.width*p.across.to, end)
			points = append(points, point{p.atX(x), p.atY(s.atPercentile(x))})
			if x == end {
				break
			}
		}
		last := point{p.atX(end), p.atY(inMillis(s.figures.Max))}
		p.sheet.line(ink, 1.8, dash, append(points, last)...)
		p.sheet.rect(last.x-3, last.y-3, 6, 6, ink) // the slowest frame
	}
	p.frame()
}

// percentileWords says what the end of the curve is.
func percentileWords(all []*series) string {
	words := overSamples(all) + "linear between the two nearest (R type 7); a line ends at its longest"
	for _, s := range all {
		if s.n < 1000 {
			return words + "; of fewer than 1,000 the tail is a few, here" + together(" N = "+strconv.Itoa(s.n))
		}
	}
	return words
}
