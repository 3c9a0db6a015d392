package main

import (
	"image/color"
	"math"

	"github.com/tactus-go/tactus/framelog/page"
)

// A panel is a part of a picture with two axes. The texts over it have been written; x, y, width and
// height are the ground on which data is drawn, in pixels of the sheet.
type panel struct {
	sheet               *sheet
	x, y, width, height float64
	across, up          axis
}

const (
	marginLeft  = 74.0 // room for the labels of ticks and rugs
	marginRight = 22.0 // room for half a label of the last tick
	marginGuide = 52.0 // room for the labels of guides
	lineHigh    = 16.0 // a line of text
)

var (
	textSmall = typeset{size: 12, ink: plotQuiet}
	textTick  = typeset{size: 12, ink: plotText}
	textHead  = typeset{size: 14, bold: true, ink: plotText}
	textTitle = typeset{size: 19, bold: true, ink: plotText}
	textAlarm = typeset{size: 13, bold: true, ink: plotWarn}
)

// atX and atY return where a value stands on the sheet, kept to the ground.
func (p *panel) atX(v float64) float64 { return p.x + p.width*min(max(p.across.part(v), 0), 1) }

func (p *panel) atY(v float64) float64 { return p.y + p.height*(1-min(max(p.up.part(v), 0), 1)) }

// grid draws the lines and labels of the ticks. A label that would touch the one before it is left out.
func (p *panel) grid(label string) {
	right := p.x - 40
	for _, t := range p.across.ticks {
		x := p.atX(t.at)
		p.sheet.line(plotRule, 1, nil, point{x, p.y}, point{x, p.y + p.height})
		half := textTick.width(t.label) / 2
		mid := min(x, p.sheet.width-4-half)
		if mid-half < right+8 {
			continue
		}
		right = mid + half
		p.sheet.text(mid, p.y+p.height+lineHigh, fromMiddle, textTick, t.label)
	}
	below := p.y + p.height + lineHigh
	for _, t := range p.up.ticks {
		y := p.atY(t.at)
		p.sheet.line(plotRule, 1, nil, point{p.x, y}, point{p.x + p.width, y})
		if below-y >= 15 {
			p.sheet.text(p.x-7, y+4, fromRight, textTick, t.label)
			below = y
		}
	}
	p.sheet.text(p.x+p.width/2, p.y+p.height+2*lineHigh+2, fromMiddle, textSmall, label)
}

// frame draws the two axes over the data.
func (p *panel) frame() {
	p.sheet.line(plotEdge, 1, nil, point{p.x, p.y}, point{p.x, p.y + p.height}, point{p.x + p.width, p.y + p.height})
}

// A guide is a value that readers look for.
type guide struct {
	ms    float64
	label string
}

var guides = []guide{{1000.0 / 30, "30 Hz"}, {1000.0 / 60, "60 Hz"}}

// drawGuides draws the guides that lie inside the axis as dashed lines, with labels beside the ground,
// where they hide nothing.
func (p *panel) drawGuides() {
	above := math.Inf(-1)
	for _, g := range guides {
		if part := p.up.part(g.ms); part <= 0 || part >= 1 {
			continue
		}
		y := p.atY(g.ms)
		p.sheet.line(plotEdge, 1, []float64{5, 4}, point{p.x, y}, point{p.x + p.width, y})
		above = max(y+4, above+14)
		p.sheet.text(p.x+p.width+6, above, fromLeft, textSmall, g.label)
	}
}

// inkOf returns the colour of a series and its dashes.
func inkOf(s *page.Line) (color.NRGBA, []float64) {
	return plotInks[s.Number%len(plotInks)], plotDashes[s.Number%len(plotDashes)]
}
