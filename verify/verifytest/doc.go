// Package verifytest holds every bus of verify to one behaviour: what is submitted is decided, once, and
// what a worker drops comes back.
//
// Concurrency: safe; each test has its bus.
// Determinism: not safe inside a tick.
// Allocation: allocates, as tests do.
package verifytest
