// Go-mergeisland is the game merge-island as a TM/1 module, for hosts that run WebAssembly. Build it
// with
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o mergeisland.wasm .
//
// Its config is the text of merge-island.json, or nothing for that file itself; the seed is the
// config header's.
package main

import "github.com/tactus-go/tactus/guest"

func init() { guest.Run(newIsland) }

// main does nothing: a host calls what the module exports.
func main() {}
