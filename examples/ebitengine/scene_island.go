package main

import (
	"fmt"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"github.com/tactus-go/tactus/examples/ebitengine/internal/paint"
	"github.com/tactus-go/tactus/examples/ebitengine/internal/play"
	"github.com/tactus-go/tactus/interp"
)

const (
	islandY   = 300.0
	fallSpeed = 4.0 // pixels that the nearest clouds rise in a tick
	reach     = 260 // pixels from the middle that the island can go, however far it is pushed
	mapX      = 16.0
	mapY      = 300.0
	mapSize   = 150.0
)

// An islandScene draws an island that falls through clouds, with its way on a map.
type islandScene struct {
	game                  *play.Island
	sky, sun, cloud, isle *ebiten.Image
	spark                 *ebiten.Image
	layers                []layer
}

// A layer is a row of clouds at one distance.
type layer struct {
	near  float64 // 1 is the island's own distance
	count int
}

func newIslandScene(g *play.Island) *islandScene {
	s := &islandScene{game: g, layers: []layer{{0.25, 9}, {0.5, 6}, {1, 4}}}
	s.load()
	return s
}

// load makes the pictures, before the first frame: it takes as long as some tens of them.
func (s *islandScene) load() {
	s.sky = ebiten.NewImageFromImage(paint.Sky(height, 0x2a3f94, 0x8a7fc8, 0xfdc4a0))
	s.sun = ebiten.NewImageFromImage(paint.Glow(220, 0xffe9c0))
	s.cloud = ebiten.NewImageFromImage(paint.Cloud(220, 110))
	s.isle = ebiten.NewImageFromImage(paint.Island())
	s.spark = ebiten.NewImageFromImage(paint.Glow(8, 0xfff6c8))
}

func (s *islandScene) draw(screen *ebiten.Image, alpha float64) {
	at, tilt := s.game.At(alpha), s.game.Tilt(alpha)
	backdrop(screen, s.sky)
	sprite(screen, s.sun, width*0.76, height*0.8, 0, 1, 0.9)
	x := width/2 + reach*at.X/(reach+math.Abs(at.X))
	for i, l := range s.layers {
		if l.near == 1 {
			s.trail(screen, at)
			sprite(screen, s.isle, x, islandY, tilt*0.006, 1, 1)
		}
		s.clouds(screen, i, l, at)
	}
	s.chart(screen, at)
	state := s.game.State()
	title := fmt.Sprintf("merge-island   tick %d   score %d", state.Tick, state.Score)
	label(screen, title, width-labelWidth(title, 2)-16, 10, 2, 240)
	label(screen, fmt.Sprintf("position %6d, %d\nspeed    %6d, %d a tick\nrandom   %10d", state.PosX, state.PosY,
		state.VelX, state.VelY, state.RNG.State()), width-216, 50, 1, 220)
}

// clouds draws a layer, which goes by as fast as it is near.
func (s *islandScene) clouds(screen *ebiten.Image, index int, l layer, at interp.Vec2) {
	const golden = 0.6180339887
	w, h := width+260.0, height+140.0
	for i := range l.count {
		x := math.Mod(float64(i*5+index*3)*golden, 1)*w - at.X*l.near
		y := (float64(i)+0.5*float64(index))/float64(l.count)*h - at.Y*fallSpeed*l.near
		x, y = wrap(x, w)-130, wrap(y, h)-70
		size := 0.35 + 0.55*l.near
		sprite(screen, s.cloud, x, y, 0, size, float32(0.45+0.4*l.near))
	}
}

// wrap returns v within 0 to size, by whole turns.
func wrap(v, size float64) float64 {
	if v = math.Mod(v, size); v < 0 {
		v += size
	}
	return v
}

// trail draws where the island came from, as sparks that rise.
func (s *islandScene) trail(screen *ebiten.Image, at interp.Vec2) {
	for i := len(s.game.Trail) - 1; i >= 0; i -= 3 {
		p := s.game.Trail[i]
		age := at.Y - p.Y
		x := width/2 + reach*p.X/(reach+math.Abs(p.X))
		if y := islandY - 20 - age*fallSpeed; y > -10 && age > 0 {
			sprite(screen, s.spark, x, y, 0, 1, float32(max(0, 0.9-age/110)))
		}
	}
}

// chart draws the island's way, the newest at the bottom.
func (s *islandScene) chart(screen *ebiten.Image, at interp.Vec2) {
	vector.FillRect(screen, mapX, mapY, mapSize, mapSize, color.NRGBA{16, 20, 56, 120}, false)
	vector.FillRect(screen, mapX+mapSize/2, mapY, 1, mapSize, color.NRGBA{255, 255, 255, 60}, false)
	place := func(p interp.Vec2) (x, y float32) {
		x = float32(mapX + mapSize/2 + 70*p.X/(150+math.Abs(p.X)))
		return x, float32(mapY + mapSize - 14 - (at.Y-p.Y)*0.9)
	}
	for _, p := range s.game.Trail {
		if x, y := place(p); y > mapY+2 && p.Y <= at.Y {
			vector.FillRect(screen, x-1, y-1, 2, 2, color.NRGBA{255, 244, 190, 230}, false)
		}
	}
	x, y := place(at)
	vector.FillCircle(screen, x, y, 4, color.NRGBA{120, 230, 120, 255}, true)
	label(screen, "its way", mapX+6, mapY+4, 1, 200)
}
