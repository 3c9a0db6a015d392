package wazerohost_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/guest/abi"
)

// goGuest is merge-island as a Go module, and cacheDir keeps its compiled code for all tests.
var (
	goGuest  []byte
	cacheDir string
)

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "wazerohost")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	cacheDir = filepath.Join(dir, "cache")
	file := filepath.Join(dir, "mergeisland.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", file, "./examples/guests/go-mergeisland")
	build.Dir = filepath.Join("..", "..")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWORK=off", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "the Go guest does not build: %v\n%s", err, out)
		return 1
	}
	if goGuest, err = os.ReadFile(file); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// islandConfig is the reference run's.
func islandConfig() abi.Config {
	return abi.Config{SeedLo: 20261012, RateNum: 125, RateDen: 2, Players: 1}
}

func newHost(t testing.TB, binary []byte, o wazerohost.Options) *wazerohost.Host {
	t.Helper()
	if !o.Interpreter {
		o.CacheDir = cacheDir
	}
	h, err := wazerohost.New(binary, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func newInstance(t testing.TB, h *wazerohost.Host, c abi.Config) *wazerohost.Instance {
	t.Helper()
	i, err := h.NewInstance(c)
	if err != nil {
		t.Fatal(err)
	}
	return i
}
