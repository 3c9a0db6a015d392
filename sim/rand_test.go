package sim_test

import (
	"math"
	randv2 "math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/sim"
)

// TestRandIsSplitMix64 holds the vector that implementations of SplitMix64 publish for this seed.
func TestRandIsSplitMix64(t *testing.T) {
	r := sim.NewRand(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821} {
		if got := r.Uint64(); got != want {
			t.Errorf("draw %d = %d, want %d", i, got, want)
		}
	}
}

func TestACopyOfRandIsASnapshot(t *testing.T) {
	r := sim.NewRand(99)
	for range 1000 {
		r.Uint64()
	}
	copied, loaded := r, sim.RandAt(r.Seed(), r.Draws())
	for range 100 {
		want := r.Uint64()
		if copied.Uint64() != want || loaded.Uint64() != want {
			t.Fatal("a snapshot draws something else")
		}
	}
	if r.Draws() != 1100 || r.Seed() != 99 {
		t.Errorf("seed %d, draws %d", r.Seed(), r.Draws())
	}
}

// TestIntNFavoursNoResult takes 3*2^61, where 64 bits cut without rejection give the remainders 0,
// 1 and 2 the odds 3/8, 3/8 and 2/8. It also counts the draws: a quarter of them is refused.
func TestIntNFavoursNoResult(t *testing.T) {
	const values, seed = 60_000, 5
	r := sim.NewRand(seed)
	var counts [3]int
	for range values {
		counts[r.IntN(3<<61)%3]++
	}
	for rest, n := range counts {
		if math.Abs(float64(n)-values/3) > 600 { // 5 standard deviations of 115
			t.Errorf("seed %d: remainder %d came %d times of %d", seed, rest, n, values)
		}
	}
	if draws := float64(r.Draws()); math.Abs(draws-values*4/3) > 900 { // 5 times about 163
		t.Errorf("seed %d: %v draws for %d values", seed, draws, values)
	}
}

func TestIntNAndRangeStayInsideAndReachTheirEnds(t *testing.T) {
	r := sim.NewRand(1)
	for _, v := range []struct{ low, high int64 }{{0, 0}, {1, 6}, {-3, 3}, {math.MinInt64, math.MinInt64 + 1},
		{math.MaxInt64 - 2, math.MaxInt64}} {
		seen := map[int64]bool{}
		for range 400 {
			n := r.Range(v.low, v.high)
			if n < v.low || n > v.high {
				t.Fatalf("Range(%d, %d) = %d", v.low, v.high, n)
			}
			seen[n] = true
		}
		if len(seen) != int(v.high-v.low)+1 {
			t.Errorf("Range(%d, %d) gave %d different numbers", v.low, v.high, len(seen))
		}
	}
	a, b := sim.NewRand(8), sim.NewRand(8)
	if a.Range(math.MinInt64, math.MaxInt64) != int64(b.Uint64()) {
		t.Error("the full range is not the 64 bits drawn")
	}
	if r.IntN(1) != 0 {
		t.Error("IntN(1) is not 0")
	}
}

func TestChanceIsItsFraction(t *testing.T) {
	r := sim.NewRand(3)
	hits := 0
	for range 30_000 {
		if r.Chance(1, 3) {
			hits++
		}
		if r.Chance(0, 5) || !r.Chance(5, 5) {
			t.Fatal("a certain answer was wrong")
		}
	}
	if hits < 9600 || hits > 10400 { // 10,000 give or take 5 standard deviations of 82
		t.Errorf("1 in 3 came %d times of 30000", hits)
	}
	if r.Draws() != 90_000 {
		t.Errorf("%d draws, want one for each answer, certain or not", r.Draws())
	}
}

func TestFloatIsAMultipleOf2ToMinus53UnderOne(t *testing.T) {
	r := sim.NewRand(4)
	sum := 0.0
	for range 10_000 {
		f := r.Float()
		if f < 0 || f >= 1 || f*(1<<53) != math.Trunc(f*(1<<53)) {
			t.Fatalf("Float() = %v", f)
		}
		sum += f
	}
	if mean := sum / 10_000; math.Abs(mean-0.5) > 0.015 {
		t.Errorf("mean %v", mean)
	}
}

