// Command after is the game of before on a beat: smooth on every screen.
package main

import (
	"image/color"
	"log"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
)

type game struct {
	x     float64
	drawn interp.Pair[float64]
	beat  *ebitengine.Beat
}

func (g *game) Update() error {
	g.beat.Update(g.step)
	return nil
}

func (g *game) step(_ tactus.Tick, in *input.State) {
	if in.Held(ebitengine.Key(ebiten.KeyArrowRight)) {
		g.x += 4
	}
	g.drawn.Push(g.x)
}

func (g *game) Draw(screen *ebiten.Image) {
	x := g.drawn.At(g.beat.Alpha(), interp.Lerp)
	vector.FillRect(screen, float32(x), 100, 32, 32, color.White, true)
}

func (g *game) Layout(int, int) (int, int) { return 640, 480 }

func main() {
	log.Fatal(ebiten.RunGame(&game{beat: ebitengine.MustNew(ebitengine.Config{})}))
}
