// Package convert writes a frame-time log in forms that other programs read: tactus's own CSV, one
// JSON object of columns, and Chrome's trace-event JSON for Perfetto, Tracy and speedscope.
//
// [WriteCSV], [WriteJSON] and [WriteTrace] write one stream of a log, from whole nanoseconds, row by
// row: none holds the text of a log in memory. A frame is a row that has an interval on the side that
// [Source] names; frames count from 0, and a frame's start is the sum of the frame times before it, so
// that a coarse or restarted clock of the log does not matter.
//
// Samples, which have gaps between them, and frame lengths, which overlap, do not follow each other so:
// they stand where the log's clock says, from the first on. All forms say that they are none of frames.
//
// # CSV
//
// A comment line names where the rows came from, as key="value" pairs. Of samples it says
// sampled="true", of lengths the log's note on them as lengths="...", and clock="none" where time_s is
// empty since the log has no clock; framelog reads all three again. Then comes this header:
//
//	frame       its number, the first is 0
//	time_s      its start, nine decimals; of samples and lengths the log's clock less its first reading
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
// An object of texts (source, format, column, unit, stream, side, tool), of sampled and lengths, which
// are true or false, of frame_count, and of frames: an object of arrays with frame_count values each.
// frame_time_ns and line are always there; display_ns and clock_ns where the log has them; steps, alpha
// (null for none), cost_ns and dropped_ns where it was written by a fixed-timestep loop; scene where it
// has tags. Texts that are no UTF-8 are made so.
//
// # Trace
//
// Frames are slices that never overlap, also where a reader holds microseconds as 64-bit floats or cuts
// them to nanoseconds: a slice ends up to a few nanoseconds before the next begins where it must. Frame
// marks, hitches and scenes have a thread of their own each, since viewers hide an instant that begins
// with a slice. Counters are frame_time_ms, and steps and dropped_ms where the log tells.
//
// A sample or a length begins at its clock and is cut where the next begins; without a clock they are a
// second apart. Neither has hitches, and samples have no frame marks.
//
// Concurrency: safe; each call is for one goroutine, and a stream may be written by several.
// Determinism: not safe; it holds what was measured, and no tick may read that.
// Allocation: some, a buffer for each call and none for a row, but for the scenes of a trace.
package convert
