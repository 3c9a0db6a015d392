package sim_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	randv2 "math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// An orchard has every kind of field that a state may hold.
type orchard struct {
	Tick    tactus.Tick
	Open    bool
	I8      int8
	I16     int16
	I32     int32
	I64     int64
	I       int
	U8      uint8
	U16     uint16
	U32     uint32
	U64     uint64
	U       uint
	F32     float32
	F64     float64
	rng     sim.Rand
	Tiles   [4]uint8
	Gates   [2]bool
	Grid    [2][3]int16
	Trees   []tree `sim:"max=3"`
	Names   []string
	Title   string `sim:"max=8"`
	Bytes   []byte
	Nothing [0]int64
	_       [3]byte
}

type tree struct {
	Height float32
	Ripe   bool
	Apples []int32
}

type pick3 struct {
	Move int8
	Fire bool
	Aim  [2]int16
}

func (o *orchard) Step(in pick3) {
	o.Tick++
	o.I64 += int64(in.Move)
	o.Open = in.Fire
	o.Grid[1][2] = in.Aim[1]
	o.F64 = o.rng.Float()
}

func newOrchard() *orchard {
	return &orchard{Tick: 1, Open: true, I8: -8, I16: -16, I32: -32, I64: -64, I: -1, U8: 8, U16: 16, U32: 32,
		U64: 64, U: 1, F32: 1.5, F64: -2.25, rng: sim.RandAt(3, 4), Tiles: [4]uint8{1, 2, 3, 4},
		Gates: [2]bool{false, true}, Grid: [2][3]int16{{1, 2, 3}, {4, 5, 6}},
		Trees: []tree{{Height: 2, Apples: []int32{7, 8}}, {Ripe: true}}, Names: []string{"ann", ""},
		Title: "grove", Bytes: []byte{0xAA}}
}

// orchardImage is newOrchard's image, written by hand.
func orchardImage() []byte {
	le := binary.LittleEndian
	b := le.AppendUint64(nil, 1)
	b = append(b, 1, 0xF8)
	b = le.AppendUint16(b, 0xFFF0)
	b = le.AppendUint32(b, 0xFFFFFFE0)
	b = le.AppendUint64(b, math.MaxUint64-63)
	b = le.AppendUint64(b, math.MaxUint64)
	b = append(b, 8)
	b = le.AppendUint16(b, 16)
	b = le.AppendUint32(b, 32)
	b = le.AppendUint64(b, 64)
	b = le.AppendUint64(b, 1)
	b = le.AppendUint32(b, math.Float32bits(1.5))
	b = le.AppendUint64(b, math.Float64bits(-2.25))
	b = le.AppendUint64(b, 3)
	b = le.AppendUint64(b, 4)
	b = append(b, 1, 2, 3, 4, 0, 1)
	for v := range uint16(6) {
		b = le.AppendUint16(b, v+1)
	}
	b = le.AppendUint32(b, 2) // trees
	b = append(le.AppendUint32(b, math.Float32bits(2)), 0)
	b = le.AppendUint32(le.AppendUint32(le.AppendUint32(b, 2), 7), 8)
	b = append(le.AppendUint32(b, 0), 1)
	b = le.AppendUint32(b, 0)
	b = le.AppendUint32(b, 2) // names
	b = append(le.AppendUint32(b, 3), "ann"...)
	b = le.AppendUint32(b, 0)
	b = append(le.AppendUint32(b, 5), "grove"...)
	return append(le.AppendUint32(b, 1), 0xAA)
}

func TestSaveIsTheFieldsInOrderLittleEndianWithoutPadding(t *testing.T) {
	s := sim.MustOf(newOrchard())
	if got, want := s.Save(nil), orchardImage(); !bytes.Equal(got, want) {
		t.Errorf("image\n%x\nwant\n%x", got, want)
	}
	if got := s.Save([]byte{1, 2}); !bytes.Equal(got[:2], []byte{1, 2}) || !bytes.Equal(got[2:], orchardImage()) {
		t.Error("Save does not append")
	}
}

