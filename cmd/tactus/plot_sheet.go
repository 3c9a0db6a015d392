package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A sheet is what a picture is drawn on, in pixels from its left upper corner. It is one for PNG and
// SVG, so that both look alike.
type sheet struct {
	canvas        vg.Canvas
	width, height float64
	write         func(io.Writer) error
	vector        bool       // SVG, which holds texts as texts
	texts         []textSpot // in their order
}

// A textSpot is a text that was written: from x on, with its base line at y.
type textSpot struct {
	x, y    float64
	typeset typeset
	words   string
}

// A pixel is 1/96 inch, as on the web, and a point 1/72.
const pointsPerPixel = 72.0 / 96

func px(v float64) vg.Length { return vg.Length(v * pointsPerPixel) }

// newSheet returns a white sheet for a file's ending, ".png" or ".svg".
func newSheet(ending string, width, height int) *sheet {
	s := &sheet{width: float64(width), height: float64(height)}
	if ending == ".svg" {
		c := vgsvg.NewWith(vgsvg.UseWH(px(s.width), px(s.height)))
		s.vector = true
		s.canvas, s.write = c, func(w io.Writer) error { return s.writeSVG(w, c) }
		s.rect(0, 0, s.width, s.height, color.White)
		return s
	}
	c := vgimg.NewWith(vgimg.UseWH(px(s.width), px(s.height)), vgimg.UseDPI(96))
	s.canvas = c
	s.write = func(w io.Writer) error { _, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w); return err }
	return s
}

// writeSVG names other fonts besides Liberation Sans, which few systems have, and the width of each
// text, so that one in a wider font neither touches its neighbour nor leaves the picture.
func (s *sheet) writeSVG(w io.Writer, c *vgsvg.Canvas) error {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	all := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	const begin = "<text " // never in a text itself, where < is escaped
	pieces := bytes.SplitAfter(all, []byte(begin))
	var out bytes.Buffer
	for i, piece := range pieces {
		out.Write(piece)
		if i < len(s.texts) {
			width := s.texts[i].typeset.points(s.texts[i].words)
			fmt.Fprintf(&out, `textLength="%.6g" lengthAdjust="spacingAndGlyphs" `, width)
		}
	}
	_, err := out.WriteTo(w)
	return err
}

// at turns the sheet's pixels into the canvas' points, whose origin is below.
func (s *sheet) at(x, y float64) vg.Point { return vg.Point{X: px(x), Y: px(s.height - y)} }

func (s *sheet) rect(x, y, width, height float64, c color.Color) {
	var p vg.Path
	s.addRect(&p, x, y, width, height)
	s.fill(p, c)
}

func (s *sheet) addRect(p *vg.Path, x, y, width, height float64) {
	p.Move(s.at(x, y))
	p.Line(s.at(x+width, y))
	p.Line(s.at(x+width, y+height))
	p.Line(s.at(x, y+height))
	p.Close()
}

func (s *sheet) fill(p vg.Path, c color.Color) {
	if len(p) == 0 {
		return
	}
	s.canvas.SetColor(c)
	s.canvas.Fill(p)
}

// A point is a place on a sheet.
type point struct{ x, y float64 }

// line strokes a line through points, dashed where dash is given.
func (s *sheet) line(c color.Color, width float64, dash []float64, points ...point) {
	var p vg.Path
	for i, at := range points {
		if i == 0 {
			p.Move(s.at(at.x, at.y))
			continue
		}
		p.Line(s.at(at.x, at.y))
	}
	s.canvas.SetColor(c)
	s.canvas.SetLineWidth(px(width))
	lengths := make([]vg.Length, len(dash))
	for i, d := range dash {
		lengths[i] = px(d)
	}
	s.canvas.SetLineDash(lengths, 0)
	s.canvas.Stroke(p)
	s.canvas.SetLineDash(nil, 0)
}

// A typeset is how a text looks.
type typeset struct {
	size float64 // pixels
	bold bool
	ink  color.Color
}

func (t typeset) style() draw.TextStyle {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: px(t.size)}
	if t.bold {
		f.Weight = xfont.WeightBold
	}
	return draw.TextStyle{Color: t.ink, Font: f, Handler: text.Plain{Fonts: font.DefaultCache}}
}

// advances are the widths of characters by typeset, in points. They are asked for often, and cost a look
// into the font.
var advances sync.Map

type advanceOf struct {
	size float64
	bold bool
	r    rune
}

func (t typeset) advance(r rune) float64 {
	key := advanceOf{t.size, t.bold, r}
	if v, ok := advances.Load(key); ok {
		return v.(float64)
	}
	v := float64(t.style().Width(string(r)))
	advances.Store(key, v)
	return v
}

// points returns how wide a text is, in points and without kerning: at small sizes the font library
// moves pairs so much that they touch.
func (t typeset) points(s string) float64 {
	sum := 0.0
	for _, r := range s {
		sum += t.advance(r)
	}
	return sum
}

// width returns how wide a text is, in pixels.
func (t typeset) width(s string) float64 { return math.Ceil(t.points(s) / pointsPerPixel) }

// Where a text stands from its x.
const (
	fromLeft   = 0.0
	fromMiddle = -0.5
	fromRight  = -1.0
)

// text writes a text with its base line at y.
func (s *sheet) text(x, y, from float64, t typeset, words string) {
	if words == "" {
		return
	}
	style := t.style()
	face := font.DefaultCache.Lookup(style.Font, style.Font.Size)
	s.canvas.SetColor(t.ink)
	x += from * t.width(words)
	at := s.at(x, y)
	s.texts = append(s.texts, textSpot{x, y, t, words})
	if s.vector {
		s.canvas.FillString(face, at, words)
		return
	}
	for _, r := range words {
		s.canvas.FillString(face, at, string(r))
		at.X += vg.Length(t.advance(r))
	}
}
