package sim

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Scenario is a game with its reference run: all that a host needs to play it, prove it or show it.
type Scenario struct {
	// Name is what a user types, in lower case: "mergeisland".
	Name string
	// About is one sentence: what the game shows.
	About string
	// Stepper is how the game's time runs: rate, clamp, cap, overflow.
	Stepper tactus.StepperConfig
	// Ticks is the length of the reference run.
	Ticks tactus.Tick
	// New returns the game at tick 0. Every call gives an independent one.
	New func() Sim
	// Input returns the input of a tick of the reference run. The caller must not change it, and it
	// is valid until the next call.
	Input func(tick tactus.Tick) []byte
	// Summary returns the state in one line, with the game time that the host dropped. Where it is
	// nil, hosts show the hash.
	Summary func(s Sim, dropped time.Duration) string
	// NoInput says that the game reads no input, so that a proof does not ask for any.
	NoInput bool
}
