// Package tactus turns measured time into steps of one constant length, exactly: the fixed timestep of
// a game or simulation, with what protects it and what proves it.
//
// A program that steps its world by whatever the last frame took behaves differently on every machine.
// A [Stepper] is fed the clock's reading once a frame and says which ticks to run, so that the world
// advances by the same steps at any frame rate; [Stepper.Alpha] is the weight for drawing between the
// last two states. It calls nothing, and nothing is lost: what a clamp, a cap, a budget or a pause
// took is in the [Ledger].
//
// # The parts
//
//   - [Rate]: steps a second, or a time scale, as an exact fraction. 59.94 stays 60000/1001.
//   - [Instant] and [Monotonic]: a clock's reading. Time is an argument everywhere; only Monotonic
//     reads a clock.
//   - [Stepper]: time in, ticks out. [StepperConfig] has the three protections (clamp, cap, budget)
//     and what becomes of steps beyond them ([Overflow]).
//   - [Window]: which tick an event of the clock belongs to.
//   - [Clock]: real time, game time and clocks under it, with scale, pause, hit-stop and gaps.
//   - [Timer]: frame times and FPS.
//
// Beside it: interp draws between states, input cuts events by tick, smooth evens frame times out
// before they are fed, sim is the contract of a deterministic game, and prove holds one to it.
//
// The steps of a frame:
//
//	measure -> clamp -> scale -> add to the phase -> run whole steps -> draw at alpha
//
// Concurrency: not safe; one goroutine at a time for each value.
// Determinism: safe inside a tick, but for Monotonic, which reads the system's clock.
// Allocation: none after the constructors; Steps.Rat, Steps.At and every String allocate.
package tactus
