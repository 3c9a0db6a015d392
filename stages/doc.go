// Package stages spreads the work of one step over processors, such that the result is the same for
// any number of them.
//
// A step becomes a list of stages, and a stage a number of independent jobs ([Stage]). [Pool.Run]
// runs the stages one after the other and the jobs of one stage at the same time: no job of a stage
// starts before all of the last one have ended. The caller works too, so a pool of n workers has
// n-1 goroutines, which stay from [NewPool] to [Pool.Close].
//
// What makes results equal for 1, 2 and 8 workers is three rules, which no type can enforce:
//
//   - A job writes only what is its own: a range of the things ([Range]), or a slot with the job's
//     number. It reads what no job of its stage writes: keep two copies of what moves.
//   - The number of jobs follows from the game (the things, or a constant), never from the workers.
//   - What is put together from all jobs is put together in the order of the jobs, in the stage
//     after, from one slot a job. For sums of floats, whose order shows in the last bits, there is
//     [Reduce].
//
// Run the tests with -race: a job that breaks the first rule is a data race.
//
// It pays from about 20 microseconds of work in a stage whose workers are awake. Waking them takes 10
// to 70 more, so one that has just had work spins for about 50 before it sleeps, and the stages after
// the first begin at once. A pool that is not run costs nothing. Most games need none: see
// docs/guides/threads.md.
//
// Concurrency: not safe; one goroutine at a time runs or closes a Pool, and jobs keep the rules.
// Determinism: safe inside a tick, where the jobs keep the rules above.
// Allocation: none in Run, Range and Reduce; NewPool, and Run when a job panics.
package stages
