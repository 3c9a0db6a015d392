package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/detmath"
	"github.com/tactus-go/tactus/detmath/fixed"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/sim"
)

// The mistakes of this file are made on purpose, and a test shows what finds each.

// verdictOn proves a game that is wrong.
func verdictOn(t *testing.T, newGame func() sim.Sim) *prove.Report {
	t.Helper()
	inputs := script()
	report, err := prove.Run(sim.Scenario{Name: "wrong", Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)},
		Ticks: ticks, New: newGame, Input: sim.Script(inputs)}, prove.Schedules(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(report)
	return report
}

var keyDown bool // the window's callback sets it, whenever it comes

type polled struct{ Flight }

func (p *polled) Step(Input) {
	p.Flight.Step(Input{Burn: keyDown}) // wrong: what the key is now, not in this tick
}

func TestAGameThatReadsTheKeyboardIsNotProven(t *testing.T) {
	r := verdictOn(t, func() sim.Sim { return sim.MustOf(&polled{*NewFlight(7)}) })
	if r.Verdict != prove.Vacuous || !strings.Contains(r.Reason, "the inputs changed nothing") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
}

type gusty struct{ Flight }

func (g *gusty) Step(in Input) {
	if rand.IntN(120) == 0 { // wrong: one generator for the whole program, with a seed of its own
		g.Speed -= 2
	}
	g.Flight.Step(in)
}

func TestAForeignRandomSourceIsFound(t *testing.T) {
	r := verdictOn(t, func() sim.Sim { return sim.MustOf(&gusty{*NewFlight(7)}) })
	if r.Verdict != prove.Different || !differs(r, "Flight.Speed") {
		t.Error("want a difference in Flight.Speed")
	}
}

func differs(r *prove.Report, field string) bool {
	return r.First != nil && slices.ContainsFunc(r.First.Fields, func(d sim.Difference) bool { return d.Name == field })
}

func moveWrong(height, speed, dt float64) float64 {
	return height + speed*dt // wrong: rounded once on some builds and twice on others
}

func moveRight(height, speed, dt float64) float64 {
	return height + float64(speed*dt)
}

func TestAConvertedProductIsRoundedTwice(t *testing.T) {
	if got := moveRight(-1, 10, 0.1); got != 0 {
		t.Errorf("%g, want 0", got)
	}
	if got := math.FMA(10, 0.1, -1); got == 0 {
		t.Error("fused, the result is 0 too")
	}
	if got := moveWrong(-1, 10, 0.1); got != 0 && got != math.FMA(10, 0.1, -1) {
		t.Errorf("%g is neither", got)
	}
}

func coolingWrong(seconds float64) float64 {
	return math.Exp(-0.2 * seconds) // wrong: asks the processor
}

func coolingRight(seconds float64) float64 {
	return detmath.Exp(-0.2 * seconds)
}

func TestTheCoolingOfATickIsAConstant(t *testing.T) {
	if got := coolingRight(1.0 / ticksPerSecond); got != cooling {
		t.Errorf("%v, want %v", got, cooling)
	}
	if got := coolingWrong(1.0 / ticksPerSecond); math.Abs(got-cooling) > 1e-15 {
		t.Errorf("%v is not even near", got)
	}
}

// A Cart needs no float at all.
type Cart struct {
	Place, Speed fixed.Fixed
	Heading      fixed.Angle
}

// Step moves the cart by a sixtieth of its speed.
func (c *Cart) Step(turn int8) {
	c.Heading += fixed.Angle(int64(turn) << 24) // a turn of 1 is 1/256 of a full one, and wraps
	c.Place = c.Place.Add(c.Speed.Mul(c.Heading.Cos()).Div(fixed.FromInt(60)))
}

func TestACartIsProven(t *testing.T) {
	turns := make([]int8, 200)
	for tick := range turns {
		turns[tick] = int8(tick%7 - 3)
	}
	prove.Test(t, func() sim.Sim { return sim.MustOf(&Cart{Speed: fixed.FromInt(5)}) }, sim.Inputs(turns...))
}

func barWrong(height float64) uint8 {
	return uint8(height) // wrong: below 0 and over 255 each processor has its own answer
}

func barRight(height float64) uint8 {
	return detmath.Uint8(height) // 0 to 255, 0 for NaN
}

func TestAConversionSaturates(t *testing.T) {
	for height, want := range map[float64]uint8{-1: 0, 12.9: 12, 1e10: 255, math.Inf(-1): 0} {
		if got := barRight(height); got != want {
			t.Errorf("%g: %d, want %d", height, got, want)
		}
	}
	if got := barWrong(12.9); got != 12 {
		t.Errorf("within the range: %d", got)
	}
}

func prizeWrong(level float64) int64 {
	return int64(math.Pow(2, level)) // wrong: two hazards, and past 2^63 it is anything
}

func TestAPrizeHasALimit(t *testing.T) {
	if got := prize(1e6); got != 1<<62 {
		t.Errorf("%d, want 2^62", got)
	}
	if got, want := prizeWrong(5), prize(50); got != want {
		t.Errorf("at level 5: %d and %d", got, want)
	}
}

type crowded struct{ Flight }

func (c *crowded) Step(in Input) {
	c.Birds = append(c.Birds, Bird{Distance: 100}) // wrong: no limit
	c.Flight.Step(in)
}

func TestAListWithoutALimitIsFound(t *testing.T) {
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, `Birds has length 9: want at most 8`) {
			t.Error(text)
		}
	}()
	verdictOn(t, func() sim.Sim { return sim.MustOf(&crowded{*NewFlight(7)}) })
}

var gas = 600 // ticks of burning: wrong, no Flight has it, so nothing saves it

type leaky struct{ Flight }

func (l *leaky) Step(in Input) {
	if in.Burn = in.Burn && gas > 0; in.Burn {
		gas--
	}
	l.Flight.Step(in)
}

func TestStateBesideTheStateIsFound(t *testing.T) {
	gas = 600
	r := verdictOn(t, func() sim.Sim { return sim.MustOf(&leaky{*NewFlight(7)}) })
	if r.Verdict != prove.Different || !differs(r, "Flight.Heat") {
		t.Error("want a difference in Flight.Heat")
	}
}

// An Aviary is kept by name.
type Aviary struct {
	Birds map[string]Bird // wrong: a map is walked in another order each time
}

// Step lets all birds come nearer.
func (a *Aviary) Step(Input) {
	for name, b := range a.Birds {
		b.Distance--
		a.Birds[name] = b
	}
}

func ExampleAviary() {
	_, err := sim.Of(&Aviary{})
	fmt.Println(err)
	// Output:
	// tactus: Aviary.Birds is map[string]main.Bird: want a slice sorted by key, or an array: a map has no order to be hashed in
}

func TestTheNaiveGameDependsOnTheFrameRate(t *testing.T) {
	if playNaive(30) == playNaive(144) {
		t.Error("it comes out the same")
	}
}

func TestTheFlightDoesNotDependOnTheFrameRate(t *testing.T) {
	want, err := playFlight(60)
	for _, fps := range []int{30, 144} {
		got, other := playFlight(fps)
		if err != nil || other != nil || got != want {
			t.Errorf("%d fps: %s, %v; 60 fps: %s, %v", fps, got, other, want, err)
		}
	}
}
