// Package input gives what a player does to the ticks it belongs to.
//
// Input belongs to ticks and not to frames. A frame may run no step, one or several; a game that
// reads the keyboard once a frame loses a tap in the first case and sees it twice in the last. A
// [Buffer] collects events with the instants at which they happened and cuts them by tick:
// [Buffer.Tick] returns the [State] of one tick, its edges, its levels and its events in order. So
// an edge (a press, a release) is seen by exactly one tick, and a level (held, how far) by all.
//
// The loop feeds the stepper, takes the frame's window before its first step, and asks for the
// input of each tick as it runs it; the example of the package shows it whole.
//
// Nothing is lost by a frame that runs no step, by a budget that ends one early, by ticks that were
// dropped, or by a loop that breaks: what no tick has seen waits for the next that asks. What
// happened before the frame's first tick goes to that tick, in order. What is stamped at or after
// the frame's reading waits for a later frame, and at scale 0, where a tick covers no real time,
// all waits. A grant, in which no time passes, sees all that waits.
//
// Concurrency: not safe; one goroutine at a time for a Buffer and its State.
// Determinism: safe inside a tick; the same events and windows give the same states.
// Allocation: none after NewBuffer.
package input
