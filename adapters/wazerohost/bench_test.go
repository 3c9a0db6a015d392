package wazerohost_test

import (
	"os"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/games/mergeisland"
)

// BenchmarkStep is a step of merge-island natively and as a module, the cost of fuel beside it. A
// further module of the game, in C say, is named by TACTUS_BENCH_GUEST.
func BenchmarkStep(b *testing.B) {
	input := blob(b, 1)
	b.Run("native", func(b *testing.B) {
		game, err := mergeisland.New(mergeisland.DefaultConfig())
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			game.Step(input[8:])
		}
	})
	guests := map[string][]byte{"go": goGuest}
	if file := os.Getenv("TACTUS_BENCH_GUEST"); file != "" {
		binary, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		guests["other"] = binary
	}
	for name, binary := range guests {
		b.Run(name+" with fuel", func(b *testing.B) {
			i := newInstance(b, newHost(b, binary, wazerohost.Options{}), islandConfig())
			for b.Loop() {
				if _, err := i.Step(input); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(i.FuelUsed()), "fuel/op")
		})
		b.Run(name+" plain", func(b *testing.B) {
			h := newHost(b, binary, wazerohost.Options{})
			step := wazerohost.PlainStep(b, h, binary, islandConfig(), input)
			for b.Loop() {
				step()
			}
		})
		b.Run(name+" save", func(b *testing.B) {
			i := newInstance(b, newHost(b, binary, wazerohost.Options{}), islandConfig())
			var image []byte
			for b.Loop() {
				var err error
				if image, err = i.Save(image[:0]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLoad is what comes before the first tick of the Go guest.
func BenchmarkLoad(b *testing.B) {
	b.Run("validate and inject", func(b *testing.B) {
		for b.Loop() {
			m, err := wasmbin.Parse(goGuest, wasmbin.Float)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := m.Inject(wasmbin.PagesMax); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("from the cache", func(b *testing.B) {
		newHost(b, goGuest, wazerohost.Options{})
		for b.Loop() {
			h, err := wazerohost.New(goGuest, wazerohost.Options{CacheDir: cacheDir})
			if err != nil {
				b.Fatal(err)
			}
			h.Close()
		}
	})
	b.Run("compiled anew", func(b *testing.B) {
		for b.Loop() {
			h, err := wazerohost.New(goGuest, wazerohost.Options{})
			if err != nil {
				b.Fatal(err)
			}
			h.Close()
		}
	})
	b.Run("instance", func(b *testing.B) {
		h := newHost(b, goGuest, wazerohost.Options{})
		for b.Loop() {
			newInstance(b, h, islandConfig()).Close()
		}
	})
}
