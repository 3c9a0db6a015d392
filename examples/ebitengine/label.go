package main

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/ebitenutil"
)

// ink is where labels are set before they are drawn; its font has characters of 6 by 16 pixels.
var ink *ebiten.Image

const (
	charWidth  = 6
	charHeight = 16
	inkWidth   = width
	inkHeight  = 8 * charHeight
)

// label writes white text, some times as large, with an opacity of 0 to 255 and a shadow.
func label(screen *ebiten.Image, text string, x, y float64, size float64, opacity uint8) {
	if ink == nil {
		ink = ebiten.NewImage(inkWidth, inkHeight)
	}
	ink.Clear()
	ebitenutil.DebugPrint(ink, text)
	for _, shadow := range []bool{true, false} {
		var o ebiten.DrawImageOptions
		o.GeoM.Scale(size, size)
		if shadow {
			o.GeoM.Translate(x+size, y+size)
			o.ColorScale.Scale(0, 0, 0, 1)
			o.ColorScale.ScaleAlpha(0.6)
		} else {
			o.GeoM.Translate(x, y)
		}
		o.ColorScale.ScaleAlpha(float32(opacity) / 255)
		screen.DrawImage(ink, &o)
	}
}

// labelWidth returns how wide a label is.
func labelWidth(text string, size float64) float64 {
	longest := 0
	for line := range strings.Lines(text) {
		longest = max(longest, len(strings.TrimRight(line, "\n")))
	}
	return float64(longest*charWidth) * size
}
