package main

import (
	"strconv"
	"strings"
)

// A plotPicture is a picture to draw: what is in it, and how large it is.
type plotPicture struct {
	series        []*series
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
	if p.wants("steps") && len(withEngine(p.series)) > 0 {
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
		lines := wrapTo(s.describe(), textSmall, wide-22)
		legend = append(legend, lines)
		high += 20 + lineHigh*float64(len(lines)) + 4
		if s.run.log.Sampled {
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
func (p *plotPicture) entry(sh *sheet, s *series, lines []string, y float64) float64 {
	ink, dash := s.ink()
	if len(p.series) == 1 {
		dash = nil
	}
	sh.line(ink, 4, dash, point{pictureEdge, y + 10}, point{pictureEdge + 16, y + 10})
	sh.text(pictureEdge+22, y+15, fromLeft, textHead, fit(s.name, textHead, float64(p.width)-2*pictureEdge-22))
	y += 20
	if s.run.log.Sampled {
		sh.text(pictureEdge+22, y+13, fromLeft, textAlarm, sampledWords)
		y += 18
	}
	for _, l := range lines {
		sh.text(pictureEdge+22, y+12, fromLeft, textSmall, l)
		y += lineHigh
	}
	return y + 4
}

// sampledWords stand in every picture of a log that holds no frames.
const sampledWords = "sampled, not frames: a row is a polling interval, so hitches and the tail are not in this log"

// heading is the text over the picture.
func (p *plotPicture) heading() string {
	if p.title != "" {
		return plain(p.title)
	}
	return defaultTitle(p.series)
}

// titleMax is how many names a title holds: the legend has them all.
const titleMax = 3

func defaultTitle(all []*series) string {
	if len(all) > titleMax {
		return "Frame times: " + strconv.Itoa(len(all)) + " lines"
	}
	var names []string
	for _, s := range all {
		names = append(names, s.name)
	}
	return "Frame times: " + strings.Join(names, " / ")
}

// timeParts are the panels over time, one for each series, on the same axes.
func (p *plotPicture) timeParts(on func() *sheet) []part {
	up, length := timeUp(p.series, p.log), seriesLength(p.series)
	habit := 230.0
	if len(p.series) > 1 {
		habit = 150
	}
	var parts []part
	for _, s := range p.series {
		clipped := up.part(inMillis(s.figures.Max)) > 1
		over, under := s.rows(clipped)
		head := "Frame time, ms"
		if len(p.series) > 1 {
			head += ": " + s.name
		}
		words := p.caption(head, p.timeWords(s, clipped), 0, float64(p.width))
		fixed := words.high + over + under + 2*lineHigh + 14
		parts = append(parts, part{fixed: fixed, grows: habit, draw: func(y, ground float64) {
			words.draw(on(), y)
			t := timePanel{series: s, length: length}
			t.sheet, t.up, t.across = on(), up, timeAxis(length.Seconds(), countsSamples(p.series), p.width/90)
			t.x, t.y, t.width, t.height = marginLeft, y+words.high+over, float64(p.width)-marginLeft-marginGuide, ground
			t.draw(s.timeLabel(length))
		}})
	}
	return parts
}

// timeWords says what a panel over time shows and by which rules.
func (p *plotPicture) timeWords(s *series, clipped bool) string {
	words := s.hitchWords() + s.bandWords()
	if s == p.series[0] { // the same for all
		words = "every pixel column from its shortest to its longest frame, a frame over its whole length; dashed: " +
			"16.67 ms (60 Hz), 33.33 ms (30 Hz); " + words
	}
	if s.run.log.Sampled {
		words = "a sample over the time since the one before it; dashed: 16.67 ms (60 Hz), 33.33 ms (30 Hz); " +
			s.hitchWords()
		if n := s.pauses(); n > 0 {
			words += "; broken where the clock goes on by more than " + strconv.Itoa(pausePeriods) +
				" polling periods: " + counted(n, "place", "places")
		}
	}
	if clipped {
		words += "; arrows: longer than the axis"
	}
	return words
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
	b := newBins(p.series)
	words := p.caption("Distribution, % of "+rowsWord(p.series), p.binRule(b), x, wide)
	return p.panelPart(on, words, x, wide, func(q *panel) { drawDistribution(q, p.series, b) })
}

// rowsWord says what is counted: a picture of samples alone never says frames.
func rowsWord(all []*series) string {
	sampled := 0
	for _, s := range all {
		if s.run.log.Sampled {
			sampled++
		}
	}
	switch sampled {
	case 0:
		return "frames"
	case len(all):
		return "samples"
	}
	return "frames, or samples"
}

// binRule says how the bins were chosen, and what they leave out.
func (p *plotPicture) binRule(b bins) string {
	rules := b.rule()
	for _, s := range p.series {
		_, before, beyond := b.shares(s)
		if words := beyondWords(s, before, beyond); words != "" {
			if len(p.series) > 1 {
				words = s.name + ": " + words
			}
			rules += "; " + words
		}
	}
	return rules
}

func (p *plotPicture) percentiles(on func() *sheet, x, wide float64) part {
	up, unit := percentileUp(p.series, p.log)
	words := p.caption("Frame time by percentile, "+unit, percentileWords(p.series), x, wide)
	return p.panelPart(on, words, x, wide, func(q *panel) {
		q.up, q.across = up, percentileAxis(p.series)
		drawPercentiles(q, p.series)
	})
}

func (p *plotPicture) steps(on func() *sheet) part {
	some := withEngine(p.series)
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
