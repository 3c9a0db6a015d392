// Package spring is the reference game that shows why a step has to be short enough: a weight on a
// damped spring, which comes to rest in nature, and swings higher and higher when its steps are
// long.
//
// [World] is the game as it should be, in fixed steps. [Lane] is the same weight moved once a frame
// by the frame's time, for a picture of both side by side.
//
// One step of explicit Euler turns and stretches (position, speed) by a matrix whose determinant is
// 1 - Damping*dt + Stiffness*dt*dt. That is over 1 where dt is over Damping/Stiffness, 15 ms: at
// frames of 8 ms the weight comes to rest too late, at 15 ms never, and at 33 ms it is lost within
// seconds. Frames that vary between the two do all of it in turns.
//
// Concurrency: not safe; one goroutine at a time for each World, Body and Lane.
// Determinism: safe inside a tick; every product that is added is rounded first.
// Allocation: none to step.
package spring
