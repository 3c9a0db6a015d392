package prove

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// T is the part of *testing.T that Test uses.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Test proves a game inside go test, in one line:
//
//	prove.Test(t, newGame, inputs)
//
// It steps the game once for each input at 60 Hz under the standard schedules, and fails the test with
// the first differing tick and fields, or with the reason why nothing was proven. newGame returns the
// game at tick 0, a new one each time; inputs are the ticks' inputs, made by sim.Inputs from typed ones.
func Test(t T, newGame func() sim.Sim, inputs [][]byte) {
	t.Helper()
	report, err := Run(sim.Scenario{
		Name:    "the game",
		Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)},
		Ticks:   tactus.Tick(len(inputs)),
		New:     newGame,
		Input:   func(tick tactus.Tick) []byte { return inputs[tick] },
	}, Schedules(1), nil)
	if err != nil {
		t.Fatalf("prove: %v", err)
		return
	}
	if report.Verdict == Equal {
		t.Logf("prove: equal in %d ticks, %d hashes compared", report.Compared.Ticks, report.Compared.Hashes)
		return
	}
	t.Fatalf("prove: %s", report.failure())
}

// failure is what a failed test says.
func (r *Report) failure() string {
	if r.First == nil {
		return r.conclusion()
	}
	return r.differences() + "\n" + r.conclusion()
}
