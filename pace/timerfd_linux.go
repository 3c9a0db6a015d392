package pace

import (
	"syscall"
	"unsafe"

	"github.com/tactus-go/tactus"
)

const (
	clockMonotonic = 1 // CLOCK_MONOTONIC, the clock that tactus.Monotonic reads too
	timerAbstime   = 1 // TFD_TIMER_ABSTIME
)

// A timerfd is a kernel timer that is a file: armed with an absolute deadline, it becomes readable
// then. Unlike a sleep it has no timer slack (50 us by default) added, and unlike Go's own timers
// it does not wait in whole milliseconds.
type timerfd struct {
	fd     int
	offset int64 // CLOCK_MONOTONIC less tactus.Monotonic, in ns
}

// newTimerfd returns a timer, and whether the system had one to give.
func newTimerfd(flags int) (timerfd, bool) {
	fd, _, errno := syscall.Syscall(syscall.SYS_TIMERFD_CREATE, clockMonotonic, uintptr(syscall.O_CLOEXEC|flags), 0)
	if errno != 0 {
		return timerfd{}, false
	}
	return timerfd{fd: int(fd), offset: monotonicOffset()}, true
}

// arm sets the timer to an instant and takes back what it has counted. The call never blocks, so the
// runtime need not hear of it.
func (t *timerfd) arm(until tactus.Instant) error {
	ns := max(int64(until)+t.offset, 1) // 0 would disarm
	spec := [2]syscall.Timespec{1: syscall.NsecToTimespec(ns)}
	_, _, errno := syscall.RawSyscall6(syscall.SYS_TIMERFD_SETTIME, uintptr(t.fd), timerAbstime,
		uintptr(unsafe.Pointer(&spec)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// monotonicOffset returns how far CLOCK_MONOTONIC is ahead of tactus.Monotonic. Both are one clock
// with two origins, so the difference is constant. The narrowest of some brackets bounds it from both
// sides by some 100 ns, and the upper bound is taken: a timer set by it is late by that and never early.
func monotonicOffset() int64 {
	narrowest, offset := int64(1<<63-1), int64(0)
	for range 16 {
		low, high := bracketOffset()
		if high-low < narrowest {
			narrowest, offset = high-low, high
		}
	}
	return offset
}

// bracketOffset returns two bounds of the offset from one reading between two.
func bracketOffset() (low, high int64) {
	var ts syscall.Timespec
	before := tactus.Monotonic()
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockMonotonic, uintptr(unsafe.Pointer(&ts)), 0)
	after := tactus.Monotonic()
	return ts.Nano() - int64(after), ts.Nano() - int64(before)
}
