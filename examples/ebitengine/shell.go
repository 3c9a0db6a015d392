package main

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/tactus-go/tactus/adapters/ebitengine"
	"github.com/tactus-go/tactus/examples/ebitengine/internal/play"
	"github.com/tactus-go/tactus/input"
)

// The size of the picture; the window may have another.
const (
	width  = 960
	height = 540
)

// A scene draws a game.
type scene interface {
	draw(screen *ebiten.Image, alpha float64)
}

// A shell is the window around a game: it owns no time and no rules.
type shell struct {
	options options
	play    *play.Play
	beat    *ebitengine.Beat
	game    play.Game
	scene   scene
	display *play.Display // nil in real time
	draws   int
	done    bool
	failed  error
	even    play.Even
	pixels  []byte // reused
}

// loading is how many pictures show the game before its time begins. In the first ones a graphics
// driver compiles its shaders and takes a tenth of a second or more, which is no time of the game.
const loading = 10

// Update is one frame.
func (s *shell) Update() error {
	if s.done {
		return ebiten.Termination
	}
	if s.draws < loading {
		return nil
	}
	s.play.Frame()
	if s.display != nil {
		s.display.Next()
	}
	for _, e := range s.beat.Events() {
		if e.Kind == input.Press && e.Code == ebitengine.Key(ebiten.KeyEscape) {
			return ebiten.Termination
		}
	}
	return nil
}

// Draw draws the game at the beat's alpha, and is the last where the run is to end.
func (s *shell) Draw(screen *ebiten.Image) {
	s.draws++
	s.scene.draw(screen, s.play.Alpha())
	if s.options.track {
		s.track(screen)
	} else {
		s.hint(screen)
	}
	s.beat.Overlay(screen)
	s.done = s.options.frames > 0 && s.draws >= s.options.frames || s.game.Over()
	if s.done && s.options.screenshot != "" {
		s.failed = save(screen, s.options.screenshot)
	}
}

// Layout keeps the picture's size in any window.
func (s *shell) Layout(int, int) (int, int) { return width, height }

// hint says what the keys have switched.
func (s *shell) hint(screen *ebiten.Image) {
	state := "interpolation on"
	if !s.play.Interpolate {
		state = "interpolation off"
	}
	if scale := s.play.Beat.Stepper().Scale().Float(); scale != 1 {
		state += fmt.Sprintf("   %v x", scale)
	}
	if s.play.Beat.Stepper().Paused() {
		state += "   paused"
	}
	label(screen, state, 16, height-44, 1, 255)
	label(screen, "I interpolation   P pause   . step   S slow motion   H hitch   F3 figures", 16, height-26, 1, 150)
}

// warmup is how many pictures pass before the runner is followed: it has to start moving.
const warmup = 40

// track finds the runner, which is more red than blue on black, by the centre of its light.
func (s *shell) track(screen *ebiten.Image) {
	if s.draws <= warmup {
		return
	}
	band := image.Rect(0, ground-2*ballRadius-4, width, ground)
	if s.pixels == nil {
		s.pixels = make([]byte, 4*band.Dx()*band.Dy())
	}
	screen.SubImage(band).(*ebiten.Image).ReadPixels(s.pixels)
	sum, weighted := 0, 0
	for i := 0; i < len(s.pixels); i += 4 {
		if light := int(s.pixels[i]) - int(s.pixels[i+2]); light > 0 {
			sum += light
			weighted += light * (i / 4 % width)
		}
	}
	if sum > 0 {
		s.even.Add(float64(weighted) / float64(sum))
	}
}

// figures prints what became of the run.
func (s *shell) figures(w io.Writer, took time.Duration) {
	total := s.play.Beat.Stepper().Total()
	clock := "in real time"
	if s.display != nil {
		clock = fmt.Sprintf("on the clock of a display of %v Hz", s.options.fps)
	}
	fmt.Fprintf(w, "%s: %d draws and %d steps %s, %.2f s by its clock, %.2f s by the wall's\n",
		s.options.game, s.draws, total.Run, clock, total.Real.Seconds(), took.Seconds())
	if j, ok := s.game.(*play.Jump); ok && len(j.Jumps) > 0 {
		fmt.Fprintln(w, "jumps in ticks", j.Jumps)
	}
	if s.options.track {
		fmt.Fprintln(w, "pixels:", s.even.String())
	}
}

// save writes a picture as PNG.
func save(screen *ebiten.Image, name string) error {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	screen.ReadPixels(img.Pix)
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
