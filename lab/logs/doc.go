// Package logs answers what the lab's page of frame-time logs asks: the report, the charts and the
// comparison of one or two logs, as tactus frames gives them.
//
// A [Desk] reads logs and keeps them, so that another side, stream or part of them is shown without
// reading anew. Every answer is plain data for JSON, its size bounded whatever the size of a log. A log
// that cannot be read is no error of the answer but stands in it, with the sentence that says why.
//
// Concurrency: not safe; one goroutine at a time for each Desk.
// Determinism: not safe; it holds what was measured, but the same logs give the same answer.
// Allocation: allocates; some 80 bytes a frame of the logs that are kept.
package logs
