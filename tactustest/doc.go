// Package tactustest is a test kit for programs that live by time: a clock that the test sets,
// frame times of every kind of machine, and seeds that a failing test shows.
//
//   - [Clock] is a source of readings to inject where a program takes [tactus.Monotonic].
//   - A [Trace] is a sequence of frame times. [Steady], [FPS], [Display], [Cycle], [Recorded] and
//     [Bursty] make one, its methods change it: Display(tactus.Hz(60)).Noisy(d, seed).Take(600).
//   - [Seed] returns the seed that -seed gives a test, and logs it.
//
// A trace is the same in every run and on every machine: what is random in it comes from its seed.
//
// Concurrency: safe for traces, whose every run is its own; a Clock belongs to one goroutine.
// Determinism: safe for traces and clocks; Seed reads a flag and belongs in tests alone.
// Allocation: none in a Clock; each run of a trace allocates a few times at its start.
package tactustest
