// Package mergeisland is the reference game of whole numbers: it is here so that every host,
// schedule and language can be held to one published run, number by number.
//
// An island is pushed left and right and slows down by a friction that is a fraction, falls faster
// by one unit a tick, and draws one number a tick for its score. Its rules are seven lines, and the
// constants in them come from merge-island.json, the one file that all consumers read:
//
//	velX = floor((velX + input*accel) * frictionNum / frictionDen)
//	posX = posX + velX
//	velY = velY + 1
//	posY = posY + velY
//	rng = (rng*rngMultiplier + rngIncrement) mod 2^32
//	score = score + rng mod 7
//	tick = tick + 1
//
// The input of a tick is one byte, a signed number: -1 left, 0 none, 1 right. Any other byte, and
// any other length, is no input and counts as 0.
//
// Concurrency: not safe; one goroutine at a time for each Game.
// Determinism: safe inside a tick.
// Allocation: none to step, hash and save into room that is there.
package mergeisland
