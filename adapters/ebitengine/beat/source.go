package beat

import (
	"image"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

// A Source tells a Beat what its window and its devices did.
type Source interface {
	// Poll fills in the report of what happened since the last call; now is the frame's reading.
	// Events is empty when it is called, Focused true, and Bounds what it was.
	Poll(now tactus.Instant, r *Report)
}

// A Report is what a Source has to say once a frame.
type Report struct {
	// Events are edges and positions since the last poll, in order. Where a device gives no time,
	// At stays 0: the event then counts as of the reading before, the earliest that it can have
	// been, so that the first step of the frame sees it.
	Events []input.Event
	// Focused reports whether the window has the keyboard. A source without a window leaves it true.
	Focused bool
	// Bounds is where the window is on its screen. The zero value is unknown.
	Bounds image.Rectangle
}
