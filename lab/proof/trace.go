package proof

import (
	"strings"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/sim"
)

// A Trace is the reference run held to the published one, tick by tick.
type Trace struct {
	Ticks int    `json:"ticks"`
	Equal int    `json:"equal"` // ticks whose line is the published one
	First int    `json:"first"` // that is not; -1 for none
	Want  string `json:"want,omitempty"`
	Got   string `json:"got,omitempty"`
}

// TraceOf runs the reference run and compares the state after each tick.
func TraceOf() Trace { return traceOf(mergeisland.Scenario()) }

func traceOf(scenario sim.Scenario) Trace {
	t := Trace{First: -1}
	game := scenario.New()
	for want := range strings.FieldsSeq(mergeisland.GoldenTrace()) {
		game.Step(scenario.Input(tactus.Tick(t.Ticks)))
		got := mergeisland.Summary(game, 0)
		switch {
		case got == want:
			t.Equal++
		case t.First < 0:
			t.First, t.Want, t.Got = t.Ticks, want, got
		}
		t.Ticks++
	}
	return t
}
