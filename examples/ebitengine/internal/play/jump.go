package play

import (
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/sim"
)

// jumpsKept bounds the ticks that a Jump remembers.
const jumpsKept = 64

// A Jump is games/jump for a player, or its reference run. Beside the runner goes the same body moved
// by frame times, which jumps higher the slower the frames are.
type Jump struct {
	World jump.World
	// Jumps are the ticks in which jumps began, the first 64.
	Jumps []tactus.Tick
	// Lane is the body that is moved by frame times.
	Lane jump.Lane
	// Peak and LanePeak are the highest jumps of both, in units.
	Peak, LanePeak float64
	// Reference plays the reference run in place of the keys.
	Reference bool

	keys     Keys
	scenario sim.Scenario
	codec    *sim.InputCodec[jump.Input]
	at       interp.Pair[interp.Vec2]
}

// NewJump returns the game at tick 0.
func NewJump(keys Keys) *Jump {
	codec, err := sim.NewInputCodec[jump.Input]()
	if err != nil {
		panic(err.Error()) // the game's own input
	}
	return &Jump{keys: keys, scenario: jump.Scenario(), codec: codec}
}

// Stepper returns how the game's time runs.
func (j *Jump) Stepper() tactus.StepperConfig { return j.scenario.Stepper }

// Step runs a tick.
func (j *Jump) Step(t tactus.Tick, in *input.State) {
	if j.Over() {
		return
	}
	before := j.World.Jumps
	j.World.Step(j.inputOf(t, in))
	if j.World.Jumps > before {
		j.Lane.Jump()
		if len(j.Jumps) < jumpsKept {
			j.Jumps = append(j.Jumps, t)
		}
	}
	j.Peak = max(j.Peak, j.World.Peak)
	j.at.Push(interp.Vec2{X: j.World.X, Y: j.World.Body.Height})
}

// inputOf returns what the player does in a tick.
func (j *Jump) inputOf(t tactus.Tick, in *input.State) jump.Input {
	if j.Reference {
		return j.codec.Decode(j.scenario.Input(t))
	}
	return jump.Input{Jump: down(in, j.keys.Jump), Move: j.keys.move(in)}
}

// Frame moves the other body by a frame's time.
func (j *Jump) Frame(seconds float64) {
	j.Lane.Step(seconds)
	j.LanePeak = max(j.LanePeak, j.Lane.Peak)
}

// At returns where to draw the runner, in units from where it started and from the ground.
func (j *Jump) At(alpha float64) interp.Vec2 { return j.at.At(alpha, interp.LerpVec2) }

// Over reports whether the reference run has ended.
func (j *Jump) Over() bool { return j.Reference && tactus.Tick(j.World.Tick) >= j.scenario.Ticks }

// Summary returns the same line as the tool's.
func (j *Jump) Summary(dropped time.Duration) string {
	return j.scenario.Summary(sim.MustOf(&j.World), dropped)
}
