package main

import (
	"gonum.org/v1/plot/vg"

	"github.com/tactus-go/tactus/framelog/page"
)

// drawDistribution draws the histogram: filled for one series, outlines where several overlap.
func drawDistribution(p *panel, all page.Lines, b page.Bins) {
	top := 0.0
	shares := make([][]float64, len(all))
	for i, s := range all {
		shares[i], _, _ = b.Shares(s)
		for _, v := range shares[i] {
			top = max(top, v)
		}
	}
	p.across = linearAxis(inMillis(b.Edge(0)), inMillis(b.Edge(b.Count)), max(3, int(p.width/70)))
	p.up = linearAxis(0, top*105, 6)
	p.grid("frame time, ms")
	for i, s := range all {
		ink, dash := inkOf(s)
		if len(all) == 1 {
			p.sheet.fill(p.bars(shares[i], &b), ink)
			continue
		}
		p.sheet.line(ink, 1.6, dash, p.outline(shares[i], &b)...)
	}
	p.frame()
}

func (p *panel) bars(shares []float64, b *page.Bins) vg.Path {
	var path vg.Path
	for k, v := range shares {
		if v == 0 {
			continue
		}
		x, end := p.atX(inMillis(b.Edge(k))), p.atX(inMillis(b.Edge(k+1)))
		y := min(p.atY(100*v), p.y+p.height-1) // a single frame is seen too
		gap := 0.0
		if end-x > 4 {
			gap = 1
		}
		p.sheet.addRect(&path, x, y, end-x-gap, p.y+p.height-y)
	}
	return path
}

func (p *panel) outline(shares []float64, b *page.Bins) []point {
	points := []point{{p.atX(inMillis(b.Edge(0))), p.y + p.height}}
	for k, v := range shares {
		y := p.atY(100 * v)
		points = append(points, point{p.atX(inMillis(b.Edge(k))), y}, point{p.atX(inMillis(b.Edge(k + 1))), y})
	}
	return append(points, point{p.x + p.width, p.y + p.height})
}
