package guest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

// A toy counts, ends by itself, and has a name beside its words where long is set.
type toy struct {
	tick, sum uint64
	last      []byte
	ends      uint64
	long      bool
}

func (g *toy) Step(input []byte) {
	g.tick++
	g.last = bytes.Clone(input)
	for _, b := range input {
		g.sum += uint64(b)
	}
}

func (g *toy) Hash(h *sim.Hash) {
	h.Uint("tick", g.tick)
	h.Uint("sum", g.sum)
	if g.long {
		h.String("name", "a\tb")
	}
}

func (g *toy) Save(image []byte) []byte {
	image = binary.LittleEndian.AppendUint64(image, g.tick)
	return binary.LittleEndian.AppendUint64(image, g.sum)
}

func (g *toy) Load(image []byte) error {
	if len(image) != 16 {
		return errors.New("want 16 bytes")
	}
	g.tick, g.sum = binary.LittleEndian.Uint64(image), binary.LittleEndian.Uint64(image[8:])
	return nil
}

func (g *toy) Finished() bool { return g.ends > 0 && g.tick >= g.ends }

func (g *toy) Result(dst []byte) []byte { return fmt.Append(dst, g.sum) }

// started returns a machine with a toy at tick 0.
func started(t *testing.T, game *toy, players uint32) *machine {
	t.Helper()
	m := &machine{newGame: func(abi.Config) (sim.Sim, error) { return game, nil }}
	if s := m.init(m.put(t, abi.KindConfig, configOf(t, players))); s != abi.OK {
		t.Fatal(s, m.text)
	}
	return m
}

func configOf(t *testing.T, players uint32) []byte {
	t.Helper()
	blob, err := abi.AppendConfig(nil, &abi.Config{RateNum: 60, RateDen: 1, Players: players})
	if err != nil {
		t.Fatal(err)
	}
	return blob
}

// put is what a host does: it asks for room and writes.
func (m *machine) put(t *testing.T, kind uint32, blob []byte) uint32 {
	t.Helper()
	if copy(m.buffer(kind, uint32(len(blob))), blob) != len(blob) {
		t.Fatalf("no room for %d bytes of kind %d", len(blob), kind)
	}
	return uint32(len(blob))
}

