// Package island is merge-island as it is recorded and judged: the header, the host and the claim that
// the tool and the lab's page have in common, so that what one of them records the other verifies.
//
// Concurrency: safe; each value that it makes is for one goroutine at a time.
// Determinism: safe but [ThisBuild], which says what this process was built of.
// Allocation: allocates; it is called once a run.
package island
