package wazerohost_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/games/particles"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// tenMinutes is the number of ticks at 62.5 a second.
const tenMinutes = 37_500

// A playable is a game to be recorded and verified.
type playable struct {
	header  replay.Header
	native  func() sim.Sim
	outcome func(sim.Sim) []byte // nil where the modules give no result
	c, gc   []byte
}

// record records ten minutes in which the inputs change each 1 to 20 ticks.
func (p *playable) record(b *testing.B) *replay.Recording {
	b.Helper()
	p.header.Build, p.header.RateNum, p.header.RateDen = replay.Build{Go: "go1", OS: "linux", Arch: "amd64"}, 125, 2
	var out bytes.Buffer
	game := p.native()
	r, err := replay.Record(&out, p.header, game)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(10, 10))
	var move []byte
	for tick, change := 0, 0; tick < tenMinutes; tick++ {
		if tick == change {
			move = [][]byte{{1}, {255}, nil}[rng.IntN(3)]
			change += 1 + rng.IntN(20)
		}
		r.Step(move)
	}
	var claim replay.Claim
	if p.outcome != nil {
		claim.Result = p.outcome(game)
	}
	if err := r.Close(claim); err != nil {
		b.Fatal(err)
	}
	rec, err := replay.Read(&out)
	if err != nil {
		b.Fatal(err)
	}
	return rec
}

// BenchmarkVerifyTenMinutes is a whole verdict on a recording of ten minutes, read before: natively, in
// the C module and in the Go module, in turns as in BenchmarkHosts. A verdict in a module makes an
// instance; it loads and compiles nothing. What comes before it once is the metric load-ms: to make a
// verifier from compiled code in the folder.
func BenchmarkVerifyTenMinutes(b *testing.B) {
	b.Run("mergeisland", func(b *testing.B) {
		config := islandConfig()
		benchVerify(b, playable{
			header: replay.Header{Game: "mergeisland", Seed: [2]uint64{config.SeedLo, 0},
				Config: []byte(mergeisland.ConfigFile())},
			native: func() sim.Sim {
				game, err := mergeisland.New(mergeisland.DefaultConfig())
				if err != nil {
					b.Fatal(err)
				}
				return game
			},
			outcome: func(game sim.Sim) []byte {
				return []byte(strings.TrimSuffix(mergeisland.Summary(game.(*mergeisland.Game), 0), "|0"))
			},
			c: cIsland(b), gc: goGuest,
		})
	})
	b.Run("particles", func(b *testing.B) {
		benchVerify(b, playable{header: replay.Header{Game: "particles", Seed: [2]uint64{particlesSeed, 0}},
			native: func() sim.Sim { return particles.New(particlesSeed) }, c: cParticles(b), gc: goParticles(b)})
	})
}

func benchVerify(b *testing.B, p playable) {
	rec := p.record(b)
	verify := func(name string, h replay.Host) *contender {
		return &contender{name: name, ticks: tenMinutes, step: func() {
			got := replay.Verify(rec, h, replay.Options{})
			if got.Outcome != replay.OK || got.Compared.Ticks != tenMinutes {
				b.Fatal(got)
			}
		}}
	}
	all := []*contender{verify("native", &replay.SimHost{Game: rec.Header.Game, Build: rec.Header.Build,
		New: func(*replay.Header) (sim.Sim, error) { return p.native(), nil }, Outcome: p.outcome})}
	loads := map[string]float64{}
	for name, module := range map[string][]byte{"C": p.c, "Go": p.gc} {
		v, took := load(b, rec.Header.Game, module)
		all, loads[name] = append(all, verify(name, v)), took
	}
	for b.Loop() {
		for _, c := range all {
			start := time.Now()
			c.step()
			c.took = append(c.took, time.Since(start))
		}
	}
	took := map[string]float64{}
	for _, c := range all {
		took[c.name] = c.median() * tenMinutes
		b.ReportMetric(took[c.name]/1e6, c.name+"-ms")
	}
	b.ReportMetric(took["C"]/took["native"], "C/native")
	b.ReportMetric(took["Go"]/took["native"], "Go/native")
	b.ReportMetric(loads["C"], "C-load-ms")
	b.ReportMetric(loads["Go"], "Go-load-ms")
}

// load makes a verifier, and says in how many milliseconds one is made when its code is in the cache.
func load(b *testing.B, game string, module []byte) (*wazerohost.Verifier, float64) {
	b.Helper()
	made := func() *wazerohost.Verifier {
		v, err := wazerohost.NewVerifier(game, module, wazerohost.Options{CacheDir: cacheDir})
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
	v := made() // which compiles, where nothing has before
	b.Cleanup(func() { v.Close() })
	var took []time.Duration
	for range 9 {
		start := time.Now()
		w := made()
		took = append(took, time.Since(start))
		w.Close()
	}
	slices.Sort(took)
	return v, took[len(took)/2].Seconds() * 1e3
}
