// Package wazerohost runs TM/1 modules, which nobody has to trust, with the engine wazero.
//
//   - [New] validates a module, injects fuel and depth counters, compiles it: a [Host].
//   - [Host.NewInstance] starts a run of it: an [Instance] steps, saves, loads.
//   - [NewGame] is an instance as a [sim.Sim], for everything that plays or proves a game.
//   - [Check] tries the ten points that a module must pass to be evidence.
//
// A guest sees its inputs and nothing else: ABI.md beside package guest/abi lists the few imports that
// it may have, and what they answer. It is stopped by counting and never by a clock, so a limit is hit
// at the same instruction in every engine, and no guest can keep the process from going on. FUEL.md is
// the schedule by which it is counted.
//
// Concurrency: safe for a Host; an Instance is for one goroutine at a time.
// Determinism: safe inside a tick, for the same module, config, inputs and limits.
// Allocation: none to step, and to save into room that is there; the rest allocates.
package wazerohost
