package jump

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// referenceTicks is four seconds: three jumps, with time to stand between them.
const referenceTicks = 4 * RateHz

// Scenario returns the reference run: a walk to the right and back with three jumps, one of them by
// a button that stays down. It is here because height is what everyone can see: the same jump under
// every frame rate, beside lanes in which it is not.
func Scenario() sim.Scenario {
	return sim.Scenario{
		Name:    "jump",
		About:   "A body thrown up: the same height and time at every frame rate.",
		Stepper: tactus.StepperConfig{Rate: tactus.Hz(RateHz)},
		Ticks:   referenceTicks,
		New:     func() sim.Sim { return sim.MustOf(new(World)) },
		Input:   sim.Script(referenceInputs()),
		Summary: summary,
	}
}

// referenceInputs goes right for two seconds and left for one. The second press is held for longer
// than its jump lasts, and must not start another.
func referenceInputs() [][]byte {
	ins := make([]Input, referenceTicks)
	for tick := range ins {
		in := &ins[tick]
		in.Jump = tick >= 10 && tick < 13 || tick >= 75 && tick < 145 || tick == 160
		switch {
		case tick < 2*RateHz:
			in.Move = 1
		case tick < 3*RateHz:
			in.Move = -1
		}
	}
	return sim.Inputs(ins...)
}

func summary(s sim.Sim, dropped time.Duration) string {
	w, ok := sim.StateOf[World](s)
	if !ok {
		panic(fmt.Sprintf("tactus: jump's summary of %T: want its World", s))
	}
	return fmt.Sprintf("tick %d, x %.3f, height %.3f, jumps %d, peak %.3f, dropped %v",
		w.Tick, w.X, w.Body.Height, w.Jumps, w.Peak, dropped)
}
