// Command before is a small Ebitengine game as most are begun: it stutters on a screen of 144 Hz.
package main

import (
	"image/color"
	"log"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"
)

type game struct {
	x float64
}

func (g *game) Update() error {
	g.step()
	return nil
}

func (g *game) step() {
	if ebiten.IsKeyPressed(ebiten.KeyArrowRight) {
		g.x += 4
	}
}

func (g *game) Draw(screen *ebiten.Image) {
	vector.FillRect(screen, float32(g.x), 100, 32, 32, color.White, true)
}

func (g *game) Layout(int, int) (int, int) { return 640, 480 }

func main() {
	log.Fatal(ebiten.RunGame(&game{}))
}
