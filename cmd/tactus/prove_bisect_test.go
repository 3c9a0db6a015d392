package main

import (
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// A nudged island is pushed once in one tick.
type nudged struct {
	*mergeisland.Game
	at int64
}

func (g *nudged) Step(input []byte) {
	if g.State().Tick == g.at {
		input = mergeisland.Input(0)
	}
	g.Game.Step(input)
}

func nudgedHost(name string, at int64) prove.Host {
	return prove.Host{Name: name, New: func() (sim.Sim, error) {
		g, err := mergeisland.New(mergeisland.DefaultConfig())
		return &nudged{g, at}, err
	}}
}

// TestWhereNativeAndModuleDifferTheFirstTickIsNamed has hashes after tick 59 and 99 only.
func TestWhereNativeAndModuleDifferTheFirstTickIsNamed(t *testing.T) {
	rec, err := (&console{ctx: t.Context()}).readRecording(kept + "reference.tactus")
	if err != nil {
		t.Fatal(err)
	}
	equal := tactus.Tick(59)
	var want string // of the first field, as it is recorded
	for _, nativeIsRight := range []bool{true, false} {
		ok := replay.Verdict{Outcome: replay.OK, Tick: 99}
		differs := replay.Verdict{Outcome: replay.WrongBuild, Tick: 99, TickAfter: &equal, Reason: "a hash differs"}
		native, module, runs := nudgedHost("native", -1), nudgedHost("module", 75), []replay.Verdict{ok, differs}
		if !nativeIsRight {
			native, module, runs = nudgedHost("native", 75), nudgedHost("module", -1), []replay.Verdict{differs, ok}
		}
		r := &recordingReport{}
		r.add("native", runs[0])
		r.add("module", runs[1])
		if !r.stateDiffers() {
			t.Fatal("no state differs")
		}
		if err := r.compareHosts(rec, native, module); err != nil {
			t.Fatal(err)
		}
		if r.Outcome != replay.WrongBuild || r.Tick != 75 || *r.TickAfter != 74 || len(r.Fields) == 0 ||
			r.Fields[0].Name != "posX" || r.Hosts == nil || !strings.Contains(r.Reason, "first differ at tick 75") {
			t.Fatalf("native right %v: %+v", nativeIsRight, r)
		}
		if f := r.Fields[0]; want != "" && f.Want != want || f.Want == f.Got {
			t.Errorf("native right %v: %+v, and %s was wanted before", nativeIsRight, f, want)
		}
		want = r.Fields[0].Want
	}
}
