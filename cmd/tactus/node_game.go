package main

import (
	"fmt"

	"github.com/tactus-go/tactus/guest/abi"
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

// Fields names the values of the state by the module's schema.
func (g nodeGame) Fields() []sim.Field {
	places, err := g.Schema()
	if err != nil {
		panic(err)
	}
	return stateFields(places, g.state)
}

// stateFields names values as wazerohost does, so that those of both can be held against each other:
// without a schema they are portions of 16 bytes, named by their offset.
func stateFields(places []abi.Place, state []byte) (fields []sim.Field) {
	for _, p := range places {
		if p.Count == 1 || p.Type == "bytes" {
			fields = append(fields, sim.Field{Name: p.Path, Value: p.Show(state, 0)})
			continue
		}
		for k := range p.Count {
			fields = append(fields, sim.Field{Name: fmt.Sprintf("%s[%d]", p.Path, k), Value: p.Show(state, k)})
		}
	}
	for at := 0; len(places) == 0 && at < len(state); at += 16 {
		fields = append(fields, sim.Field{Name: fmt.Sprintf("state[%d]", at),
			Value: fmt.Sprintf("0x%x", state[at:min(at+16, len(state))])})
	}
	return fields
}

var _ sim.Sim = nodeGame{}
