package ebitengine_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine"
	"github.com/tactus-go/tactus/input"
)

// A window is a real one, in which tests run what they need in its Update and Draw.
type window struct {
	update, draw chan func()
	shown        chan struct{}
	screen       *ebiten.Image
	frames       int
	each         func() // nil, or what every Update runs
}

var shown = &window{update: make(chan func()), draw: make(chan func()), shown: make(chan struct{})}

// title finds the window among all on the display.
const title = "tactus adapter test"

// TestMain runs the tests beside a window, which owns the main thread. Without a display Ebitengine
// panics: nothing is skipped.
func TestMain(m *testing.M) {
	code := 2
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-shown.shown
		code = m.Run()
		shown.update <- nil
	}()
	ebiten.SetWindowTitle(title)
	ebiten.SetWindowSize(320, 240)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	if err := ebiten.RunGame(shown); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 2
	}
	<-done
	os.Exit(code)
}

func (w *window) Update() error {
	if w.frames++; w.frames == 10 { // the system has shown it and given it the keyboard
		close(w.shown)
	}
	select {
	case f := <-w.update:
		if f == nil {
			return ebiten.Termination
		}
		f()
	default:
	}
	if w.each != nil {
		w.each()
	}
	return nil
}

func (w *window) Draw(screen *ebiten.Image) {
	w.screen = screen
	select {
	case f := <-w.draw:
		f()
	default:
	}
}

func (w *window) Layout(int, int) (int, int) { return 320, 240 }

// inUpdate runs f in an Update and waits for it.
func inUpdate(f func()) { in(shown.update, f) }

// inDraw runs f in a Draw, with shown.screen, and waits for it.
func inDraw(f func()) { in(shown.draw, f) }

func in(where chan func(), f func()) {
	done := make(chan struct{})
	where <- func() { defer close(done); f() }
	<-done
}

// patience bounds how long a test waits for the system.
const patience = 10 * time.Second

// play runs a new beat in every Update of this test.
func play(t *testing.T, step func(tactus.Tick, *input.State)) *ebitengine.Beat {
	b := ebitengine.MustNew(ebitengine.Config{})
	inUpdate(func() { shown.each = func() { b.Update(step) } })
	t.Cleanup(func() { inUpdate(func() { shown.each = nil }) })
	return b
}

// until waits until a condition holds, which it asks in Update.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for from := tactus.Monotonic(); tactus.Monotonic().Sub(from) < patience; {
		good := false
		inUpdate(func() { good = holds() })
		if good {
			return
		}
	}
	t.Fatalf("after %v: %s", patience, what)
}

