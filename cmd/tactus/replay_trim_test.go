package main

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/replay"
)

// onModuleRecorded writes a recording of 200 ticks of a module, recorded from that module.
func onModuleRecorded(t *testing.T, game string, binary, config []byte, seed uint64) string {
	t.Helper()
	h := replay.Header{Game: game, Kind: replay.Module, Hash: sha256.Sum256(binary), Players: 1, RateNum: 125, RateDen: 2,
		Seed: [2]uint64{seed, 0}, Config: config}
	_, blob, err := wazerohost.RunOf(&h)
	if err != nil {
		t.Fatal(err)
	}
	run, err := wazerohost.NewGame(compiledHost(t, binary, wazerohost.Limits{}), blob)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := replay.Record(&out, h, run)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 200 {
		r.Step([]byte{byte(tick / 50 % 2)})
	}
	result, err := run.Instance().Result(nil)
	if err == nil {
		err = r.Close(replay.Claim{Result: result})
	}
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "module.tactus", out.String())
}

func TestReplayTrimCutsAModulesRecordingOnThatModule(t *testing.T) {
	withoutNode(t)
	module := moduleFile(t, nil)
	binary, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	name := onModuleRecorded(t, "counter", binary, nil, 7)
	short := filepath.Join(t.TempDir(), "short.tactus")
	code, out, stderr := try(t, "replay", "trim", name, "--module", module, "--to", "130", "-o", short)
	if code != exitGood {
		t.Fatalf("exit %d: %s%s", code, out, stderr)
	}
	if code, out, _ := try(t, "prove", short, "--module", module); code != exitGood ||
		!strings.Contains(out, "130 ticks") {
		t.Errorf("exit %d: %s", code, out)
	}
	other := writeFile(t, "other.wasm", string(binary)+"\x00\x02\x01x") // a custom section: another hash
	for _, c := range []struct {
		want string
		code int
		args []string
	}{
		{"none of counter is known: name one with --module", exitNo, []string{name}},
		{"and " + other + " is ", exitNo, []string{name, "--module", other}},
		{"a native build, which alone can trim it", exitUsage, []string{kept + "rich.tactus", "--module", module}},
		{"no such file", exitUsage, []string{name, "--module", "absent.wasm"}},
	} {
		to := filepath.Join(t.TempDir(), "x.tactus")
		code, _, stderr := try(t, append([]string{"replay", "trim", "-o", to}, c.args...)...)
		if _, err := os.Stat(to); code != c.code || !strings.Contains(stderr, c.want) || err == nil ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %s; want %d and %q", c.args, code, stderr, c.code, c.want)
		}
	}
}

func TestReplayTrimFindsTheModuleOfAKnownGame(t *testing.T) {
	binary, err := goGuest()
	if err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile("../../games/mergeisland/merge-island.json")
	if err != nil {
		t.Fatal(err)
	}
	name := onModuleRecorded(t, "mergeisland", binary, config, 20261012)
	short := filepath.Join(t.TempDir(), "short.tactus")
	if code, out, stderr := try(t, "replay", "trim", name, "--to", "60", "-o", short); code != exitGood {
		t.Fatalf("exit %d: %s%s", code, out, stderr)
	}
	if code, out, _ := try(t, "replay", "info", short); code != exitGood || !strings.Contains(out, "60, 960ms") {
		t.Errorf("exit %d: %s", code, out)
	}
}
