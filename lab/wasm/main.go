//go:build js && wasm

// Command wasm is the module of the web lab: the engine, and the scenes on it, for a page or a worker.
//
// What happens in every frame is exported as functions of numbers, which a page calls without making
// garbage, and a scene's board is read where it lies. All else goes through tactusCall.
package main

import (
	"syscall/js"
	"unsafe"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/lab/scene"
)

// opened are the scenes of this page, by place; nil where one was closed.
var opened []scene.Scene

//go:wasmexport lab_frame
func frame(id int32, millis float64) { opened[id].Frame(tactus.InstantOfMillis(millis)) }

// set returns what the control is set to: a page shows that, and not what was asked for.
//
//go:wasmexport lab_set
func set(id, control int32, value float64) float64 {
	opened[id].Set(int(control), value)
	return opened[id].Value(int(control))
}

//go:wasmexport lab_act
func act(id, action int32) { opened[id].Act(int(action)) }

//go:wasmexport lab_leave
func leave(id int32) { opened[id].Leave() }

//go:wasmexport lab_close
func closeScene(id int32) { opened[id] = nil }

//go:wasmexport lab_board
func board(id int32) int32 {
	// The collector does not move what it has allocated, and the scene keeps its board.
	return int32(uintptr(unsafe.Pointer(unsafe.SliceData(opened[id].Board().Values()))))
}

func main() {
	js.Global().Set("tactusCall", js.FuncOf(entry))
	select {} // the exports are called as long as the page lives
}
