package wazerohost_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/games/particles"
	"github.com/tactus-go/tactus/guest/abi"
)

const particlesSeed = 20261130

func particlesConfig() abi.Config {
	return abi.Config{SeedLo: particlesSeed, RateNum: 125, RateDen: 2, Players: 1}
}

// TestParticlesAreEqualNativelyAndInBothModulesAtEveryTick holds what BenchmarkHosts measures to be one
// and the same work.
func TestParticlesAreEqualNativelyAndInBothModulesAtEveryTick(t *testing.T) {
	for _, guest := range []struct {
		name   string
		module func(testing.TB) []byte
	}{{"Go", goParticles}, {"C", cParticles}} {
		t.Run(guest.name, func(t *testing.T) {
			i := newInstance(t, newHost(t, guest.module(t), wazerohost.Options{}), particlesConfig())
			game := particles.New(particlesSeed)
			rng := rand.New(rand.NewPCG(5, 5))
			for tick := range 1000 {
				var input []byte
				if rng.IntN(3) > 0 {
					input = []byte{byte(rng.Uint32())}
				}
				game.Step(input)
				if _, err := i.Step(blob(t, input...)); err != nil {
					t.Fatal(err)
				}
				image := mustSave(t, i)
				if want := game.Save(nil); !bytes.Equal(image, want) {
					t.Fatalf("tick %d: state\n%x, native\n%x", tick, image, want)
				}
				if err := i.Load(image); err != nil {
					t.Fatalf("tick %d: %v", tick, err)
				}
			}
		})
	}
}
