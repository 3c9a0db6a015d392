package main

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/tactustest"
)

var sixty = tactus.StepperConfig{Rate: tactus.Hz(60)}

// stepsPanel returns a panel of the steps in each of the first frames of a trace.
func stepsPanel(title string, c tactus.StepperConfig, frames tactustest.Trace, until, every float64) (
	*plot.Plot, error) {
	shots, err := run(c, frames, nil)
	if err != nil {
		return nil, err
	}
	var points plotter.XYs
	for _, s := range shots {
		if ms := s.at * 1000; ms <= until {
			points = append(points, plotter.XY{X: ms, Y: float64(s.steps)})
		}
	}
	p := panel(title, "", "steps")
	marks(&p.X, 0, until, every)
	marks(&p.Y, 0, 2, 1)
	p.Y.Max = 2.3
	return p, stems(p, points, blue)
}

// drawSteps shows how many steps the frames of three frame rates run.
func drawSteps() ([]byte, error) {
	var rows [][]*plot.Plot
	for _, fps := range []int64{40, 60, 144} {
		p, err := stepsPanel(fmt.Sprintf("%d frames a second", fps), sixty,
			tactustest.Display(tactus.Hz(fps)).Take(80), 250, 50)
		if err != nil {
			return nil, err
		}
		rows = append(rows, []*plot.Plot{p})
	}
	rows[2][0].X.Label.Text = "start of the frame, ms"
	return figure(285, rows...)
}

// drawAlpha shows the phase at every instant, and at the frames of a display.
func drawAlpha() ([]byte, error) {
	const until = 100 // ms
	fine, err := run(sixty, tactustest.Steady(50_000).Take(20*until), nil)
	if err != nil {
		return nil, err
	}
	frames, err := run(sixty, tactustest.Display(tactus.Hz(144)).Take(14), nil)
	if err != nil {
		return nil, err
	}
	saw, drawn := plotter.XYs{{}}, plotter.XYs{}
	for _, s := range fine {
		last := len(saw) - 1
		if at := (plotter.XY{X: s.at * 1000, Y: s.alpha}); s.steps == 0 && last > 0 && saw[last].Y != 0 {
			saw[last] = at // the same tooth: its end is all that the line needs
		} else if s.steps == 0 {
			saw = append(saw, at)
		} else {
			whole := at.X - s.alpha*1000/60
			saw = append(saw, plotter.XY{X: whole, Y: 1}, plotter.XY{X: whole, Y: 0}, at)
		}
	}
	for _, s := range frames {
		drawn = append(drawn, plotter.XY{X: s.at * 1000, Y: s.alpha})
	}
	p := panel("Alpha: the phase that is left, 60 steps and 144 frames a second", "time, ms", "alpha, steps")
	marks(&p.X, 0, until, 10)
	marks(&p.Y, 0, 1, 0.25)
	p.Y.Max = 1.25
	p.Legend.Top = true
	if err := line(p, "phase", saw, grey); err != nil {
		return nil, err
	}
	if err := dots(p, "alpha of each frame", drawn, orange, draw.CircleGlyph{}); err != nil {
		return nil, err
	}
	return figure(190, []*plot.Plot{p})
}
