// Package sim is the contract of a deterministic simulation, and the parts that keep it: a hash of
// the whole state, seeded random numbers, and a codec for plain structs.
//
//   - Write the contract by hand: [Sim], with [Hash], and [Fields] and [Diff] for reports.
//   - Or write a plain struct with a typed Step and let [Of] do the rest; [Encode], [Inputs] and
//     [InputCodec] turn typed inputs into the bytes that a Sim is stepped with.
//   - Draw random numbers: [Rand], and [LCG] for games that prescribe a 32-bit generator.
//   - Hand a game with its reference run to a tool, a lab or a proof: [Scenario].
//
// Three rules make a game deterministic, and no type can enforce them: the input is a function of
// the tick, random numbers come from a generator that is part of the state, and the state is made
// of integers or of floats whose every operation has a fixed order (a product that is added to
// something is written float64(x*y) + z, or some processors fuse the two and round once).
//
// Concurrency: not safe; one goroutine at a time for each Sim, Hash and generator.
// Determinism: safe inside a tick.
// Allocation: none to step, hash and draw numbers; Load, Fields and the constructors allocate.
package sim
