package main

import (
	"strconv"

	"github.com/tactus-go/tactus/framelog/page"
)

// stepLabelMin is how wide a bar is at least that has its share written over it: as wide as the longest.
const stepLabelMin = 54

// drawSteps draws a group of bars for each number of steps, a bar for each series.
func drawSteps(p *panel, all page.Lines) {
	shares := make([][]float64, len(all))
	last, top := 2, 0.0
	for i, s := range all {
		shares[i] = s.StepShares()
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
		if n == page.StepsMax {
			label += " or more"
		}
		p.across.ticks = append(p.across.ticks, axisTick{float64(n), label})
	}
	p.grid("steps in one frame")
	wide := min(0.8*p.width/float64(last+1)/float64(len(all)), 90)
	for i, s := range all {
		ink, _ := inkOf(s)
		for n := range last + 1 {
			x := p.atX(float64(n)) + (float64(i)-float64(len(all))/2)*wide
			y := p.atY(100 * shares[i][n])
			if shares[i][n] > 0 {
				y = min(y, p.y+p.height-1)
			}
			p.sheet.rect(x+1, y, wide-2, p.y+p.height-y, ink)
			if words := page.Percent(shares[i][n]); wide >= stepLabelMin {
				p.sheet.text(x+wide/2, y-4, fromMiddle, textTick, words)
			}
		}
	}
	p.frame()
}