// xdotool does on the display what a user would.
func xdotool(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("xdotool", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func TestARealKeyPressIsSeenByExactlyOneTick(t *testing.T) {
	space := ebitengine.Key(ebiten.KeySpace)
	pressed, released, held := 0, 0, 0
	step := func(_ tactus.Tick, in *input.State) {
		pressed += in.Pressed(space)
		released += in.Released(space)
		if in.Held(space) {
			held++
		}
	}
	play(t, step)
	xdotool(t, "keydown", "space")
	until(t, "the key is not held for 5 ticks", func() bool { return held >= 5 })
	xdotool(t, "keyup", "space")
	until(t, "no release", func() bool { return released > 0 })
	if pressed != 1 || released != 1 {
		t.Errorf("%d presses, %d releases, want one of each", pressed, released)
	}
	xdotool(t, "key", "--delay", "40", "space", "space", "space")
	until(t, "no three taps", func() bool { return pressed >= 4 && released >= 4 })
	if pressed != released {
		t.Errorf("%d presses, %d releases", pressed, released)
	}
}

func TestTheMouseMovesAndClicks(t *testing.T) {
	left := ebitengine.Mouse(ebiten.MouseButtonLeft)
	clicks, x, y, wheel := 0, int32(0), int32(0), int32(0)
	step := func(_ tactus.Tick, in *input.State) {
		clicks += in.Pressed(left)
		x, y, wheel = in.Level(ebitengine.CursorX), in.Level(ebitengine.CursorY), in.Level(ebitengine.WheelY)
	}
	play(t, step)
	id := xdotool(t, "search", "--name", title)
	xdotool(t, "mousemove", "--window", id, "111", "57")
	xdotool(t, "click", "1")
	xdotool(t, "click", "4") // a notch of the wheel
	until(t, "no click, move and turn of the wheel", func() bool { return clicks == 1 && x != 0 && wheel != 0 })
	if x != 111 || y != 57 || wheel != 120 {
		t.Errorf("cursor at %d, %d, wheel at %d: want 111, 57 and 120", x, y, wheel)
	}
}

func TestLosingTheKeyboardFreezesARealGame(t *testing.T) {
	space := ebitengine.Key(ebiten.KeySpace)
	var ran tactus.Tick
	held := false
	b := play(t, func(tick tactus.Tick, in *input.State) { ran, held = tick, in.Held(space) })
	xdotool(t, "keydown", "space")
	until(t, "the key is not held", func() bool { return held })
	id := xdotool(t, "search", "--name", title)
	xdotool(t, "windowfocus", xdotool(t, "search", "--maxdepth", "0", ".*"))
	until(t, "the window still has the keyboard", func() bool { return !ebiten.IsFocused() })
	xdotool(t, "keyup", "space")
	before, from := ran, tactus.Monotonic()
	until(t, "half a second has not passed", func() bool { return tactus.Monotonic().Sub(from) > 500*time.Millisecond })
	if ran != before {
		t.Errorf("%d ticks ran without the keyboard", ran-before)
	}
	xdotool(t, "windowfocus", id)
	until(t, "the game does not go on", func() bool { return ran > before })
	e := b.Stepper().Total().Event
	if e.Cause != tactus.Unfocused || e.Length < 500*time.Millisecond {
		t.Errorf("the ledger says %v of %v, want unfocused of over 500 ms", e.Cause, e.Length)
	}
	if held {
		t.Error("a key stays down that was let go elsewhere")
	}
}

func TestAWindowThatMovesWhileTheLoopIsHeldWasDragged(t *testing.T) {
	b := play(t, func(tactus.Tick, *input.State) {})
	until(t, "20 frames", func() bool { return b.Stepper().Total().Frames == 20 })
	inUpdate(func() {
		ebiten.SetWindowPosition(200, 100)
		for from := tactus.Monotonic(); tactus.Monotonic().Sub(from) < 300*time.Millisecond; {
		}
	})
	until(t, "no gap", func() bool { return b.Stepper().Total().Event.Cause != 0 })
	if e := b.Stepper().Total().Event; e.Cause != tactus.Dragged || e.Length < 300*time.Millisecond {
		t.Errorf("the ledger says %v of %v, want dragged of over 300 ms", e.Cause, e.Length)
	}
}

func TestTheOverlayIsDrawnWhereItIsShown(t *testing.T) {
	b := ebitengine.MustNew(ebitengine.Config{OverlayKey: ebitengine.Key(ebiten.KeyF3)})
	inUpdate(func() { b.Update(func(tactus.Tick, *input.State) {}) })
	lit := func() (n int) {
		inDraw(func() {
			b.Overlay(shown.screen)
			pixels := make([]byte, 4*320*240)
			shown.screen.ReadPixels(pixels)
			for i := 0; i < len(pixels); i += 4 {
				if pixels[i] > 200 {
					n++
				}
			}
		})
		return n
	}
	if n := lit(); n != 0 {
		t.Errorf("%d pixels of a hidden overlay", n)
	}
	b.ShowOverlay(true)
	if n := lit(); n < 500 {
		t.Errorf("%d pixels of text, want some hundred", n)
	}
}

func TestABadConfigPanicsInMustNew(t *testing.T) {
	defer func() {
		if r, _ := recover().(string); !strings.Contains(r, "StepperConfig.Cap") {
			t.Errorf("panics with %q", r)
		}
	}()
	ebitengine.MustNew(ebitengine.Config{Stepper: tactus.StepperConfig{Cap: -3}})
}
