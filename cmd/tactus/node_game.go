package main

import (
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/sim"
)

// A nodeGame is a run in Node as a sim.Sim of one player. As there is no error in a Sim, one that cannot
// go on panics with it.
type nodeGame struct{ *nodeRun }

// Step runs a tick; after the last one it does nothing.
func (g nodeGame) Step(input []byte) {
	if g.finished {
		return
	}
	blob, err := inputBlob(input)
	if err == nil {
		err = g.nodeRun.Step(blob)
	}
	if err != nil {
		panic(err)
	}
}

// Hash writes the saved bytes, whatever their names.
func (g nodeGame) Hash(h *sim.Hash) { h.Bytes("state", g.state) }

// Save appends the state.
func (g nodeGame) Save(image []byte) []byte { return append(image, g.state...) }

// Fields names the values of the state, as every host of a module does.
func (g nodeGame) Fields() []sim.Field {
	places, err := g.Schema()
	if err != nil {
		panic(err)
	}
	return wazerohost.FieldsOf(places, g.state)
}

var _ sim.Sim = nodeGame{}
