package wazerohost_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
)

// recorded is a native recording of merge-island: some ticks, the moves in turn, and a claim.
func recorded(t testing.TB, ticks int, limits replay.Limits, claim string) *replay.Recording {
	t.Helper()
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c := islandConfig()
	w, err := replay.NewWriter(&out, replay.Header{Game: "mergeisland", Players: 1, Seed: [2]uint64{c.SeedLo, c.SeedHi},
		RateNum: c.RateNum, RateDen: c.RateDen, Config: []byte(mergeisland.ConfigFile()), Limits: limits,
		Build: replay.Build{Go: "go1", OS: "linux", Arch: "amd64"}},
		func(b []byte) ([]byte, error) { return game.Save(b), nil })
	if err != nil {
		t.Fatal(err)
	}
	for tick := range ticks {
		move := mergeisland.Input(int8(tick/7%3) - 1)
		game.Step(move)
		if err := w.Tick(blob(t, move...)); err != nil {
			t.Fatal(err)
		}
	}
	if claim == "" {
		claim = mergeisland.Summary(game, 0)
		claim = claim[:len(claim)-len("|0")]
	}
	if err := w.Close(replay.Claim{Result: []byte(claim)}); err != nil {
		t.Fatal(err)
	}
	rec, err := replay.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func newVerifier(t testing.TB) *wazerohost.Verifier {
	t.Helper()
	v, err := wazerohost.NewVerifier("mergeisland", goGuest, wazerohost.Options{CacheDir: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

func TestANativeRecordingIsVerifiedOnTheModuleAndEachVerdictIsItsOwn(t *testing.T) {
	v := newVerifier(t)
	for _, c := range []struct {
		name   string
		limits replay.Limits
		claim  string
		want   replay.Outcome
	}{
		{"honest", replay.Limits{}, "", replay.OK},
		{"honest, with limits", replay.Limits{FuelSchedule: 1, Fuel: 1_000_000, Depth: 1000, Pages: 1024}, "", replay.OK},
		{"a false claim over an honest run, by another build", replay.Limits{}, "600|0|0|0|0|9999|1", replay.ClaimWrong},
		{"fuel that is not enough", replay.Limits{FuelSchedule: 1, Fuel: 1200, Depth: 1000, Pages: 1024}, "",
			replay.LimitHit},
		{"memory that is not enough", replay.Limits{FuelSchedule: 1, Fuel: 1_000_000, Depth: 1000, Pages: 2}, "",
			replay.LimitHit},
	} {
		got := replay.Verify(recorded(t, 600, c.limits, c.claim), v, replay.Options{})
		if got.Outcome != c.want {
			t.Errorf("%s: %v; want %v", c.name, got, c.want)
		}
		if c.want == replay.OK && (got.Compared.Ticks != 600 || got.Compared.Hashes == 0) {
			t.Errorf("%s: compared %+v", c.name, got.Compared)
		}
	}
}

func TestAVerifierHasACeilingThatNoRecordingRaises(t *testing.T) {
	own := replay.Limits{FuelSchedule: 1, Fuel: 1_000_000_000_000_000, Depth: 1000, Pages: 1024}
	stopped := errors.New("the server stops")
	for _, c := range []struct {
		ceiling wazerohost.Ceiling
		options replay.Options
		want    replay.Outcome
		reason  string
	}{
		{wazerohost.Ceiling{}, replay.Options{}, replay.OK, "they agree"},
		{wazerohost.Ceiling{Fuel: 1200}, replay.Options{}, replay.LimitHit, "Ceiling.Fuel allows more"},
		{wazerohost.Ceiling{Total: 2_000_000}, replay.Options{}, replay.LimitHit, "Ceiling.Total allows more"},
		{wazerohost.Ceiling{}, replay.Options{TicksMax: 599}, replay.LimitHit, "Options.TicksMax allows more"},
		{wazerohost.Ceiling{}, replay.Options{Stop: func() error { return stopped }}, replay.LimitHit, stopped.Error()},
	} {
		v, err := wazerohost.NewVerifier("mergeisland", goGuest,
			wazerohost.Options{CacheDir: cacheDir, Ceiling: c.ceiling})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a run has a budget of its own
			got := replay.Verify(recorded(t, 600, own, ""), v, c.options)
			if got.Outcome != c.want || !strings.Contains(got.Reason, c.reason) {
				t.Errorf("%+v: %v; want %s, %q", c.ceiling, got, c.want, c.reason)
			}
		}
		v.Close()
	}
}

func TestALimitHasOneTickInVerdictAndReason(t *testing.T) {
	rec := counterRecording(t, asm.Counter().Bytes())
	// At so many ticks the call loops for ever: the i64 at 64 is the counter's tick.
	at := func(call string, ticks byte) []byte {
		m := asm.Counter()
		i := slices.IndexFunc(m.Funcs, func(f asm.Func) bool { return f.Export == call })
		code := asm.Code(asm.Const32(0), asm.Mem(0x29, 64), 0x42, ticks, 0x51, 0x04, 0x40, 0x03, 0x40, 0x0c, 0, 0x0b, 0x0b)
		return m.With(call, append(code, m.Funcs[i].Code...)).Bytes()
	}
	for _, c := range []struct {
		call  string
		ticks byte
		tick  tactus.Tick
	}{{"tm_save", 60, 59}, {"tm_step", 37, 37}, {"tm_step", 60, 60}} {
		v, err := wazerohost.NewVerifier("counter", at(c.call, c.ticks), wazerohost.Options{CacheDir: cacheDir})
		if err != nil {
			t.Fatal(err)
		}
		got := replay.Verify(rec, v, replay.Options{OtherModule: true})
		if want := fmt.Sprintf("in %s at tick %d", c.call, c.tick); got.Outcome != replay.LimitHit || got.Tick != c.tick ||
			!strings.HasSuffix(got.Reason, want) {
			t.Errorf("after %d ticks: %v; want tick %d and %q", c.ticks, got, c.tick, want)
		}
		v.Close()
	}
}
