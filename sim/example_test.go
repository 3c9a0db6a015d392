package sim_test

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// A Pond is a plain state: everything that a tick may change, and nothing else.
type Pond struct {
	Frogs []Frog `sim:"max=100"`
	Rng   sim.Rand
}

// A Frog is a part of it.
type Frog struct{ X, VelX int64 }

// A Croak is what the player does in a tick.
type Croak struct{ Push int8 }

// Step is one tick.
func (p *Pond) Step(in Croak) {
	for i := range p.Frogs {
		f := &p.Frogs[i]
		f.VelX += int64(in.Push) + p.Rng.Range(-1, 1)
		f.X += f.VelX
	}
}

// Shows a plain struct and its Step as a Sim, that is saved, played on and played again.
func ExampleOf() {
	pond := &Pond{Frogs: make([]Frog, 2), Rng: sim.NewRand(7)}
	s, err := sim.Of(pond)
	if err != nil {
		fmt.Println(err)
		return
	}
	image := s.Save(nil)
	inputs := sim.Inputs(Croak{Push: 1}, Croak{}, Croak{Push: -1})

	for range 2 {
		for _, input := range inputs {
			s.Step(input)
		}
		fmt.Printf("%v %016x\n", pond.Frogs, sim.HashOf(s))
		if err := s.Load(image); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// [{4 1} {-2 -2}] 87118afd0f591282
	// [{4 1} {-2 -2}] 87118afd0f591282
}

// Shows what a state may not hold, and what the error says.
func ExampleOf_refused() {
	_, err := sim.Of(new(Market))
	fmt.Println(err)
	// Output:
	// tactus: Market.Prices is map[string]int64: want a slice sorted by key, or an array: a map has no order to be hashed in
}

// A Market has a state that no hash can be made of.
type Market struct{ Prices map[string]int64 }

// Step is one tick.
func (m *Market) Step(Croak) {}

// Shows which field differs between two states.
func ExampleDiff() {
	here := sim.MustOf(&Pond{Frogs: []Frog{{X: 3, VelX: 17}, {X: 5}}})
	there := sim.MustOf(&Pond{Frogs: []Frog{{X: 3, VelX: 18}, {X: 5}}})
	for _, d := range sim.Diff(sim.Fields(here), sim.Fields(there)) {
		fmt.Println(d)
	}
	// Output:
	// Frogs[0].VelX: 17 against 18
}

// Shows a hash written by hand, with names that nest.
func ExampleHash() {
	var h sim.Hash
	h.Int("tick", 4211)
	h.Len("enemies", 1)
	h.At("enemies", 0)
	h.Float("velX", 0.5)
	h.Out()
	fmt.Printf("%016x of %d bytes\n", h.Sum(), h.Written())
	// Output:
	// 12fa982afeb55de6 of 24 bytes
}

// Shows a draw, and streams that do not disturb each other.
func ExampleRand() {
	rng := sim.NewRand(1)
	enemies, particles := rng.Stream(1), rng.Stream(2)
	fmt.Println(enemies.Range(1, 6), enemies.Range(1, 6), enemies.Draws())
	for range 1000 {
		particles.Float()
	}
	fmt.Println(enemies.Chance(1, 20), enemies.Draws())
	// Output:
	// 1 1 2
	// false 3
}

// Shows a game with its reference run, as a tool or a proof takes it.
func ExampleScenario() {
	inputs := sim.Inputs(Croak{Push: 1}, Croak{}, Croak{Push: -1})
	scenario := sim.Scenario{
		Name:    "pond",
		About:   "Frogs that are pushed about.",
		Stepper: tactus.StepperConfig{Rate: tactus.Hz(20)},
		Ticks:   tactus.Tick(len(inputs)),
		New:     func() sim.Sim { return sim.MustOf(&Pond{Frogs: make([]Frog, 2), Rng: sim.NewRand(7)}) },
		Input:   sim.Script(inputs),
		Summary: func(s sim.Sim, dropped time.Duration) string {
			pond, _ := sim.StateOf[Pond](s)
			return fmt.Sprint(pond.Frogs, " dropped ", dropped)
		},
	}
	game := scenario.New()
	for tick := range scenario.Ticks {
		game.Step(scenario.Input(tick))
	}
	fmt.Println(scenario.Summary(game, 0))
	// Output:
	// [{4 1} {-2 -2}] dropped 0s
}
