// Package scene holds what moves in the web lab: one scene for each page, on the real engine and the
// reference games. A page only draws a scene's numbers and passes on what its controls are set to, so
// that no rule of time stands in JavaScript.
//
// A [Scene] is told the time of each drawing by the browser. It makes the frames of an imagined machine
// out of it, with the frame rate, jitter and hitches that its controls say, and writes what came of them
// into its [Board].
//
// Concurrency: not safe; one goroutine at a time for each Scene.
// Determinism: safe; the same settings and times give the same board.
// Allocation: none in Frame; a scene is made once.
package scene
