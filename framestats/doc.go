// Package framestats says how a running game's frames went, with fixed memory and figures that cannot
// mislead: every figure names its rule, and absence (a pause, a gap) is no slow frame.
//
// A [Recorder] takes one [Frame] a frame: its raw time, its steps, their cost, and what became of its
// time. What it keeps is three things: a ring of the last frame times, from which percentiles and lows
// are exact; a [Histogram] of the whole run, within [HistogramError]; and counts. Nothing is sorted
// before it is asked for. [Recorder.Poll] gives the changes of [Health]; a [Reader] gives a whole
// [Stats] to another goroutine, for a HUD; a [Log] writes rows to a file and never makes the loop wait.
//
// # What a figure means
//
//   - Percentile(p): by nearest rank. The shortest recorded time that at least p of the frames do not
//     exceed: Percentile(0.99) of 1,000 frames is the 990th in ascending order.
//   - LowMean(p): the mean of the slowest p of the frames, rounded up to whole frames, at least one.
//   - LowIntegral(p): the slowest frames are added up until they make p of the whole time; it is the
//     time of the frame that reached it.
//   - FPS: frames over time measured, never a mean of per-frame rates: 1 ms and 4 ms are 400 FPS.
//
// A "1 % low" is any of several numbers, by tool: 999 frames of 8 ms and one of 200 ms give 5, 37, 39,
// 122 or 125 FPS. A [Low] therefore carries its rule in its label, and how many frames it stands on.
// Shares are rounded to a millionth, and all else is integer arithmetic.
//
// # What is left out
//
// A frame whose time is not over 0 (the first, a granted step, a clock that stood still) is no
// measurement. Paused frames and gaps are absence, and left out unless the config keeps them; but an
// unannounced gap right after another one is a machine that slow, and counts. What is left out is in
// no figure but the cost of its steps, the time lost by cause, and the counts of [FrameCounts].
//
// Concurrency: not safe; one goroutine for each value, a Reader's apart from its Recorder's.
// Determinism: not safe; it holds what was measured, and no tick may read that.
// Allocation: none after NewRecorder, Recorder.Reader and NewLog, but for texts and Thresholds.
package framestats
