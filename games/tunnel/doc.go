// Package tunnel is the reference game that shows what no step length cures: a ball of 500 units/s
// against a wall of one unit. At 60 steps a second it moves 8.3 units at a time, so a collision
// that looks only at where the ball is finds it in the wall in one shot of eight, and past it in
// the rest.
//
// [World] fires two balls at once in the same fixed steps: one is looked at after each step
// ([Discrete]), the other along its way ([Continuous]), and that one never gets through.
//
// Shorter steps help less than they cost. A ball is seen in the wall at the latest one step after
// it went in, so it is as deep as Speed*dt by then: to keep that under 0.5 units takes steps under
// 1 ms.
//
// Concurrency: not safe; one goroutine at a time for each World and Lane.
// Determinism: safe inside a tick; every product that is added is rounded first.
// Allocation: none to step.
package tunnel
