package main

import (
	"strings"
	"unicode/utf8"
)

// A canvas is a screen of characters, each of one column.
type canvas struct {
	width, height int
	cells         []cell
	ascii         bool // the terminal shows ASCII only
}

type cell struct {
	glyph rune
	pen   pen
}

// asciiOf is what stands for a character where there is only ASCII. Whatever is not here is a ?.
var asciiOf = map[rune]rune{
	'─': '-', '│': '|', '┴': '+', '┼': '+', '·': '.', '•': 'o', '●': 'o', '○': 'o', '▸': '>', '◂': '<',
	'▔': '"', '▁': '_', '▂': '.', '▃': '-', '▄': '=', '▅': '+', '▆': '*', '▇': '%', '█': '#', '▀': '"',
	'▟': '/', '▙': '\\', '╱': '/', '╲': '\\', '║': '|', '▌': '|', '▐': '|', '┄': '.', '×': 'x', '…': '~',
}

// reset makes the canvas blank at a size, which may be 0.
func (c *canvas) reset(width, height int) {
	c.width, c.height = max(width, 0), max(height, 0)
	if n := c.width * c.height; cap(c.cells) < n {
		c.cells = make([]cell, n)
	}
	c.cells = c.cells[:c.width*c.height]
	for i := range c.cells {
		c.cells[i] = cell{glyph: ' '}
	}
}

// all returns the whole canvas to draw on.
func (c *canvas) all() area { return area{c, 0, 0, c.width, c.height} }

// text returns the lines of the canvas, without the blanks at their ends.
func (c *canvas) text() string {
	var b strings.Builder
	for y := range c.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		c.line(&b, c.cells[y*c.width:(y+1)*c.width])
	}
	return b.String()
}

func (c *canvas) line(b *strings.Builder, cells []cell) {
	for len(cells) > 0 && cells[len(cells)-1].glyph == ' ' {
		cells = cells[:len(cells)-1]
	}
	held := penText
	for _, cell := range cells {
		if cell.pen != held && cell.glyph != ' ' {
			b.WriteString(inks[held].end)
			b.WriteString(inks[cell.pen].begin)
			held = cell.pen
		}
		b.WriteRune(c.shown(cell.glyph))
	}
	b.WriteString(inks[held].end)
}

// shown returns the character that the terminal can show.
func (c *canvas) shown(glyph rune) rune {
	if !c.ascii || glyph < utf8.RuneSelf {
		return glyph
	}
	if plain, ok := asciiOf[glyph]; ok {
		return plain
	}
	return '?'
}

// An area is a part of a canvas, with its own corner at 0, 0. What is drawn beyond its edges is not.
type area struct {
	canvas              *canvas
	x, y, width, height int
}

// part returns the part of the area that begins at x, y; it ends where the area does at the latest.
func (a area) part(x, y, width, height int) area {
	x, y = min(max(x, 0), a.width), min(max(y, 0), a.height)
	return area{a.canvas, a.x + x, a.y + y, max(min(width, a.width-x), 0), max(min(height, a.height-y), 0)}
}

// put draws one character.
func (a area) put(x, y int, glyph rune, p pen) {
	if x >= 0 && x < a.width && y >= 0 && y < a.height {
		a.canvas.cells[(a.y+y)*a.canvas.width+a.x+x] = cell{glyph, p}
	}
}

// write draws a text from x on and returns where it ends, cut or not.
func (a area) write(x, y int, text string, p pen) int {
	for _, glyph := range text {
		a.put(x, y, glyph, p)
		x++
	}
	return x
}

// centre draws a text in the middle of the row, cut at its end where it does not fit.
func (a area) centre(y int, text string, p pen) {
	a.write(max((a.width-utf8.RuneCountInString(text))/2, 0), y, text, p)
}

// row fills a row with one character.
func (a area) row(y int, glyph rune, p pen) {
	for x := range a.width {
		a.put(x, y, glyph, p)
	}
}

// A piece is a part of a line that is shown whole or not at all.
type piece struct {
	text string
	pen  pen
}

// line draws pieces from the left with two blanks between, as many as fit.
func (a area) line(y int, pieces ...piece) {
	x := 0
	for i, p := range pieces {
		width := utf8.RuneCountInString(p.text)
		if i == 0 {
			x = a.write(x, y, p.text, p.pen) // cut, since a part of the first is better than nothing
			continue
		}
		if x+2+width > a.width {
			continue
		}
		x = a.write(x+2, y, p.text, p.pen)
	}
}
