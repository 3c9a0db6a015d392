package wazerohost

import (
	"encoding/binary"
	"math"

	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

// A Game is an instance as a [sim.Sim]. With one player Step takes that player's bytes; with more, the
// blob of the tick. Steps after the last tick do nothing.
//
// A Sim has no errors, so what goes wrong in a guest is a panic with that error as its value, and every
// later call panics too; Load alone returns the error, if the guest refused the state.
//
// Where the schema gives every byte of the state its place, Hash writes those values, named, and is the
// hash that a native game has that writes and saves the same. Else it writes the saved bytes.
type Game struct {
	instance *Instance
	blob     []byte
	image    []byte
	places   []abi.Place // of a state of placed bytes, if they cover it
	placed   int         // -1 before the first
}

// NewGame starts a run of the module, as a Sim.
func NewGame(h *Host, config abi.Config) (*Game, error) {
	i, err := h.NewInstance(config)
	if err != nil {
		return nil, err
	}
	return &Game{instance: i, placed: -1}, nil
}

// Instance returns what is behind the game.
func (g *Game) Instance() *Instance { return g.instance }

// Step runs one tick.
func (g *Game) Step(input []byte) {
	if g.instance.over {
		return
	}
	blob := input
	if g.instance.config.Players == 1 {
		blob = nil
		if len(input) > 0 {
			var err error
			if g.blob, err = abi.AppendInput(g.blob[:0], abi.Input{Bytes: input}); err != nil {
				panic(err)
			}
			blob = g.blob
		}
	}
	if _, err := g.instance.Step(blob); err != nil {
		panic(err)
	}
}

// Save appends the state.
func (g *Game) Save(image []byte) []byte {
	image, err := g.instance.Save(image)
	if err != nil {
		panic(err)
	}
	return image
}

// Load replaces the state, or returns why the guest refused it.
func (g *Game) Load(image []byte) error {
	err := g.instance.Load(image)
	if err != nil && !isStatus(err) {
		panic(err)
	}
	return err
}

// Hash writes the state.
func (g *Game) Hash(h *sim.Hash) {
	g.image = g.Save(g.image[:0])
	if g.placed != len(g.image) {
		g.place()
	}
	if g.places == nil {
		h.Bytes("state", g.image)
		return
	}
	for _, p := range g.places {
		hashPlace(h, p, g.image)
	}
}

// place asks for the schema of a state of this length. A schema that does not cover it is of no use
// here: bytes without a place would be in no hash.
func (g *Game) place() {
	places, err := g.instance.schemaOf(len(g.image))
	if err != nil {
		panic(err)
	}
	g.placed, g.places = len(g.image), nil
	at := 0
	for _, p := range places {
		if p.Offset != at {
			return
		}
		at += p.Size()
	}
	if at == len(g.image) {
		g.places = places
	}
}

// hashPlace writes the values of one place.
func hashPlace(h *sim.Hash, p abi.Place, image []byte) {
	size := p.Size() / max(p.Count, 1)
	switch {
	case p.Type == "bytes":
		h.Bytes(p.Path, image[p.Offset:p.Offset+p.Count])
	case p.Count == 1:
		hashValue(h, p.Path, p.Type, image[p.Offset:p.Offset+size])
	default:
		for k := range p.Count {
			h.At(p.Path, k)
			hashValue(h, "", p.Type, image[p.Offset+k*size:p.Offset+(k+1)*size])
			h.Out()
		}
	}
}

func hashValue(h *sim.Hash, name, kind string, b []byte) {
	var word [8]byte
	copy(word[:], b)
	v := binary.LittleEndian.Uint64(word[:])
	switch {
	case kind == "f64":
		hashFloat(h, name, math.Float64frombits(v), v)
	case kind == "f32":
		hashFloat(h, name, float64(math.Float32frombits(uint32(v))), v)
	case kind == "bool" && v <= 1:
		h.Bool(name, v == 1)
	case kind[0] == 'i':
		shift := 64 - 8*len(b)
		h.Int(name, int64(v<<shift)>>shift)
	default:
		h.Uint(name, v)
	}
}

// hashFloat writes a float as a game does; of a NaN that is not the one that TM/1 allows, its bits, so
// that two patterns are two states.
func hashFloat(h *sim.Hash, name string, f float64, bits uint64) {
	if f != f && bits != 0x7ff8000000000000 && bits != 0x7fc00000 {
		h.Uint(name, bits)
		return
	}
	h.Float(name, f)
}
