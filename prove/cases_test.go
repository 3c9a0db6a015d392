package prove_test

import (
	"os"
	"testing"

	"github.com/tactus-go/tactus/prove"
)

// TestEveryHandedCaseComesOutExactly runs the exact vectors of the stepper, fractions as fractions.
func TestEveryHandedCaseComesOutExactly(t *testing.T) {
	f, err := os.Open("testdata/scheduler-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases, err := prove.ParseCases("scheduler-cases.json", f)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 43 {
		t.Fatalf("%d cases, want 43", len(cases))
	}
	for _, c := range cases {
		for _, failure := range c.Run() {
			t.Error(failure)
		}
	}
}
