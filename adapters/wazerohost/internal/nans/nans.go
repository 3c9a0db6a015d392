// Package nans is a game whose state is full of NaNs, made in the ways of which processors and engines
// make different bits: a quotient, a difference of infinities, a root, the lesser of a NaN and a
// number, a sum of two NaNs.
//
// Concurrency: not safe; one goroutine at a time.
// Determinism: safe inside a tick.
// Allocation: none.
package nans

import "math"

// A World is the game. The zero value is at tick 0.
type World struct {
	Tick                                    int64
	Quotient, Difference, Root, Lesser, Sum float64
	Single                                  float32
}

// Step runs a tick. With an input of 0 every float becomes a NaN; with another one Root and Sum do.
func (w *World) Step(in [1]uint8) {
	w.Tick++
	x := float64(in[0])
	w.Quotient = x / x
	w.Difference = 1/x - 2/x
	w.Root = math.Sqrt(-1 - x)
	w.Lesser = min(w.Quotient, x)
	w.Sum = math.Float64frombits(0x7ff8000000000100|uint64(in[0])) + math.Float64frombits(0xfff8000000000200|uint64(in[0]))
	w.Single = float32(x) / float32(in[0])
}
