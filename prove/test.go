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
// Games of another rate, or with a summary, are proven by [TestScenario].
func Test(t T, newGame func() sim.Sim, inputs [][]byte) {
	t.Helper()
	TestScenario(t, sim.Scenario{
		Name:    "the game",
		Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)},
		Ticks:   tactus.Tick(len(inputs)),
		New:     newGame,
		Input:   func(tick tactus.Tick) []byte { return inputs[tick] },
	})
}

// TestScenario is Test for a scenario, with its own rate, stepper settings and length.
func TestScenario(t T, sc sim.Scenario) {
	t.Helper()
	report, err := Run(sc, Schedules(1), nil)
	switch {
	case err != nil:
		t.Fatalf("prove: %v", err)
	case report.Verdict != Equal:
		t.Fatalf("prove: %s", report)
	default:
		t.Logf("prove: equal in %d ticks, %d hashes compared", report.Compared.Ticks, report.Compared.Hashes)
	}
}
