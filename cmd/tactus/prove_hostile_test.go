package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
)

func TestProveAnswersNoToEveryHostileModule(t *testing.T) {
	withoutNode(t)
	all, err := os.ReadFile("../../adapters/wazerohost/testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for line := range strings.Lines(string(all)) {
		code, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		module, err := hex.DecodeString(code)
		if err != nil {
			t.Fatal(err)
		}
		exit, out, stderr := try(t, "prove", writeFile(t, "m.wasm", string(module)), "--max-fuel", "200000000")
		if exit != exitNo || stderr != "" || !strings.Contains(out, "\nverdict: ") {
			t.Errorf("%s: exit %d, stderr %q; want 1\n%s", name, exit, stderr, out)
		}
		tried++
	}
	if tried < 20 {
		t.Errorf("%d modules tried; want 20 or more", tried)
	}
}

func TestProveOfAModuleEndsWithinItsFuelAndSaysHowToAllowMore(t *testing.T) {
	withoutNode(t)
	code, out, _ := try(t, "prove", moduleFile(t, nil), "--max-fuel", "5000000")
	for _, want := range []string{"10  not run",
		"\nverdict: not run. tactus: budget: all of its 5000000 instructions are used: --max-fuel"} {
		if code != exitNo || !strings.Contains(out, want) {
			t.Errorf("exit %d; want 1 and %q:\n%s", code, want, out)
		}
	}
}

func TestProveEndsWhenItIsInterrupted(t *testing.T) {
	withoutNode(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	recording := t.TempDir() + "/game.tactus"
	if code, _, stderr := try(t, "run", "mergeisland", "--record", recording); code != exitGood {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	for _, args := range [][]string{{moduleFile(t, nil)}, {recording}, {recording, "--module", moduleFile(t, nil),
		"--other-module"}} {
		var out, stderr bytes.Buffer
		code := runOn(&console{ctx: ctx, stdout: &out, stderr: &stderr}, append([]string{"prove"}, args...))
		if code != exitNo || stderr.String() != "tactus: interrupted\n" || !strings.Contains(out.String(), "stopped: ") {
			t.Errorf("%d arguments: exit %d, stderr %q; want 1, interrupted\n%s", len(args), code, &stderr, &out)
		}
	}
}

func TestProveRunsWithoutAFolderForCompiledModulesAndSaysSoOnce(t *testing.T) {
	withoutNode(t)
	file := writeFile(t, "file", "")
	t.Setenv("TMPDIR", file)
	var out, stderr bytes.Buffer
	module := moduleFile(t, nil)
	code := runOn(&console{ctx: t.Context(), stdout: &out, stderr: &stderr}, []string{"prove", module})
	if code != exitGood || strings.Count(stderr.String(), "compiled modules are not kept") != 1 {
		t.Errorf("exit %d, stderr %q; want 0, and one line", code, &stderr)
	}
}

func TestProveBoundsARecordingAndNamesTheFlagThatAllowsMore(t *testing.T) {
	recording := t.TempDir() + "/game.tactus"
	if code, _, stderr := try(t, "run", "mergeisland", "--record", recording); code != exitGood {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	code, out, _ := try(t, "prove", recording, "--max-ticks", "99")
	if code != exitNo || !strings.Contains(out, "limit hit") || !strings.Contains(out, "--max-ticks allows more") {
		t.Errorf("exit %d; want 1, and the flag\n%s", code, out)
	}
	for _, args := range [][]string{{"mergeisland", "--max-fuel", "1"}, {moduleFile(t, nil), "--max-ticks", "1"}} {
		if code, _, stderr := try(t, append([]string{"prove"}, args...)...); code != exitUsage || stderr == "" {
			t.Errorf("%v: exit %d, stderr %q; want 2", args[1:], code, stderr)
		}
	}
}

func TestAProofFreesEachGameWhenTheNextButOneIsMade(t *testing.T) {
	c := &console{ctx: t.Context(), stderr: t.Output()}
	s, err := c.subjectOf(moduleFile(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	m, err := (&proveCommand{}).newModuleProof(c, s)
	if err != nil {
		t.Fatal(err)
	}
	m.c = c
	rate, err := m.setRate()
	if err != nil {
		t.Fatal(err)
	}
	h, err := m.host(false)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	scenario := m.scenario("counter", rate, h)
	var games []*wazerohost.Game
	for range 5 {
		games = append(games, scenario.New().(*wazerohost.Game))
	}
	for k, game := range games {
		if closed := errors.Is(game.Instance().Poisoned(), wazerohost.ErrClosed); closed != (k < 3) {
			t.Errorf("game %d of 5: freed is %v", k+1, closed)
		}
	}
}
