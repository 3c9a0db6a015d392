// Package ebitengine gives an Ebitengine game steps of one length: what a game that stutters on a
// 144 Hz screen adds in ten lines.
//
// Ebitengine calls Update 60 times a second and Draw once a picture. Where the screen is no 60 Hz one,
// pictures show the state of the last Update, some once and some twice or three times, and motion
// stutters. A [Beat] takes one Update a picture, runs the steps that the measured time makes due, and
// has the weight by which to draw between the last two states. Keys are cut by tick: a press is seen by
// exactly one tick, whether a picture runs no step or several.
//
// A window that loses the keyboard, or that a hand drags while the system holds the loop, is a gap in
// the stepper's ledger, with its cause and length, and no slow frame.
//
// What needs no window is in package beat, and documented there.
//
// Concurrency: not safe; one goroutine at a time, Ebitengine's own for Update and Draw.
// Determinism: not safe; it reads clock and devices. The ticks that it runs see none of that.
// Allocation: none in Update once the devices are known; Overlay allocates.
package ebitengine
