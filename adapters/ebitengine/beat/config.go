package beat

import (
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
)

// stepHz is the default step rate, the 60 a second that Ebitengine's own ticks have.
const stepHz = 60

// draggedAfter is the frame time over which a window that is found elsewhere was dragged: systems
// that hold the loop during a drag hold it for as long as a hand moves, and a frame that was merely
// slow is shorter.
const draggedAfter = 100 * time.Millisecond

// Config sets up a Beat. Its zero value is 60 steps a second, no input, and the system's clock.
type Config struct {
	// Stepper sets up the steps. A zero Rate is 60 a second.
	Stepper tactus.StepperConfig
	// Input sets up the buffer in which events wait for their tick.
	Input input.BufferConfig
	// Stats sets up the statistics; its Rate and Cap are Stepper's where unset. Its Interval is the
	// display's period, where that is known beforehand: Smooth does not fill it in.
	Stats framestats.RecorderConfig
	// Log takes each frame where it is not nil. Who made it closes it, after the last Update.
	Log *framestats.Log
	// Source is where events and the window's state come from. Nil is none; package ebitengine puts
	// its window there.
	Source Source
	// Now is the clock. Nil is tactus.Monotonic.
	Now func() tactus.Instant
	// Smooth puts readings on the grid of the display, which it finds by itself. It is off by default:
	// a loop that waits for vsync is helped by it, one that does not is not.
	Smooth bool
	// RunUnfocused keeps the game running without the keyboard, for a game on a server's time. By
	// default the game freezes, and the time away is one gap with cause Unfocused when it is back.
	RunUnfocused bool
	// OverlayKey shows and hides the overlay. 0 is no key.
	OverlayKey input.Code
	// Overlay shows the overlay from the start.
	Overlay bool
}

// complete puts in the defaults.
func (c *Config) complete() {
	if c.Stepper.Rate == (tactus.Rate{}) {
		c.Stepper.Rate = tactus.Hz(stepHz)
	}
	c.Stats = c.Stats.WithStepper(c.Stepper)
	if c.Now == nil {
		c.Now = tactus.Monotonic
	}
}
