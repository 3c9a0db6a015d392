package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// checkPicture refuses a file that no picture can be written to, before anything is measured for it.
func checkPicture(file string) error {
	if ending := strings.ToLower(filepath.Ext(file)); ending != ".svg" && ending != ".png" {
		return fmt.Errorf("--picture %s: want a file that ends in .svg or .png", file)
	}
	if folder, err := os.Stat(filepath.Dir(file)); err != nil || !folder.IsDir() {
		return fmt.Errorf("--picture %s: there is no folder %s", file, filepath.Dir(file))
	}
	return nil
}

// lateMin is the bottom of the picture, in microseconds: what a spin is late by.
const lateMin = 0.01

// drawPacing draws how late each method wakes at each rate: a bar from the median to the 99th
// percentile, on a logarithmic scale, since they lie a thousandfold apart.
func drawPacing(file string, r *benchReport) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("How late a frame starts, median to 99th percentile: %s, %s", r.Machine, r.Date)
	p.Y.Label.Text = "late by, microseconds"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Legend.Left, p.Legend.XOffs, p.Legend.YOffs = true, vg.Centimeter/2, vg.Centimeter/2
	p.Add(plotter.NewGrid())
	var methods, rates []string
	for _, row := range r.Pacing {
		if !slices.Contains(methods, row.Method) {
			methods = append(methods, row.Method)
		}
		if !slices.Contains(rates, row.Rate) {
			rates = append(rates, row.Rate)
		}
	}
	p.NominalX(methods...)
	for i, hz := range rates {
		beside := (float64(i) - float64(len(rates)-1)/2) * 0.18
		for x, m := range methods {
			j := slices.IndexFunc(r.Pacing, func(row pacingRow) bool { return row.Method == m && row.Rate == hz })
			row := &r.Pacing[j]
			bar, ends, err := plotter.NewLinePoints(plotter.XYs{
				{X: float64(x) + beside, Y: max(row.P50, lateMin)}, {X: float64(x) + beside, Y: max(row.P99, lateMin)},
			})
			if err != nil {
				return err
			}
			bar.Color, bar.Width = plotutil.Color(i), vg.Points(3)
			ends.Color, ends.Shape = plotutil.Color(i), draw.CircleGlyph{}
			p.Add(bar, ends)
			if x == 0 {
				p.Legend.Add(hz+" Hz", bar)
			}
		}
	}
	p.X.Min, p.X.Max = -0.5, float64(len(methods))-0.5
	p.Y.Min = lateMin
	return p.Save(22*vg.Centimeter, 12*vg.Centimeter, file)
}
