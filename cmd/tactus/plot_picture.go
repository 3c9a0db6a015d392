package main

import "github.com/tactus-go/tactus/framelog/page"

// A plotPicture is a picture to draw: what is in it, and how large it is.
type plotPicture struct {
	series        page.Lines
	kind          string // time, distribution, percentiles, steps or all
	title         string
	width, height int // height 0 is as high as its content is by habit
	log           bool
}

// A part is a piece of a picture from its left to its right edge. It is measured first and drawn then.
type part struct {
	fixed float64 // height of its texts
	grows float64 // height of its ground by habit, 0 where it has none
	draw  func(y, ground float64)
}

const (
	pictureEdge = 16.0 // white around all
	groundMin   = 60.0 // below that a panel says nothing
)

func (p *plotPicture) wants(kind string) bool { return p.kind == "all" || p.kind == kind }

// sheet draws the picture for a file's ending.
func (p *plotPicture) sheet(ending string) (*sheet, error) {
	var s *sheet // the parts below draw on it once its height is known
	on := func() *sheet { return s }
	parts := p.parts(on)
	fixed, grows := 2*pictureEdge, 0.0
	for _, q := range parts {
		fixed += q.fixed
		grows += q.grows
	}
	scale := 1.0
	if p.height > 0 && grows > 0 {
		scale = (float64(p.height) - fixed) / grows
		if low := groundMin / 200; scale < low {
			return nil, tooLow(p.height, int(fixed+grows*low)+1)
		}
	}
	height := p.height
	if height == 0 {
		height = int(fixed + grows + 0.5)
	}
	s = newSheet(ending, p.width, height)
	y := pictureEdge
	for _, q := range parts {
		q.draw(y, q.grows*scale)
		y += q.fixed + q.grows*scale
	}
	return s, nil
}

// parts returns the picture's parts from above.
func (p *plotPicture) parts(on func() *sheet) []part {
	parts := []part{p.header(on)}
	if p.wants("time") {
		parts = append(parts, p.timeParts(on)...)
	}
	switch {
	case p.kind == "all":
		parts = append(parts, p.beside(on))
	case p.kind == "distribution":
		parts = append(parts, p.distribution(on, 0, float64(p.width)))
	case p.kind == "percentiles":
		parts = append(parts, p.percentiles(on, 0, float64(p.width)))
	}
	if p.wants("steps") && len(p.series.WithEngine()) > 0 {
		parts = append(parts, p.steps(on))
	}
	return parts
}

// header is the title and the legend, which says what each series is.
func (p *plotPicture) header(on func() *sheet) part {
	wide := float64(p.width) - 2*pictureEdge
	title := fit(p.heading(), textTitle, wide)
	var legend [][]string
	high := 30.0
	for _, s := range p.series {
		lines := wrapTo(s.About(), textSmall, wide-22)
		legend = append(legend, lines)
		high += 20 + lineHigh*float64(len(lines)) + 4
		if s.Sampled() {
			high += 18
		}
	}
	return part{fixed: high, draw: func(y, _ float64) {
		sh := on()
		sh.text(pictureEdge, y+18, fromLeft, textTitle, title)
		y += 30
		for i, s := range p.series {
			y = p.entry(sh, s, legend[i], y)
		}
	}}
}

// entry draws one series of the legend and returns where the next begins.
func (p *plotPicture) entry(sh *sheet, s *page.Line, lines []string, y float64) float64 {
	ink, dash := inkOf(s)
	if len(p.series) == 1 {
		dash = nil
	}
	sh.line(ink, 4, dash, point{pictureEdge, y + 10}, point{pictureEdge + 16, y + 10})
	sh.text(pictureEdge+22, y+15, fromLeft, textHead, fit(s.Name, textHead, float64(p.width)-2*pictureEdge-22))
	y += 20
	if s.Sampled() {
		sh.text(pictureEdge+22, y+13, fromLeft, textAlarm, page.SampledWords)
		y += 18
	}
	for _, l := range lines {
		sh.text(pictureEdge+22, y+12, fromLeft, textSmall, l)
		y += lineHigh
	}
	return y + 4
}

