package main

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The pictures stand on a white ground of their own, so that they read the same on a white and on a
// dark page. The colours are far apart in lightness too, for readers who do not tell hues apart.
var (
	ink    = color.RGBA{0x24, 0x29, 0x2f, 0xff}
	faint  = color.RGBA{0xd8, 0xde, 0xe4, 0xff}
	blue   = color.RGBA{0x09, 0x50, 0xae, 0xff}
	orange = color.RGBA{0xe3, 0x6a, 0x0c, 0xff}
	green  = color.RGBA{0x2d, 0xa0, 0x4e, 0xff}
	grey   = color.RGBA{0x6e, 0x77, 0x81, 0xff}
)

const (
	width      = vg.Length(540) // points: 720 pixels, the width of a page's text
	lineWidth  = vg.Length(1.6)
	textSize   = vg.Length(9.5)
	panelSpace = vg.Length(10)
)

// panel returns an empty plot with its axes named.
func panel(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Length(5)
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, s := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle,
		&p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		s.Font = font.From(sans, textSize)
		s.Color = ink
	}
	p.Title.TextStyle.Font.Size = textSize + 1.5
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Color, a.Tick.LineStyle.Color = grey, grey
		a.Label.Padding = vg.Length(3)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	p.Add(grid)
	p.Legend.Padding, p.Legend.Left = vg.Length(2), true // left, so that a wider font only runs on
	p.Legend.ThumbnailWidth = vg.Length(16)
	return p
}

// line adds a line, and names it where name is not empty.
func line(p *plot.Plot, name string, points plotter.XYs, c color.Color, dashes ...vg.Length) error {
	l, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	l.Color, l.Width, l.Dashes = c, lineWidth, dashes
	p.Add(l)
	if name != "" {
		p.Legend.Add(name, l)
	}
	return nil
}

// dots adds points, and names them where name is not empty.
func dots(p *plot.Plot, name string, points plotter.XYs, c color.Color, shape draw.GlyphDrawer) error {
	s, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	s.GlyphStyle = draw.GlyphStyle{Color: c, Radius: vg.Length(2.4), Shape: shape}
	p.Add(s)
	if name != "" {
		p.Legend.Add(name, s)
	}
	return nil
}

// stems adds a dot for each point with a line down to 0: counts of single frames.
func stems(p *plot.Plot, points plotter.XYs, c color.Color) error {
	for _, at := range points {
		if at.Y != 0 {
			if err := line(p, "", plotter.XYs{{X: at.X}, at}, c); err != nil {
				return err
			}
		}
	}
	return dots(p, "", points, c, draw.CircleGlyph{})
}

// marks puts ticks with labels at whole numbers of a step, from the axis' least to its greatest.
func marks(a *plot.Axis, least, most, step float64) {
	a.Min, a.Max = least, most
	var all []plot.Tick
	for i := 0; least+float64(float64(i)*step) <= most+step/2; i++ {
		at := least + float64(float64(i)*step)
		all = append(all, plot.Tick{Value: at, Label: fmt.Sprintf("%.4g", at)})
	}
	a.Tick.Marker = plot.ConstantTicks(all)
}

// figure lays panels out in rows and returns the SVG. Every row has as many panels as the first.
func figure(height vg.Length, rows ...[]*plot.Plot) ([]byte, error) {
	canvas := vgsvg.New(width, height)
	dc := draw.New(canvas)
	dc.SetColor(color.White)
	dc.Fill(dc.Rectangle.Path())
	tiles := draw.Tiles{Rows: len(rows), Cols: len(rows[0]), PadX: 1.6 * panelSpace, PadY: panelSpace,
		PadTop: panelSpace / 2, PadBottom: panelSpace / 2, PadLeft: panelSpace / 2, PadRight: panelSpace}
	for i, row := range plot.Align(rows, tiles, dc) {
		for j, c := range row {
			rows[i][j].Draw(c)
		}
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, err
	}
	// A reader without the font gets the next one of the same widths.
	svg := strings.ReplaceAll(out.String(), "font-family:Liberation Sans;",
		"font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
	return []byte(svg), nil
}
