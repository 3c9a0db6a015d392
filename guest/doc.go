// Package guest turns a Go game into a TM/1 module: a WebAssembly binary that any host can run, step
// by step, and that comes out the same on all of them. guest/abi has the specification.
//
// The whole program of a game that satisfies [sim.Sim] is
//
//	func init() { guest.Run(newGame) }
//	func main() {}
//
// where newGame makes the game from an [abi.Config], and the build is
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o game.wasm .
//
// Concurrency: not safe; a module has one goroutine, and its host calls it one call at a time.
// Determinism: safe inside a tick.
// Allocation: none to step, and none to save once a buffer has the length; the rest allocates.
package guest
