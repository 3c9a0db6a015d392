// Package loop runs a game in real time: an optional runner over the stepper, input, pace and
// framestats, for programs whose loop no engine owns.
//
// The order of a frame is fixed:
//
//	wait -> measure (one reading, handed to everything) -> gather input -> steps -> draw -> present
//
// The reading comes first of all, so that waiting for the display is part of the next frame's time.
// While paused or without focus the loop idles at a low rate and wakes for input. After an absence it
// freezes, catches up some ticks, or replays all of them in the background, by [Absence]. A machine's
// sleep is such an absence, found by the wall clock.
//
//   - [Config] and [Hooks]: what runs, how often, and what the game does.
//   - [Loop]: Run, and what hooks may ask of it. Other goroutines send it events ([Loop.Push]) and
//     functions ([Loop.Post]).
//   - [Event]: gaps, health and progress, told and not acted on.
//
// A panic in a hook leaves Run as it came, after the timers are freed, the log is written out and
// Hooks.Close has restored what it must.
//
// Concurrency: not safe; all hooks run on Run's goroutine, but Push, Post and Stop may come from any.
// Determinism: not safe; it reads the clock, but what it steps is a function of ticks and inputs.
// Allocation: none in an ordinary frame; gaps, posts and the first events allocate.
package loop
