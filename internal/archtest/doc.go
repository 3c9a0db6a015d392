// Package archtest is the repository testing itself: that each package stands on its level, that
// the public surface is what was reviewed, that deterministic packages use nothing that differs
// between machines, and that comments and pages keep their form.
//
// A rule is a function from the parsed repository to a report: what it found, and how much it
// looked at. A rule that looked at nothing fails, so that a moved folder cannot make it silent.
// Every Go file is read whatever its build tags say. Each rule has two kinds of test: one runs it
// on this repository, and others run it on a few lines of source that break it, to prove that it
// catches that, with the message that it promises.
//
// The tests are left out of WebAssembly builds: they read the repository and the sources of the
// standard library, which say the same on every system.
//
// Concurrency: not safe; one goroutine at a time.
// Determinism: not safe inside a tick; it reads files.
// Allocation: some in every call.
package archtest
