package wazerohost_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/games/particles"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

// A contender is one way to run a tick.
type contender struct {
	name  string
	ticks int // in a round: few where a tick takes long
	step  func()
	took  []time.Duration
}

// median returns what a tick takes, in nanoseconds.
func (c *contender) median() float64 {
	slices.Sort(c.took)
	return float64(c.took[len(c.took)/2]) / float64(c.ticks)
}

// A benchGame is one game natively and as two modules.
type benchGame struct {
	native sim.Sim
	config abi.Config
	c, gc  []byte
}

// BenchmarkHosts is a tick natively and in every kind of host. All take turns of about a millisecond,
// round by round, so that a machine with other work slows all of them, and the medians of the rounds are
// what the ratios are of. ns/op is that of a round and means nothing.
//
// The tick of the particles is that of a small game. Merge-island's takes a few nanoseconds, less than
// any call into a module: its figures are what the border costs.
func BenchmarkHosts(b *testing.B) {
	b.Run("particles", func(b *testing.B) {
		benchHosts(b, benchGame{particles.New(particlesSeed), particlesConfig(), cParticles(b), goParticles(b)})
	})
	b.Run("mergeisland", func(b *testing.B) {
		game, err := mergeisland.New(mergeisland.DefaultConfig())
		if err != nil {
			b.Fatal(err)
		}
		benchHosts(b, benchGame{game, islandConfig(), cIsland(b), goGuest})
	})
}

// contenders makes all of them ready.
func (g benchGame) contenders(b *testing.B) []*contender {
	input := blob(b, 1)
	step := func(module []byte, o wazerohost.Options) func() {
		i := newInstance(b, newHost(b, module, o), g.config)
		return func() {
			if _, err := i.Step(input); err != nil {
				b.Fatal(err)
			}
		}
	}
	plain := func(module []byte) func() {
		return wazerohost.PlainStep(b, newHost(b, module, wazerohost.Options{}), module, g.config, input)
	}
	return []*contender{
		{name: "native", ticks: 5000, step: func() { g.native.Step(input[8:]) }},
		{name: "C-fuel", ticks: 1000, step: step(g.c, wazerohost.Options{})},
		{name: "C-plain", ticks: 1000, step: plain(g.c)},
		{name: "Go-fuel", ticks: 1000, step: step(g.gc, wazerohost.Options{})},
		{name: "Go-plain", ticks: 1000, step: plain(g.gc)},
		{name: "C-interpreter", ticks: 10, step: step(g.c, wazerohost.Options{Interpreter: true})},
	}
}

func benchHosts(b *testing.B, g benchGame) {
	all := g.contenders(b)
	for b.Loop() {
		for _, c := range all {
			start := time.Now()
			for range c.ticks {
				c.step()
			}
			c.took = append(c.took, time.Since(start))
		}
	}
	took := map[string]float64{}
	for _, c := range all {
		took[c.name] = c.median()
		b.ReportMetric(took[c.name], c.name+"-ns/tick")
	}
	b.ReportMetric(took["C-fuel"]/took["native"], "C/native")
	b.ReportMetric(took["Go-fuel"]/took["native"], "Go/native")
	b.ReportMetric(took["C-fuel"]/took["C-plain"], "C-fuel/plain")
	b.ReportMetric(took["Go-fuel"]/took["Go-plain"], "Go-fuel/plain")
	b.ReportMetric(took["C-interpreter"]/took["native"], "C-interpreter/native")
}
