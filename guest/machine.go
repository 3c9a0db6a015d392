package guest

import (
	"errors"

	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

// bufferMin is the smallest buffer: an empty one would have no address.
const bufferMin = 64

// A machine is TM/1 over a game, without the border: the exported functions only pass on to it.
type machine struct {
	newGame func(abi.Config) (sim.Sim, error)
	buffers [4][]byte // by kind; each is as long as the host may write
	game    sim.Sim   // nil before the first config
	players uint32
	over    bool
	text    string // about the last negative status
}

// buffer returns the buffer of a kind, at least n bytes long, or nil.
func (m *machine) buffer(kind, n uint32) []byte {
	if kind >= uint32(len(m.buffers)) || n > abi.BufferMax(kind) {
		return nil
	}
	if old := m.buffers[kind]; old == nil || int(n) > len(old) {
		grown := make([]byte, max(n, bufferMin))
		copy(grown, old)
		m.buffers[kind] = grown
	}
	return m.buffers[kind]
}

// written returns the first n bytes of a buffer, or false where the host was granted fewer.
func (m *machine) written(kind, n uint32) ([]byte, bool) {
	if uint64(n) > uint64(len(m.buffers[kind])) {
		return nil, false
	}
	return m.buffers[kind][:n], true
}

// fail keeps the text and returns the status.
func (m *machine) fail(s abi.Status, text string) abi.Status {
	m.text = text
	return s
}

const (
	beyondBuffer = "the length is beyond the buffer"
	noConfig     = "no game yet: tm_init comes first"
	tooLong      = "longer than TM/1 allows"
)

func (m *machine) init(n uint32) abi.Status {
	blob, ok := m.written(abi.KindConfig, n)
	if !ok {
		return m.fail(abi.BadConfig, beyondBuffer)
	}
	if m.newGame == nil {
		return m.fail(abi.Internal, "no game: the program does not call guest.Run from an init function")
	}
	config, err := abi.ParseConfig(blob)
	if err != nil {
		return m.fail(abi.BadConfig, err.Error())
	}
	game, err := m.newGame(config)
	if err != nil {
		status := abi.BadConfig
		errors.As(err, &status)
		return m.fail(status, err.Error())
	}
	m.game, m.players, m.over = game, config.Players, false
	return abi.OK
}

func (m *machine) step(n uint32) abi.Status {
	if m.game == nil {
		return m.fail(abi.BadConfig, noConfig)
	}
	blob, ok := m.written(abi.KindInput, n)
	if !ok {
		return m.fail(abi.BadInput, beyondBuffer)
	}
	if err := abi.CheckInput(blob, m.players); err != nil {
		return m.fail(abi.BadInput, err.Error())
	}
	if m.over {
		return m.fail(abi.Over, "the run is over")
	}
	if m.players == 1 {
		blob = abi.InputOf(blob, 0)
	}
	m.game.Step(blob)
	m.over = finished(m.game)
	if m.over {
		return abi.Finished
	}
	return abi.OK
}

func finished(game sim.Sim) bool {
	f, ok := game.(Finisher)
	return ok && f.Finished()
}

// give makes blob the content of a buffer. A blob that was appended to the buffer and had room there
// leaves the address as it was.
func (m *machine) give(kind uint32, blob []byte, longest int) abi.Status {
	if len(blob) > longest {
		return m.fail(abi.Limit, tooLong)
	}
	if len(blob) > len(m.buffers[kind]) {
		m.buffers[kind] = blob[:cap(blob)]
	}
	return abi.Status(len(blob))
}

func (m *machine) save() abi.Status {
	if m.game == nil {
		return m.fail(abi.BadConfig, noConfig)
	}
	return m.give(abi.KindState, m.game.Save(m.buffer(abi.KindState, 0)[:0]), abi.StateMax)
}

func (m *machine) load(n uint32) abi.Status {
	if m.game == nil {
		return m.fail(abi.BadConfig, noConfig)
	}
	image, ok := m.written(abi.KindState, n)
	if !ok {
		return m.fail(abi.BadState, beyondBuffer)
	}
	if err := m.game.Load(image); err != nil {
		return m.fail(abi.BadState, err.Error())
	}
	m.over = finished(m.game)
	return abi.OK
}

func (m *machine) result() abi.Status {
	if m.game == nil {
		return m.fail(abi.BadConfig, noConfig)
	}
	r, ok := m.game.(Resulter)
	if !ok {
		return 0 // no result is an empty one
	}
	return m.give(abi.KindText, r.Result(m.buffer(abi.KindText, 0)[:0]), abi.ResultMax)
}

func (m *machine) schema() abi.Status {
	if m.game == nil {
		return m.fail(abi.BadConfig, noConfig)
	}
	return m.give(abi.KindText, appendSchema(m.buffer(abi.KindText, 0)[:0], m.game), abi.SchemaMax)
}

func (m *machine) error() abi.Status {
	text := m.text[:min(len(m.text), abi.ResultMax)]
	return m.give(abi.KindText, append(m.buffer(abi.KindText, 0)[:0], text...), abi.ResultMax)
}
