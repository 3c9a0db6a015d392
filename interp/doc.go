// Package interp draws the moments between two ticks: it mixes the previous and the current state
// by the stepper's alpha.
//
// The simulation stands at whole ticks, a display asks for pictures in between. What is drawn is
// previous*(1-alpha) + current*alpha: alpha near 0 shows the previous state, near 1 the current
// one. The picture therefore trails the simulation by at most one step, and moves evenly whatever
// the frame rate is. A [Pair] keeps the two states, which are always one step apart.
//
// Drawn values are for drawing only. Rules, collisions and everything else that decides read the
// current state; a drawn value that finds its way back into the state makes it depend on the frame
// rate.
//
// One rule for alpha holds in the whole package. Below 0 it counts as 0, and above 1 as 1: a mix
// never leaves its two ends. NaN draws the current state, the only one that is certainly true. At
// 0 and 1 the result is the previous and the current value itself, bit for bit, infinite and NaN
// included; [Angle] and [Slerp] first bring it into their range.
//
// Concurrency: safe, as functions keep nothing; a Pair belongs to one goroutine at a time.
// Determinism: not safe inside a tick, as sines and logarithms differ between processors.
// Allocation: none, but for LerpVec2s and LerpVec3s where dst is shorter than the pairs.
package interp
