package ebitengine

import (
	"image/color"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/ebitenutil"
	"github.com/hajimehoshi/ebiten/v2/vector"
)

// The overlay's font has characters of 6 by 16 pixels.
const (
	charWidth   = 6
	lineHeight  = 16
	overlayEdge = 6
)

// overlayShade darkens what is behind the figures, so that they can be read on a bright picture.
var overlayShade = color.NRGBA{0, 0, 0, 160}

// Overlay draws the figures into the upper left corner where they are shown: call it last in Draw.
// [Config].OverlayKey switches them.
func (b *Beat) Overlay(screen *ebiten.Image) {
	if !b.OverlayShown() {
		return
	}
	text := b.Text()
	width, height := 0, 0
	for line := range strings.Lines(text) {
		width, height = max(width, len(strings.TrimSpace(line))), height+lineHeight
	}
	width, height = width*charWidth+2*overlayEdge, height+2*overlayEdge
	vector.FillRect(screen, 0, 0, float32(width), float32(height), overlayShade, false)
	ebitenutil.DebugPrintAt(screen, text, overlayEdge, overlayEdge)
}
