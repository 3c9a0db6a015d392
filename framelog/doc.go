// Package framelog reads the frame-time logs of every capture tool into one model, says what is wrong
// with them, and computes figures whose names are their rules.
//
// [Read] finds out by itself which tool wrote a log: it looks at the first lines, then at the numbers.
// A [Log] holds a [Stream] for each swap chain of each process, and a stream its [Frame] values: the
// interval from present to present, the interval that the display showed, the log's clock, a tag, and
// the line it came from. What could not be used is counted by reason, and what looks wrong is a
// [Warning]: a log that holds samples and not frames, a clock that starts again, intervals that
// alternate as they do with frame generation. A file that is no frame log is refused by a
// [RefusedError], which says what it is and what to give instead.
//
// # What a figure means
//
//   - FPS: frames over time, never a mean of per-frame rates: 1 ms and 4 ms are 400 FPS.
//   - Percentile: of frame times, linear between the two nearest (R type 7, as NumPy). Nearest rank and
//     R type 8 are there under their names.
//   - Low mean: frames over time of the k slowest frames, k = ceil(share*N). The rules of other tools
//     are there under theirs: see [LowRule].
//   - Hitch: a frame over a threshold, strictly; adjacent ones are one event. See [Threshold].
//
// # Bounds
//
// A frame takes at most 32 bytes. Lines, columns, streams, tags and the size of what a gzip file holds
// are bounded by [Options], and a log over a bound is refused by name. Every number is read as an exact
// decimal and rounded to the nanosecond.
//
// Concurrency: safe; Read starts goroutines and ends them, and what it returned does not change.
// Determinism: not safe; it holds what was measured, and no tick may read that.
// Allocation: allocates, in proportion to the frames.
package framelog
