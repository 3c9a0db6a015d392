package pace

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has used, all threads together.
func processorTime() (time.Duration, bool) {
	var created, exited, kernel, user syscall.Filetime
	own, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(own, &created, &exited, &kernel, &user) != nil {
		return 0, false
	}
	span := func(t syscall.Filetime) time.Duration { // a span too is counted in 100 ns
		return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * hundredNs
	}
	return span(kernel) + span(user), true
}
