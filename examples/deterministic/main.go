// Shows a small game that comes out the same everywhere, beside the same game as it is first written.
// It is also its own WebAssembly module.
package main

import (
	"fmt"
	"math/rand"
	"os"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/guest"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

const ticks = 20 * ticksPerSecond

// burns is the player of this program: the burner is on in two seconds of three.
func burns(tick int64) bool { return tick%180 < 120 }

// newGame makes the game for a host of WebAssembly modules.
func newGame(c abi.Config) (sim.Sim, error) {
	if c.RateNum != ticksPerSecond || c.RateDen != 1 || c.Players != 1 {
		return nil, fmt.Errorf("%d/%d ticks a second, %d players: want 60/1 and 1: %w",
			c.RateNum, c.RateDen, c.Players, abi.Unsupported)
	}
	return sim.Of(NewFlight(c.SeedLo))
}

func init() { guest.Run(newGame) }

func playNaive(fps int) string {
	n := naive{rng: rand.New(rand.NewSource(7))}
	for frame := range 20 * fps {
		n.burning = burns(int64(frame * ticksPerSecond / fps))
		n.frame(1 / float64(fps))
	}
	return fmt.Sprintf("%6.2f m, %d coins", n.height, n.coins)
}

func playFlight(fps int) (string, error) {
	stepper, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(ticksPerSecond)})
	if err != nil {
		return "", err
	}
	flight := NewFlight(7)
	for frame := int64(0); flight.Tick < ticks; frame++ {
		stepper.Feed(tactus.Instant(frame * 1e9 / int64(fps)))
		for stepper.Next() {
			if flight.Tick < ticks {
				flight.Step(Input{Burn: burns(flight.Tick)})
			}
		}
	}
	hash := sim.HashOf(sim.MustOf(flight))
	return fmt.Sprintf("%6.2f m, %d coins, hash %016x", flight.Height, flight.Coins, hash), nil
}

// table plays both games at three frame rates.
func table() error {
	for _, fps := range []int{30, 60, 144} {
		fmt.Printf("naive,  %3d fps: %s\n", fps, playNaive(fps))
	}
	for _, fps := range []int{30, 60, 144} {
		end, err := playFlight(fps)
		if err != nil {
			return err
		}
		fmt.Printf("flight, %3d fps: %s\n", fps, end)
	}
	return nil
}

func main() {
	run := table
	if len(os.Args) > 1 {
		run = func() error { return record(os.Stdout, header(7)) }
	}
	if err := run(); err != nil {
		panic(err)
	}
}
