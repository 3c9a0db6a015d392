package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/sim"
)

// golden is the reference run's end on every host: never edit it, fix the code.
const golden = "100|-131|5050|18|100|323|3492529440|0"

const handedCases = "../../prove/testdata/scheduler-cases.json"

// try runs the tool in a bubble, whose time stands still but for its waits: it begins 5 s after the
// clock's origin.
func try(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		code, stdout, stderr = tryOn(t.Context(), args...)
	})
	return code, stdout, stderr
}

// tryOn runs the tool until it ends or the context does.
func tryOn(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	c := &console{ctx: ctx, stdin: strings.NewReader(""), stdout: &out, stderr: &err, now: bubbleClock()}
	code = runOn(c, args)
	return code, out.String(), err.String()
}

// bubbleClock returns the clock of the bubble that it is called in.
func bubbleClock() func() tactus.Instant {
	start := time.Now()
	return func() tactus.Instant { return tactus.Instant(5*time.Second + time.Since(start)) }
}

func TestProveShowsATableAndTheVerdict(t *testing.T) {
	code, out, stderr := try(t, "prove", "mergeisland")
	if code != exitGood || stderr != "" {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	for _, want := range []string{
		"schedule", "frames", "steps", "per frame", "dropped", "summary", "equal",
		"3/7/13/29/48 ms", "144 fps", "60 fps, jitter 0.4-1.6x (seed 1)", "376ms",
		"100 ticks and 2100 hashes compared", "verdict: equal.",
		`"60 fps, 500 ms hitch" lost time to a cap or the clamp`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the table lacks %q:\n%s", want, out)
		}
	}
	if n := strings.Count(out, golden); n != 20 {
		t.Errorf("%d rows end in %s, want 20 of 21 (the hitch drops):\n%s", n, golden, out)
	}
}

func TestProvesJSONHasThePromisedShape(t *testing.T) {
	for _, game := range gameNames() {
		code, out, stderr := try(t, "prove", game, "--json")
		if code != exitGood || stderr != "" {
			t.Fatalf("%s: exit %d, stderr %q", game, code, stderr)
		}
		var r struct {
			Game      string
			Schedules []struct {
				Name    *string
				Frames  *int
				Steps   *int
				Dropped *int64 `json:"dropped_ns"`
				Summary *string
				Equal   *bool
			}
			Compared struct{ Ticks, Hashes int }
			Verdict  string
		}
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		if r.Game != game || len(r.Schedules) != 21 || r.Verdict != "equal" ||
			r.Compared.Hashes != 21*r.Compared.Ticks || r.Compared.Ticks == 0 {
			t.Errorf("%s: %+v", game, r)
		}
		for _, s := range r.Schedules {
			if s.Name == nil || s.Frames == nil || s.Steps == nil || s.Dropped == nil || s.Summary == nil ||
				s.Equal == nil || !*s.Equal {
				t.Errorf("%s: a schedule lacks a key: %s", game, out)
			}
		}
	}
}

func TestRunEndsInTheSummaryOfTheSchedulesAtAnyFrameRate(t *testing.T) {
	for _, args := range [][]string{
		{}, {"--fps", "144"}, {"--fps", "30"}, {"--fps", "59.94"}, {"--fps", "7ms"},
		{"--scale", "1/3"}, {"--scale", "0.37"}, {"--scale", "4"}, {"--rate", "100"},
	} {
		code, out, stderr := try(t, append([]string{"run", "mergeisland"}, args...)...)
		if code != exitGood || out != golden+"\n" {
			t.Errorf("run mergeisland %q: exit %d, stdout %q, stderr %q", args, code, out, stderr)
		}
	}
}

func TestAHitchIsOneLongFrameAndItsDroppedTimeIsInTheSummary(t *testing.T) {
	code, out, stderr := try(t, "run", "mergeisland", "--hitch", "500ms", "--json")
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if code != exitGood || r.Steps != 100 || r.Dropped < 380*time.Millisecond || r.Dropped > 400*time.Millisecond ||
		r.Summary != strings.TrimSuffix(golden, "0")+jsonMillis(r.Dropped) {
		t.Errorf("exit %d, %+v, stderr %q", code, r, stderr)
	}
}

func jsonMillis(d time.Duration) string {
	text, _ := json.Marshal(d.Milliseconds())
	return string(text)
}

func TestSecondsPlaysThatLong(t *testing.T) {
	for _, c := range []struct {
		args  []string
		steps int64
	}{
		{[]string{"--seconds", "1"}, 62}, {[]string{"--seconds", "3"}, 187},
		{[]string{"--seconds", "2", "--scale", "0"}, 0}, {[]string{"--seconds", "2", "--scale", "1/2"}, 62},
	} {
		_, out, stderr := try(t, append([]string{"run", "mergeisland", "--json"}, c.args...)...)
		var r result
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatalf("%q: %v, stderr %s", c.args, err, stderr)
		}
		if r.Steps != c.steps {
			t.Errorf("%q: %d steps, want %d", c.args, r.Steps, c.steps)
		}
	}
}

