package main

import (
	"fmt"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"github.com/tactus-go/tactus/examples/ebitengine/internal/paint"
	"github.com/tactus-go/tactus/examples/ebitengine/internal/play"
	"github.com/tactus-go/tactus/games/jump"
)

// What a unit of the jump's world is in pixels, and where its ground is. A picture is ten units wide,
// and what leaves it on one side comes back on the other.
const (
	unit       = 96.0
	ground     = 430.0
	ballRadius = 26.0
	startX     = 1.0 // where the world's 0 is drawn, in units
	around     = width / unit
	laneX      = around - 1.2
)

// A jumpScene draws the runner, and beside it the body that is moved by frame times.
type jumpScene struct {
	game              *play.Jump
	bare              bool // the runner alone on black, to be found in the picture
	sky, ball, lane   *ebiten.Image
	near, far, shadow *ebiten.Image
}

func newJumpScene(g *play.Jump, bare bool) *jumpScene {
	s := &jumpScene{game: g, bare: bare}
	s.load()
	return s
}

// load makes the pictures, before the first frame: it takes as long as some tens of them.
func (s *jumpScene) load() {
	s.sky = ebiten.NewImageFromImage(paint.Sky(height, 0x0b1030, 0x1f3f7a, 0x5f9ec0))
	s.far = ebiten.NewImageFromImage(paint.Hills(width, 170, 1.3, 0x35669a, 0x2a5590))
	s.near = ebiten.NewImageFromImage(paint.Hills(width, 130, 4.1, 0x234d80, 0x1b3a6a))
	s.ball = ebiten.NewImageFromImage(paint.Ball(ballRadius, 0x8a2a04, 0xffc873))
	s.lane = ebiten.NewImageFromImage(paint.Ball(ballRadius, 0x0a5a70, 0xa8f4ff))
	s.shadow = ebiten.NewImageFromImage(paint.Glow(40, 0x000010))
}

func (s *jumpScene) draw(screen *ebiten.Image, alpha float64) {
	if !s.bare {
		s.land(screen)
		s.peaks(screen)
		s.body(screen, s.lane, laneX, s.game.Lane.Body.Height)
		label(screen, "moved by\nframe times", laneX*unit-33, ground+20, 1, 200)
		title := fmt.Sprintf("jump   tick %d   jumps %d", s.game.World.Tick, s.game.World.Jumps)
		label(screen, title, width-labelWidth(title, 2)-16, 10, 2, 230)
	}
	at := s.game.At(alpha)
	x := wrap(at.X+startX, around)
	for _, side := range []float64{0, -around, around} { // both halves where it leaves the picture
		s.body(screen, s.ball, x+side, at.Y)
	}
}

// land draws what is behind the runner, with a mark at every unit.
func (s *jumpScene) land(screen *ebiten.Image) {
	backdrop(screen, s.sky)
	stars(screen)
	sprite(screen, s.far, width/2, ground-85, 0, 1, 1)
	sprite(screen, s.near, width/2, ground-65, 0, 1, 1)
	vector.FillRect(screen, 0, ground, width, height-ground, color.RGBA{16, 36, 58, 255}, false)
	vector.FillRect(screen, 0, ground, width, 3, color.RGBA{110, 200, 210, 255}, false)
	for x := 0.0; x <= around; x++ {
		vector.FillRect(screen, float32(x*unit)-1, ground+3, 2, 10, color.RGBA{90, 160, 190, 255}, false)
	}
}

// peaks draws how high jumps go by nature, in fixed steps and by frame times.
func (s *jumpScene) peaks(screen *ebiten.Image) {
	s.peak(screen, jump.TruePeak, color.RGBA{190, 215, 255, 255}, "the true peak, 2.500", 0)
	if s.game.Peak > 0 {
		s.peak(screen, s.game.Peak, color.RGBA{120, 150, 255, 255}, fmt.Sprintf("fixed steps, highest %.3f", s.game.Peak), 1)
	}
	if s.game.LanePeak > 0 {
		s.peak(screen, s.game.LanePeak, color.RGBA{110, 230, 240, 255},
			fmt.Sprintf("frame times, highest %.3f", s.game.LanePeak), 2)
	}
}

// body draws a ball that far over the ground, and its shadow.
func (s *jumpScene) body(screen, img *ebiten.Image, x, up float64) {
	var o ebiten.DrawImageOptions
	o.GeoM.Scale(1, 0.2)
	o.GeoM.Translate(x*unit-40, ground-4)
	o.ColorScale.ScaleAlpha(float32(0.8 / (1 + up)))
	screen.DrawImage(s.shadow, &o)
	sprite(screen, img, x*unit, ground-ballRadius-up*unit, 0, 1, 1)
}

// peak draws a height to compare with, at the ball's lower edge, and its label in one of three columns.
func (s *jumpScene) peak(screen *ebiten.Image, units float64, c color.RGBA, text string, column float64) {
	y := float32(ground - units*unit)
	for x := float32(0); x < width; x += 14 {
		vector.FillRect(screen, x, y, 8, 1, c, false)
	}
	label(screen, text, 16+column*200, float64(y)-18, 1, 220)
}

// stars draws points without a pattern: each is where the fraction of a fast sine puts it.
func stars(screen *ebiten.Image) {
	fraction := func(seed float64) float64 { return wrap(math.Sin(seed)*43758.5453, 1) }
	for i := range 110 {
		x, y := fraction(float64(i)+0.3)*width, fraction(float64(i)*1.7+9)*250
		size := float32(1 + i%4/3)
		vector.FillRect(screen, float32(x), float32(y), size, size, color.RGBA{150, 165, 205, 255}, false)
	}
}
