package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/replay"
)

// kept holds the recordings that every version must be able to judge.
const kept = "../../replay/testdata/replays/"

// recordGame plays a game into a new file.
func recordGame(t *testing.T, args ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "game.tactus")
	code, _, stderr := try(t, append(append([]string{"run"}, args...), "--plain", "--record", name)...)
	if code != exitGood || strings.Contains(stderr, "--record") {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	return name
}

func TestARecordedRunIsProven(t *testing.T) {
	for _, game := range gameNames() {
		name := recordGame(t, game)
		code, out, stderr := try(t, "prove", name)
		if code != exitGood || !strings.HasPrefix(out, "verdict: ok") || stderr != "" {
			t.Errorf("%s: exit %d, %s%s", game, code, out, stderr)
		}
	}
	name := recordGame(t, "mergeisland", "--fps", "10", "--hitch", "500ms")
	code, out, _ := try(t, "prove", name, "--json")
	var v replay.Verdict
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitGood || v.Outcome != replay.OK || v.Tick != 99 ||
		v.Compared.Ticks != 100 || v.Compared.Hashes < 4 || !strings.Contains(v.Reason, "dropped") {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
}

func TestProveOfARecordingExitsZeroOnlyForOk(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // natively alone: another test runs one on every host
	names, err := filepath.Glob(kept + "*.tactus")
	if err != nil || len(names) < 50 {
		t.Fatalf("%d recordings, %v", len(names), err)
	}
	for _, name := range names {
		code, out, _ := try(t, "prove", name)
		wantOK := !strings.Contains(name, "bad-") && !strings.Contains(name, "empty") &&
			!strings.HasSuffix(name, "/players.tactus") // why not is said in verdicts.txt
		saidOK := strings.HasPrefix(out, "verdict: ok")
		if (code == exitGood) != wantOK || code != exitGood && code != exitNo || saidOK != wantOK {
			t.Errorf("%s: exit %d: %s", name, code, out)
		}
	}
}

func TestProveOfARecordingTakesNoOtherGamesFlags(t *testing.T) {
	for _, args := range [][]string{{"--seed", "2"}, {"--config", "x.json"}} {
		code, _, stderr := try(t, append([]string{"prove", kept + "reference.tactus"}, args...)...)
		if code != exitUsage || !strings.Contains(stderr, "its own config") {
			t.Errorf("exit %d: %s", code, stderr)
		}
	}
	if code, _, _ := try(t, "prove", "nowhere.tactus"); code != exitUsage {
		t.Errorf("exit %d for a file that is not there", code)
	}
}

func TestReplayInfoSaysWhatIsClaimed(t *testing.T) {
	code, out, _ := try(t, "replay", "info", kept+"ten-minutes.tactus", kept+"bad-cut.tactus")
	for _, want := range []string{"mergeisland, native", "37500, 10m0s of game time", "690: plain each 60", "125/2",
		"at byte", "last whole tick"} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %q:\n%s", want, out)
		}
	}
	if code != exitNo {
		t.Errorf("exit %d with a malformed one", code)
	}
	code, out, _ = try(t, "replay", "info", "--json", kept+"rich.tactus")
	var infos []map[string]any
	if err := json.Unmarshal([]byte(out), &infos); err != nil || code != exitGood || len(infos) != 1 ||
		infos[0]["ticks"] != float64(430) {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
}

func TestReplayInfoOfACutFileClaimsNoResult(t *testing.T) {
	_, out, _ := try(t, "replay", "info", kept+"bad-cut.tactus")
	if !strings.Contains(out, "no claim: the trailer, which would hold it, is missing") || strings.Contains(out, `""`) ||
		strings.Contains(out, "dropped") {
		t.Errorf("got:\n%s", out)
	}
	_, out, _ = try(t, "replay", "info", kept+"reference.tactus")
	if !strings.Contains(out, `", a claim`) || !strings.Contains(out, "dropped") {
		t.Errorf("got:\n%s", out)
	}
}