func TestLoadRestoresEveryField(t *testing.T) {
	var o orchard
	s := sim.MustOf(&o)
	if err := s.Load(orchardImage()); err != nil {
		t.Fatal(err)
	}
	want := newOrchard()
	if !reflect.DeepEqual(&o, want) {
		t.Errorf("loaded %+v, want %+v", o, *want)
	}
	if sim.HashOf(s) != sim.HashOf(sim.MustOf(want)) {
		t.Error("hashes differ")
	}
}

func TestHashNamesEveryFieldAsGoDoes(t *testing.T) {
	var got []string
	for _, f := range sim.Fields(sim.MustOf(newOrchard())) {
		got = append(got, f.Name+"="+f.Value)
	}
	want := strings.Fields(`Tick=1 Open=true I8=-8 I16=-16 I32=-32 I64=-64 I=-1 U8=8 U16=16 U32=32 U64=64 U=1
		F32=1.5 F64=-2.25 rng.seed=3 rng.draws=4 Tiles[0]=1 Tiles[1]=2 Tiles[2]=3 Tiles[3]=4
		Gates[0]=false Gates[1]=true Grid[0][0]=1 Grid[0][1]=2 Grid[0][2]=3 Grid[1][0]=4 Grid[1][1]=5
		Grid[1][2]=6 len(Trees)=2 Trees[0].Height=2 Trees[0].Ripe=false len(Trees[0].Apples)=2
		Trees[0].Apples[0]=7 Trees[0].Apples[1]=8 Trees[1].Height=0 Trees[1].Ripe=true
		len(Trees[1].Apples)=0 len(Names)=2 Names[0]="ann" Names[1]="" Title="grove" len(Bytes)=1
		Bytes[0]=170`)
	if !slices.Equal(got, want) {
		t.Errorf("fields\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestHashIsWhatTheCallsByHandGive ties the stream of a plain struct to that of Hash.
func TestHashIsWhatTheCallsByHandGive(t *testing.T) {
	o := newOrchard()
	var h sim.Hash
	for _, v := range []int64{1, 1, -8, -16, -32, -64, -1, 8, 16, 32, 64, 1} {
		h.Int("", v) // truth values, signed and unsigned numbers are one word alike
	}
	h.Float("", 1.5)
	h.Float("", -2.25)
	o.rng.Hash(&h, "rng")
	h.Bytes("Tiles", o.Tiles[:])
	h.Bool("", false)
	h.Bool("", true)
	for v := range int64(6) {
		h.Int("", v+1)
	}
	h.Len("Trees", 2)
	h.Float("", 2)
	h.Bool("", false)
	h.Len("Apples", 2)
	h.Int("", 7)
	h.Int("", 8)
	h.Float("", 0)
	h.Bool("", true)
	h.Len("Apples", 0)
	h.Len("Names", 2)
	h.String("", "ann")
	h.String("", "")
	h.String("Title", "grove")
	h.Bytes("Bytes", o.Bytes)
	if got := sim.HashOf(sim.MustOf(o)); got != h.Sum() {
		t.Errorf("hash %016x, want %016x", got, h.Sum())
	}
}

func TestAWidenedFieldKeepsItsHash(t *testing.T) {
	type narrow struct {
		stepper
		N int32
		F float32
	}
	type wide struct {
		stepper
		N int64
		F float64
	}
	if sim.HashOf(sim.MustOf(&narrow{N: -5, F: 0.5})) != sim.HashOf(sim.MustOf(&wide{N: -5, F: 0.5})) {
		t.Error("the hashes differ")
	}
}

// TestEveryBitOfTheStateIsHashedAndSaved flips each bit of an image: where Load takes the result,
// it is another state, with another hash and another image.
func TestEveryBitOfTheStateIsHashedAndSaved(t *testing.T) {
	image := orchardImage()
	hash := sim.HashOf(sim.MustOf(newOrchard()))
	taken := 0
	for bit := range len(image) * 8 {
		image[bit/8] ^= 1 << (bit % 8)
		s := sim.MustOf(new(orchard))
		if s.Load(image) == nil {
			taken++
			if sim.HashOf(s) == hash || !bytes.Equal(s.Save(nil), image) {
				t.Errorf("bit %d of byte %d is lost", bit%8, bit/8)
			}
		}
		image[bit/8] ^= 1 << (bit % 8)
	}
	if taken < 500 {
		t.Errorf("only %d flips were taken", taken)
	}
}

func TestEveryCutImageIsRefusedAndChangesNothing(t *testing.T) {
	image := orchardImage()
	s := sim.MustOf(newOrchard())
	for n := range image {
		mustRefuse(t, s, image[:n])
	}
	mustRefuse(t, s, append(slices.Clone(image), 0))
	if !bytes.Equal(s.Save(nil), image) {
		t.Error("a refused image changed the state")
	}
}

func mustRefuse(t *testing.T, s sim.Sim, image []byte) *sim.ImageError {
	t.Helper()
	var bad *sim.ImageError
	if err := s.Load(image); !errors.As(err, &bad) {
		t.Fatalf("image of %d bytes: %v", len(image), err)
	}
	return bad
}

func TestLoadSaysWhichFieldIsWrong(t *testing.T) {
	// Offsets: Tick 0, Open 8, ... F32 55, F64 59, rng 67, Tiles 83, Gates 87, Grid 89, Trees 101.
	for _, v := range []struct {
		what string
		edit func(b []byte) []byte
		want string
	}{
		{"truth value", func(b []byte) []byte { b[8] = 2; return b },
			"tactus: state image, byte 8: Open is 2: want the byte 0 or 1"},
		{"in an array", func(b []byte) []byte { b[88] = 255; return b },
			"tactus: state image, byte 88: Gates[1] is 255: want the byte 0 or 1"},
		{"in a slice", func(b []byte) []byte { b[109] = 7; return b },
			"tactus: state image, byte 109: Trees[0].Ripe is 7: want the byte 0 or 1"},
		{"another NaN", func(b []byte) []byte { return put64(b, 59, 0xfff8000000000000) },
			"tactus: state image, byte 59: F64 is NaN 0xfff8000000000000: want a number or NaN 0x7ff8000000000000"},
		{"another short NaN", func(b []byte) []byte { return put32(b, 55, 0x7f800001) },
			"tactus: state image, byte 55: F32 is NaN 0x7f800001: want a number or NaN 0x7fc00000"},
		{"over its bound", func(b []byte) []byte { return put32(b, 101, 4) },
			"tactus: state image, byte 101: len(Trees) is 4: want at most 3"},
		{"over the default bound", func(b []byte) []byte { return put32(b, 110, 1<<16+1) },
			"tactus: state image, byte 110: len(Trees[0].Apples) is 65537: want at most 65536"},
		{"more than there is", func(b []byte) []byte { return put32(b, 110, 1<<16) },
			"tactus: state image, byte 114: Trees[0].Apples is cut off: 46 bytes are left: want 262144 or more"},
		{"cut", func(b []byte) []byte { return b[:20] },
			"tactus: state image, byte 16: I64 is cut off: 4 bytes are left: want 8 or more"},
		{"empty", func([]byte) []byte { return nil },
			"tactus: state image, byte 0: Tick is cut off: 0 bytes are left: want 8 or more"},
		{"longer", func(b []byte) []byte { return append(b, 1, 2) },
			"tactus: state image, byte 160: the image is 162 bytes long: want 160"},
	} {
		got := mustRefuse(t, sim.MustOf(new(orchard)), v.edit(orchardImage())).Error()
		if got != v.want {
			t.Errorf("%s:\n%s\nwant\n%s", v.what, got, v.want)
		}
	}
	fixed := sim.MustOf(new(counter))
	if got := mustRefuse(t, fixed, make([]byte, 7)).Error(); got !=
		"tactus: state image, byte 0: the image is 7 bytes long: want 16" {
		t.Error(got)
	}
}

func put32(b []byte, at int, v uint32) []byte {
	binary.LittleEndian.PutUint32(b[at:], v)
	return b
}

func put64(b []byte, at int, v uint64) []byte {
	binary.LittleEndian.PutUint64(b[at:], v)
	return b
}

// TestAnIntBeyondThisMachineIsRefused runs on machines of both sizes.
func TestAnIntBeyondThisMachineIsRefused(t *testing.T) {
	s := sim.MustOf(new(orchard))
	for at, v := range map[int]uint64{24: 1 << 40, 47: 1 << 33} { // I and U
		image := put64(orchardImage(), at, v)
		if strconv.IntSize == 64 {
			if err := s.Load(image); err != nil || !bytes.Equal(s.Save(nil), image) {
				t.Errorf("byte %d: %v", at, err)
			}
			continue
		}
		if bad := mustRefuse(t, s, image); bad.At != at || bad.Want != "32 bits on this machine" {
			t.Errorf("byte %d: %v", at, bad)
		}
	}
}

// A counter is a state of fixed size: two words.
type counter struct{ N, Last int64 }

func (c *counter) Step(n int64) { c.N += n; c.Last = n }

func TestNaNsAreSavedAndHashedAsOne(t *testing.T) {
	a, b := newOrchard(), newOrchard()
	a.F64, b.F64 = math.Float64frombits(0xfff8000000000123), math.NaN()
	a.F32, b.F32 = math.Float32frombits(0xffc00001), float32(math.NaN())
	sa, sb := sim.MustOf(a), sim.MustOf(b)
	if !bytes.Equal(sa.Save(nil), sb.Save(nil)) || sim.HashOf(sa) != sim.HashOf(sb) {
		t.Error("two NaNs are two states")
	}
	if err := sb.Load(sa.Save(nil)); err != nil {
		t.Error(err)
	}
}

func TestLoadedSlicesShareNothing(t *testing.T) {
	type shared struct{ All, Alive []int64 }
	type world struct {
		stepper
		shared
	}
	w := &world{}
	w.All = []int64{1, 2, 3, 4}
	w.Alive = w.All[1:3]
	s := sim.MustOf(w)
	image := s.Save(nil)
	w.Alive = w.All[2:4] // overlaps otherwise now, so loading in place would spoil one by the other
	if err := s.Load(image); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(w.All, []int64{1, 2, 3, 4}) || !slices.Equal(w.Alive, []int64{2, 3}) {
		t.Errorf("loaded %v and %v", w.All, w.Alive)
	}
	w.All[1] = 9
	if w.Alive[0] != 2 {
		t.Error("the loaded slices share memory")
	}
}

// A stepper gives a test's state the method that Of asks for, and an input of one byte.
type stepper struct{ Steps int64 }

func (s *stepper) Step(in int8) { s.Steps += int64(in) }

func TestNilAndEmptySlicesAreOneState(t *testing.T) {
	a, b := newOrchard(), newOrchard()
	a.Bytes, b.Bytes = nil, []byte{}
	sa, sb := sim.MustOf(a), sim.MustOf(b)
	if sim.HashOf(sa) != sim.HashOf(sb) || !bytes.Equal(sa.Save(nil), sb.Save(nil)) {
		t.Error("nil and empty differ")
	}
	if err := sb.Load(sa.Save(nil)); err != nil || b.Bytes != nil {
		t.Errorf("loaded %v, %v", b.Bytes, err)
	}
}

func TestASliceOverItsBoundPanicsWithItsName(t *testing.T) {
	o := newOrchard()
	o.Trees = make([]tree, 4)
	s := sim.MustOf(o)
	want := `tactus: state field Trees has length 4: want at most 3, its bound (tag sim:"max=N")`
	mustPanic(t, want, func() { sim.HashOf(s) })
	mustPanic(t, want, func() { s.Save(nil) })
	o.Trees = nil
	o.Names = []string{strings.Repeat("x", 1<<16+1)}
	mustPanic(t, `tactus: an element of type string has length 65537: want at most 65536, its bound `+
		`(tag sim:"max=N")`, func() { sim.HashOf(s) })
}

type (
	withMap   struct{ Scores map[string]int }
	nested    struct{ Units []unit }
	unit      struct{ Target *unit }
	treeNode  struct{ Kids []treeNode }
	withEmpty struct{ List []struct{} }
)

// TestWhatCannotBeStateIsRefusedByName holds the whole text for the two commonest, and for the rest
// the place.
func TestWhatCannotBeStateIsRefusedByName(t *testing.T) {
	for _, v := range []struct{ got, want string }{
		{refused[withMap](), "tactus: state.Of.Scores is map[string]int: want a slice sorted by key, or an " +
			"array: a map has no order to be hashed in"},
		{refused[nested](), "tactus: state.Of.Units[].Target is *sim_test.unit: want an index into an array " +
			"or slice: an address means nothing elsewhere"},
		{refused[treeNode](), "tactus: state.Of.Kids[] is sim_test.treeNode inside itself: want "},
		{refused[withEmpty](), "tactus: state.Of.List is []struct {}: want elements that hold something"},
		{refused[struct{ F func() }](), "tactus: state.Of.F is func(): want a number that Step switches on"},
		{refused[struct{ C chan int }](), "tactus: state.Of.C is chan int: want an array and a count"},
		{refused[struct{ I [2]any }](), "tactus: state.Of.I[] is interface {}: want a number for the kind"},
		{refused[struct{ C complex128 }](), "tactus: state.Of.C is complex128: want two floats"},
		{refused[struct{ P uintptr }](), "tactus: state.Of.P is uintptr: want an index"},
		{refused[struct{ P unsafe.Pointer }](), "tactus: state.Of.P is unsafe.Pointer: want an index"},
		{refused[struct{ At time.Time }](), "tactus: state.Of.At is time.Time: want a tick"},
		{refused[struct{ R randv2.Rand }](), "tactus: state.Of.R is rand.Rand: want a sim.Rand"},
		{refused[struct{ mu sync.Mutex }](), "tactus: state.Of.mu is sync.Mutex: want a plain value"},
		{refused[struct{ n atomic.Int64 }](), "tactus: state.Of.n is atomic.Int64: want a plain value"},
		{refused[struct {
			S []int8 `sim:"mx=3"`
		}](), `tactus: state.Of.S is tagged sim:"mx=3": want sim:"max=N" on a slice or string`},
		{refused[struct {
			S []int8 `sim:"max=0"`
		}](), `tactus: state.Of.S is tagged sim:"max=0": want`},
		{refused[struct {
			S []int8 `sim:"max=16777217"`
		}](), `tactus: state.Of.S is tagged sim:"max=16777217": want`},
		{refused[struct {
			N int64 `sim:"max=3"`
		}](), `tactus: state.Of.N is tagged sim:"max=3": want`},
	} {
		if !strings.HasPrefix(v.got, v.want) {
			t.Errorf("%s\nwant\n%s", v.got, v.want)
		}
	}
}

// A state makes a world of any struct.
type state[T any] struct {
	Of T
}

func (s *state[T]) Step(int8) {}

// refused returns Of's error, with the type's long name cut to "state".
func refused[T any]() string {
	_, err := sim.Of(new(state[T]))
	var bad *tactus.ConfigError
	if !errors.As(err, &bad) {
		return "not a ConfigError"
	}
	return strings.Replace(err.Error(), reflect.TypeFor[state[T]]().Name(), "state", 1)
}

func TestWhatIsNoWorldIsRefused(t *testing.T) {
	for _, v := range []struct {
		err  error
		want string
	}{
		{second(sim.Of((*counter)(nil))), "tactus: world is *sim_test.counter: want a pointer to the state, not nil"},
		{second(sim.Of[int8](nil)), "tactus: world is <nil>: want a pointer to the state, not nil"},
		{second(sim.Of(value(3))), "tactus: world is sim_test.value: want a pointer to the state, not nil"},
		{second(sim.Of(new(hollow))), "tactus: hollow is empty: want a state that Step changes"},
		{second(sim.Of(new(textual))), "tactus: chat.Lines is []string: want an array: an input has one length"},
		{second(sim.Of(new(saveOnly))), "tactus: saveOnly.Save is without Load([]byte) error: want both or neither"},
		{second(sim.Of(new(loadOnly))), "tactus: loadOnly.Load is without Save([]byte) []byte: want both or neither"},
	} {
		if v.err == nil || v.err.Error() != v.want {
			t.Errorf("error %v, want %s", v.err, v.want)
		}
	}
	mustPanic(t, "tactus: hollow is empty: want a state that Step changes", func() { sim.MustOf(new(hollow)) })
}

func second[T any](_ T, err error) error { return err }

type (
	value    int64
	hollow   struct{}
	textual  struct{ N int64 }
	chat     struct{ Lines []string }
	saveOnly struct{ N int64 }
	loadOnly struct{ N int64 }
)

func (value) Step(int8)                    {}
func (*hollow) Step(int8)                  {}
func (*textual) Step(chat)                 {}
func (*saveOnly) Step(int8)                {}
func (*saveOnly) Save(image []byte) []byte { return image }
func (*loadOnly) Step(int8)                {}
func (*loadOnly) Load([]byte) error        { return nil }

// A drawnWorld writes its hash, and is drawn, and leaves saving to its struct.
type drawnWorld struct {
	N     int64
	drawn float64 // changed by the draw, which a real game must not do
}

func (w *drawnWorld) Step(in int8)       { w.N += int64(in) }
func (w *drawnWorld) Hash(h *sim.Hash)   { h.Int("count", w.N) }
func (w *drawnWorld) Draw(alpha float64) { w.drawn = alpha }

// A freeWorld writes all three and may hold what it likes.
type freeWorld struct{ m map[string]int64 }

func (w *freeWorld) Step(in int8)             { w.m["n"] += int64(in) }
func (w *freeWorld) Hash(h *sim.Hash)         { h.Int("n", w.m["n"]) }
func (w *freeWorld) Save(image []byte) []byte { return append(image, byte(w.m["n"])) }
func (w *freeWorld) Load(image []byte) error  { w.m["n"] = int64(image[0]); return nil }

func TestMethodsOfTheWorldWin(t *testing.T) {
	w := &drawnWorld{N: 3}
	s := sim.MustOf(w)
	if got := sim.Fields(s); len(got) != 1 || got[0].Name != "count" {
		t.Errorf("fields %v", got)
	}
	if len(s.Save(nil)) != 16 {
		t.Errorf("image %x, want both fields", s.Save(nil))
	}
	d, ok := s.(sim.Drawer)
	if !ok {
		t.Fatal("the draw is not passed on")
	}
	if d.Draw(0.5); w.drawn != 0.5 {
		t.Error("the draw does not arrive")
	}
	if _, ok := sim.MustOf(new(counter)).(sim.Drawer); ok {
		t.Error("a world without Draw is a Drawer")
	}
	free := sim.MustOf(&freeWorld{m: map[string]int64{}})
	free.Step([]byte{5})
	if sim.HashOf(free) != sim.HashOf(hashFunc(func(h *sim.Hash) { h.Int("", 5) })) ||
		!bytes.Equal(free.Save(nil), []byte{5}) || free.Load([]byte{9}) != nil {
		t.Error("the world's own methods were not used")
	}
}

func TestStateOfGivesTheWorldBack(t *testing.T) {
	c, d, b := new(counter), new(drawnWorld), newBall()
	if got, ok := sim.StateOf[counter](sim.MustOf(c)); !ok || got != c {
		t.Error("not the world of a typed Sim")
	}
	if got, ok := sim.StateOf[drawnWorld](sim.MustOf(d)); !ok || got != d {
		t.Error("not the world of a drawn Sim")
	}
	if got, ok := sim.StateOf[ball](b); !ok || got != b {
		t.Error("not the Sim itself")
	}
	if _, ok := sim.StateOf[ball](sim.MustOf(c)); ok {
		t.Error("another state was found")
	}
	if _, ok := sim.StateOf[counter](b); ok {
		t.Error("another state was found in a Sim by hand")
	}
}

func TestAnInputOfAnotherLengthIsNoInput(t *testing.T) {
	o := newOrchard()
	s := sim.MustOf(o)
	good := sim.Encode(pick3{Move: -3, Fire: true, Aim: [2]int16{1, -2}})
	if !bytes.Equal(good, []byte{0xFD, 1, 1, 0, 0xFE, 0xFF}) {
		t.Errorf("input %x", good)
	}
	s.Step(good)
	if o.I64 != -67 || !o.Open || o.Grid[1][2] != -2 {
		t.Error("the input did not arrive")
	}
	bad := slices.Clone(good)
	bad[1] = 2 // a truth value that no player's own encoder writes
	for _, input := range [][]byte{nil, {}, good[:5], append(slices.Clone(good), 0), bad} {
		o.I64, o.Open, o.Grid[1][2] = -64, true, 9
		s.Step(input)
		if o.I64 != -64 || o.Open || o.Grid[1][2] != 0 {
			t.Errorf("input %x was not the zero input", input)
		}
	}
}

func TestInputsGoThroughTheirBytesUnchanged(t *testing.T) {
	ins := []pick3{{}, {Move: 1}, {Fire: true, Aim: [2]int16{math.MinInt16, math.MaxInt16}}}
	codec, err := sim.NewInputCodec[pick3]()
	if err != nil || codec.Size() != 6 {
		t.Fatal(err, codec.Size())
	}
	all := sim.Inputs(ins...)
	script := sim.Script(all)
	for i, in := range ins {
		if got := codec.Decode(all[i]); got != in {
			t.Errorf("input %d: %+v, want %+v", i, got, in)
		}
		if !bytes.Equal(codec.Append(nil, in), all[i]) || !bytes.Equal(script(tactus.Tick(i)), all[i]) {
			t.Errorf("input %d is encoded in two ways", i)
		}
	}
	if script(-1) != nil || script(3) != nil {
		t.Error("ticks outside the script have input")
	}
	if len(sim.Encode(struct{}{})) != 0 {
		t.Error("a game without input has one")
	}
	mustPanic(t, "tactus: chat.Lines is []string: want an array: an input has one length",
		func() { sim.Encode(chat{}) })
}

func TestStepHashAndSaveDoNotAllocate(t *testing.T) {
	s := sim.MustOf(new(counter))
	input := sim.Encode(int64(3))
	codec, _ := sim.NewInputCodec[pick3]()
	o := sim.MustOf(newOrchard())
	image := make([]byte, 0, 1024)
	var h sim.Hash
	fixed := func() {
		s.Step(input)
		s.Step(nil)
		h.Of(s)
		image = s.Save(image[:0])
		if err := s.Load(image); err != nil {
			t.Fatal(err)
		}
		image = codec.Append(image[:0], pick3{Move: 1})
		codec.Decode(image)
	}
	if n := testing.AllocsPerRun(100, fixed); n != 0 {
		t.Errorf("fixed size: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { h.Of(o); image = o.Save(image[:0]) }); n != 0 {
		t.Errorf("with slices: %v allocations", n)
	}
}

// FuzzLoad gives arbitrary bytes to a state with every kind of field: no panic, nothing changed on
// error, and what is taken is saved again as the same bytes.
func FuzzLoad(f *testing.F) {
	image := orchardImage()
	f.Add(image)
	f.Add([]byte{})
	f.Add(image[:50])
	f.Add(put32(slices.Clone(image), 101, 1<<31))
	f.Add(append(slices.Clone(image), 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		o := newOrchard()
		s := sim.MustOf(o)
		if err := s.Load(b); err != nil {
			var bad *sim.ImageError
			if !errors.As(err, &bad) || bad.At < 0 || bad.At > len(b) {
				t.Errorf("error %v", err)
			}
			if !reflect.DeepEqual(o, newOrchard()) {
				t.Errorf("refused, and changed: %+v", o)
			}
			return
		}
		if got := s.Save(nil); !bytes.Equal(got, b) {
			t.Errorf("taken %x, saved %x", b, got)
		}
		s.Step(b)
		sim.Fields(s)
	})
}

// FuzzInput gives arbitrary bytes as input: no panic, and what is not exactly an input is none.
func FuzzInput(f *testing.F) {
	f.Add(sim.Encode(pick3{Move: 1, Fire: true}))
	f.Add([]byte{1, 2, 3})
	codec, err := sim.NewInputCodec[pick3]()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		in := codec.Decode(b)
		if again := codec.Append(nil, in); !bytes.Equal(again, b) && in != (pick3{}) {
			t.Errorf("%x was read as %+v, which is %x", b, in, again)
		}
	})
}

// A swarm is a state of fixed size, as large as a small action game's.
type swarm struct {
	Tick int64
	Unit [64]struct{ X, Y, VelX, VelY int32 }
}

func (s *swarm) Step(int8) {
	s.Tick++
	for i := range s.Unit {
		u := &s.Unit[i]
		u.X += u.VelX
		u.Y += u.VelY
	}
}

func (s *swarm) save(image []byte) []byte {
	image = binary.LittleEndian.AppendUint64(image, uint64(s.Tick))
	for i := range s.Unit {
		u := &s.Unit[i]
		image = binary.LittleEndian.AppendUint32(image, uint32(u.X))
		image = binary.LittleEndian.AppendUint32(image, uint32(u.Y))
		image = binary.LittleEndian.AppendUint32(image, uint32(u.VelX))
		image = binary.LittleEndian.AppendUint32(image, uint32(u.VelY))
	}
	return image
}

func (s *swarm) load(image []byte) {
	s.Tick = int64(binary.LittleEndian.Uint64(image))
	for i := range s.Unit {
		u, p := &s.Unit[i], image[8+16*i:]
		u.X = int32(binary.LittleEndian.Uint32(p))
		u.Y = int32(binary.LittleEndian.Uint32(p[4:]))
		u.VelX = int32(binary.LittleEndian.Uint32(p[8:]))
		u.VelY = int32(binary.LittleEndian.Uint32(p[12:]))
	}
}

func (s *swarm) hash(h *sim.Hash) {
	h.Int("Tick", s.Tick)
	for i := range s.Unit {
		u := &s.Unit[i]
		h.Int("X", int64(u.X))
		h.Int("Y", int64(u.Y))
		h.Int("VelX", int64(u.VelX))
		h.Int("VelY", int64(u.VelY))
	}
}

func BenchmarkTypedStep(b *testing.B) {
	s := sim.MustOf(new(swarm))
	for b.Loop() {
		s.Step(nil)
	}
}

func BenchmarkTypedStepBaseline(b *testing.B) {
	s := new(swarm)
	for b.Loop() {
		s.Step(0)
	}
}

func BenchmarkTypedHash(b *testing.B) {
	s := sim.MustOf(new(swarm))
	var h sim.Hash
	for b.Loop() {
		h.Of(s)
	}
}

func BenchmarkTypedHashBaseline(b *testing.B) {
	s := new(swarm)
	var h sim.Hash
	for b.Loop() {
		h.Reset()
		s.hash(&h)
		h.Sum()
	}
}

func BenchmarkTypedSave(b *testing.B) {
	s := sim.MustOf(new(swarm))
	var image []byte
	for b.Loop() {
		image = s.Save(image[:0])
	}
}

func BenchmarkTypedSaveBaseline(b *testing.B) {
	s := new(swarm)
	var image []byte
	for b.Loop() {
		image = s.save(image[:0])
	}
}

func BenchmarkTypedLoadBaseline(b *testing.B) {
	s := new(swarm)
	image := s.save(nil)
	for b.Loop() {
		s.load(image)
	}
}

func BenchmarkTypedLoad(b *testing.B) {
	s := sim.MustOf(new(swarm))
	image := s.Save(nil)
	for b.Loop() {
		if err := s.Load(image); err != nil {
			b.Fatal(err)
		}
	}
}
