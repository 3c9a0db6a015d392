//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has used, all threads together.
func processorTime() (time.Duration, bool) {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0, false
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), true
}
