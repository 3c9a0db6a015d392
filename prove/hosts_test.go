package prove_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/sim"
)

// An offset is merge-island that is pushed once more in one tick, or panics there.
type offset struct {
	*mergeisland.Game
	at    int64
	panic bool
}

func (g *offset) Step(input []byte) {
	if g.State().Tick == g.at {
		if g.panic {
			panic(errors.New("out of fuel"))
		}
		input = mergeisland.Input(0)
	}
	g.Game.Step(input)
}

func islandHost(name string, at int64, panics bool) prove.Host {
	return prove.Host{Name: name, New: func() (sim.Sim, error) {
		g, err := mergeisland.New(mergeisland.DefaultConfig())
		return &offset{g, at, panics}, err
	}}
}

func TestHostsFindsTheHostTickAndFieldThatDiffer(t *testing.T) {
	sc := mergeisland.Scenario()
	a, b := islandHost("a", -1, false), islandHost("b", -1, false)
	r, err := prove.Hosts(sc.Ticks, sc.Input, a, b, islandHost("c", 30, false))
	if err != nil {
		t.Fatal(err)
	}
	d := r.Hosts[2].Divergence
	if r.Verdict != prove.Different || !r.Hosts[1].Equal || d == nil || d.Tick != 30 || d.Fields[0].Name != "posX" {
		t.Errorf("%+v, %v", r, d)
	}
	if r.Compared.Ticks != 100 || r.Compared.States != 131 {
		t.Errorf("compared %+v; want 100 ticks, 131 states", r.Compared)
	}
}

func TestHostsThatCompareNothingAreVacuous(t *testing.T) {
	sc := mergeisland.Scenario()
	a, b := islandHost("a", -1, false), islandHost("b", 5, true)
	for _, c := range []struct {
		ticks tactus.Tick
		b     prove.Host
		want  string
	}{
		{0, a, "no state was compared"},
		{1, a, "the state never changed"},
		{100, b, "b stops after 5 ticks: out of fuel"},
	} {
		r, err := prove.Hosts(c.ticks, sc.Input, a, c.b)
		if err != nil || r.Verdict != prove.Vacuous || !strings.Contains(r.Reason, c.want) {
			t.Errorf("%v, %+v; want vacuous, %q", err, r, c.want)
		}
	}
	if _, err := prove.Hosts(1, sc.Input, a); err == nil {
		t.Error("one host is held against nothing")
	}
}
