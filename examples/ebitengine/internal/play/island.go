package play

import (
	"math"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/sim"
)

// trailKept is how many ticks of an island's way are kept for drawing: five seconds.
const trailKept = 312

// An Island is games/mergeisland for a player, or its reference run.
type Island struct {
	// Trail is where it was after its last ticks, oldest first, in the units of At.
	Trail []interp.Vec2
	// Reference plays the reference run in place of the keys.
	Reference bool

	keys     Keys
	scenario sim.Scenario
	game     *mergeisland.Game
	at       interp.Pair[interp.Vec2]
	tilt     interp.Pair[float64]
}

// NewIsland returns the game at tick 0.
func NewIsland(keys Keys) *Island {
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		panic(err.Error()) // the game's own config
	}
	return &Island{keys: keys, scenario: mergeisland.Scenario(), game: game}
}

// Stepper returns how the game's time runs.
func (i *Island) Stepper() tactus.StepperConfig { return i.scenario.Stepper }

// State returns the state after the last tick.
func (i *Island) State() mergeisland.State { return i.game.State() }

// Step runs a tick.
func (i *Island) Step(t tactus.Tick, in *input.State) {
	if i.Over() {
		return
	}
	if i.Reference {
		i.game.Step(i.scenario.Input(t))
	} else {
		i.game.Step(mergeisland.Input(i.keys.move(in)))
	}
	s := i.game.State()
	at := interp.Vec2{X: float64(s.PosX), Y: math.Sqrt(2 * float64(s.PosY))}
	i.at.Push(at)
	i.tilt.Push(float64(s.VelX))
	if len(i.Trail) == trailKept {
		i.Trail = i.Trail[:copy(i.Trail, i.Trail[1:])]
	}
	i.Trail = append(i.Trail, at)
}

// At returns where to draw the island: X in units to the right, and Y by the root of twice its depth,
// which grows by one a tick. Its fall of ever growing speed would leave every picture.
func (i *Island) At(alpha float64) interp.Vec2 { return i.at.At(alpha, interp.LerpVec2) }

// Tilt returns the speed to the right to draw, in units a tick.
func (i *Island) Tilt(alpha float64) float64 { return i.tilt.At(alpha, interp.Lerp) }

// Over reports whether the reference run has ended.
func (i *Island) Over() bool { return i.Reference && tactus.Tick(i.State().Tick) >= i.scenario.Ticks }

// Summary returns tick|posX|posY|velX|velY|score|rng|droppedMs.
func (i *Island) Summary(dropped time.Duration) string {
	return i.scenario.Summary(i.game, dropped)
}
