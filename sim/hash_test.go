package sim_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/sim"
)

// A ball is a game whose contract is written by hand.
type ball struct {
	tick    int64
	x, vel  float64
	alive   bool
	trail   []int64
	name    string
	grid    [3]uint8
	enemies []enemy
}

type enemy struct{ velX int64 }

func (b *ball) Step([]byte) { b.tick++ }

func (b *ball) Hash(h *sim.Hash) {
	h.Int("tick", b.tick)
	h.In("body")
	h.Float("x", b.x)
	h.Float("vel", b.vel)
	h.Out()
	h.Bool("alive", b.alive)
	h.Len("trail", len(b.trail))
	for i, v := range b.trail {
		h.At("trail", i)
		h.Int("", v)
		h.Out()
	}
	h.String("name", b.name)
	h.Bytes("grid", b.grid[:])
	h.Len("enemies", len(b.enemies))
	for i := range b.enemies {
		h.At("enemies", i)
		h.Int("velX", b.enemies[i].velX)
		h.Out()
	}
}

func (b *ball) Save(image []byte) []byte {
	return binary.LittleEndian.AppendUint64(image, uint64(b.tick))
}

func (b *ball) Load(image []byte) error {
	b.tick = int64(binary.LittleEndian.Uint64(image))
	return nil
}

func newBall() *ball {
	return &ball{tick: 7, x: 1.5, vel: -2, alive: true, trail: []int64{4, 5}, name: "Bo",
		grid: [3]uint8{1, 2, 255}, enemies: []enemy{{10}, {11}, {12}, {17}}}
}

func TestTheStreamIsTheOneThatTheDocumentStates(t *testing.T) {
	var h sim.Hash
	h.Int("a", -2)
	h.Uint("b", 1<<63)
	h.In("inside")
	h.Float("c", 1)
	h.At("list", 3)
	h.Float("d", math.NaN())
	h.Out()
	h.Out()
	h.Bool("e", true)
	h.Bool("f", false)
	h.Len("g", 5)
	h.Bytes("h", []byte{9, 8})
	h.String("i", "xyz")
	h.Int("j", 1) // after two odd lengths: no padding

	word := func(b []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(b, v) }
	stream := word(nil, math.MaxUint64-1)
	stream = word(stream, 1<<63)
	stream = word(stream, 0x3ff0000000000000)
	stream = word(stream, 0x7ff8000000000000)
	stream = word(stream, 1)
	stream = word(stream, 0)
	stream = word(stream, 5)
	stream = append(word(stream, 2), 9, 8)
	stream = append(word(stream, 3), "xyz"...)
	stream = word(stream, 1)

	if got, want := h.Sum(), sim.XXH64(stream); got != want {
		t.Errorf("hash %016x, want %016x", got, want)
	}
	if h.Written() != uint64(len(stream)) {
		t.Errorf("written %d bytes, want %d", h.Written(), len(stream))
	}
}

func TestTheZeroHashIsTheEmptyStreamAndResetGivesItBack(t *testing.T) {
	var h sim.Hash
	empty := h.Sum()
	if empty != 0xef46db3751d8e999 || h.Written() != 0 {
		t.Errorf("zero value: %016x after %d bytes", empty, h.Written())
	}
	for range 9 {
		h.Int("v", 1)
	}
	h.Reset()
	if h.Sum() != empty || h.Written() != 0 {
		t.Errorf("after Reset: %016x after %d bytes", h.Sum(), h.Written())
	}
}

func TestSumDoesNotEndTheStream(t *testing.T) {
	var a, b sim.Hash
	for i := range int64(20) {
		a.Int("v", i)
		b.Int("v", i)
		a.Sum()
	}
	if a.Sum() != b.Sum() {
		t.Error("a hash that was asked in between differs")
	}
}

