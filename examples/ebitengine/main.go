// Command ebitengine shows two games on one beat in an Ebitengine window: a runner that jumps, and an
// island that falls through clouds.
//
//	go run . --game jump
//	go run . --game mergeisland --reference
//
// Arrows or A and D move, space jumps. I switches interpolation, P pauses, the full stop runs a single
// step, S is slow motion, H holds the loop for 400 ms, F3 shows the figures, Escape ends.
//
// It prints the game's summary, the same line as in a terminal, in a browser or on a server.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine"
	"github.com/tactus-go/tactus/examples/ebitengine/internal/play"
	"github.com/tactus-go/tactus/input"
)

// options are the flags.
type options struct {
	game        string
	reference   bool
	interpolate bool
	overlay     bool
	frames      int
	fps         tactus.Rate
	script      string
	screenshot  string
	track       bool
}

func main() {
	var o options
	flag.StringVar(&o.game, "game", "jump", "jump or mergeisland")
	flag.BoolVar(&o.reference, "reference", false, "play the reference run in place of the keys, and quit at its end")
	flag.BoolVar(&o.interpolate, "interpolate", true, "draw between the last two states")
	flag.BoolVar(&o.overlay, "overlay", false, "show the figures from the start")
	flag.IntVar(&o.frames, "frames", 0, "quit after this many draws; 0 is never")
	flag.TextVar(&o.fps, "fps", tactus.Rate{}, "run on the clock of a display of this `rate`, not in real time")
	flag.StringVar(&o.script, "script", "", "keys to press in place of yours, as in `\"0.5+Space 0.6-Space\"`")
	flag.StringVar(&o.screenshot, "screenshot", "", "write the last picture to this PNG `file`")
	flag.BoolVar(&o.track, "track", false,
		"draw the runner alone, find it in the pixels of every picture, and say how evenly it moved")
	flag.Parse()
	if err := run(o, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "ebitengine:", err)
		os.Exit(1)
	}
}

// keyNames are the keys that a script can press.
var keyNames = map[string]ebiten.Key{
	"Left": ebiten.KeyArrowLeft, "Right": ebiten.KeyArrowRight, "Space": ebiten.KeySpace, "I": ebiten.KeyI,
	"P": ebiten.KeyP, "Period": ebiten.KeyPeriod, "S": ebiten.KeyS, "H": ebiten.KeyH, "F3": ebiten.KeyF3,
	"Escape": ebiten.KeyEscape,
}

var keys = play.Keys{
	Left: ebitengine.Key(ebiten.KeyArrowLeft), Right: ebitengine.Key(ebiten.KeyArrowRight),
	LeftToo: ebitengine.Key(ebiten.KeyA), RightToo: ebitengine.Key(ebiten.KeyD),
	Jump: ebitengine.Key(ebiten.KeySpace), Interpolate: ebitengine.Key(ebiten.KeyI),
	Pause: ebitengine.Key(ebiten.KeyP), Step: ebitengine.Key(ebiten.KeyPeriod),
	Slow: ebitengine.Key(ebiten.KeyS), Hitch: ebitengine.Key(ebiten.KeyH),
}

// run plays in a window until that is closed, and prints the summary.
func run(o options, stdout, stderr io.Writer) error {
	s, err := newShell(o)
	if err != nil {
		return err
	}
	ebiten.SetWindowTitle("tactus: " + o.game)
	ebiten.SetWindowSize(width, height)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	from := time.Now()
	if err := ebiten.RunGame(s); err != nil {
		return err
	}
	s.figures(stderr, time.Since(from))
	_, err = fmt.Fprintln(stdout, s.play.Summary())
	return errors.Join(err, s.failed)
}

// check returns what is wrong with the flags that newShell cannot tell by itself.
func (o options) check() error {
	switch {
	case o.game != "jump" && o.game != "mergeisland":
		return fmt.Errorf("--game is %q: want jump or mergeisland", o.game)
	case o.track && o.game != "jump":
		return errors.New("--track follows the ball of --game jump")
	case o.frames < 0:
		return fmt.Errorf("--frames is %d: want a number of draws, or 0 for no end", o.frames)
	}
	return nil
}

// newShell puts a game on a beat.
func newShell(o options) (*shell, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &shell{options: o}
	var stepper tactus.StepperConfig
	switch o.game {
	case "jump":
		g := play.NewJump(keys)
		g.Reference = o.reference
		s.game, s.scene, stepper = g, newJumpScene(g, o.track), g.Stepper()
	case "mergeisland":
		g := play.NewIsland(keys)
		g.Reference = o.reference
		s.game, s.scene, stepper = g, newIslandScene(g), g.Stepper()
	}
	c := ebitengine.Config{Stepper: stepper, Smooth: true, OverlayKey: ebitengine.Key(ebiten.KeyF3), Overlay: o.overlay}
	s.play = &play.Play{Game: s.game, Keys: keys, Interpolate: o.interpolate, Stall: time.Sleep}
	if o.fps != (tactus.Rate{}) {
		if err := o.fps.Check(); err != nil {
			return nil, fmt.Errorf("--fps: %w", err)
		}
		s.display = play.NewDisplay(o.fps)
		c.Now, c.Smooth, s.play.Stall = s.display.Now, false, s.display.Stall
	}
	if o.script != "" {
		codes := map[string]input.Code{}
		for name, key := range keyNames {
			codes[name] = ebitengine.Key(key)
		}
		script, err := play.ParseScript(o.script, codes)
		if err != nil {
			return nil, fmt.Errorf("--script: %w", err)
		}
		c.Source = script
	}
	b, err := ebitengine.New(c)
	if err != nil {
		return nil, err
	}
	s.beat, s.play.Beat = b, b.Beat
	return s, nil
}
