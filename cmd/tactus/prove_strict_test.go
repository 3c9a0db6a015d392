package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestStrictIsNoWhereAHostDidNotRunAndSaysWhich(t *testing.T) {
	withoutNode(t)
	module := moduleFile(t, nil)
	recording := kept + "reference.tactus"
	for _, c := range []struct {
		file string
		want string
	}{
		{module, "Node: there is no node command"},
		{recording, "module: there is no go command to build it"},
	} {
		if code, out, _ := try(t, "prove", c.file); code != exitGood {
			t.Fatalf("%s: exit %d without --strict: %s", c.file, code, out)
		}
		code, out, stderr := try(t, "prove", c.file, "--strict")
		if code != exitNo || stderr != "" || strings.Contains(out, "verdict: ok") ||
			!strings.Contains(out, "verdict: not run") || !strings.Contains(out, "as --strict asks: "+c.want) {
			t.Errorf("%s: exit %d: %s%s; want 1 and %q", c.file, code, out, stderr, c.want)
		}
		code, out, _ = try(t, "prove", c.file, "--strict", "--json")
		var v struct {
			Verdict, Reason string
			NotRun          []string `json:"not_run"`
		}
		if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitNo || v.Verdict != "not run" ||
			!strings.Contains(v.Reason, c.want) || len(v.NotRun) != 1 {
			t.Errorf("%s: exit %d, %v: %s", c.file, code, err, out)
		}
	}
}

func TestStrictIsOkWhereEveryHostRan(t *testing.T) {
	needNode(t)
	if code, out, stderr := try(t, "prove", kept+"reference.tactus", "--strict"); code != exitGood ||
		!strings.HasPrefix(out, "verdict: ok") {
		t.Errorf("the recording: exit %d: %s%s", code, out, stderr)
	}
	if code, out, stderr := tryOn(t.Context(), "prove", moduleFile(t, nil), "--strict"); code != exitGood ||
		!strings.HasSuffix(out, "verdict: ok\n") {
		t.Errorf("the module: exit %d: %s%s", code, out, stderr)
	}
}

func TestStrictHidesNoOtherAnswer(t *testing.T) {
	withoutNode(t)
	code, out, _ := try(t, "prove", kept+"bad-cut.tactus", "--strict")
	if code != exitNo || !strings.HasPrefix(out, "verdict: malformed") {
		t.Errorf("exit %d: %s", code, out)
	}
	for _, args := range [][]string{{"mergeisland"}, {"--cases", handedCases}, {"--fma", "."}} {
		if code, _, stderr := try(t, append([]string{"prove", "--strict"}, args...)...); code != exitUsage ||
			!strings.Contains(stderr, "--strict") {
			t.Errorf("%q: exit %d, %s", args, code, stderr)
		}
	}
}
