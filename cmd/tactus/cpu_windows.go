package main

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has used, all threads together. The
// system counts it in ticks of its clock, 15.6 ms.
func processorTime() (time.Duration, bool) {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, false
	}
	var created, ended, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(process, &created, &ended, &kernel, &user) != nil {
		return 0, false
	}
	return hundreds(kernel) + hundreds(user), true
}

// hundreds returns a span that is counted in 100 ns. Filetime.Nanoseconds is for points in time.
func hundreds(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
