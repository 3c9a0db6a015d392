// Package lab is the web lab: a static site in which the engine itself, compiled to WebAssembly, shows
// why timesteps matter. [Site] holds the files; the modules are built of lab/wasm and lab/logs/wasm,
// and tactus lab puts all together and serves them or writes them to a folder. [Isolate] and [TypeOf]
// are for those that serve them.
//
// Concurrency: safe.
// Determinism: safe; it holds files.
// Allocation: none that grows.
package lab

import (
	"embed"
	"io/fs"
)

//go:embed site
var files embed.FS

// Site returns the files of the site but the modules and Go's loader for them, which are made by the Go
// at hand: engine.wasm, logs.wasm, a .json with the hash of each, and wasm_exec.js in the site's root.
func Site() fs.FS {
	site, err := fs.Sub(files, "site")
	if err != nil {
		panic(err) // the folder above has another name
	}
	return site
}
