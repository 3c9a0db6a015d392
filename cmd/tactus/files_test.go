package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file has no end where it is a device, and may have a terabyte without a byte on the disk.
func TestAFileOverTheBoundIsRefused(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"long.wasm", "long.json"} {
		f, err := os.Create(filepath.Join(dir, name))
		if err == nil {
			err = f.Truncate(fileMost + 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	module, config := filepath.Join(dir, "long.wasm"), filepath.Join(dir, "long.json")
	for _, args := range [][]string{
		{"prove", module},
		{"prove", kept + "reference.tactus", "--module", module},
		{"prove", moduleFile(t, nil), "--config", config},
		{"prove", "mergeisland", "--config", config},
	} {
		code, _, said := try(t, args...)
		if code != exitUsage || !strings.Contains(said, "over 64 MiB") {
			t.Errorf("%v: exit %d, %q", args, code, said)
		}
	}
}
