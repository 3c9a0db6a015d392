// Package play is what the window shell shows, without the window: two games that run on a beat, the
// keys that control time, a display that is only a rate, and keys that are pressed by a script.
//
// Concurrency: not safe; one goroutine at a time.
// Determinism: not safe in all, since a beat reads a clock; the games' states are the same everywhere.
// Allocation: some, where a script is read and a summary made.
package play
