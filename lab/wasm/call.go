//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"syscall/js"

	"github.com/tactus-go/tactus/lab/scene"
)

// A request is what a page asks for: settings as JSON, and files.
type request struct {
	settings []byte
	files    [][]byte
}

// calls are what a page may ask for, by name. An answer is a value for JSON, and bytes or nil.
var calls = map[string]func(r request) (answer any, file []byte, err error){
	"scene": openScene,
}

// entry is tactusCall(name, settings as JSON, ...files): it returns the answer as JSON and a file or
// null. An error is an answer {"error": text}; a panic is one too, and leaves the module as it is.
func entry(_ js.Value, args []js.Value) (result any) {
	defer func() {
		if r := recover(); r != nil {
			result = reply(nil, nil, fmt.Errorf("tactus: this page's engine has failed: %v", r))
		}
	}()
	if len(args) < 2 {
		return reply(nil, nil, errors.New("tactus: call of a name and settings: want both"))
	}
	call, ok := calls[args[0].String()]
	if !ok {
		return reply(nil, nil, errors.New("tactus: there is no call "+args[0].String()))
	}
	r := request{settings: []byte(args[1].String())}
	for _, a := range args[2:] {
		file := make([]byte, a.Get("length").Int())
		js.CopyBytesToGo(file, a)
		r.files = append(r.files, file)
	}
	answer, file, err := call(r)
	return reply(answer, file, err)
}

// reply makes [JSON, file].
func reply(answer any, file []byte, err error) any {
	if err != nil {
		answer, file = map[string]string{"error": err.Error()}, nil
	}
	text, err := json.Marshal(answer)
	if err != nil {
		panic(err) // an answer of a kind that JSON has not
	}
	out := js.Null()
	if file != nil {
		out = js.Global().Get("Uint8Array").New(len(file))
		js.CopyBytesToJS(out, file)
	}
	return []any{string(text), out}
}

// openScene makes a scene and says how a page reads it.
func openScene(r request) (any, []byte, error) {
	var ask struct{ Name string }
	if err := json.Unmarshal(r.settings, &ask); err != nil {
		return nil, nil, err
	}
	s, ok := scene.New(ask.Name)
	if !ok {
		return nil, nil, errors.New("tactus: there is no scene " + ask.Name)
	}
	id := slices.Index(opened, nil)
	if id < 0 {
		id, opened = len(opened), append(opened, nil)
	}
	opened[id] = s
	return map[string]any{
		"id":       id,
		"controls": s.Controls(),
		"actions":  s.Actions(),
		"slots":    s.Board().Slots(),
		"length":   len(s.Board().Values()),
	}, nil, nil
}