func TestEveryGamePlaysToItsReferenceSummary(t *testing.T) {
	for _, game := range gameNames() {
		_, table, _ := try(t, "prove", game)
		_, out, stderr := try(t, "run", game, "--fps", "40")
		if summary := strings.TrimSpace(out); summary == "" || !strings.Contains(table, summary) {
			t.Errorf("%s: summary %q is not in the table, stderr %q\n%s", game, out, stderr, table)
		}
	}
}

func TestAnInterruptEndsTheRunWithTheSummarySoFar(t *testing.T) {
	for after, want := range map[time.Duration]string{
		0: "0|0|0|0|0|0|20261012|0", 790 * time.Millisecond: "48|", // 47 frames of 16.7 ms in ticks of 16
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			code, out, stderr := tryOn(ctx, "run", "mergeisland")
			if code != exitGood || !strings.HasPrefix(out, want) {
				t.Errorf("after %v: exit %d, stdout %q, stderr %q", after, code, out, stderr)
			}
		})
	}
}

// A slowGame takes longer to draw than its frames are apart.
type slowGame struct{ sim.Sim }

func (slowGame) Draw(float64) { time.Sleep(36 * time.Millisecond) }

func TestALateLoopStartsItsDeadlinesAnewAndDoesNotRush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &console{ctx: t.Context(), stderr: new(bytes.Buffer), now: bubbleClock()}
		scenario := mergeisland.Scenario()
		s, err := tactus.NewStepper(scenario.Stepper)
		if err != nil {
			t.Fatal(err)
		}
		p := &play{scenario: scenario, game: slowGame{scenario.New()}, stepper: s, fps: tactus.Hz(60), status: newStatus(c),
			read: c.read}
		if err := p.loop(c); err != nil {
			t.Fatal(err)
		}
		if p.frames < 44 || p.frames > 46 { // 1.6 s in frames of 36 ms, the first of 16.7
			t.Errorf("%d frames, want 45", p.frames)
		}
	})
}

func TestCasesRunFromAFile(t *testing.T) {
	code, out, stderr := try(t, "prove", "--cases", handedCases)
	if code != exitGood || out != "43 cases, 43 passed, 0 failed\n" || stderr != "" {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out, stderr)
	}
	data, err := os.ReadFile(handedCases)
	if err != nil {
		t.Fatal(err)
	}
	off := filepath.Join(t.TempDir(), "off.json")
	broken := bytes.Replace(data, []byte(`"remainderSteps": "1/5"`), []byte(`"remainderSteps": "1/4"`), 1)
	if bytes.Equal(broken, data) {
		t.Fatal("the file has no such remainder")
	}
	if err := os.WriteFile(off, broken, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, _ = try(t, "prove", "--cases", off)
	if code != exitNo || !strings.Contains(out, "in all: remainderSteps is 1/5, want 1/4") ||
		!strings.Contains(out, "43 cases, 42 passed, 1 failed") {
		t.Errorf("exit %d, stdout %q", code, out)
	}
	code, out, _ = try(t, "prove", "--cases", off, "--json")
	var r casesReport
	err = json.Unmarshal([]byte(out), &r)
	if err != nil || code != exitNo || r.Cases != 43 || r.Passed != 42 || len(r.Failed) != 1 {
		t.Errorf("exit %d, %v, %+v", code, err, r)
	}
	code, out, _ = try(t, "prove", "--cases", handedCases, "--json")
	if code != exitGood || !strings.Contains(out, `"failed": []`) {
		t.Errorf("exit %d, stdout %q", code, out)
	}
}

