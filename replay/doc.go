// Package replay records a run of a game, runs it again, and says whether it came out the same: ok, or
// which tick, field, claim, byte, module, build or limit is in the way.
//
//   - Write: [Record] wraps a sim.Sim, [NewWriter] takes ticks from any loop.
//   - Read: [Read] gives a whole [Recording], and says of a bad one at which byte it is bad.
//   - Judge: [Verify] runs a recording again on a [Host] and compares every hash in it.
//   - Look: [Player] runs one at any speed and seeks in it, [Diff] finds the first tick at which two
//     differ, [Trim] cuts one.
//
// The bytes are those of FORMAT.md beside this file. A recording has hashes of two kinds. A plain one
// is of the state after a tick. A chained one is of everything up to a tick: header, inputs, frames and
// state. A person who changes any byte and makes all lengths and sums fit has still to make the chained
// hashes, and for those the states are needed, which only the run gives.
//
// A host that hashed nothing, or a recording without a tick, is never ok.
//
// Concurrency: not safe; one goroutine at a time for each value, but a Recording is only read.
// Determinism: safe inside a tick; one recording and one host give one verdict.
// Allocation: none for a recorded tick once the buffers have grown; reading and judging allocate.
package replay
