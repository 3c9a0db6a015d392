// Package page says what is drawn of frame-time logs: lines over time, their distribution, their
// percentiles, the steps that an engine ran, and a table of figures, each with its rule in words.
//
// [NewLines] takes one stream each of some logs and makes a [Line] of it. [Lines.Page] gives all that a
// page draws as plain data whose JSON a script reads; frames are packed in it, so that an hour of them
// stays within 2.5 MB. Whoever draws a picture asks the lines themselves. It is what tactus frames
// plot draws and what the lab shows.
//
// Concurrency: safe; lines are not changed after NewLines.
// Determinism: not safe; it holds what was measured, and no tick may read that.
// Allocation: allocates; of a line about twice its frames for a while, and at most 2.5 MB of its page.
package page
