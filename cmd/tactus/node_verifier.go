package main

import (
	"context"
	"crypto/sha256"
	"errors"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// A nodeVerifier runs recordings on a module in Node. It is a replay.Host for recordings whose limits
// wazero's host has taken.
type nodeVerifier struct {
	node   *nodeCommand
	ctx    context.Context
	game   string
	binary []byte
	*nodeRun
	failed error // why the last run did not start, but for a limit
}

// verify re-runs a recording. The error says that Node did not start it or was lost in it, which says
// nothing of the recording.
func (v *nodeVerifier) verify(rec *replay.Recording, options replay.Options) (replay.Verdict, error) {
	defer v.close()
	verdict := replay.Verify(rec, v, options)
	if v.failed != nil {
		return verdict, v.failed
	}
	if v.nodeRun != nil {
		if lost, ok := errors.AsType[*nodeLost](v.dead); ok {
			return verdict, lost
		}
	}
	return verdict, nil
}

// Identity says which module this is.
func (v *nodeVerifier) Identity() replay.Identity {
	return replay.Identity{Game: v.game, Kind: replay.Module, Hash: sha256.Sum256(v.binary)}
}

// Init starts a run with the header's config and limits, in a process of its own.
func (v *nodeVerifier) Init(h *replay.Header) error {
	v.close()
	v.failed = v.start(h)
	if limit, ok := errors.AsType[*replay.LimitError](v.failed); ok {
		v.failed = nil
		return limit
	}
	return v.failed
}

func (v *nodeVerifier) start(h *replay.Header) error {
	// The run in this process, before this one, was within the verifier's own ceiling.
	limits, config, err := wazerohost.RunOf(h)
	if err != nil {
		return err
	}
	v.nodeRun, err = v.node.start(v.ctx, v.binary, limits, &config)
	return err
}

// Save appends the state.
func (v *nodeVerifier) Save(image []byte) ([]byte, error) { return append(image, v.state...), nil }

// Finished reports whether the module said of its last tick that it was the last.
func (v *nodeVerifier) Finished() (over, known bool) {
	if v.nodeRun == nil {
		return false, false
	}
	return v.finished, true
}

// Fields names the values of the state, nil where the module cannot.
func (v *nodeVerifier) Fields() []sim.Field {
	places, err := v.Schema()
	if err != nil {
		return nil
	}
	return stateFields(places, v.state)
}

// close ends the process, whose answers are all in.
func (v *nodeVerifier) close() {
	if v.nodeRun != nil {
		_ = v.nodeRun.Close()
	}
}

var (
	_ replay.Host     = (*nodeVerifier)(nil)
	_ replay.Finisher = (*nodeVerifier)(nil)
)