// TestLengthsKeepNeighboursApart moves the border between two fields, which leaves the bytes as
// they are and must not leave the hash.
func TestLengthsKeepNeighboursApart(t *testing.T) {
	seen := map[uint64]string{}
	for _, pair := range [][2]string{{"", "abc"}, {"a", "bc"}, {"ab", "c"}, {"abc", ""}} {
		var text, list sim.Hash
		text.String("a", pair[0])
		text.String("b", pair[1])
		for _, part := range pair {
			list.Len("part", len(part))
			for _, c := range part {
				list.Int("", int64(c))
			}
		}
		for kind, h := range []*sim.Hash{&text, &list} {
			where := fmt.Sprint(kind, pair)
			if other, ok := seen[h.Sum()]; ok {
				t.Errorf("%s has the hash of %s", where, other)
			}
			seen[h.Sum()] = where
		}
	}
}

func TestEveryNaNIsOneStateAndTheZerosAreTwo(t *testing.T) {
	hash := func(f float64) uint64 {
		var h sim.Hash
		h.Float("f", f)
		return h.Sum()
	}
	want := hash(math.NaN())
	for _, bits := range []uint64{0xfff8000000000000, 0x7ff0000000000001, 0xffffffffffffffff} {
		if hash(math.Float64frombits(bits)) != want {
			t.Errorf("NaN %016x hashes apart", bits)
		}
	}
	if hash(0) == hash(math.Copysign(0, -1)) {
		t.Error("+0 and -0 have one hash")
	}
}

func TestNamesAreNotHashed(t *testing.T) {
	var a, b sim.Hash
	a.Int("old", 1)
	b.In("deep")
	b.At("er", 2)
	b.Int("new", 1)
	b.Out()
	b.Out()
	if a.Sum() != b.Sum() {
		t.Error("a renamed field changed the hash")
	}
}

func TestAChainRemembersADifferenceThatWentAway(t *testing.T) {
	var a, b uint64
	for tick := range uint64(10) {
		hash := tick * 3
		a = sim.Chain(a, hash)
		if tick == 4 {
			hash++
		}
		b = sim.Chain(b, hash)
		if (a == b) != (tick < 4) {
			t.Errorf("tick %d: chains equal is %v", tick, a == b)
		}
	}
	var want []byte
	want = binary.LittleEndian.AppendUint64(want, 1)
	want = binary.LittleEndian.AppendUint64(want, 2)
	if sim.Chain(1, 2) != sim.XXH64(want) {
		t.Error("Chain is not XXH64 of the two words")
	}
}

