package proof_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/lab/proof"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

var here = replay.Build{Go: "go1.26", OS: "js", Arch: "wasm"}

// recorded is a run of so many ticks, to the right for 40 and to the left for 40.
func recorded(t *testing.T, h replay.Header, ticks tactus.Tick) []byte {
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
		r.Step(mergeisland.Input(int8(1 - 2*(tick/40%2))))
	}
	if err := r.Close(island.Claim(game, 0)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestARecordingOfAnyHostIsVerified(t *testing.T) {
	native, module := island.Header(here, false), island.Header(replay.Build{}, false)
	native.Build.OS, native.Build.Arch = "linux", "amd64"
	module.Kind, module.Hash = replay.Module, [32]byte{1, 2, 3}
	for name, test := range map[string]struct {
		header replay.Header
		reason string
	}{
		"made here":     {island.Header(here, false), ""},
		"native":        {native, "recorded by go1.26 linux/amd64"},
		"of a module":   {module, "recorded by a module and run by a native build: they agree"},
		"without check": {func() replay.Header { h := native; h.Checkpoint = 0; return h }(), "they agree"},
	} {
		j := proof.Verify(recorded(t, test.header, 700), here)
		if j.Outcome != replay.OK || j.Compared.Ticks != 700 || !strings.Contains(j.Reason, test.reason) ||
			len(j.Info) != 11 {
			t.Errorf("%s: %+v", name, j)
		}
		if !strings.HasPrefix(j.Text, "verdict: ok") {
			t.Errorf("%s: the text is %q", name, j.Text)
		}
	}
}

// forged is a recording by a game that gives itself five points after tick 250.
func forged(t *testing.T) []byte {
	t.Helper()
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := replay.Record(&out, island.Header(here, false), game)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 700 {
		r.Step(mergeisland.Input(0))
		if tick == 250 {
			image := game.Save(nil)
			image[5*8] += 5
			if err := game.Load(image); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := r.Close(island.Claim(game, 0)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAForgedRecordingNamesTicksAndField(t *testing.T) {
	j := proof.Verify(forged(t), here)
	if j.Outcome != replay.Diverged || j.Tick != 299 || j.TickAfter == nil || *j.TickAfter != 239 {
		t.Errorf("%+v", j)
	}
	if len(j.Fields) != 1 || j.Fields[0].Name != "score" {
		t.Errorf("the fields are %v, want the score alone", j.Fields)
	}
}

func TestWhatIsNoRecordingOfTheGameHasAVerdict(t *testing.T) {
	whole := recorded(t, island.Header(here, false), 700)
	jump := island.Header(here, false)
	jump.Game, jump.Config, jump.Seed = "jump", nil, [2]uint64{}
	config := island.Header(here, false)
	config.Config = []byte("{}")
	for name, test := range map[string]struct {
		file []byte
		want replay.Outcome
	}{
		"empty":        {nil, replay.Malformed},
		"text":         {[]byte("Application,Runtime\n"), replay.Malformed},
		"cut":          {whole[:len(whole)-7], replay.Malformed},
		"huge":         {append(bytes.Clone(whole), make([]byte, 1000)...), replay.Malformed},
		"another game": {recorded(t, jump, 10), replay.WrongModule},
		"a config":     {recorded(t, config, 10), replay.Refused},
		"no tick":      {recorded(t, island.Header(here, false), 0), replay.NothingCompared},
	} {
		if j := proof.Verify(test.file, here); j.Outcome != test.want || j.Text == "" {
			t.Errorf("%s: %s, want %s: %s", name, j.Outcome, test.want, j.Text)
		}
	}
}

func TestARecordingThatIsTooLongSaysWhoRunsIt(t *testing.T) {
	j := proof.Verify(recorded(t, island.Header(here, false), 1<<24+1), here)
	if j.Outcome != replay.LimitHit || !strings.Contains(j.Text, "tactus prove --max-ticks allows more") {
		t.Error(j.Text)
	}
}

// FuzzNoFilePanics judges and changes any file.
func FuzzNoFilePanics(f *testing.F) {
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		f.Fatal(err)
	}
	var out bytes.Buffer
	r, err := replay.Record(&out, island.Header(here, true), game)
	if err != nil {
		f.Fatal(err)
	}
	for range 130 {
		r.Step(mergeisland.Input(1))
	}
	_ = r.Frame(1e9, 0.5)
	if err := r.Close(island.Claim(sim.Sim(game), 0)); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes(), 3, 0)
	f.Add([]byte("text"), 0, 1)
	f.Fuzz(func(t *testing.T, file []byte, tick, move int) {
		if len(file) > 1<<16 {
			return
		}
		j := proof.Verify(file, here)
		if j.Outcome == "" || j.Text == "" {
			t.Errorf("no verdict: %+v", j)
		}
		if j.Compared.Ticks < 1<<16 {
			_, _, _ = proof.Change(file, tactus.Tick(tick), move, here)
		}
	})
}
