package ebitengine

import (
	"image"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
	"github.com/tactus-go/tactus/input"
)

// wheelUnits is what a notch of the wheel counts, as on Windows: finer wheels turn by parts of it.
const wheelUnits = 120

// Where the window is, is asked only after a frame of over boundsAfter and every boundsEvery-th time:
// the question goes to the system's thread and back, some 50 us.
const (
	boundsAfter = 50 * time.Millisecond
	boundsEvery = 16
)

// A Window is the [beat.Source] of Ebitengine's window: keyboard, mouse, gamepads of the standard
// layout, focus and bounds. A Beat makes its own; games that wrap one make another with NewWindow.
type Window struct {
	keys    [ebiten.KeyMax + 1]bool // down after the last poll
	buttons [ebiten.MouseButtonMax + 1]bool
	cursor  image.Point
	wheel   [2]float64 // running totals, in notches
	sent    [2]int32   // of them
	pads    pads
	last    tactus.Instant
	polls   int
	listed  []ebiten.Key // reused
	news    [ebiten.KeyMax + 1]news
}

// news is what Ebitengine says of a key in this picture.
type news struct{ down, pressed, released bool }

// NewWindow returns a source on which nothing is down. It may be polled in Ebitengine's Update only.
func NewWindow() *Window { return &Window{} }

// Poll reads what happened since the last call. Ebitengine keeps neither times nor counts, so events
// come without the one, and several taps of a key within one picture are one.
func (w *Window) Poll(now tactus.Instant, r *beat.Report) {
	r.Events = w.pollKeys(r.Events)
	r.Events = w.pollMouse(r.Events)
	r.Events = w.pads.poll(r.Events)
	r.Focused = ebiten.IsFocused()
	if w.polls%boundsEvery == 0 || now.Sub(w.last) > boundsAfter {
		x, y := ebiten.WindowPosition()
		width, height := ebiten.WindowSize()
		r.Bounds = image.Rect(x, y, x+width, y+height)
	}
	w.polls++
	w.last = now
}

func (w *Window) pollKeys(events []input.Event) []input.Event {
	w.listed = inpututil.AppendPressedKeys(w.listed[:0])
	for _, k := range w.listed {
		w.news[k].down = true
	}
	w.listed = inpututil.AppendJustPressedKeys(w.listed[:0])
	for _, k := range w.listed {
		w.news[k].pressed = true
	}
	w.listed = inpututil.AppendJustReleasedKeys(w.listed[:0])
	for _, k := range w.listed {
		w.news[k].released = true
	}
	for k := range w.keys {
		key, n := ebiten.Key(k), w.news[k]
		w.news[k] = news{}
		if twofold(key) || n == (news{}) && !w.keys[k] {
			continue
		}
		if n.pressed { // it counts as down in the whole picture, also where it was only tapped
			n.down = inpututil.KeyPressDuration(key) > 0
		}
		events = appendEdges(events, Key(key), w.keys[k], n.pressed, n.released, n.down)
		w.keys[k] = n.down
	}
	return events
}

// twofold reports whether a key stands for a left and a right one.
func twofold(k ebiten.Key) bool {
	return k == ebiten.KeyAlt || k == ebiten.KeyControl || k == ebiten.KeyShift || k == ebiten.KeyMeta
}

func (w *Window) pollMouse(events []input.Event) []input.Event {
	for i := range w.buttons {
		b := ebiten.MouseButton(i)
		down := inpututil.MouseButtonPressDuration(b) > 0
		events = appendEdges(events, Mouse(b), w.buttons[i], inpututil.IsMouseButtonJustPressed(b),
			inpututil.IsMouseButtonJustReleased(b), down)
		w.buttons[i] = down
	}
	x, y := ebiten.CursorPosition()
	events = appendMoved(events, CursorX, int32(w.cursor.X), int32(x))
	events = appendMoved(events, CursorY, int32(w.cursor.Y), int32(y))
	w.cursor = image.Pt(x, y)
	dx, dy := ebiten.Wheel()
	for i, d := range [2]float64{dx, dy} {
		w.wheel[i] += d
		total := int32(math.RoundToEven(w.wheel[i] * wheelUnits))
		events = appendMoved(events, WheelX+input.Code(i), w.sent[i], total)
		w.sent[i] = total
	}
	return events
}

// appendMoved appends a position where it is another than it was.
func appendMoved(events []input.Event, code input.Code, was, is int32) []input.Event {
	if was == is {
		return events
	}
	return append(events, input.Event{Code: code, Kind: input.Analog, Value: is})
}
