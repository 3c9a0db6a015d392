// Package publish hands whole states of a simulation from the goroutine that steps it to one that
// draws it, such that neither ever waits for the other.
//
// The simulation fills a state after each step ([Publisher.Next]) and hands over the last two with
// a time base ([Publisher.Publish]). The drawing goroutine takes the latest ([Reader.Latest]) as
// often as it likes and works out its own alpha at its own time ([Base.Alpha]): at 144 pictures a
// second it gets 144 different ones of 60 steps.
//
// Inside is a triple buffer: three headers, one of the writer, one of the reader, one in a mailbox
// between them, changed by one atomic swap a side. A header names two of six states. Six are
// enough: two that the reader holds, two in the mailbox, the latest one, which is the next
// previous, and the one being filled. So a state is written once and never copied, and it may hold
// slices, which stay with it and are used again.
//
// Both sides are wait-free: a fixed number of instructions, whatever the other side does. A reader
// that stops does not stop the writer, and a writer that stops leaves the reader its last state. A
// state that the reader holds is not written until the reader asks for the next. States that the
// reader was too slow for are gone; that is what a picture wants and what a log does not.
//
// There is one reader. For several, use one publisher each, filled in the same loop, or let the one
// reader hand its copies on. Most games need none: see docs/guides/threads.md.
//
// Concurrency: safe between one goroutine that has the Publisher and one that has the Reader.
// Determinism: safe inside a tick, as nothing comes back from the reader; what it reads differs.
// Allocation: none after New.
package publish
