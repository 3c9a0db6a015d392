package loop

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
)

// Hooks are what the game does in a frame. Only Step is needed. All of them run on Run's goroutine, and
// may call the Loop's methods.
type Hooks struct {
	// Input gathers the frame's input into the buffer, for sources that are polled. Sources that call
	// from elsewhere use Loop.Push.
	Input func(now tactus.Instant, events *input.Buffer)
	// Step runs one tick. in is that tick's input and holds until the next; after an absence it is
	// empty.
	Step func(tick tactus.Tick, in *input.State)
	// Draw shows the state between the last two ticks.
	Draw func(f *Frame)
	// Present shows what was drawn, and may wait for the display. Where it is set, frames start as
	// often as it returns unless Config.Pace has a rate.
	Present func()
	// Event is told what happened, after Draw.
	Event func(e Event)
	// Close restores what the game changed, a terminal's mode say. Run calls it once at its end, also
	// when a hook panics.
	Close func()
}

// A Frame is what Draw is given. It is good until Draw returns.
type Frame struct {
	// Now is the frame's reading.
	Now tactus.Instant
	// Alpha is the phase left: the interpolation weight.
	Alpha float64
	// Ledger says what became of the frame's time. Ticks of an absence run after Draw and are not in it.
	Ledger tactus.Ledger
	// Stats are the statistics up to the frame before.
	Stats *framestats.Stats
	// Owed is the ticks of an absence still to run.
	Owed int64
}

// A Kind says what an Event is.
type Kind uint8

const (
	// GapEnded: the loop did not run for Gap.Length. What it waits by IdleRate and PausedRate is none.
	GapEnded Kind = iota + 1
	// HealthChanged: Health began or ended.
	HealthChanged
	// CatchingUp: Done of Total ticks of an absence have run.
	CatchingUp
	// CaughtUp: all Total have.
	CaughtUp
)

// An Event is something that the loop tells and does not act on.
type Event struct {
	Kind   Kind
	Gap    tactus.Gap
	Health framestats.HealthEvent
	// Done and Total are ticks of an absence.
	Done, Total int64
}
