// Package smooth makes measured frame times even before they are fed to a stepper.
//
// A display shows pictures at even intervals, but the readings that a loop takes after each of them
// are off, early and late, by what the system does in between. Where the steps are about as fast as
// the display, such noise turns one step a frame into none and two. Smoothing takes it out:
//
//   - [Snapper] puts readings on the grid of a display whose rate is known.
//   - [Estimator] finds that rate from the readings, and says when the display changes.
//   - [Smoother] is both together: what most loops want.
//   - [NewBeat] says beforehand what a step rate will do on a display, plainly and with each remedy.
//
// Every result is an instant of the clock that was measured, never earlier than the last one, so a
// loop replaces s.Feed(now) by s.Feed(smoother.Smooth(now)) and nothing else. Real time is kept:
// what is put out strays from what was measured by a tolerance at most, and the strays do not add
// up. Stamps of input stay as they were measured.
//
// Concurrency: not safe; one goroutine at a time for each value.
// Determinism: safe inside a tick; the same readings give the same results.
// Allocation: none after the constructors; NewBeat and String allocate.
package smooth