// heading is the text over the picture.
func (p *plotPicture) heading() string {
	if p.title != "" {
		return page.Plain(p.title)
	}
	return p.series.Title()
}

// timeParts are the panels over time, one for each series, on the same axes.
func (p *plotPicture) timeParts(on func() *sheet) []part {
	up, length := timeUp(p.series, p.log), p.series.Length()
	habit := 230.0
	if len(p.series) > 1 {
		habit = 150
	}
	var parts []part
	for _, s := range p.series {
		clipped := up.part(inMillis(s.Figures.Max)) > 1
		over, under := heights(s, clipped)
		head := "Frame time, ms"
		if len(p.series) > 1 {
			head += ": " + s.Name
		}
		words := p.caption(head, s.TimeRule(s == p.series[0], clipped), 0, float64(p.width))
		fixed := words.high + over + under + 2*lineHigh + 14
		parts = append(parts, part{fixed: fixed, grows: habit, draw: func(y, ground float64) {
			words.draw(on(), y)
			t := timePanel{series: s, length: length}
			t.sheet, t.up, t.across = on(), up, timeAxis(length.Seconds(), p.series.Numbered(), p.width/90)
			t.x, t.y, t.width, t.height = marginLeft, y+words.high+over, float64(p.width)-marginLeft-marginGuide, ground
			t.draw(s.TimeLabel(length))
		}})
	}
	return parts
}

// beside puts the distribution and the percentiles side by side.
func (p *plotPicture) beside(on func() *sheet) part {
	half := float64(p.width) / 2
	if p.width < besideMin {
		return p.below(on)
	}
	left, right := p.distribution(on, 0, half), p.percentiles(on, half, half)
	high := max(left.fixed, right.fixed)
	return part{fixed: high, grows: left.grows, draw: func(y, ground float64) {
		left.draw(y, ground+high-left.fixed) // the two begin and end on the same lines
		right.draw(y, ground+high-right.fixed)
	}}
}

// besideMin is the width from which two panels stand side by side with room for their labels.
const besideMin = 800

// below puts the percentiles under the distribution.
func (p *plotPicture) below(on func() *sheet) part {
	upper, lower := p.distribution(on, 0, float64(p.width)), p.percentiles(on, 0, float64(p.width))
	return part{fixed: upper.fixed + lower.fixed, grows: upper.grows + lower.grows, draw: func(y, ground float64) {
		upper.draw(y, ground/2)
		lower.draw(y+upper.fixed+ground/2, ground/2)
	}}
}

func (p *plotPicture) distribution(on func() *sheet, x, wide float64) part {
	b := p.series.Bins()
	words := p.caption("Distribution, % of "+p.series.Rows(), p.series.BinRule(b), x, wide)
	return p.panelPart(on, words, x, wide, func(q *panel) { drawDistribution(q, p.series, b) })
}

func (p *plotPicture) percentiles(on func() *sheet, x, wide float64) part {
	up, unit := percentileUp(p.series, p.log)
	words := p.caption("Frame time by percentile, "+unit, p.series.PercentileRule(), x, wide)
	return p.panelPart(on, words, x, wide, func(q *panel) {
		q.up, q.across = up, percentileAxis(p.series)
		drawPercentiles(q, p.series)
	})
}

func (p *plotPicture) steps(on func() *sheet) part {
	some := p.series.WithEngine()
	words := p.caption("Steps per frame, % of frames", "as the engine logged them", 0, float64(p.width))
	return p.panelPart(on, words, 0, float64(p.width), func(q *panel) { drawSteps(q, some) })
}

func (p *plotPicture) panelPart(on func() *sheet, words caption, x, wide float64, draw func(q *panel)) part {
	return part{fixed: words.high + 2*lineHigh + 18, grows: 200, draw: func(y, ground float64) {
		words.draw(on(), y)
		draw(&panel{sheet: on(), x: x + marginLeft, y: y + words.high,
			width: wide - marginLeft - marginRight, height: ground})
	}}
}
