package wazerohost_test

import (
	"os"
	"testing"

	"github.com/tactus-go/tactus/adapters/internal/goguest"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/guest/abi"
)

// goGuest is merge-island as a Go module, and cacheDir keeps its compiled code for all tests.
var (
	goGuest  []byte
	cacheDir string
)

func TestMain(m *testing.M) {
	os.Exit(goguest.Main(m, func(module []byte, dir string) { goGuest, cacheDir = module, dir }))
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
