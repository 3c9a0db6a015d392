// Package report puts the figures of a log together: every figure with its rule, column, unit, stream,
// and what was left out and why. It is what tactus frames report prints and what its --json holds.
//
// [Of] computes all of it once; the result is plain data whose JSON names are kept between versions.
// Times are in milliseconds or seconds as their names say, rounded to the nanosecond.
//
// Concurrency: safe; a Report is not changed after Of.
// Determinism: not safe; it holds what was measured, and no tick may read that.
// Allocation: allocates; eight bytes a frame for a while, and the report itself.
package report
