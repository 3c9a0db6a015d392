package tunnel

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// The reference run is ten seconds, a shot each half second: a ball that gets through flies for 24
// ticks, so every press is a shot.
const (
	referenceTicks = 10 * RateHz
	shotTicks      = RateHz / 2
)

// Scenario returns the reference run: twenty shots from a gun that slides on between them. It is
// here because its result is a count of hits, which one step too many or too few changes, and
// because the cure it shows is another collision and not a shorter step.
func Scenario() sim.Scenario {
	return sim.Scenario{
		Name:    "tunnel",
		About:   "A fast ball and a thin wall: gone through step by step, stopped along its way.",
		Stepper: tactus.StepperConfig{Rate: tactus.Hz(RateHz)},
		Ticks:   referenceTicks,
		New:     func() sim.Sim { return sim.MustOf(new(World)) },
		Input:   sim.Script(referenceInputs()),
		Summary: summary,
	}
}

// referenceInputs slides three eighths of a unit forward before each shot, and back and forth in
// the last second.
func referenceInputs() [][]byte {
	ins := make([]Input, referenceTicks)
	for tick := range ins {
		in, phase := &ins[tick], tick%shotTicks
		in.Fire = phase == 5
		if phase < 3 {
			in.Push = 1
		}
		if tick >= referenceTicks-RateHz && phase >= 10 {
			in.Push = -1
		}
	}
	return sim.Inputs(ins...)
}

func summary(s sim.Sim, dropped time.Duration) string {
	w, ok := sim.StateOf[World](s)
	if !ok {
		panic(fmt.Sprintf("tactus: tunnel's summary of %T: want its World", s))
	}
	d, c := &w.Discrete, &w.Continuous
	return fmt.Sprintf("tick %d, muzzle %.3f, discrete %d stopped %d through, "+
		"continuous %d stopped %d through, dropped %v",
		w.Tick, w.Muzzle, d.Stopped, d.Through, c.Stopped, c.Through, dropped)
}