func TestWrongUseSaysWhatIsWrongAndExitsWith2(t *testing.T) {
	config := filepath.Join(t.TempDir(), "island.json")
	if err := os.WriteFile(config, []byte(`{"version": 1, "game": "merge-island", "speed": 3}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want string
		args []string
	}{
		{`no game "mergisland": the games are mergeisland, `, []string{"prove", "mergisland"}},
		{`no game "jmp": the games are jump, `, []string{"run", "jmp"}},
		{"no game: want one of mergeisland, jump, spring, tunnel", []string{"run"}},
		{"unknown flag --colour", []string{"run", "jump", "--colour"}},
		{"unexpected argument", []string{"dance"}},
		{"--fps is 0:", []string{"run", "jump", "--fps", "0"}},
		{"--fps is -60:", []string{"run", "jump", "--fps", "-60"}},
		{"--fps: rate is \"NaN\"", []string{"run", "jump", "--fps", "NaN"}},
		{"--rate is 0:", []string{"run", "jump", "--rate", "0"}},
		{"--rate is 2000000:", []string{"run", "jump", "--rate", "2000000"}},
		{"scale is -1:", []string{"run", "jump", "--scale", "-1"}},
		{"scale is 1048576:", []string{"run", "jump", "--scale", "1048576"}},
		{"--scale: scale is \"Inf\"", []string{"run", "jump", "--scale", "Inf"}},
		{"--scale 0 stands still", []string{"run", "jump", "--scale", "0"}},
		{"--hitch is -1s:", []string{"run", "jump", "--hitch", "-1s"}},
		{"--hitch is 2m0s:", []string{"run", "jump", "--hitch", "2m"}},
		{"--hitch: expected duration", []string{"run", "jump", "--hitch", "long"}},
		{"--seconds is -1:", []string{"run", "jump", "--seconds", "-1"}},
		{"--seconds is NaN:", []string{"run", "jump", "--seconds", "NaN"}},
		{"--scale: scale is \"16ms\"", []string{"run", "jump", "--scale", "16ms"}},
		{"--seconds is 86401:", []string{"run", "jump", "--seconds", "86401"}},
		{"--seconds is 1e-10:", []string{"run", "jump", "--scale", "0", "--seconds", "1e-10"}},
		{"no such file", []string{"prove", "--cases", "missing.json"}},
		{"--cases: no file", []string{"prove", "--cases", ""}},
		{"--cases: no file", []string{"prove", "--cases"}},
		{"no such file", []string{"run", "mergeisland", "--config", ""}},
		{"is a directory", []string{"prove", "--cases", t.TempDir()}},
		{"no --seed beside it", []string{"prove", "--cases", handedCases, "--seed", "3"}},
		{"no --config and no --seed", []string{"prove", "--cases", handedCases, "--config", config}},
		{`no game "JMP": the games are jump, `, []string{"run", "JMP"}},
		{"name no game", []string{"prove", "jump", "--cases", handedCases}},
		{"jump has no config file", []string{"prove", "jump", "--config", config}},
		{"island.json: ", []string{"prove", "mergeisland", "--config", config}},
		{"no such file", []string{"run", "mergeisland", "--config", "missing.json"}},
	} {
		code, out, stderr := try(t, c.args...)
		if code != exitUsage || out != "" || !strings.HasPrefix(stderr, "tactus: ") || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q; want %q", c.args, code, out, stderr, c.want)
		}
	}
}

func TestTheSeedIsThatOfTheJitter(t *testing.T) {
	if _, out, _ := try(t, "prove", "mergeisland", "--seed", "77"); !strings.Contains(out, "(seed 77)") {
		t.Errorf("the table does not name seed 77:\n%s", out)
	}
}

func TestALineNeverWraps(t *testing.T) {
	for columns, want := range map[int]string{-1: "", 0: "", 3: "abc", 6: "abcdef", 99: "abcdef"} {
		if got := cut("abcdef", columns); got != want {
			t.Errorf("cut to %d: %q, want %q", columns, got, want)
		}
	}
}

func TestASlowFrameRateStillEndsInTime(t *testing.T) {
	_, out, stderr := try(t, "run", "mergeisland", "--seconds", "0.5", "--fps", "1/100", "--json")
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v, stderr %s", err, stderr)
	}
	if r.Real != 500*time.Millisecond {
		t.Errorf("played %v, want 0.5 s", r.Real)
	}
}

func TestHelpHasExamplesAndExitsWith0(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"run", "--help"}, {"prove", "--help"}} {
		code, out, stderr := try(t, args...)
		if code != exitGood || stderr != "" || !strings.Contains(out, "Usage: tactus") {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, code, out, stderr)
		}
		if len(args) == 2 && !strings.Contains(out, "tactus "+args[0]+" mergeisland") {
			t.Errorf("%q has no example:\n%s", args, out)
		}
	}
}

func TestAConfigOfOnesOwnIsPlayed(t *testing.T) {
	data, err := os.ReadFile("../../games/mergeisland/merge-island.json")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "island.json")
	if err := os.WriteFile(file, bytes.Replace(data, []byte("20261012"), []byte("20261013"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := try(t, "run", "mergeisland", "--config", file)
	if code != exitGood || out != "100|-131|5050|18|100|284|4160461233|0\n" {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out, stderr)
	}
}

func TestAnErrorKeepsTheNameOfARecording(t *testing.T) {
	code, _, stderr := try(t, "prove", "missing.tactus")
	if code != exitUsage || !strings.Contains(stderr, "missing.tactus: no such file or directory") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}
