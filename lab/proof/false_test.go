package proof

import (
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/sim"
)

// falseScenario is the reference run with another input at tick 57: it comes out the same under every
// schedule, and is not golden.
func falseScenario() sim.Scenario {
	s := mergeisland.Scenario()
	right := s.Input
	s.Input = func(tick tactus.Tick) []byte {
		if tick == 57 {
			return mergeisland.Input(0)
		}
		return right(tick)
	}
	return s
}

func TestARunThatIsNotGoldenIsNotEqualThoughAllSchedulesAgree(t *testing.T) {
	for i := range Runs() {
		r, err := runOf(falseScenario(), i)
		if err != nil {
			t.Fatal(err)
		}
		if r.Equal || r.Why != "the hash is not the golden one" {
			t.Errorf("%s: equal %v, %q", r.Name, r.Equal, r.Why)
		}
	}
	if trace := traceOf(falseScenario()); trace.First != 57 || trace.Equal != 57 || trace.Want == trace.Got {
		t.Errorf("the trace: %+v", trace)
	}
}

func TestARunThatDependsOnFramesNamesItsFirstTick(t *testing.T) {
	s := mergeisland.Scenario()
	asked := 0 // of the plain run and the three without the engine, each 100 times
	right := s.Input
	s.Input = func(tick tactus.Tick) []byte {
		if asked++; asked > 400 && tick == 7 {
			return mergeisland.Input(0)
		}
		return right(tick)
	}
	r, err := runOf(s, bareRuns)
	if err != nil || r.Equal || !strings.Contains(r.Why, "first difference at tick 7") {
		t.Errorf("%v: %+v", err, r)
	}
}

func TestAPublishedRunThatDiffersSaysWhere(t *testing.T) {
	for was, test := range map[string]struct{ is, why string }{
		`"digest": "100|-131`: {`"digest": "100|-130`, "the digest is another"},
		`"remainderMs": 0`:    {`"remainderMs": 1`, "a rest of 0s, want 1 ms"},
		`"stepsTotal": 100`:   {`"stepsTotal": 101`, "100 steps, want 101"},
	} {
		text := mergeisland.GoldenCases()
		if !strings.Contains(text, was) {
			t.Fatalf("the file has no %s", was)
		}
		cases, err := casesOf(strings.Replace(text, was, test.is, 1))
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		for _, c := range cases {
			if !c.Equal {
				bad++
				if c.Why != test.why {
					t.Errorf("%s: %q, want %q", test.is, c.Why, test.why)
				}
			}
		}
		if bad != 1 {
			t.Errorf("%s: %d runs differ, want 1", test.is, bad)
		}
	}
	if _, err := casesOf("{"); err == nil {
		t.Error("half a file has cases")
	}
}
