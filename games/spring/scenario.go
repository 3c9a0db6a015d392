package spring

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// The reference run is four seconds. A push is a sixth of a second, half a swing and a little, and
// comes each second, left and right in turns.
const (
	referenceTicks = 4 * RateHz
	pushTicks      = RateHz / 6
)

// Scenario returns the reference run: pushes left and right, with time to come to rest in between.
// It is here because its result depends on the length of every step more than any other's does, so
// a host whose steps are not all alike is caught at the first push.
func Scenario() sim.Scenario {
	return sim.Scenario{
		Name:    "spring",
		About:   "A weight on a damped spring: steps that vary make it drift or blow up.",
		Stepper: tactus.StepperConfig{Rate: tactus.Hz(RateHz)},
		Ticks:   referenceTicks,
		New:     func() sim.Sim { return sim.MustOf(new(World)) },
		Input:   sim.Script(referenceInputs()),
		Summary: summary,
	}
}

func referenceInputs() [][]byte {
	ins := make([]Input, referenceTicks)
	for tick := range ins {
		if tick%RateHz < pushTicks {
			ins[tick].Push = 1
			if tick/RateHz%2 == 1 {
				ins[tick].Push = -1
			}
		}
	}
	return sim.Inputs(ins...)
}

func summary(s sim.Sim, dropped time.Duration) string {
	w, ok := sim.StateOf[World](s)
	if !ok {
		panic(fmt.Sprintf("tactus: spring's summary of %T: want its World", s))
	}
	return fmt.Sprintf("tick %d, pos %.6f, speed %.6f, far %.3f, dropped %v",
		w.Tick, w.Body.Pos, w.Body.Speed, w.Far, dropped)
}
