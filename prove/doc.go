// Package prove runs one simulation under many frame schedules and says whether it came out the same:
// equal, or the first differing tick with the first differing fields and both values.
//
// The reference is the plain run, one Step a tick. Against it stand a second plain run, a run that is
// saved and loaded into a new game after every tick, and runs through the engine at frame rates from
// 30 to 144 fps, with jitter, a hitch, slow motion, fast forward and pauses. Every tick's state is
// hashed, and the hashes are chained: c[t] is a hash of c[t-1] and of tick t's hash. Plain hashes
// compared at the end miss a difference that heals; chained ones cannot, and once two chains differ
// they differ for good, so the first differing tick is found by probing.
//
// A proof that compared nothing is no proof: no ticks, a state that never changed, inputs that were
// all zero or that changed nothing, give the verdict vacuous.
//
//	go test: prove.Test(t, newGame, inputs)
//
// Concurrency: not safe; the game under proof is run on the calling goroutine.
// Determinism: safe inside a tick; a proof of one game gives one report.
// Allocation: allocates freely; it is no part of a frame.
package prove
