// Package goguest builds merge-island as a Go module, for the tests of what runs modules.
//
// Concurrency: safe.
// Determinism: not safe inside a tick; it runs the go command.
// Allocation: allocates; once for a package's tests.
package goguest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Main runs the tests of a package with the module, which it builds first, and a folder for compiled
// code that they share. It returns the exit code. The package lies two folders below the root.
func Main(m *testing.M, ready func(module []byte, cacheDir string)) int {
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	dir, err := os.MkdirTemp("", "goguest")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "mergeisland.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", file, "./examples/guests/go-mergeisland")
	build.Dir = filepath.Join("..", "..")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWORK=off", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return fail(fmt.Errorf("the Go guest does not build: %w\n%s", err, out))
	}
	module, err := os.ReadFile(file)
	if err != nil {
		return fail(err)
	}
	ready(module, filepath.Join(dir, "cache"))
	return m.Run()
}
