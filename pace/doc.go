// Package pace starts frames on time: it waits until an instant, sleeping in the kernel for the long
// part and spinning for the last stretch.
//
// A [Pacer] holds the grid of deadlines floor(k*period) and waits for one after the other. The system
// wakes a sleeper late, by 50 us or by 1 ms, and the Pacer learns by how much and asks to be woken that
// much earlier; what it spins is bounded by a share of the period. A frame that comes late is followed
// by the next deadline of the grid, one that is late by more than a period by a new grid: no burst.
//
//   - [Config] and [Mode]: how many frames a second, and what the last stretch may cost.
//   - [Counts]: what became of the waits. Jitter as a distribution is for framestats.
//   - [Cap]: which refreshes of a display a loop under vsync draws on, where the loop does not wait.
//   - [Load]: how much of a core this process uses.
//   - [Measure]: what the timers of this machine can do.
//
// The kernel's timer is, on Linux, a timerfd with an absolute deadline, in Go's own poller or, with
// [Config].Thread, blocking a thread; on Windows a high-resolution waitable timer; elsewhere Go's
// timers. No method helps where every processor of the program computes: leave one free.
//
// Concurrency: not safe; one goroutine at a time, but Wake and Close may come from any goroutine.
// Determinism: not safe; it reads the clock and waits for it, so keep it out of ticks.
// Allocation: none in Wait and Present, but for a wait that Wake or Close cuts short.
package pace