func TestReplayDiffNamesTickAndFieldsAndWritesAPage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "why.html")
	args := []string{"replay", "diff", kept + "reference.tactus", kept + "rich.tactus", "--html", page}
	code, out, stderr := try(t, args...)
	if code != exitNo || stderr != "" || !strings.Contains(out, "first different state after tick 0") ||
		!strings.Contains(out, "velX: ") {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "</html>") {
		t.Error(err)
	}
	if code, _, stderr := try(t, args...); code != exitUsage || !strings.Contains(stderr, "is there already") {
		t.Errorf("a page is written over: exit %d: %s", code, stderr)
	}
	if code, out, _ := try(t, "replay", "diff", kept+"rich.tactus", kept+"rich.tactus"); code != exitGood {
		t.Errorf("exit %d: %s", code, out)
	}
	code, out, _ = try(t, "replay", "diff", kept+"rich.tactus", kept+"bad-cut.tactus")
	if code != exitNo || !strings.Contains(out, "equal as far as the shorter goes") {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestReplayTrimCutsAndMakesWhole(t *testing.T) {
	name := recordGame(t, "mergeisland")
	short := filepath.Join(t.TempDir(), "short.tactus")
	if code, out, stderr := try(t, "replay", "trim", name, "--to", "42", "-o", short); code != exitGood {
		t.Fatalf("exit %d: %s%s", code, out, stderr)
	}
	if code, out, _ := try(t, "prove", short); code != exitGood || !strings.Contains(out, "42 ticks") {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, _, _ := try(t, "replay", "trim", name, "--to", "42", "-o", short); code != exitUsage {
		t.Errorf("a recording is written over: exit %d", code)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.tactus")
	if err := os.WriteFile(cut, data[:len(data)-40], 0o600); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(t.TempDir(), "whole.tactus")
	if code, out, stderr := try(t, "replay", "trim", cut, "-o", whole); code != exitGood {
		t.Fatalf("exit %d: %s%s", code, out, stderr)
	}
	if code, out, _ := try(t, "prove", whole); code != exitGood {
		t.Errorf("exit %d: %s", code, out)
	}
	code, _, stderr := try(t, "replay", "trim", kept+"rich.tactus", "-o", filepath.Join(t.TempDir(), "x.tactus"))
	if code != exitNo || strings.Count(stderr, "\n") != 1 ||
		!strings.Contains(stderr, "was recorded by another build (go1.") ||
		!strings.Contains(stderr, "trim it with that one") {
		t.Errorf("another build's is trimmed: exit %d: %s", code, stderr)
	}
}

func TestARecordingIsNotWrittenOver(t *testing.T) {
	name := recordGame(t, "jump")
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	code, _, stderr := try(t, "run", "mergeisland", "--plain", "--record", name)
	after, err := os.ReadFile(name)
	if code != exitUsage || !strings.Contains(stderr, "is there already") || err != nil ||
		string(after) != string(before) {
		t.Errorf("exit %d, %v: %s", code, err, stderr)
	}
}

func TestReplayDiffOfGamesThatThisToolDoesNotHave(t *testing.T) {
	data, err := os.ReadFile(kept + "bad-game-id.tactus")
	if err != nil {
		t.Fatal(err)
	}
	a, b := filepath.Join(t.TempDir(), "a.tactus"), filepath.Join(t.TempDir(), "b.tactus")
	for name, d := range map[string][]byte{a: data, b: data} {
		if err := os.WriteFile(name, d, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, out, stderr := try(t, "replay", "diff", a, b); code != exitGood || !strings.Contains(out, "the same") {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
}

func TestReplayDiffOfARecordingAndItsTrim(t *testing.T) {
	name := recordGame(t, "mergeisland")
	short := filepath.Join(t.TempDir(), "short.tactus")
	if code, _, stderr := try(t, "replay", "trim", name, "--to", "42", "-o", short); code != exitGood {
		t.Fatal(stderr)
	}
	code, out, _ := try(t, "replay", "diff", name, short)
	if code != exitNo || !strings.Contains(out, "equal as far as the shorter goes") {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestARecordingThatCannotBeWrittenIsSaid(t *testing.T) {
	code, _, stderr := try(t, "run", "jump", "--plain", "--record", filepath.Join(t.TempDir(), "no", "file.tactus"))
	if code != exitUsage || !strings.Contains(stderr, "--record") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

func TestARecordingIsRunNativelyAndOnItsModule(t *testing.T) {
	want := []string{"native", "module examples/guests/go-mergeisland"}
	var notRun []string
	if _, err := findNode(); err == nil {
		want = append(want, "module in Node")
	} else {
		notRun = []string{"module in Node: there is no node command"}
	}
	code, out, stderr := try(t, "prove", "--json", kept+"reference.tactus")
	var r recordingReport
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitGood {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, stderr)
	}
	var hosts []string
	for _, run := range r.Runs {
		hosts = append(hosts, run.Host)
		if run.Outcome != replay.OK || run.Compared != r.Compared || run.Compared.Hashes == 0 {
			t.Errorf("%s: %+v", run.Host, run)
		}
	}
	if !slices.Equal(hosts, want) || !slices.Equal(r.NotRun, notRun) {
		t.Errorf("runs %q, not run %q; want %q and %q", hosts, r.NotRun, want, notRun)
	}
}
