package main

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/tactustest"
)

// A walk is where a walking body was drawn, in each frame.
type walk struct{ at, current, shown []float64 }

// walkAt144 draws a body that walks at an even speed on a display of 144 Hz.
func walkAt144(frames int) (w walk, err error) {
	s, err := tactus.NewStepper(sixty)
	if err != nil {
		return w, err
	}
	var world jump.World
	x := interp.NewPair(world.X)
	for now := range tactustest.Display(tactus.Hz(144)).Take(frames).From(0) {
		s.Feed(now)
		for s.Next() {
			world.Step(jump.Input{Move: 1})
			x.Push(world.X)
		}
		w.at = append(w.at, now.Sub(0).Seconds()*1000)
		w.current = append(w.current, world.X)
		w.shown = append(w.shown, x.At(s.Alpha(), interp.Lerp))
	}
	return w, nil
}

// drawPosition shows a walk on a display of 144 Hz, with interpolation and without.
func drawPosition() ([]byte, error) {
	const skip = 4 // until the first step has passed, a pair has nothing to mix
	w, err := walkAt144(24)
	if err != nil {
		return nil, err
	}
	place := panel("Where a walker is drawn, at 144 Hz", "time, ms", "position, units")
	moved := panel("How far it moved in each frame", "time, ms", "distance, units")
	for _, lane := range []struct {
		name  string
		x     []float64
		paint func(p *plot.Plot, name string, points plotter.XYs) error
	}{
		{"current state", w.current, func(p *plot.Plot, name string, points plotter.XYs) error {
			return dots(p, name, points, orange, draw.BoxGlyph{})
		}},
		{"interpolated", w.shown, func(p *plot.Plot, name string, points plotter.XYs) error {
			return dots(p, name, points, blue, draw.CircleGlyph{})
		}},
	} {
		var places, ways plotter.XYs
		for i := skip; i < len(w.at); i++ {
			places = append(places, plotter.XY{X: w.at[i], Y: lane.x[i]})
			ways = append(ways, plotter.XY{X: w.at[i], Y: lane.x[i] - lane.x[i-1]})
		}
		if err := lane.paint(place, lane.name, places); err != nil {
			return nil, err
		}
		if err := lane.paint(moved, lane.name, ways); err != nil {
			return nil, err
		}
	}
	for _, p := range []*plot.Plot{place, moved} {
		marks(&p.X, 20, 160, 20)
		p.Legend.Top = true
	}
	marks(&place.Y, 0, 0.7, 0.1)
	marks(&moved.Y, 0, 0.08, 0.02)
	moved.Y.Min, moved.Y.Max = -0.005, 0.098
	return figure(235, []*plot.Plot{place, moved})
}
