package main

import (
	"strconv"
)

// stepsMax is the last bar: frames with as many steps or more.
const stepsMax = 8

// stepLabelMin is how wide a bar is at least that has its share written over it: as wide as the longest.
const stepLabelMin = 54

// stepShares returns the share of a series' frames that ran 0, 1, 2, ... steps.
func (s *series) stepShares() []float64 {
	counts := make([]float64, stepsMax+1)
	for row := range s.run.stream.Intervals(s.side) {
		n := s.run.stream.Engine(row).Steps
		counts[min(max(n, 0), stepsMax)]++
	}
	for i := range counts {
		counts[i] /= float64(s.n)
	}
	return counts
}

// withEngine returns those series whose logs tell what a fixed-timestep loop did: one for each log,
// since steps are of the program's frames whichever side is drawn.
func withEngine(all []*series) []*series {
	var some []*series
	for _, s := range all {
		again := len(some) > 0 && some[len(some)-1].run == s.run
		if s.run.stream.HasEngine() && !again {
			some = append(some, s)
		}
	}
	return some
}

// drawSteps draws a group of bars for each number of steps, a bar for each series.
func drawSteps(p *panel, all []*series) {
	shares := make([][]float64, len(all))
	last, top := 2, 0.0
	for i, s := range all {
		shares[i] = s.stepShares()
		for n, v := range shares[i] {
			if v > 0 {
				last = max(last, n)
			}
			top = max(top, v)
		}
	}
	p.up = linearAxis(0, min(top*115, 118), 6)
	p.across = axis{from: -0.5, to: float64(last) + 0.5}
	for n := range last + 1 {
		label := strconv.Itoa(n)
		if n == stepsMax {
			label += " or more"
		}
		p.across.ticks = append(p.across.ticks, axisTick{float64(n), label})
	}
	p.grid("steps in one frame")
	wide := min(0.8*p.width/float64(last+1)/float64(len(all)), 90)
	for i, s := range all {
		ink, _ := s.ink()
		for n := range last + 1 {
			x := p.atX(float64(n)) + (float64(i)-float64(len(all))/2)*wide
			y := p.atY(100 * shares[i][n])
			if shares[i][n] > 0 {
				y = min(y, p.y+p.height-1)
			}
			p.sheet.rect(x+1, y, wide-2, p.y+p.height-y, ink)
			if words := percentWords(shares[i][n]); wide >= stepLabelMin {
				p.sheet.text(x+wide/2, y-4, fromMiddle, textTick, words)
			}
		}
	}
	p.frame()
}

// percentWords prints a share; one that is not 0 never looks like it.
func percentWords(share float64) string {
	switch {
	case share == 0:
		return "0"
	case share < 0.0005:
		return "< 0.1 %"
	case share >= 0.9995 && share < 1:
		return "> 99.9 %"
	}
	return strconv.FormatFloat(100*share, 'f', 1, 64) + " %"
}
