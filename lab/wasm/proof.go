//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/lab/proof"
	"github.com/tactus-go/tactus/lab/scene"
)

func init() {
	calls["proof.list"] = listProof
	calls["proof.run"] = proofRun
	calls["proof.cases"] = proofCases
	calls["proof.tape"] = tape
	calls["proof.verify"] = verify
	calls["proof.change"] = change
}

// listProof says what the page Proof may ask for.
func listProof(request) (any, []byte, error) {
	return map[string]any{"runs": proof.Runs(), "trace": proof.TraceOf(), "fileMax": proof.FileMax}, nil, nil
}

func proofRun(r request) (any, []byte, error) {
	var ask struct{ Run int }
	if err := json.Unmarshal(r.settings, &ask); err != nil {
		return nil, nil, err
	}
	run, err := proof.RunOf(ask.Run)
	return run, nil, err
}

func proofCases(request) (any, []byte, error) {
	cases, err := proof.Cases()
	return cases, nil, err
}

// tape ends the run of a scene and returns its recording, with a name for the file.
func tape(r request) (any, []byte, error) {
	var ask struct{ ID int }
	if err := json.Unmarshal(r.settings, &ask); err != nil {
		return nil, nil, err
	}
	if ask.ID < 0 || ask.ID >= len(opened) {
		return nil, nil, errors.New("tactus: there is no such scene")
	}
	taped, ok := opened[ask.ID].(scene.Taped)
	if !ok {
		return nil, nil, errors.New("tactus: this scene records nothing")
	}
	file, err := taped.Recording()
	if err != nil {
		return nil, nil, err
	}
	ticks, _ := taped.Board().Get("tick")
	return map[string]any{"name": fmt.Sprintf("%s-%d-ticks.tactus", island.Game, int64(ticks)), "ticks": ticks}, file, nil
}

func verify(r request) (any, []byte, error) {
	if len(r.files) != 1 {
		return nil, nil, errors.New("tactus: verify: want one recording")
	}
	return proof.Verify(r.files[0], island.ThisBuild()), nil, nil
}

// change changes one input of a recording, or of the reference run where none is given.
func change(r request) (any, []byte, error) {
	var ask struct {
		Tick tactus.Tick
		Move int
	}
	if err := json.Unmarshal(r.settings, &ask); err != nil {
		return nil, nil, err
	}
	var file []byte
	if len(r.files) > 0 {
		file = r.files[0]
	}
	parted, points, err := proof.Change(file, ask.Tick, ask.Move, island.ThisBuild())
	return parted, points, err
}
