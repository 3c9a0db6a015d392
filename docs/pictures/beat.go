package main

import (
	"image/color"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/tactustest"
)

// noise is how far the readings of the display are off, early and late by turns.
const noise = 200 * time.Microsecond

var (
	withLead       = tactus.StepperConfig{Rate: tactus.Hz(60), Lead: tactus.Ratio(1, 2)}
	withHysteresis = tactus.StepperConfig{Rate: tactus.Hz(60), Hysteresis: tactus.Ratio(1, 20)}
	tv             = tactus.Ratio(60000, 1001) // 59.94 Hz
)

// solid returns what paints a line in a colour.
func solid(c color.Color) func(p *plot.Plot, name string, points plotter.XYs) error {
	return func(p *plot.Plot, name string, points plotter.XYs) error { return line(p, name, points, c) }
}

// drawJitter shows the steps of a 60 Hz display whose readings are off, plain and with two remedies.
func drawJitter() ([]byte, error) {
	var rows [][]*plot.Plot
	for _, lane := range []struct {
		title  string
		config tactus.StepperConfig
	}{{"plain", sixty}, {"a lead of half a step", withLead}, {"hysteresis of 1/20 step", withHysteresis}} {
		p, err := stepsPanel(lane.title, lane.config,
			tactustest.Display(tactus.Hz(60)).EarlyLate(noise).Take(30), 400, 50)
		if err != nil {
			return nil, err
		}
		rows = append(rows, []*plot.Plot{p})
	}
	rows[2][0].X.Label.Text = "start of the frame, ms"
	return figure(285, rows...)
}

// uneven returns the frames of a run that did not run one step.
func uneven(shots []shot) (all plotter.XYs) {
	for _, s := range shots {
		if s.steps != 1 {
			all = append(all, plotter.XY{X: s.at, Y: float64(s.steps)})
		}
	}
	return all
}

// drawBeat shows 60 steps a second on a display of 59.94 Hz.
func drawBeat() ([]byte, error) {
	const frames = 2400
	exact, err := run(sixty, tactustest.Display(tv).Take(frames), nil)
	if err != nil {
		return nil, err
	}
	alpha := panel("60 steps a second on a display of 59.94 Hz, readings exact", "", "alpha, steps")
	var saw, doubles plotter.XYs
	for i, s := range exact {
		if i%40 == 0 || s.steps != 1 || i+1 < len(exact) && exact[i+1].steps != 1 {
			saw = append(saw, plotter.XY{X: s.at, Y: s.alpha})
		}
		if s.steps > 1 {
			doubles = append(doubles, plotter.XY{X: s.at, Y: s.alpha})
		}
	}
	if err := line(alpha, "alpha", saw, grey); err != nil {
		return nil, err
	}
	if err := dots(alpha, "a frame of two steps", doubles, orange, draw.CircleGlyph{}); err != nil {
		return nil, err
	}
	marks(&alpha.Y, 0, 1, 0.5)
	alpha.Y.Min, alpha.Y.Max = -0.06, 1.5
	rows := [][]*plot.Plot{{alpha}}
	for _, lane := range []struct {
		title  string
		config tactus.StepperConfig
	}{
		{"readings off by 0.2 ms: the frames that do not run one step", sixty},
		{"the same with hysteresis of 1/20 step", withHysteresis},
	} {
		shots, err := run(lane.config, tactustest.Display(tv).EarlyLate(noise).Take(frames), nil)
		if err != nil {
			return nil, err
		}
		p := panel(lane.title, "", "steps")
		if err := dots(p, "", uneven(shots), orange, draw.CircleGlyph{}); err != nil {
			return nil, err
		}
		marks(&p.Y, 0, 2, 1)
		p.Y.Min, p.Y.Max = -0.25, 2.25
		rows = append(rows, []*plot.Plot{p})
	}
	for _, row := range rows {
		marks(&row[0].X, 0, 40, 5)
	}
	rows[0][0].Legend.Top = true
	rows[2][0].X.Label.Text = "time, s"
	return figure(330, rows...)
}
