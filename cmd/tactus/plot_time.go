package main

import (
	"cmp"
	"math"
	"slices"
	"time"

	"gonum.org/v1/plot/vg"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
)

// timeUp returns the axis of frame times for a set of series. A linear one ends where nearly all frames
// are, so that they can be seen; what is longer is marked at its top with its length.
func timeUp(all page.Lines, log bool) axis {
	if !log {
		return linearAxis(0, all.Top(), 6)
	}
	shortest, longest := time.Duration(math.MaxInt64), time.Duration(0)
	for _, s := range all {
		shortest, longest = min(shortest, s.Figures.Min), max(longest, s.Figures.Max)
	}
	return logAxis(inMillis(shortest), inMillis(longest))
}

func inMillis(d time.Duration) float64 { return float64(d) / 1e6 }

// A timePanel draws one series over time.
type timePanel struct {
	panel
	series *page.Line
	length time.Duration // of the time axis
}

const (
	rugHigh   = 13.0
	tagHigh   = 19.0
	arrowHigh = 19.0
)

// heights returns those of what stands over and under the ground.
func heights(s *page.Line, clipped bool) (over, under float64) {
	if len(s.Stretches) > 0 {
		over += tagHigh
	}
	if clipped {
		over += arrowHigh
	}
	return over, float64(len(s.Hitches)) * rugHigh
}

func (t *timePanel) draw(label string) {
	columns := t.series.Columns(t.length, t.width)
	t.drawBands()
	t.grid("")
	ink, _ := inkOf(t.series)
	t.sheet.fill(t.body(columns), ink)
	t.drawGuides()
	t.frame()
	t.drawArrows(columns)
	y := t.y + t.height + lineHigh + 4
	for i := range t.series.Hitches {
		t.drawRug(y, &t.series.Hitches[i])
		y += rugHigh
	}
	t.sheet.text(t.x+t.width/2, y+13, fromMiddle, textSmall, label)
}

// body returns what the series covers: in every pixel column from its shortest to its longest frame,
// and on to where the column before it ended, so that the line has holes only where samples are missing.
func (t *timePanel) body(columns []framelog.Extremes) vg.Path {
	var path vg.Path
	before := columns[0]
	for _, e := range columns {
		low, high := e.Min, e.Max
		if e.Start <= before.End { // a line that is broken stays so
			low, high = min(low, before.Max), max(high, before.Min)
		}
		top, bottom := math.Floor(t.atY(inMillis(high))), math.Ceil(t.atY(inMillis(low)))
		from, to := t.pixels(e.Start, e.End)
		t.sheet.addRect(&path, from, top, to-from, max(bottom-top, 2))
		before = e
	}
	return path
}

// pixels returns the whole pixels that a time covers, at least one.
func (t *timePanel) pixels(start, end time.Duration) (from, to float64) {
	scale := t.width / float64(t.length)
	from = min(math.Round(float64(start)*scale), t.width-1)
	return t.x + from, t.x + min(max(math.Round(float64(end)*scale), from+1), t.width)
}

// drawArrows marks what goes over the top: an arrow for each pixel column, and lengths for as many as
// there is room for, the longest first.
func (t *timePanel) drawArrows(columns []framelog.Extremes) {
	var over []int
	for k, e := range columns {
		if t.up.part(inMillis(e.Max)) > 1 {
			over = append(over, k)
		}
	}
	var path vg.Path
	for _, k := range over {
		from, to := t.pixels(columns[k].Start, columns[k].End)
		x := (from + to) / 2
		path.Move(t.sheet.at(x-4, t.y))
		path.Line(t.sheet.at(x+4, t.y))
		path.Line(t.sheet.at(x, t.y-6))
		path.Close()
	}
	t.sheet.fill(path, plotWarn)
	slices.SortStableFunc(over, func(a, b int) int { return cmp.Compare(columns[b].Max, columns[a].Max) })
	type taken struct{ from, to float64 }
	var labels []taken
	for _, k := range over {
		if k > 0 && columns[k-1].Max == columns[k].Max {
			continue // the same frame goes on
		}
		words := page.Milliseconds(columns[k].Max) + " ms"
		half := textTick.width(words) / 2
		from, to := t.pixels(columns[k].Start, columns[k].End)
		x := min(max((from+to)/2, t.x+half), t.x+t.width-half)
		if !slices.ContainsFunc(labels, func(l taken) bool { return x-half < l.to+8 && x+half > l.from-8 }) {
			labels = append(labels, taken{x - half, x + half})
			t.sheet.text(x, t.y-8, fromMiddle, typeset{size: 12, ink: plotWarn}, words)
		}
		if len(labels) == 40 {
			return
		}
	}
}

// drawRug draws a row with a mark wherever a hitch by one rule is.
func (t *timePanel) drawRug(y float64, h *framelog.Hitches) {
	t.sheet.text(t.x-7, y+10, fromRight, typeset{size: 11, ink: plotQuiet}, page.HitchLabel(h.Threshold))
	t.sheet.line(plotRule, 1, nil, point{t.x, y + 6}, point{t.x + t.width, y + 6})
	var path vg.Path
	for _, e := range h.Events {
		from, to := t.pixels(e.At, e.At+e.Time)
		t.sheet.addRect(&path, from, y+1, max(to-from, 2), rugHigh-3)
	}
	t.sheet.fill(path, plotWarn)
}

// drawBands draws the tags as grounds, with their names over them where they fit.
func (t *timePanel) drawBands() {
	names := typeset{size: 12, ink: plotText}
	over := 0.0
	if t.longestOver() {
		over = arrowHigh
	}
	for _, b := range t.series.Stretches {
		from, to := math.Round(t.atX(b.From.Seconds())), math.Round(t.atX(b.To.Seconds()))
		t.sheet.rect(from, t.y-over-tagHigh, to-from, t.height+over+tagHigh, bandInks[b.Kind%len(bandInks)])
		t.sheet.rect(from, t.y-over-tagHigh, 1, tagHigh, plotEdge)
		t.sheet.text(from+5, t.y-over-5, fromLeft, names, fit(page.Plain(b.Tag), names, to-from-9))
	}
}

func (t *timePanel) longestOver() bool { return t.up.part(inMillis(t.series.Figures.Max)) > 1 }
