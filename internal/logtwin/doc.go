// Package logtwin writes synthetic twins of the logs that capture tools write: the same columns, the
// same padding, the same faults, and none of anybody's numbers. A twin says what a reader must find in
// it, known from how it was made and never by reading it back.
//
// The rules by which [Want] counts:
//
//   - A row is a line of data. Comments, headers wherever they stand, lines of prose and of metadata,
//     and blank lines are none. A last line that was cut off is a row, and skipped.
//   - A row is skipped where its frame time is no finite number over 0: generated frames of 0 ms, NA,
//     flagged rows of Android, a running clock that steps back. The first row of a running clock has no
//     frame and is not skipped.
//   - Rows and Skipped count all streams, all else is of the stream that figures are for.
//
// Concurrency: safe; nothing is kept between calls.
// Determinism: safe; a twin's bytes depend on this package alone.
// Allocation: allocates what it returns; PresentMon2 keeps one buffer.
package logtwin
