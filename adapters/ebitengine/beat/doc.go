// Package beat runs a game's steps inside a loop that somebody else owns: an engine calls Update once
// a draw, and [Beat.Update] turns that into steps of one length, each with the input of its tick.
//
// It knows no engine. Package ebitengine puts it into an Ebitengine window; tests drive it by a
// scripted clock and a scripted [Source], without a window.
//
// One Update takes one reading of the clock, asks the source what happened since the last one, feeds
// the stepper, runs the steps, and records the frame. Input is cut by tick: an edge is seen by exactly
// one tick, whether a draw runs no step, one or several. Time in which the window was away is a gap
// with a cause and no slow frame.
//
// Concurrency: not safe; one goroutine at a time, the one that calls Update.
// Determinism: not safe; it reads a clock. The ticks that it runs see none of that.
// Allocation: none in Update; Text allocates, ten times a second at most.
package beat
