// Package record puts a comparison of frame-time logs into plain data whose JSON names are kept between
// versions: what tactus frames compare --json prints, and what the lab reads.
//
// Concurrency: safe; a Comparison is not changed after Of.
// Determinism: not safe; it holds what was measured, but the same result gives the same JSON.
// Allocation: allocates; some kilobytes a run.
package record
