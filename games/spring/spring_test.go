package spring_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/spring"
	"github.com/tactus-go/tactus/sim"
)

// frames returns frame times of 8 to 33 ms, in seconds, that add up to so many seconds: a display
// between 125 and 30 fps.
func frames(seed uint64, seconds float64) []float64 {
	random := sim.NewRand(seed)
	var all []float64
	for left := seconds; left > 0; {
		frame := min(left, float64(random.Range(8000, 33000))*1e-6)
		all = append(all, frame)
		left -= frame
	}
	return all
}

func TestVariableStepsOf8To33MsBlowUp(t *testing.T) {
	for seed := range uint64(20) {
		lane := spring.Lane{Body: spring.Body{Pos: 1}}
		start := lane.Body.Energy()
		for _, frame := range frames(seed, 20) {
			lane.Step(0, frame)
		}
		if !lane.Lost() || !(lane.Body.Energy() > 1e6*start) {
			t.Errorf("seed %d: after 20 s at %v", seed, lane.Body)
		}
	}
}

// TestVariableStepsDriftWhereTheyDoNotBlowUp compares two schedules of one length: under
// semi-implicit Euler nothing is lost, and the weight is elsewhere all the same.
func TestVariableStepsDriftWhereTheyDoNotBlowUp(t *testing.T) {
	apart := 0
	for seed := range uint64(20) {
		lanes := [2]spring.Lane{{Method: spring.SemiImplicitEuler}, {Method: spring.SemiImplicitEuler}}
		for i := range lanes {
			lanes[i].Body.Pos = 1
			for _, frame := range frames(2*seed+uint64(i), 0.5) {
				lanes[i].Step(0, frame)
			}
			if lanes[i].Lost() {
				t.Errorf("seed %d: lost", seed)
			}
		}
		if math.Abs(lanes[0].Body.Pos-lanes[1].Body.Pos) > 0.02 {
			apart++
		}
	}
	if apart < 10 {
		t.Errorf("%d of 20 pairs of schedules end more than 0.02 units apart", apart)
	}
}

// TestALongStepGrowsAndAShortOneDecaysTooSlowly holds the determinant that the package states, by
// the area between two bodies that start at (1, 0) and (0, 1): each step multiplies it by the
// determinant.
func TestALongStepGrowsAndAShortOneDecaysTooSlowly(t *testing.T) {
	for _, v := range []struct {
		dt    float64
		grows bool
	}{{0.004, false}, {0.008, false}, {0.0149, false}, {0.0151, true}, {1.0 / 60, true}, {0.033, true}} {
		a, b := spring.Body{Pos: 1}, spring.Body{Speed: 1}
		det := 1 - spring.Damping*v.dt + spring.Stiffness*v.dt*v.dt
		want := 1.0
		for range 100 {
			a.Step(spring.ExplicitEuler, 0, v.dt)
			b.Step(spring.ExplicitEuler, 0, v.dt)
			want *= det
		}
		got := a.Pos*b.Speed - a.Speed*b.Pos
		if math.Abs(got/want-1) > 1e-9 || (got > 1) != v.grows {
			t.Errorf("dt %v: area %v, want %v", v.dt, got, want)
		}
	}
	short, fine := spring.Body{Pos: 1}, spring.Body{Pos: 1}
	for range 125 { // one second
		short.Step(spring.ExplicitEuler, 0, 0.008)
		for range 80 {
			fine.Step(spring.SemiImplicitEuler, 0, 0.0001)
		}
	}
	if short.Energy() < 10*fine.Energy() {
		t.Errorf("after 1 s in steps of 8 ms the energy is %v, in nature %v", short.Energy(), fine.Energy())
	}
}

func TestAFrameOf33MsLosesTheWeightWithinSeconds(t *testing.T) {
	lane := spring.Lane{Body: spring.Body{Pos: 1}}
	seconds := 0.0
	for ; !lane.Lost(); seconds += 0.033 {
		lane.Step(0, 0.033)
	}
	if seconds > 3 {
		t.Errorf("lost after %v s", seconds)
	}
}

