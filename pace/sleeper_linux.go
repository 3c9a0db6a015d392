package pace

import (
	"errors"
	"os"
	"syscall"
	"time"
	"unsafe"

	"github.com/tactus-go/tactus"
)

const (
	clockMonotonic = 1 // CLOCK_MONOTONIC, the clock that tactus.Monotonic reads too
	timerAbstime   = 1 // TFD_TIMER_ABSTIME
)

// A timerfd is a kernel timer that is a file: armed with an absolute deadline, it becomes readable
// then. Unlike a sleep it has no timer slack (50 us by default) added, and unlike Go's own timers
// it does not wait in whole milliseconds. With file set, reading parks the goroutine in Go's poller;
// without, it blocks the thread.
type timerfd struct {
	fd     int
	file   *os.File
	offset int64 // CLOCK_MONOTONIC less tactus.Monotonic, in ns
	count  [8]byte
}

// newSystemSleeper returns a timerfd, or nil where the kernel or a sandbox has none to give.
func newSystemSleeper(thread bool) sleeper {
	flags := syscall.O_CLOEXEC
	if !thread {
		flags |= syscall.O_NONBLOCK
	}
	fd, _, errno := syscall.Syscall(syscall.SYS_TIMERFD_CREATE, clockMonotonic, uintptr(flags), 0)
	if errno != 0 {
		return nil
	}
	t := &timerfd{fd: int(fd), offset: monotonicOffset()}
	if thread {
		return t
	}
	t.file = os.NewFile(fd, "timerfd")
	if t.file.SetReadDeadline(time.Time{}) != nil { // the poller did not take it
		t.file.Close()
		return nil
	}
	return t
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

// arm sets the timer to an absolute instant of CLOCK_MONOTONIC. It takes back what it has counted.
func (t *timerfd) arm(ns int64) error {
	spec := [2]syscall.Timespec{1: syscall.NsecToTimespec(max(ns, 1))} // no interval; 0 would disarm
	_, _, errno := syscall.RawSyscall6(syscall.SYS_TIMERFD_SETTIME, uintptr(t.fd), timerAbstime,
		uintptr(unsafe.Pointer(&spec)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

func (t *timerfd) sleep(_, until tactus.Instant, _ bool) error {
	if err := t.arm(int64(until) + t.offset); err != nil {
		return err
	}
	if t.file == nil {
		_, err := syscall.Read(t.fd, t.count[:])
		if err == syscall.EINTR {
			return nil
		}
		return err
	}
	_, err := t.file.Read(t.count[:])
	if errors.Is(err, os.ErrDeadlineExceeded) { // wake set it
		return t.file.SetReadDeadline(time.Time{})
	}
	return err
}

// wake ends a read: in the poller by a deadline in the past, which wakes the goroutine without the
// kernel; on a thread by a timer that is due at once.
func (t *timerfd) wake() {
	if t.file != nil {
		t.file.SetReadDeadline(time.Unix(1, 0))
		return
	}
	t.arm(1)
}

func (t *timerfd) close() error {
	if t.file != nil {
		return t.file.Close()
	}
	return syscall.Close(t.fd)
}

func (t *timerfd) name() string {
	if t.file != nil {
		return "timerfd in Go's poller"
	}
	return "timerfd on a thread"
}
