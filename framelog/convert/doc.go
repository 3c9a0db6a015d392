// Package convert writes a frame-time log in forms that other programs read: tactus's own CSV, one
// JSON object of columns, and Chrome's trace-event JSON for Perfetto, Tracy and speedscope.
//
// [WriteCSV], [WriteJSON] and [WriteTrace] write one stream of a log, from whole nanoseconds, row by
// row: none holds the text of a log in memory. A frame is a row that has an interval on the side that
// [Source] names; frames count from 0, and a frame's start is the sum of the frame times before it, so
// that a coarse or restarted clock of the log does not matter.
//
// # CSV
//
// A comment line names where the rows came from, then comes this header:
//
//	frame       its number, the first is 0
//	time_s      its start, nine decimals
//	frame_ms    its frame time, six decimals
//	steps       steps that ran in it
//	alpha       the phase left, the shortest decimal of its 32-bit float; empty where there is none
//	sim_ms      the cost of all its steps together, six decimals
//	dropped_ms  simulation time cut off, six decimals
//	scene       its tag, quoted where it must be, control characters as blanks
//
// Cells are empty where the log does not tell. Times are exact: decimals of whole nanoseconds.
//
// # JSON
//
// An object of texts (source, format, column, unit, stream, side, tool), of frame_count, and of frames:
// an object of arrays with frame_count values each. frame_time_ns and line are always there; display_ns
// and clock_ns where the log has them; steps, alpha (null for none), cost_ns and dropped_ns where it was
// written by a fixed-timestep loop; scene where it has tags. Texts that are no UTF-8 are made so.
//
// # Trace
//
// Frames are slices that never overlap, also where a reader holds microseconds as 64-bit floats or cuts
// them to nanoseconds: a slice ends up to a few nanoseconds before the next begins where it must. Frame
// marks, hitches and scenes have a thread of their own each, since viewers hide an instant that begins
// with a slice. Counters are frame_time_ms, and steps and dropped_ms where the log tells.
//
// Concurrency: safe; each call is for one goroutine, and a stream may be written by several.
// Determinism: not safe; it holds what was measured, and no tick may read that.
// Allocation: some, a buffer for each call and none for a row, but for the scenes of a trace.
package convert