func TestStreamsDependOnSeedAndIDOnly(t *testing.T) {
	r := sim.NewRand(42)
	before := r.Stream(7)
	r.Uint64()
	after := r.Stream(7)
	if before != after {
		t.Error("a draw changed the stream")
	}
	seen := map[uint64]uint64{}
	for seed := range uint64(20) {
		parent := sim.NewRand(seed)
		for id := range uint64(200) {
			child := parent.Stream(id)
			first := child.Uint64()
			if other, ok := seen[first]; ok {
				t.Fatalf("seed %d, stream %d begins like %d", seed, id, other)
			}
			seen[first] = seed*1000 + id
		}
	}
}

// TestStreamsAreNotEachOther compares the bits of neighbouring streams: half of them must differ.
func TestStreamsAreNotEachOther(t *testing.T) {
	parent := sim.NewRand(0)
	a, b := parent.Stream(0), parent.Stream(1)
	differing := 0
	for range 1000 {
		for x := a.Uint64() ^ b.Uint64(); x != 0; x &= x - 1 {
			differing++
		}
	}
	if differing < 31_300 || differing > 32_700 { // 32,000 give or take 5 standard deviations of 126
		t.Errorf("%d of 64000 bits differ", differing)
	}
}

func TestRandHashesSeedAndDraws(t *testing.T) {
	r := sim.NewRand(11)
	r.Uint64()
	got := sim.Fields(hashFunc(func(h *sim.Hash) { r.Hash(h, "rng") }))
	if len(got) != 2 || got[0] != (sim.Field{Name: "rng.seed", Value: "11"}) ||
		got[1] != (sim.Field{Name: "rng.draws", Value: "1"}) {
		t.Errorf("fields %v", got)
	}
}

func TestRandRefusesImpossibleOdds(t *testing.T) {
	r := sim.NewRand(0)
	mustPanic(t, "tactus: Rand.IntN of 0: want over 0", func() { r.IntN(0) })
	mustPanic(t, "tactus: Rand.Range from 2 to 1: want the lower first", func() { r.Range(2, 1) })
	mustPanic(t, "tactus: Rand.Chance of 3 in 2: want 0 or more, in as many or more", func() { r.Chance(3, 2) })
	if r.Draws() != 0 {
		t.Error("a refused call drew")
	}
}

func TestDrawingDoesNotAllocate(t *testing.T) {
	r := sim.NewRand(0)
	g := sim.NewLCG(5, 3, 1)
	var stream sim.Rand
	draw := func() {
		r.Range(1, 6)
		r.Float()
		stream = r.Stream(3)
		g.Next()
	}
	if n := testing.AllocsPerRun(100, draw); n != 0 || stream.Seed() == 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestLCGIsItsRecurrence(t *testing.T) {
	g := sim.NewLCG(1103515245, 12345, 20261012)
	want := uint64(20261012)
	for n := range uint64(1000) {
		want = (want*1103515245 + 12345) % (1 << 32)
		if got := g.Next(); uint64(got) != want || g.State() != got || g.Draws() != n+1 {
			t.Fatalf("draw %d: %d, state %d, draws %d, want %d", n, got, g.State(), g.Draws(), want)
		}
	}
	if again := sim.LCGAt(1103515245, 12345, g.State(), g.Draws()); again != g {
		t.Error("LCGAt is not the same generator")
	}
	got := sim.Fields(hashFunc(func(h *sim.Hash) { g.Hash(h, "rng") }))
	if len(got) != 4 || got[3] != (sim.Field{Name: "rng.draws", Value: "1000"}) {
		t.Errorf("fields %v", got)
	}
}

func BenchmarkRand(b *testing.B) {
	r := sim.NewRand(1)
	for b.Loop() {
		r.Uint64()
	}
}

// BenchmarkRandBaseline is the standard library's generator that can be saved too.
func BenchmarkRandBaseline(b *testing.B) {
	r := randv2.NewPCG(1, 2)
	for b.Loop() {
		r.Uint64()
	}
}
