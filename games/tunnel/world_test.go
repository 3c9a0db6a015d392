package tunnel_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/tunnel"
	"github.com/tactus-go/tactus/sim"
)

func TestTheHashesAreTheGoldenOnes(t *testing.T) {
	s := tunnel.Scenario()
	if s.Ticks != goldenTicks {
		t.Fatalf("%d ticks, want %d", s.Ticks, goldenTicks)
	}
	game := s.New()
	var h sim.Hash
	var last, chain uint64
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
		last = h.Of(game)
		chain = sim.Chain(chain, last)
	}
	if last != goldenHash || chain != goldenChain {
		t.Errorf("hash %#x, chain %#x, want %#x, %#x", last, chain, uint64(goldenHash), uint64(goldenChain))
	}
}

func TestTheReferenceRunFiresTwentyShots(t *testing.T) {
	s := tunnel.Scenario()
	game := s.New()
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
	}
	want := "tick 600, muzzle 2.500, discrete 2 stopped 18 through, continuous 20 stopped 0 through, dropped 0s"
	if got := s.Summary(game, 0); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestEveryInputOfTheReferenceRunMatters(t *testing.T) {
	s := tunnel.Scenario()
	with, without := s.New(), s.New()
	inputs := 0
	for tick := range s.Ticks {
		if strings.Trim(string(s.Input(tick)), "\x00") != "" {
			inputs++
		}
		with.Step(s.Input(tick))
		without.Step(nil)
		if sim.HashOf(with) == sim.HashOf(without) {
			t.Errorf("tick %d: the inputs so far made no difference", tick)
		}
	}
	if inputs != 120 {
		t.Errorf("%d ticks with input", inputs)
	}
}

func TestEveryTickCanBeLeftAndComeBackTo(t *testing.T) {
	s := tunnel.Scenario()
	game := s.New()
	var images [][]byte
	for tick := range s.Ticks {
		images = append(images, game.Save(nil))
		game.Step(s.Input(tick))
	}
	want := game.Save(nil)
	for from := 0; from < len(images); from += 7 {
		again := s.New()
		if err := again.Load(images[from]); err != nil {
			t.Fatal(err)
		}
		for tick := from; tick < len(images); tick++ {
			again.Step(s.Input(tactus.Tick(tick)))
		}
		if !bytes.Equal(again.Save(nil), want) {
			t.Fatalf("from tick %d: the run ends in another state", from)
		}
	}
}

func TestTheSummaryRefusesAnotherGame(t *testing.T) {
	defer func() {
		if got := recover(); got != "tactus: tunnel's summary of <nil>: want its World" {
			t.Errorf("panic %v", got)
		}
	}()
	tunnel.Scenario().Summary(nil, 0)
}

func TestStepAndHashDoNotAllocate(t *testing.T) {
	s := tunnel.Scenario()
	game := s.New()
	var h sim.Hash
	if n := testing.AllocsPerRun(100, func() { game.Step(s.Input(5)); h.Of(game) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzLoad gives arbitrary bytes as state and as input: whatever is taken can be played on.
func FuzzLoad(f *testing.F) {
	s := tunnel.Scenario()
	f.Add(s.New().Save(nil), []byte{1, 1})
	f.Fuzz(func(t *testing.T, image, input []byte) {
		game := s.New()
		if game.Load(image) == nil && !bytes.Equal(game.Save(nil), image) {
			t.Errorf("taken %x, saved %x", image, game.Save(nil))
		}
		for range 100 {
			game.Step(input)
		}
	})
}
