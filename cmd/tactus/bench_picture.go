package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// checkPicture refuses a file that no picture can be written to by its ending.
func checkPicture(file string) error {
	if ending := strings.ToLower(filepath.Ext(file)); ending != ".svg" && ending != ".png" {
		return fmt.Errorf("--picture %s: want a file that ends in .svg or .png", file)
	}
	return nil
}

// drawPacing draws how late each method wakes: for each, a bar of the median and one of the 99th
// percentile at every rate, on a logarithmic scale, since they lie a thousandfold apart.
func drawPacing(file string, r *benchReport) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("How late a frame starts: %s, %s", r.Machine, r.Date)
	p.Y.Label.Text = "late by, microseconds (p50 and p99)"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Y.Min, p.Y.Max = 0.01, 20_000
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	var methods, rates []string
	for _, row := range r.Pacing {
		if !slices.Contains(methods, row.Method) {
			methods = append(methods, row.Method)
		}
		if !slices.Contains(rates, row.Hz) {
			rates = append(rates, row.Hz)
		}
	}
	p.NominalX(methods...)
	for i, hz := range rates {
		for _, of := range []struct {
			name   string
			dashed int
			value  func(row *pacingRow) float64
		}{
			{"p50", 0, func(row *pacingRow) float64 { return row.P50 }},
			{"p99", 1, func(row *pacingRow) float64 { return row.P99 }},
		} {
			points := plotter.XYs{}
			for x, m := range methods {
				for j := range r.Pacing {
					if row := &r.Pacing[j]; row.Method == m && row.Hz == hz {
						points = append(points, plotter.XY{X: float64(x), Y: max(of.value(row), p.Y.Min)})
					}
				}
			}
			line, dots, err := plotter.NewLinePoints(points)
			if err != nil {
				return err
			}
			line.Color, dots.Color = plotutil.Color(i), plotutil.Color(i)
			line.Dashes, dots.Shape = plotutil.Dashes(of.dashed), plotutil.Shape(of.dashed)
			p.Add(line, dots)
			p.Legend.Add(hz+" Hz "+of.name, line, dots)
		}
	}
	return p.Save(22*vg.Centimeter, 12*vg.Centimeter, file)
}