func TestAGameStepsSavesAndLoadsThroughTheBorder(t *testing.T) {
	m := started(t, &toy{}, 1)
	blob, err := abi.AppendInput(nil, abi.Input{Bytes: []byte{3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	if s := m.step(m.put(t, abi.KindInput, blob)); s != abi.OK {
		t.Fatal(s, m.text)
	}
	n := m.save()
	want := "\x01\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00"
	if n != 16 || string(m.buffers[abi.KindState][:16]) != want {
		t.Errorf("saved %d bytes, %x", n, m.buffers[abi.KindState][:16])
	}
	if n := m.result(); string(m.buffers[abi.KindText][:n]) != "7" {
		t.Errorf("result %q; want 7", m.buffers[abi.KindText][:n])
	}
	if s := m.load(15); s != abi.BadState || !strings.Contains(m.text, "want 16 bytes") {
		t.Errorf("a cut state gives %v, %q", s, m.text)
	}
	m.buffers[abi.KindState][8] = 9
	if s := m.load(16); s != abi.OK || m.game.(*toy).sum != 9 {
		t.Errorf("loaded: %v, sum %d; want 0, 9", s, m.game.(*toy).sum)
	}
}

func TestWithMorePlayersAGameReadsTheWholeBlob(t *testing.T) {
	game := &toy{}
	m := started(t, game, 2)
	blob, err := abi.AppendInput(nil, abi.Input{Player: 1, Bytes: []byte{3}})
	if err != nil {
		t.Fatal(err)
	}
	if s := m.step(m.put(t, abi.KindInput, blob)); s != abi.OK || !bytes.Equal(game.last, blob) {
		t.Errorf("%v, the game read %x; want %x", s, game.last, blob)
	}
}

func TestEveryMisuseHasItsStatusAndChangesNothing(t *testing.T) {
	refusing := func(err error) *machine {
		return &machine{newGame: func(abi.Config) (sim.Sim, error) { return nil, err }}
	}
	good := configOf(t, 1)
	for _, c := range []struct {
		name string
		got  func() (*machine, abi.Status)
		want abi.Status
	}{
		{"no Run", func() (*machine, abi.Status) { m := &machine{}; return m, m.init(m.put(t, 0, good)) }, abi.Internal},
		{"a damaged config", func() (*machine, abi.Status) {
			m := refusing(nil)
			return m, m.init(m.put(t, 0, good[:39]))
		}, abi.BadConfig},
		{"a length beyond the buffer", func() (*machine, abi.Status) { m := refusing(nil); return m, m.init(1 << 31) },
			abi.BadConfig},
		{"a config that the game refuses", func() (*machine, abi.Status) {
			m := refusing(errors.New("no"))
			return m, m.init(m.put(t, 0, good))
		}, abi.BadConfig},
		{"a rate that the game has not", func() (*machine, abi.Status) {
			m := refusing(fmt.Errorf("no: %w", abi.Unsupported))
			return m, m.init(m.put(t, 0, good))
		}, abi.Unsupported},
		{"a step before a config", func() (*machine, abi.Status) { m := &machine{}; return m, m.step(0) }, abi.BadConfig},
		{"a save before a config", func() (*machine, abi.Status) { m := &machine{}; return m, m.save() }, abi.BadConfig},
		{"a load before a config", func() (*machine, abi.Status) { m := &machine{}; return m, m.load(0) }, abi.BadConfig},
		{"a result before a config", func() (*machine, abi.Status) { m := &machine{}; return m, m.result() }, abi.BadConfig},
		{"a schema before a config", func() (*machine, abi.Status) { m := &machine{}; return m, m.schema() }, abi.BadConfig},
		{"a damaged input", func() (*machine, abi.Status) {
			m := started(t, &toy{}, 1)
			return m, m.step(m.put(t, 1, []byte{9, 0, 0, 0}))
		}, abi.BadInput},
		{"an input beyond the buffer", func() (*machine, abi.Status) {
			m := started(t, &toy{}, 1)
			return m,
				m.step(1 << 20)
		}, abi.BadInput},
		{"a state beyond the buffer", func() (*machine, abi.Status) {
			m := started(t, &toy{}, 1)
			return m,
				m.load(1 << 20)
		}, abi.BadState},
	} {
		m, got := c.got()
		if got != c.want || m.text == "" {
			t.Errorf("%s: %v, %q; want %v and a text", c.name, got, m.text, c.want)
		}
		if n := m.error(); string(m.buffers[abi.KindText][:n]) != m.text {
			t.Errorf("%s: tm_error gives %q; want %q", c.name, m.buffers[abi.KindText][:n], m.text)
		}
		if g, ok := m.game.(*toy); ok && g.tick != 0 {
			t.Errorf("%s: a tick was run", c.name)
		}
	}
}

func TestAfterTheLastTickEveryStepIsRefusedUntilAnEarlierStateIsLoaded(t *testing.T) {
	m := started(t, &toy{ends: 2}, 1)
	none := m.put(t, abi.KindInput, make([]byte, 4))
	early := bytes.Clone(m.buffers[abi.KindState][:m.save()])
	for i, want := range []abi.Status{abi.OK, abi.Finished, abi.Over, abi.Over} {
		if got := m.step(none); got != want {
			t.Errorf("step %d gives %v; want %v", i, got, want)
		}
	}
	if s := m.load(m.put(t, abi.KindState, early)); s != abi.OK {
		t.Fatal(s)
	}
	if got := m.step(none); got != abi.OK {
		t.Errorf("after an earlier state: %v", got)
	}
}

func TestABufferKeepsItsAddressWhileItIsLongEnough(t *testing.T) {
	m := started(t, &toy{}, 1)
	for kind := range uint32(4) {
		a := &m.buffer(kind, 100)[0]
		m.buffers[kind][5] = 42
		if &m.buffer(kind, 0)[0] != a || &m.buffer(kind, 100)[0] != a {
			t.Errorf("kind %d moves", kind)
		}
		if m.buffer(kind, 5000)[5] != 42 {
			t.Errorf("kind %d forgets what it held", kind)
		}
		if m.buffer(kind, abi.BufferMax(kind)+1) != nil {
			t.Errorf("kind %d is granted more than its longest", kind)
		}
	}
	if m.buffer(4, 1) != nil {
		t.Error("kind 4 is granted")
	}
	a := &m.buffer(abi.KindState, 0)[0]
	m.save()
	if &m.buffer(abi.KindState, 16)[0] != a {
		t.Error("a save that fits moves the buffer")
	}
}

func TestASchemaHasPlacesWhereTheWordsAreSavedAndTextsElsewhere(t *testing.T) {
	for _, c := range []struct {
		game *toy
		want string
	}{
		{&toy{tick: 5, sum: 1 << 63}, "0\ti64\t1\ttick\n8\tu64\t1\tsum\n"},
		{&toy{long: true}, "-\ttext\t1\ttick\t0\n-\ttext\t1\tsum\t0\n-\ttext\t1\tname\t\"a\\tb\"\n"},
	} {
		if got := string(appendSchema(nil, c.game)); got != c.want {
			t.Errorf("schema %q; want %q", got, c.want)
		}
		if _, err := abi.ParseSchema([]byte(c.want), 16); err != nil {
			t.Error(err)
		}
	}
}

func TestAStepAndASaveAllocateNothing(t *testing.T) {
	m := started(t, &toy{}, 1)
	n := m.put(t, abi.KindInput, make([]byte, 4))
	m.save()
	if got := testing.AllocsPerRun(100, func() {
		m.step(n)
		m.save()
	}); got != 0 {
		t.Errorf("%v allocations; want 0", got)
	}
}

func TestRunTakesOneGame(t *testing.T) {
	defer func() { module = machine{} }()
	for _, f := range []func(abi.Config) (sim.Sim, error){nil, func(abi.Config) (sim.Sim, error) { return &toy{}, nil }} {
		module = machine{}
		panics := func() (p any) {
			defer func() { p = recover() }()
			Run(f)
			Run(f)
			return nil
		}()
		if text := fmt.Sprint(panics); !strings.HasPrefix(text, "tactus: guest.Run ") {
			t.Errorf("panic %q", text)
		}
	}
}