func TestFieldsNameWhatTheHashMethodWrites(t *testing.T) {
	var got []string
	for _, f := range sim.Fields(newBall()) {
		got = append(got, f.Name+"="+f.Value)
	}
	want := []string{"tick=7", "body.x=1.5", "body.vel=-2", "alive=true", "len(trail)=2", "trail[0]=4",
		"trail[1]=5", `name="Bo"`, "grid=0x0102ff", "len(enemies)=4", "enemies[0].velX=10",
		"enemies[1].velX=11", "enemies[2].velX=12", "enemies[3].velX=17"}
	if !slices.Equal(got, want) {
		t.Errorf("fields\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDiffNamesTheOneFieldThatDiffers(t *testing.T) {
	a, b := newBall(), newBall()
	b.enemies[3].velX = 18
	got := sim.Diff(sim.Fields(a), sim.Fields(b))
	if len(got) != 1 || got[0] != (sim.Difference{Name: "enemies[3].velX", A: "17", B: "18"}) {
		t.Errorf("differences %v", got)
	}
	if got := sim.Diff(sim.Fields(a), sim.Fields(newBall())); len(got) != 0 {
		t.Errorf("equal states differ: %v", got)
	}
}

func TestDiffShowsFieldsThatOneSideLacks(t *testing.T) {
	a, b := newBall(), newBall()
	a.trail = []int64{4, 5, 6}
	b.enemies = append(b.enemies, enemy{1})
	var got []string
	for _, d := range sim.Diff(sim.Fields(a), sim.Fields(b)) {
		got = append(got, d.String())
	}
	want := []string{"len(trail): 3 against 2", "trail[2]: 6 against absent",
		"len(enemies): 4 against 5", "enemies[4].velX: absent against 1"}
	if !slices.Equal(got, want) {
		t.Errorf("differences\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDiffPairsFieldsOfOneNameInOrder(t *testing.T) {
	a := []sim.Field{{Name: "v", Value: "1"}, {Name: "v", Value: "2"}}
	b := []sim.Field{{Name: "v", Value: "1"}, {Name: "v", Value: "3"}, {Name: "v", Value: "4"}}
	want := []sim.Difference{{Name: "v", A: "2", B: "3"}, {Name: "v", A: "absent", B: "4"}}
	if got := sim.Diff(a, b); !slices.Equal(got, want) {
		t.Errorf("differences %v, want %v", got, want)
	}
}

// TestDifferentValuesHaveDifferentTexts covers those that are easily shown alike: long bytes that
// differ at their end, the zeros, neighbouring floats.
func TestDifferentValuesHaveDifferentTexts(t *testing.T) {
	long := make([]byte, 1000)
	longer := slices.Clone(long)
	longer[999] = 1
	pairs := []func(h *sim.Hash, second bool){
		func(h *sim.Hash, second bool) { h.Bytes("v", pick(second, long, longer)) },
		func(h *sim.Hash, second bool) { h.String("v", string(pick(second, long, longer))) },
		func(h *sim.Hash, second bool) { h.Float("v", pick(second, 0, math.Copysign(0, -1))) },
		func(h *sim.Hash, second bool) { h.Float("v", pick(second, 0.1, math.Nextafter(0.1, 1))) },
		func(h *sim.Hash, second bool) { h.String("v", pick(second, "absent", "Absent")) },
		func(h *sim.Hash, second bool) { h.Bytes("v", pick(second, nil, []byte{0})) },
	}
	for i, write := range pairs {
		a := sim.Fields(hashFunc(func(h *sim.Hash) { write(h, false) }))
		b := sim.Fields(hashFunc(func(h *sim.Hash) { write(h, true) }))
		if len(sim.Diff(a, b)) != 1 {
			t.Errorf("pair %d: %v and %v are shown alike", i, a, b)
		}
		if a[0].Value == "absent" || len(a[0].Value) > 200 {
			t.Errorf("pair %d: shown as %s", i, a[0].Value)
		}
	}
}

func pick[T any](second bool, a, b T) T {
	if second {
		return b
	}
	return a
}

// A hashFunc is a Sim of which only the hash is looked at.
type hashFunc func(h *sim.Hash)

func (f hashFunc) Step([]byte)              {}
func (f hashFunc) Hash(h *sim.Hash)         { f(h) }
func (f hashFunc) Save(image []byte) []byte { return image }
func (f hashFunc) Load([]byte) error        { return nil }

func TestUnbalancedNamesPanic(t *testing.T) {
	mustPanic(t, "tactus: Hash.Out without an open In or At, after field v", func() {
		sim.Fields(hashFunc(func(h *sim.Hash) { h.Int("v", 1); h.Out() }))
	})
	mustPanic(t, "tactus: Hash method leaves In or At open at list[2], after field none", func() {
		sim.Fields(hashFunc(func(h *sim.Hash) { h.At("list", 2) }))
	})
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("panic %v, want %s", got, want)
		}
	}()
	f()
}

func TestHashingDoesNotAllocate(t *testing.T) {
	b := newBall()
	b.name = strings.Repeat("long ", 20)
	var h sim.Hash
	if n := testing.AllocsPerRun(100, func() { h.Of(b) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if h.Of(b) != sim.HashOf(b) {
		t.Error("Of and HashOf differ")
	}
}

// BenchmarkHash writes 64 words, a small game's state.
func BenchmarkHash(b *testing.B) {
	var h sim.Hash
	b.SetBytes(64 * 8)
	for b.Loop() {
		h.Reset()
		for i := range int64(64) {
			h.Int("v", i)
		}
		h.Sum()
	}
}

// BenchmarkHashBaseline is what the standard library has for the same words.
func BenchmarkHashBaseline(b *testing.B) {
	h := fnv.New64a()
	b.SetBytes(64 * 8)
	var word [8]byte
	for b.Loop() {
		h.Reset()
		for i := range uint64(64) {
			binary.LittleEndian.PutUint64(word[:], i)
			h.Write(word[:])
		}
		h.Sum64()
	}
}
