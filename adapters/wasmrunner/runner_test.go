package wasmrunner_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/tactus-go/tactus/adapters/internal/goguest"
	"github.com/tactus-go/tactus/adapters/wasmrunner"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/natives"
)

// goGuest is merge-island as a Go module, and cacheDir keeps its compiled code for all tests.
var (
	goGuest  []byte
	cacheDir string
)

func TestMain(m *testing.M) {
	os.Exit(goguest.Main(m, func(module []byte, dir string) { goGuest, cacheDir = module, dir }))
}

// header is that of a run of merge-island, on a module or natively.
func header(module []byte) replay.Header {
	h := replay.Header{Game: "mergeisland", Players: 1, RateNum: 125, RateDen: 2, Config: []byte(mergeisland.ConfigFile()),
		Seed:  [2]uint64{uint64(mergeisland.DefaultConfig().Seed), 0},
		Build: replay.Build{Go: "go1", OS: "linux", Arch: "amd64"}}
	if module != nil {
		h.Kind, h.Hash, h.Build = replay.Module, verify.DigestOf(module), replay.Build{}
		h.Limits = replay.Limits{FuelSchedule: 1, Fuel: 1_000_000, Depth: 1000, Pages: 1024}
	}
	return h
}

// record plays merge-island: the module and the native game have the same states.
func record(t testing.TB, h replay.Header, ticks int, claim func(sim.Sim) []byte) []byte {
	t.Helper()
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := replay.Record(&out, h, game)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range ticks {
		r.Step(mergeisland.Input(int8(tick/7%3) - 1))
	}
	if err := r.Close(replay.Claim{Result: claim(game)}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func honest(g sim.Sim) []byte { return natives.Result("mergeisland", g) }

func lying(sim.Sim) []byte { return []byte("600|0|0|0|0|9999|1") }

// A bench is a runner with a store in memory.
type bench struct {
	*wasmrunner.Runner
	store *verify.Memory
}

func newBench(t testing.TB, ceiling wasmrunner.Ceiling) *bench {
	store, err := verify.NewMemory(verify.MemoryConfig{})
	if err != nil {
		t.Fatal(err)
	}
	build := natives.Build("test")
	r, err := wasmrunner.New(wasmrunner.Config{Store: store, CacheDir: cacheDir,
		Native:  func(game string) (replay.Host, error) { return natives.Host(game, build) },
		Ceiling: func(string) wasmrunner.Ceiling { return ceiling }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	t.Cleanup(store.Close)
	return &bench{r, store}
}

func (b *bench) put(t testing.TB, module []byte) verify.Digest {
	t.Helper()
	d, err := b.store.Put(t.Context(), "acme", module)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func alive() error { return nil }

func TestEachRecordingGetsTheVerdictThatItDeserves(t *testing.T) {
	b := newBench(t, wasmrunner.Ceiling{})
	id, bad := b.put(t, goGuest), b.put(t, []byte("\x00asm\x01\x00\x00\x00nothing that runs"))
	whole := record(t, header(goGuest), 600, honest)
	broken := bytes.Clone(whole)
	broken[len(broken)/2] ^= 1
	other := header(nil)
	other.Game = "chess"
	refused := header(nil)
	refused.Seed[0]++
	meager := header(goGuest)
	meager.Limits.Fuel = 1200
	for _, c := range []struct {
		name      string
		recording []byte
		module    verify.Digest
		want      replay.Outcome
		fuel      bool
	}{
		{"on its module", whole, verify.Digest{}, replay.OK, true},
		{"natively", record(t, header(nil), 600, honest), verify.Digest{}, replay.OK, false},
		{"a native one on the tenant's module", record(t, header(nil), 600, honest), id, replay.OK, true},
		{"a claim that is wrong", record(t, header(goGuest), 600, lying), verify.Digest{}, replay.ClaimWrong, true},
		{"a byte changed", broken, verify.Digest{}, replay.Malformed, true},
		{"no recording", []byte("hello"), verify.Digest{}, replay.Malformed, false},
		{"nothing", nil, verify.Digest{}, replay.Malformed, false},
		{"a game that nobody knows", record(t, other, 60, honest), verify.Digest{}, replay.WrongModule, false},
		{"a header that no build plays", record(t, refused, 60, honest), verify.Digest{}, replay.WrongBuild, false},
		{"too little fuel", record(t, meager, 600, honest), verify.Digest{}, replay.LimitHit, true},
		{"no tick", record(t, header(goGuest), 0, honest), verify.Digest{}, replay.NothingCompared, true},
		{"a module that is none", record(t, header(nil), 60, honest), bad, replay.WrongModule, false},
	} {
		v, fuel, err := b.Run(t.Context(), verify.Job{Tenant: "acme", Module: c.module}, c.recording, alive)
		if err != nil || v.Outcome != c.want || (fuel > 0) != c.fuel || v.Fields == nil {
			t.Errorf("%s: %v, fuel %d, %v; want %s", c.name, v, fuel, err, c.want)
		}
	}
}

func TestAModuleThatIsNotThereIsAnErrorAndNoVerdict(t *testing.T) {
	b := newBench(t, wasmrunner.Ceiling{})
	b.put(t, goGuest)
	for tenant, recording := range map[string][]byte{
		"acme":  record(t, header([]byte("another module")), 60, honest),
		"other": record(t, header(goGuest), 60, honest), // another tenant's module
	} {
		v, _, err := b.Run(t.Context(), verify.Job{Tenant: tenant}, recording, alive)
		if !errors.Is(err, verify.ErrUnknown) {
			t.Errorf("%s: %v, %v", tenant, v, err)
		}
	}
}

func TestARunEndsWithItsLeaseAndIsNoVerdict(t *testing.T) {
	b := newBench(t, wasmrunner.Ceiling{})
	b.put(t, goGuest)
	for name, recording := range map[string][]byte{
		"module": record(t, header(goGuest), 5000, honest), "native": record(t, header(nil), 5000, honest),
	} {
		beats := 0
		_, _, err := b.Run(t.Context(), verify.Job{Tenant: "acme"}, recording, func() error {
			if beats++; beats > 3 {
				return verify.ErrLost
			}
			return nil
		})
		if !errors.Is(err, verify.ErrLost) || beats != 4 {
			t.Errorf("%s: %v after %d beats", name, err, beats)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, _, err := b.Run(ctx, verify.Job{Tenant: "acme"}, recording, alive); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v in a context that has ended", name, err)
		}
	}
}

func TestACeilingHoldsWhateverARecordingAsksFor(t *testing.T) {
	for name, c := range map[string]wasmrunner.Ceiling{
		"fuel": {Fuel: 1000}, "fuel in all": {Total: 2_000_000}, "ticks": {Ticks: 599},
	} {
		b := newBench(t, c)
		b.put(t, goGuest)
		v, fuel, err := b.Run(t.Context(), verify.Job{Tenant: "acme"}, record(t, header(goGuest), 600, honest), alive)
		if err != nil || v.Outcome != replay.LimitHit || fuel > 2_100_000 && name == "fuel in all" {
			t.Errorf("%s: %v, fuel %d, %v", name, v, fuel, err)
		}
	}
}

// TestHammerARunnerLoadsAModuleOnceForEachWorker runs many recordings on few modules at once.
func TestHammerARunnerLoadsAModuleOnceForEachWorker(t *testing.T) {
	b := newBench(t, wasmrunner.Ceiling{})
	b.put(t, goGuest)
	recording := record(t, header(goGuest), 100, honest)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for range 10 {
				v, _, err := b.Run(t.Context(), verify.Job{Tenant: "acme"}, recording, alive)
				if err != nil || v.Outcome != replay.OK {
					t.Errorf("%v, %v", v, err)
				}
			}
		})
	}
	all.Wait()
	if n := b.Loaded(); n < 1 || n > 2 {
		t.Errorf("the module was made ready %d times for 2 workers", n)
	}
}

func TestARunnerThatPanicsSaysSo(t *testing.T) {
	store, err := verify.NewMemory(verify.MemoryConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	r, err := wasmrunner.New(wasmrunner.Config{Store: store, Native: func(string) (replay.Host, error) { panic("a bug") }})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, _, err = r.Run(t.Context(), verify.Job{}, record(t, header(nil), 1, honest), alive)
	if err == nil || !strings.Contains(err.Error(), "a bug") {
		t.Error(err)
	}
	if _, err := wasmrunner.New(wasmrunner.Config{}); err == nil {
		t.Error("a runner without a store")
	}
}
