package main

import (
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog/page"
)

// percentileAxis returns the axis of percentiles, stretched towards the tail: half as many slower frames
// are always equally far. It ends where the slowest frame of the longest series stands.
func percentileAxis(all page.Lines) axis {
	a := axis{to: all.PercentileEnd(), ticks: []axisTick{{0, "0"}, {math.Log10(2), "50"}, {1, "90"}}}
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

// percentileUp returns the axis of frame times, and what to write at it.
func percentileUp(all page.Lines, log bool) (axis, string) {
	shortest, longest := time.Duration(math.MaxInt64), time.Duration(1)
	for _, s := range all {
		shortest, longest = min(shortest, s.Figures.Min), max(longest, s.Figures.Max)
	}
	if log || all.Spread() {
		return logAxis(inMillis(shortest), inMillis(longest)), "ms, logarithmic"
	}
	return linearAxis(0, inMillis(longest)*1.05, 6), "ms"
}

func drawPercentiles(p *panel, all page.Lines) {
	p.grid("percentile of frame times, stretched towards the slowest")
	for _, s := range all {
		ink, dash := inkOf(s)
		end := math.Log10(float64(s.Count))
		var points []point
		for k := 0.0; k <= p.width; k++ {
			x := min(k/p.width*p.across.to, end)
			points = append(points, point{p.atX(x), p.atY(s.Percentile(x))})
			if x == end {
				break
			}
		}
		last := point{p.atX(end), p.atY(inMillis(s.Figures.Max))}
		p.sheet.line(ink, 1.8, dash, append(points, last)...)
		p.sheet.rect(last.x-3, last.y-3, 6, 6, ink) // the slowest frame
	}
	p.frame()
}
