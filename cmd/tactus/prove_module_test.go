package main

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// counterModule is the small TM/1 module that the tests of adapters/wazerohost assemble: a tick, and a
// number that starts from the seed and takes in the first byte of each input.
const counterModule = "" +
	"0061736d01000000011e066000017f60027f7f017f60017f017f60017f017f6000017f60017f017f03070600010203040505" +
	"0301000507440706746d5f616269000006746d5f627566000107746d5f696e6974000207746d5f73746570000307746d5f73" +
	"617665000407746d5f6c6f61640005066d656d6f727902000ac301060600418080040b17002001418080044b047f41000520" +
	"0041016a4110740b0b17004100420037004041004100290088800437004841000b45004100410029004842adfed5e4d485fd" +
	"a8d8007e42cf829ebbefefde82147c200041044b047e410031008880080542000b7c3700484100410029004042017c370040" +
	"41000b1c0041004100290040370080800c41004100290048370088800c41100b270020004110470440417d0f0b4100410029" +
	"0080800c37004041004100290088800c37004841000b"

// moduleFile writes a module, changed by change, into a file that ends in .wasm.
func moduleFile(t *testing.T, change func(b []byte) []byte) string {
	t.Helper()
	b, err := hex.DecodeString(counterModule)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		b = change(b)
	}
	return writeFile(t, "counter.wasm", string(b))
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestProveTriesAModuleOnTenPointsSchedulesAndHosts(t *testing.T) {
	withoutNode(t)
	code, out, stderr := try(t, "prove", moduleFile(t, nil))
	if code != exitGood || stderr != "" {
		t.Fatalf("exit %d, stderr %q\n%s", code, stderr, out)
	}
	for _, want := range []string{"60 Hz, seed 20261012", " 1  passed   version, exports, imports, instructions",
		"10  passed   no clock, no entropy", "100 ticks and 2100 hashes compared", "wazero interpreter  100 ticks  equal",
		"100 states of 100 ticks compared", "\nverdict: ok\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the text lacks %q:\n%s", want, out)
		}
	}
}

func TestProveOfAModuleAsJSONHasTheCounts(t *testing.T) {
	withoutNode(t)
	inputs := writeFile(t, "inputs", strings.Repeat("01\n\nff02\n", 50))
	code, out, stderr := try(t, "prove", moduleFile(t, nil), "--json", "--input", inputs, "--rate", "62.5",
		"--run-seed", "3")
	var v struct {
		Verdict     string
		Rate        string `json:"rate_hz"`
		Seed        int
		Conformance struct {
			Points []struct{ Outcome string }
			Ticks  int
		}
		Schedules struct{ Verdict string }
		Hosts     struct{ Compared struct{ Ticks, States int } }
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitGood || stderr != "" {
		t.Fatalf("exit %d, stderr %q, %v\n%s", code, stderr, err, out)
	}
	if v.Verdict != "ok" || v.Rate != "125/2" || v.Seed != 3 || len(v.Conformance.Points) != 10 ||
		v.Conformance.Ticks != 150 ||
		v.Schedules.Verdict != "equal" || v.Hosts.Compared.Ticks != 150 || v.Hosts.Compared.States != 150 {
		t.Errorf("%+v", v)
	}
}

func TestProveOfABadModuleSaysWhichPointAndExitsWithOne(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(b []byte) []byte
		want   string
	}{
		{"cut off", func(b []byte) []byte { return b[:100] },
			"verdict: failed. point 1, version, exports, imports, instructions: "},
		{"no module", func([]byte) []byte { return []byte("text") }, "not the magic and version of a module"},
		{"another game", nil, "on the hosts: wazero compiler differs from native at tick 0"},
	} {
		args := []string{"prove", moduleFile(t, c.change)}
		if c.name == "another game" {
			args = append(args, "--native", "mergeisland")
		}
		code, out, _ := try(t, args...)
		if code != exitNo || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d; want 1 and %q:\n%s", c.name, code, c.want, out)
		}
	}
}

func TestProveRefusesWrongUseWithModules(t *testing.T) {
	module := moduleFile(t, nil)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"prove", "absent.wasm"}, "absent.wasm: no such file"},
		{[]string{"prove", "mergeisland", "--rate", "60"}, "are for a module"},
		{[]string{"prove", module, "--native", "jump"}, "--native jump"},
		{[]string{"prove", module, "--input", writeFile(t, "inputs", "01\n0x\n")}, "inputs:2: "},
		{[]string{"prove", module, "--input", writeFile(t, "inputs", "")}, "no inputs: want a line for each tick"},
	} {
		code, out, stderr := try(t, c.args...)
		if code != exitUsage || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit %d, stderr %q; want 2 and %q", c.args[1:], code, stderr, c.want)
		}
	}
}

func TestProveRunsARecordingOnAModule(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.tactus")
	if code, _, stderr := try(t, "run", "mergeisland", "--record", file); code != exitGood {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	code, out, _ := try(t, "prove", file, "--module", moduleFile(t, nil), "--json")
	var v struct{ Verdict string }
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitNo || v.Verdict != "wrong build" &&
		v.Verdict != "wrong module" {
		t.Errorf("exit %d, %v; want 1 and a module that is not of this game\n%s", code, err, out)
	}
	for _, args := range [][]string{{"prove", "mergeisland", "--module", "x.wasm"}, {"prove", file, "--module",
		"absent.wasm"}} {
		if code, _, stderr := try(t, args...); code != exitUsage || stderr == "" {
			t.Errorf("%v: exit %d, stderr %q; want 2", args, code, stderr)
		}
	}
}
