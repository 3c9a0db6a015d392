package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestARecordingAndAModuleAreKnownByTheirContentWhateverTheirNames(t *testing.T) {
	withoutNode(t)
	data, err := os.ReadFile(kept + "reference.tactus")
	if err != nil {
		t.Fatal(err)
	}
	module := moduleFile(t, nil)
	binary, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"game", "game.bin", "game.wasm"} {
		file := writeFile(t, name, string(data))
		if code, out, stderr := try(t, "prove", file); code != exitGood || !strings.HasPrefix(out, "verdict: ok") {
			t.Errorf("the recording %s: exit %d: %s%s", name, code, out, stderr)
		}
	}
	for _, name := range []string{"module", "module.tactus"} {
		file := writeFile(t, name, string(binary))
		if code, out, stderr := try(t, "prove", file); code != exitGood || !strings.HasPrefix(out, "module "+name) {
			t.Errorf("the module %s: exit %d: %s%s", name, code, out, stderr)
		}
	}
}

func TestAFileThatIsNeitherSaysWhatItWasTakenFor(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "jmp")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file string
		code int
		want string
	}{
		{writeFile(t, "notes.txt", "hello, world"), exitUsage,
			"notes.txt: by its first bytes neither a recording nor a module, and no game: the games are mergeisland, jump"},
		{writeFile(t, "empty", ""), exitUsage, "neither a recording nor a module"},
		{writeFile(t, "notes.tactus", "hello, world"), exitNo, "verdict: malformed at byte 0"},
		{writeFile(t, "notes.wasm", "hello, world"), exitNo, "not the magic and version of a module"},
		{folder, exitUsage, "no game "},
		{filepath.Join(folder, "absent.tactus"), exitUsage, "no such file"},
	} {
		code, out, stderr := try(t, "prove", c.file)
		if code != c.code || !strings.Contains(out+stderr, c.want) {
			t.Errorf("%s: exit %d, %s%s; want %d and %q", c.file, code, out, stderr, c.code, c.want)
		}
	}
}

func TestTheMagicIsThatOfEveryKeptRecording(t *testing.T) {
	names, err := filepath.Glob(kept + "*.tactus")
	if err != nil || len(names) < 50 {
		t.Fatalf("%d recordings, %v", len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(name, "bad-") && !strings.HasPrefix(string(data), recordingMagic) {
			t.Errorf("%s begins with %q, want %q", name, data[:min(len(data), 8)], recordingMagic)
		}
	}
}
