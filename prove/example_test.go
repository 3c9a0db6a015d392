package prove_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/sim"
)

// A Ship is the whole state of a small game: Step is all that may change it.
type Ship struct {
	Tick, X, Speed int64
	Rocks          [4]int64
	Rng            sim.Rand
}

// Move is the input of a tick.
type Move struct{ Left, Right bool }

// NewShip returns the game at tick 0.
func NewShip() sim.Sim { return sim.MustOf(&Ship{Rng: sim.NewRand(7)}) }

// Step runs one tick.
func (s *Ship) Step(in Move) {
	if in.Left {
		s.Speed--
	}
	if in.Right {
		s.Speed++
	}
	s.X += s.Speed
	rock := &s.Rocks[s.Tick%4]
	*rock += s.Rng.Range(-3, 3)
	if *rock == s.X {
		s.Speed = -s.Speed
	}
	s.Tick++
}

// TestShip is what a user's go test holds: the game comes out the same at any frame rate.
func TestShip(t *testing.T) {
	moves := make([]Move, 200)
	for i := range moves {
		moves[i] = Move{Right: i%30 < 10, Left: i%30 >= 20}
	}
	prove.Test(t, NewShip, sim.Inputs(moves...))
}

// A game is proven under the standard schedules.
func ExampleRun() {
	report, err := prove.Run(mergeisland.Scenario(), prove.Schedules(1), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict, report.Compared.Ticks, "ticks", report.Compared.Hashes, "hashes")
	fmt.Println(report.Schedules[3].Name, report.Schedules[3].Summary)
	// Output:
	// equal 100 ticks 2100 hashes
	// 16 ms 100|-131|5050|18|100|323|3492529440|0
}

// Leaky reads the clock from tick 37 on.
type Leaky struct{ Tick, Seen int64 }

// Step runs one tick.
func (l *Leaky) Step(in int8) {
	l.Tick++
	l.Seen += int64(in)
	if l.Tick > 37 {
		l.Seen = time.Now().UnixNano() // the mistake: time is no input
	}
}

// A game that is not equal is named by its first differing tick and field.
func ExampleDivergence() {
	scenario := sim.Scenario{
		Name: "leaky", Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}, Ticks: 100,
		New:   func() sim.Sim { return sim.MustOf(new(Leaky)) },
		Input: func(tactus.Tick) []byte { return []byte{1} },
	}
	report, err := prove.Run(scenario, prove.Schedules(1), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict, "from tick", report.First.Tick, "on, in", report.First.Fields[0].Name)
	// Output:
	// different from tick 37 on, in Seen
}
