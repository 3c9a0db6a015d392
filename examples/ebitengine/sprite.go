package main

import "github.com/hajimehoshi/ebiten/v2"

// sprite draws a picture with its middle at a point, between pixels too. It sets the corners itself:
// ebiten's DrawImage moves them to thirds of a pixel, which makes slow motion uneven.
func sprite(screen, img *ebiten.Image, x, y, angle, scale float64, opacity float32) {
	bounds := img.Bounds()
	var place ebiten.GeoM
	place.Translate(-float64(bounds.Dx())/2, -float64(bounds.Dy())/2)
	place.Scale(scale, scale)
	place.Rotate(angle)
	place.Translate(x, y)
	var corners [4]ebiten.Vertex
	for i := range corners {
		fromX, fromY := i%2*bounds.Dx(), i/2*bounds.Dy()
		toX, toY := place.Apply(float64(fromX), float64(fromY))
		corners[i] = ebiten.Vertex{DstX: float32(toX), DstY: float32(toY), SrcX: float32(fromX), SrcY: float32(fromY),
			ColorR: opacity, ColorG: opacity, ColorB: opacity, ColorA: opacity}
	}
	o := ebiten.DrawTrianglesOptions{Filter: ebiten.FilterLinear, ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha}
	screen.DrawTriangles(corners[:], []uint16{0, 1, 2, 1, 2, 3}, img, &o)
}

// backdrop stretches a picture of one column over the screen.
func backdrop(screen, img *ebiten.Image) {
	var o ebiten.DrawImageOptions
	o.GeoM.Scale(width, 1)
	screen.DrawImage(img, &o)
}
