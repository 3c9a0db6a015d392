//go:build !windows

package tactus

import "time"

// origin is the reading from which Monotonic counts.
var origin = time.Now()

// Monotonic reads the system's monotonic clock, which no one sets and which never steps back: the
// source that a real-time loop injects. It counts from the program's start. It allocates nothing and
// any goroutine may call it.
//
// Linux reads CLOCK_MONOTONIC and macOS mach_absolute_time, both without a system call and both
// standing still while the machine sleeps; js/wasm reads performance.now(); Windows, where Go's own
// clock moves in steps as coarse as a frame, reads QueryPerformanceCounter, which goes on in sleep.
func Monotonic() Instant { return Instant(time.Since(origin)) }
