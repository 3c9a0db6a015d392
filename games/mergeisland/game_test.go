package mergeisland_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/sim"
)

func TestEveryTickHasThePublishedSummary(t *testing.T) {
	text, err := os.ReadFile("testdata/merge-island-trace.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	s := mergeisland.Scenario()
	if len(want) != goldenTicks || s.Ticks != goldenTicks {
		t.Fatalf("%d summaries for %d ticks, want %d", len(want), s.Ticks, goldenTicks)
	}
	game := s.New()
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
		if got := s.Summary(game, 0); got != want[tick] {
			t.Fatalf("after tick %d: %s, want %s", tick, got, want[tick])
		}
	}
	if want[99] != "100|-131|5050|18|100|323|3492529440|0" {
		t.Error("the trace is not the published one")
	}
}

func TestTheHashesAreTheGoldenOnes(t *testing.T) {
	s := mergeisland.Scenario()
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

// A referenceCase is one run of testdata/merge-island-cases.json. The frames are for the stepper;
// here the steps that they came to are taken as given.
type referenceCase struct {
	Name       string
	Seed       int64
	Inputs     []int8
	StepsTotal tactus.Tick
	DroppedMs  int64
	Digest     string
}

func TestEveryPublishedCaseEndsInItsSummary(t *testing.T) {
	text, err := os.ReadFile("testdata/merge-island-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []referenceCase }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 10 {
		t.Fatalf("%d cases, want 10", len(file.Cases))
	}
	for _, c := range file.Cases {
		config := mergeisland.DefaultConfig()
		config.Seed = c.Seed
		s, err := mergeisland.ScenarioOf(config, c.StepsTotal, c.Inputs)
		if err != nil {
			t.Fatal(err)
		}
		game := s.New()
		for tick := range s.Ticks {
			game.Step(s.Input(tick))
		}
		if got := s.Summary(game, time.Duration(c.DroppedMs)*time.Millisecond); got != c.Digest {
			t.Errorf("%s: %s, want %s", c.Name, got, c.Digest)
		}
		if s.NoInput != (len(c.Inputs) == 0) {
			t.Errorf("%s: NoInput is %v with %d inputs", c.Name, s.NoInput, len(c.Inputs))
		}
	}
}

func TestTheReferenceRunIsNotVacuous(t *testing.T) {
	s := mergeisland.Scenario()
	with, without := s.New(), s.New()
	var h sim.Hash
	seen := map[uint64]bool{h.Of(with): true}
	for tick := range s.Ticks {
		if len(s.Input(tick)) != 1 || s.Input(tick)[0] == 0 {
			t.Errorf("tick %d has no input", tick)
		}
		with.Step(s.Input(tick))
		without.Step(nil)
		seen[h.Of(with)] = true
		if h.Of(with) == h.Of(without) {
			t.Errorf("tick %d: the inputs so far made no difference", tick)
		}
	}
	if len(seen) != goldenTicks+1 {
		t.Errorf("%d different states in %d ticks", len(seen), goldenTicks)
	}
}

func TestTheStepperIsTheOneThatTheFileAsksFor(t *testing.T) {
	got := mergeisland.Scenario().Stepper
	want := tactus.StepperConfig{Rate: tactus.Ratio(125, 2), Clamp: tactus.NoClamp, Cap: 8, Overflow: tactus.DropAll}
	if got != want {
		t.Errorf("stepper %+v, want %+v", got, want)
	}
}

// TestOtherBytesAreNoInput also holds that 1 and -1 are one.
func TestOtherBytesAreNoInput(t *testing.T) {
	velX := func(input []byte) int64 {
		g := newGame(t, mergeisland.DefaultConfig())
		g.Step(input)
		return g.State().VelX
	}
	if velX(mergeisland.Input(1)) != 2 || velX(mergeisland.Input(-1)) != -3 || velX(mergeisland.Input(0)) != 0 {
		t.Error("a move does not move: 3*15/16 rounds down to 2, and -3*15/16 to -3")
	}
	for b := range 256 {
		if move := int8(b); move != 1 && move != -1 && velX([]byte{byte(b)}) != 0 {
			t.Errorf("byte %d is an input", move)
		}
	}
	for _, input := range [][]byte{nil, {}, {1, 1}, {1, 0, 0}} {
		if velX(input) != 0 {
			t.Errorf("%v is an input", input)
		}
	}
	defer func() {
		if got := recover(); got != "tactus: mergeisland.Input of 2: want -1, 0 or 1" {
			t.Errorf("panic %v", got)
		}
	}()
	mergeisland.Input(2)
}

func TestSummaryRefusesAnotherGame(t *testing.T) {
	defer func() {
		if got := recover(); got != "tactus: mergeisland.Summary of <nil>: want a *mergeisland.Game" {
			t.Errorf("panic %v", got)
		}
	}()
	mergeisland.Summary(nil, 0)
}

func newGame(t *testing.T, config mergeisland.Config) *mergeisland.Game {
	t.Helper()
	g, err := mergeisland.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestEveryTickCanBeLeftAndComeBackTo loads the state of every tick into a new game, plays on, and
// rolls back from every later one.
func TestEveryTickCanBeLeftAndComeBackTo(t *testing.T) {
	s := mergeisland.Scenario()
	game := s.New()
	var images [][]byte
	for tick := range s.Ticks {
		images = append(images, game.Save(nil))
		game.Step(s.Input(tick))
	}
	want := game.Save(nil)
	for from, image := range images {
		for _, g := range []sim.Sim{s.New(), game} { // game holds the last tick, or a finished rerun
			if err := g.Load(image); err != nil {
				t.Fatalf("tick %d: %v", from, err)
			}
			if !bytes.Equal(g.Save(nil), image) {
				t.Fatalf("tick %d: what was loaded is saved otherwise", from)
			}
			for tick := tactus.Tick(from); tick < s.Ticks; tick++ {
				g.Step(s.Input(tick))
			}
			if !bytes.Equal(g.Save(nil), want) {
				t.Fatalf("from tick %d: the run ends in another state", from)
			}
		}
	}
}

func TestLoadRefusesWhatNoRunReaches(t *testing.T) {
	s := mergeisland.Scenario()
	game := s.New()
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
	}
	good := game.Save(nil)
	for _, v := range []struct {
		word int
		add  int64
		want string
	}{
		{0, 1 << 25, "byte 0: tick is 33554532: want from 0 to 16777216"},
		{0, -101, "byte 0: tick is -1: want from 0 to 16777216"},
		{1, 30000, "byte 8: posX is 29869: want from -20200 to 20200"},
		{2, 1, "byte 16: posY is 5051: want 5050"},
		{3, 400, "byte 24: velX is 418: want from -400 to 400"},
		{4, -1, "byte 32: velY is 99: want 100"},
		{5, 278, "byte 40: score is 601: want from 0 to 600"},
		{6, 1 << 32, "byte 48: rng is 7787496736: want from 0 to 4294967295"},
		{7, 1, "byte 56: rngDraws is 101: want 100"},
	} {
		var image []byte
		for word := range 8 {
			value := int64(leUint64(good[8*word:]))
			if word == v.word {
				value += v.add
			}
			image = leAppend(image, uint64(value))
		}
		mustRefuse(t, game, image, "tactus: state image, "+v.want)
	}
	mustRefuse(t, game, good[:63], "tactus: state image, byte 0: the image is 63 bytes long: want 64")
	mustRefuse(t, game, append(bytes.Clone(good), 0),
		"tactus: state image, byte 0: the image is 65 bytes long: want 64")
	if !bytes.Equal(game.Save(nil), good) {
		t.Error("a refused image changed the state")
	}
}

func mustRefuse(t *testing.T, s sim.Sim, image []byte, want string) {
	t.Helper()
	err := s.Load(image)
	var bad *sim.ImageError
	if !errors.As(err, &bad) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func leUint64(b []byte) (v uint64) {
	for i := range 8 {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

func leAppend(b []byte, v uint64) []byte {
	for i := range 8 {
		b = append(b, byte(v>>(8*i)))
	}
	return b
}

// TestNoConfigOverflowsBeforeTheLastTick puts the game one tick before its end, as fast and as far
// as Load lets it be, under the configs with the largest products, and compares one step with
// numbers of any size. After it the game stands still.
func TestNoConfigOverflowsBeforeTheLastTick(t *testing.T) {
	const tick = mergeisland.TicksMax - 1
	for _, friction := range [][2]int64{{1_000_000, 1_000_000}, {999_999, 1_000_000}, {1, 1}, {0, 1}} {
		for _, side := range []int64{-1, 1} {
			config := mergeisland.DefaultConfig()
			config.Accel, config.FrictionNum, config.FrictionDen = 10_000, friction[0], friction[1]
			g := newGame(t, config)
			triangle := int64(tick) * (tick + 1) / 2
			posX, velX := side*10_001*triangle, side*10_001*tick
			var image []byte
			for _, v := range []int64{tick, posX, triangle, velX, tick, 6 * tick, 1<<32 - 1, tick} {
				image = leAppend(image, uint64(v))
			}
			if err := g.Load(image); err != nil {
				t.Fatal(err)
			}
			g.Step(mergeisland.Input(int8(side)))
			v := big.NewInt(velX + side*10_000)
			v.Mul(v, big.NewInt(friction[0]))
			v.Div(v, big.NewInt(friction[1])) // Euclidean, which for a positive divisor rounds down
			x := new(big.Int).Add(big.NewInt(posX), v)
			y := new(big.Int).Add(big.NewInt(triangle), big.NewInt(mergeisland.TicksMax))
			got := g.State()
			if fmt.Sprint(got.VelX, got.PosX, got.PosY) != fmt.Sprint(v, x, y) {
				t.Errorf("friction %v, side %d: %d %d %d, want %v %v %v", friction, side, got.VelX, got.PosX,
					got.PosY, v, x, y)
			}
			if g.Step(mergeisland.Input(1)); g.State() != got {
				t.Errorf("the game goes on after tick %d", mergeisland.TicksMax)
			}
		}
	}
}

func TestStepHashAndSaveDoNotAllocate(t *testing.T) {
	s := mergeisland.Scenario()
	game := s.New()
	image := make([]byte, 0, 64)
	var h sim.Hash
	if n := testing.AllocsPerRun(100, func() {
		game.Step(s.Input(1))
		h.Of(game)
		image = game.Save(image[:0])
		if err := game.Load(image); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzLoad gives arbitrary bytes to Load: what it takes is saved again as the same bytes, and can
// be played on.
func FuzzLoad(f *testing.F) {
	s := mergeisland.Scenario()
	game := s.New()
	f.Add(game.Save(nil))
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
	}
	f.Add(game.Save(nil))
	f.Add([]byte("short"))
	f.Fuzz(func(t *testing.T, image []byte) {
		g := s.New()
		before := g.Save(nil)
		if g.Load(image) != nil {
			image = before
		}
		if !bytes.Equal(g.Save(nil), image) {
			t.Errorf("state %x, want %x", g.Save(nil), image)
		}
		g.Step(image)
	})
}

func BenchmarkStep(b *testing.B) {
	s := mergeisland.Scenario()
	game, input := s.New(), s.Input(0)
	start := game.Save(nil)
	for n := 0; b.Loop(); n++ {
		if n%mergeisland.TicksMax == 0 {
			if err := game.Load(start); err != nil {
				b.Fatal(err)
			}
		}
		game.Step(input)
	}
}

// BenchmarkStepBaseline is the same rules on local numbers, without the contract around them.
func BenchmarkStepBaseline(b *testing.B) {
	var posX, posY, velX, velY, score int64
	rng := uint32(20261012)
	for b.Loop() {
		velX = (velX + 3) * 15 >> 4
		posX += velX
		velY++
		posY += velY
		rng = rng*1103515245 + 12345
		score += int64(rng % 7)
	}
	if posX+posY+score == 0 {
		b.Fatal("nothing ran")
	}
}
