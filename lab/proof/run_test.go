package proof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/lab/proof"
)

func TestEveryRunEndsInTheGoldenHash(t *testing.T) {
	names := proof.Runs()
	if len(names) != 21 {
		t.Fatalf("%d runs, want the 3 without the engine and the 18 schedules", len(names))
	}
	want, dropping := fmt.Sprintf("%016x", mergeisland.GoldenHash), 0
	for i, name := range names {
		r, err := proof.RunOf(i)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r.Name != name || !r.Equal || r.Why != "" || r.Hash != want || r.Golden != want || r.Steps != 100 ||
			r.Compared != 100 {
			t.Errorf("%s: %+v", name, r)
		}
		if !strings.HasPrefix(r.Line, "100|-131|5050|18|100|323|3492529440|") {
			t.Errorf("%s: %s", name, r.Line)
		}
		if r.Dropped > 0 {
			dropping++
		}
	}
	if dropping != 1 {
		t.Errorf("%d runs dropped time, want that with the hitch alone", dropping)
	}
}

func TestARunThatThereIsNotIsAnError(t *testing.T) {
	for _, i := range []int{-1, 21} {
		if _, err := proof.RunOf(i); err == nil {
			t.Errorf("run %d came out", i)
		}
	}
}

func TestThePublishedRunsComeOutNumberByNumber(t *testing.T) {
	cases, err := proof.Cases()
	if err != nil || len(cases) != 10 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		if !c.Equal || c.Digest != c.Golden || c.Steps == 0 {
			t.Errorf("%+v", c)
		}
	}
	if trace := proof.TraceOf(); trace != (proof.Trace{Ticks: 100, Equal: 100, First: -1}) {
		t.Errorf("%+v", trace)
	}
}
