// Package jump is the reference game that shows why steps have one length: a body thrown up under
// gravity comes down as high and as late as its timestep says, and not as the physics says.
//
// [World] is the game as it should be, in fixed steps. [Lane] is the same body moved once a frame,
// in the ways that games without fixed steps do it, for a picture of both side by side.
//
// With the timestep dt and n steps on the way up, each method peaks at a height that can be written
// down: v*n*dt - g*dt*dt*n*k/2, where k is n-1 for explicit Euler (above the true v*v/(2*g) by
// about v*dt/2), n+1 for semi-implicit Euler (as far below it) and n for velocity Verlet (on it).
//
// Concurrency: not safe; one goroutine at a time for each World, Body and Lane.
// Determinism: safe inside a tick; every product that is added is rounded first.
// Allocation: none to step.
package jump
