package main

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"gonum.org/v1/plot/vg"
)

// bins are the histogram's: of equal width, the same for all series.
type bins struct {
	from, width time.Duration
	count       int
}

// newBins returns bins by the rule of Freedman and Diaconis, 2*IQR/cbrt(N), for the series that wants
// the finest, rounded up to 1, 2 or 5 times a power of ten, from the 0.1 % quantile to the 99.9 % one
// but no further than four times the median, so that the body keeps its room. There are at most 200,
// since a pixel has to be left for each, and at least 20 where the frames differ.
func newBins(all []*series) bins {
	from, to, width := time.Duration(math.MaxInt64), time.Duration(0), math.Inf(1)
	for _, s := range all {
		at := func(share float64) time.Duration { return s.figures.At(int(share * float64(s.n-1))) }
		from, to = min(from, at(0.001)), max(to, min(at(0.999), 4*at(0.5)))
		width = min(width, 2*float64(at(0.75)-at(0.25))/math.Cbrt(float64(s.n)))
	}
	spread := max(float64(to-from), float64(to)/50, 20)
	b := bins{width: time.Duration(niceStep(min(max(width, spread/200), spread/20)))}
	b.width = max(b.width, 1)
	b.from = from / b.width * b.width
	b.count = int((to-b.from)/b.width) + 1
	if b.count < 20 { // nearly equal frames: some room on both sides, so that the bar is one
		more := (20 - b.count + 1) / 2
		b.from = max(0, b.from-time.Duration(more)*b.width)
		b.count += 2 * more
	}
	return b
}

func (b *bins) edge(i int) time.Duration { return b.from + time.Duration(i)*b.width }

// shares returns the share of frames in each bin, and how many lie before and beyond them. A frame on an
// edge belongs to the bin that begins there.
func (b *bins) shares(s *series) (shares []float64, before, beyond int) {
	edges := make([]time.Duration, b.count+3)
	for i := range b.count + 1 {
		edges[i+1] = b.edge(i)
	}
	edges[b.count+2] = math.MaxInt64
	counts := s.figures.Histogram(edges...)
	shares = make([]float64, b.count)
	for i := range shares {
		shares[i] = float64(counts[i+1]) / float64(s.n)
	}
	return shares, counts[0], counts[b.count+1]
}

// rule says how the bins were chosen.
func (b *bins) rule() string {
	return "bins of " + strconv.FormatFloat(inMillis(b.width), 'g', 4, 64) +
		" ms (Freedman-Diaconis, rounded to 1-2-5), from the 0.1 % to the 99.9 % quantile, at most 4 medians"
}

// beyondWords says what the histogram does not show.
func beyondWords(s *series, before, beyond int) string {
	if before+beyond == 0 {
		return ""
	}
	words := fmt.Sprintf("not shown: %s beyond, up to %s ms", grouped(beyond), inMs(s.figures.Max))
	if before > 0 {
		words += ", " + grouped(before) + " before"
	}
	return words
}

// drawDistribution draws the histogram: filled for one series, outlines where several overlap.
func drawDistribution(p *panel, all []*series, b bins) {
	top := 0.0
	shares := make([][]float64, len(all))
	for i, s := range all {
		shares[i], _, _ = b.shares(s)
		for _, v := range shares[i] {
			top = max(top, v)
		}
	}
	p.across = linearAxis(inMillis(b.edge(0)), inMillis(b.edge(b.count)), max(3, int(p.width/70)))
	p.up = linearAxis(0, top*105, 6)
	p.grid("frame time, ms")
	for i, s := range all {
		ink, dash := s.ink()
		if len(all) == 1 {
			p.sheet.fill(p.bars(shares[i], &b), ink)
			continue
		}
		p.sheet.line(ink, 1.6, dash, p.outline(shares[i], &b)...)
	}
	p.frame()
}

func (p *panel) bars(shares []float64, b *bins) vg.Path {
	var path vg.Path
	for k, v := range shares {
		if v == 0 {
			continue
		}
		x, end := p.atX(inMillis(b.edge(k))), p.atX(inMillis(b.edge(k+1)))
		y := min(p.atY(100*v), p.y+p.height-1) // a single frame is seen too
		gap := 0.0
		if end-x > 4 {
			gap = 1
		}
		p.sheet.addRect(&path, x, y, end-x-gap, p.y+p.height-y)
	}
	return path
}

func (p *panel) outline(shares []float64, b *bins) []point {
	points := []point{{p.atX(inMillis(b.edge(0))), p.y + p.height}}
	for k, v := range shares {
		y := p.atY(100 * v)
		points = append(points, point{p.atX(inMillis(b.edge(k))), y}, point{p.atX(inMillis(b.edge(k + 1))), y})
	}
	return append(points, point{p.x + p.width, p.y + p.height})
}