// TestTheFixedStepIsNearTheTruth compares with a thousand steps for each tick.
func TestTheFixedStepIsNearTheTruth(t *testing.T) {
	world := spring.World{Body: spring.Body{Pos: 1}}
	fine := spring.Body{Pos: 1}
	for range 4 * spring.RateHz {
		world.Step(spring.Input{})
		for range 1000 {
			fine.Step(spring.SemiImplicitEuler, 0, spring.Period/1000)
		}
		if math.Abs(world.Body.Pos-fine.Pos) > 0.1 {
			t.Fatalf("tick %d: %v, in nature %v", world.Tick, world.Body.Pos, fine.Pos)
		}
	}
	if world.Body.Energy() > 1e-6 {
		t.Errorf("after 4 s there is an energy of %v left", world.Body.Energy())
	}
}

// TestFramesDoNotChangeTheFixedStep runs one second of ticks by three schedules of frames, counted
// in whole microseconds, and wants one state.
func TestFramesDoNotChangeTheFixedStep(t *testing.T) {
	var want uint64
	for seed := range uint64(3) {
		scenario := spring.Scenario()
		game := scenario.New()
		tick, fed := tactus.Tick(0), int64(0)
		for _, frame := range frames(seed, 2) {
			fed += int64(math.Round(frame * 1e6))
			for ; tick < spring.RateHz && int64(tick+1)*1_000_000 <= fed*spring.RateHz; tick++ {
				game.Step(scenario.Input(tick))
			}
		}
		hash := sim.HashOf(game)
		if seed == 0 {
			want = hash
		}
		if tick != spring.RateHz || hash != want {
			t.Errorf("seed %d: hash %016x after %d ticks, want %016x", seed, hash, tick, want)
		}
	}
}

func TestSemiImplicitEulerIsBoundedUpToStepsOf86Ms(t *testing.T) {
	for _, v := range []struct {
		dt   float64
		lost bool
	}{{0.001, false}, {0.033, false}, {0.086, false}, {0.0865, true}, {0.1, true}} {
		lane := spring.Lane{Body: spring.Body{Pos: 1}, Method: spring.SemiImplicitEuler}
		for range 10_000 {
			lane.Step(0, v.dt)
		}
		if lane.Lost() != v.lost {
			t.Errorf("dt %v: %v", v.dt, lane.Body)
		}
	}
}

func TestAHeldPushMovesTheRestByHalfAUnit(t *testing.T) {
	var world spring.World
	for range 10 * spring.RateHz {
		world.Step(spring.Input{Push: 1})
	}
	if math.Abs(world.Body.Pos-0.5) > 1e-9 {
		t.Errorf("rests at %v", world.Body.Pos)
	}
}

func TestALaneOfNaNIsLost(t *testing.T) {
	if (&spring.Lane{}).Lost() || !(&spring.Lane{Body: spring.Body{Pos: math.NaN()}}).Lost() ||
		!(&spring.Lane{Body: spring.Body{Pos: math.Inf(-1)}}).Lost() {
		t.Error("a lane is lost where it should not be, or the other way round")
	}
}

// Shows where a weight ends that is stepped by frames of one length for two seconds.
func ExampleLane() {
	for _, ms := range []int{4, 8, 15, 33} {
		lane := spring.Lane{Body: spring.Body{Pos: 1}}
		for range 2000 / ms {
			lane.Step(0, float64(ms)/1000)
		}
		fmt.Printf("%2d ms: energy %.3g\n", ms, lane.Body.Energy())
	}
	// Output:
	//  4 ms: energy 0.0245
	//  8 ms: energy 0.604
	// 15 ms: energy 174
	// 33 ms: energy 6.98e+07
}
