package mergeisland

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// referenceTicks is the length of the reference run, and turnTicks is how long it pushes one way:
// long enough for speed to settle, so that friction is seen on both sides of zero.
const (
	referenceTicks = 100
	turnTicks      = 20
)

// Scenario returns the reference run: right for 20 ticks, left for 20, and so on, 100 ticks. It
// ends in 100|-131|5050|18|100|323|3492529440|0 on every host. It is here because a run of whole
// numbers has one right result, so a host that gets another has a wrong loop and nothing to hide
// behind.
func Scenario() sim.Scenario {
	s, err := ScenarioOf(DefaultConfig(), referenceTicks, ReferenceMoves())
	if err != nil {
		panic(err.Error()) // the config was checked when it was read
	}
	return s
}

// ReferenceMoves returns the moves of the reference run, one for each tick.
func ReferenceMoves() []int8 {
	moves := make([]int8, referenceTicks)
	for tick := range moves {
		moves[tick] = 1
		if tick/turnTicks%2 == 1 {
			moves[tick] = -1
		}
	}
	return moves
}

// ScenarioOf returns a run of another config, length or moves; ticks past the moves have none. It
// refuses a config as [Config.Check] does, and panics for a move other than -1, 0 and 1.
func ScenarioOf(config Config, ticks tactus.Tick, moves []int8) (sim.Scenario, error) {
	if err := config.Check(); err != nil {
		return sim.Scenario{}, err
	}
	inputs := make([][]byte, len(moves))
	moved := false
	for tick, move := range moves {
		inputs[tick] = Input(move)
		moved = moved || move != 0
	}
	return sim.Scenario{
		Name:    "mergeisland",
		About:   "Whole numbers and one published result, to hold every host and language to.",
		Stepper: config.Stepper(),
		Ticks:   ticks,
		New:     func() sim.Sim { return mustNew(config) },
		Input:   sim.Script(inputs),
		Summary: Summary,
		NoInput: !moved,
	}, nil
}

func mustNew(config Config) *Game {
	g, err := New(config)
	if err != nil {
		panic(err.Error())
	}
	return g
}

// Summary returns tick|posX|posY|velX|velY|score|rng|droppedMs, the line that all languages print:
// the state and the game time that the host dropped, in whole milliseconds. It panics where s is no
// [*Game].
func Summary(s sim.Sim, dropped time.Duration) string {
	g, ok := sim.StateOf[Game](s)
	if !ok {
		panic(fmt.Sprintf("tactus: mergeisland.Summary of %T: want a *mergeisland.Game", s))
	}
	v := g.state
	return fmt.Sprintf("%d|%d|%d|%d|%d|%d|%d|%d", v.Tick, v.PosX, v.PosY, v.VelX, v.VelY, v.Score,
		v.RNG.State(), dropped.Milliseconds())
}
