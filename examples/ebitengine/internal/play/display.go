package play

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Display is a clock that stands for a display of an exact rate: it moves by one of its periods with
// each frame, and not by itself. A game on it does in a window what it would do on such a display,
// whatever the machine's own is.
type Display struct {
	rate  tactus.Rate
	frame tactus.Tick
	stall time.Duration
}

// NewDisplay returns a display at its first frame.
func NewDisplay(rate tactus.Rate) *Display { return &Display{rate: rate} }

// Now returns the frame's instant, floor(frame * period).
func (d *Display) Now() tactus.Instant { return tactus.Instant(d.rate.TimeOf(d.frame) + d.stall) }

// Next goes to the next frame.
func (d *Display) Next() { d.frame++ }

// Stall holds the display, as a hitch does.
func (d *Display) Stall(by time.Duration) { d.stall += by }
