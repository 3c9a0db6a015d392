package replay

import (
	"errors"
	"io"

	"github.com/tactus-go/tactus/sim"
)

// A Recorder is a game that is recorded as it is played: a [sim.Sim] whose Step also writes. Load is
// refused, since a recording goes on from tick 0 without a break.
type Recorder struct {
	*Writer
	sim   sim.Sim
	input []byte
}

// Record begins a recording of a game at tick 0. Where the header has one player, the bytes that Step
// gets are that player's; with more they are a whole TM/1 input.
func Record(w io.Writer, h Header, game sim.Sim) (*Recorder, error) {
	writer, err := NewWriter(w, h, func(image []byte) ([]byte, error) { return game.Save(image), nil })
	if err != nil {
		return nil, err
	}
	return &Recorder{Writer: writer, sim: game}, nil
}

// Step runs a tick and records it. [Writer.Err] has what went wrong with the recording; the game goes
// on without it. Entries without bytes in a TM/1 input are left out before the game gets it, as they
// are in what is recorded, so that a re-run reads what this run read.
func (r *Recorder) Step(input []byte) {
	if r.h.Players > 1 {
		if one := withoutEmpty(r.input, input); len(one) != len(input) {
			r.input, input = one, one
		}
	}
	r.sim.Step(input)
	if r.h.Players == 1 {
		if len(input) > inputMax-8 {
			r.fail("an input of %d bytes: want at most %d", len(input), inputMax-8)
			return
		}
		r.input = AppendInput(r.input[:0], input)
		input = r.input
	} else if len(input) == 0 {
		input = noInput
	}
	r.Tick(input)
}

// Hash hashes the game.
func (r *Recorder) Hash(h *sim.Hash) { r.sim.Hash(h) }

// Save saves the game.
func (r *Recorder) Save(image []byte) []byte { return r.sim.Save(image) }

// errLoadRecorded is of a game that is being recorded.
var errLoadRecorded = errors.New("tactus: a game cannot be loaded while it is recorded")

// Load returns an error and leaves the state untouched.
func (r *Recorder) Load([]byte) error { return errLoadRecorded }
