package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOutsideACloneOneShortSentenceSaysWhyTheModuleIsNotRun(t *testing.T) {
	needGo(t)
	name, err := filepath.Abs(kept + "reference.tactus")
	if err != nil {
		t.Fatal(err)
	}
	inModule := t.TempDir()
	if err := os.WriteFile(filepath.Join(inModule, "go.mod"), []byte("module x\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{t.TempDir(), inModule} {
		t.Chdir(dir)
		code, out, stderr := try(t, "prove", name)
		const want = "  not run: module: its sources are not here: run it in a clone, or name one with --module\n"
		if code != exitGood || stderr != "" || !strings.HasSuffix(out, want) {
			t.Errorf("exit %d: %s%s; want the end %q", code, out, stderr, want)
		}
	}
}
