package pace

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/tactus-go/tactus"
)

const (
	// nap is how long the last part of a long sleep is. A processor that has slept for milliseconds
	// wakes late and unevenly: out of a deep state, or fetched by its host where it is a virtual one.
	// The kernel, which chooses the state by the time to the next timer, keeps it shallow in a nap.
	// 150 us are too few for a late wake-up before it, and from 300 us on the nap itself ends later.
	nap = 250 * time.Microsecond
	// napFrom is the shortest sleep that ends in a nap, which costs one more wake-up: 30 us of a processor.
	napFrom = 2 * time.Millisecond
	// watchEvery is how often a pollTimer puts off its watch, by twice that.
	watchEvery = 100 * time.Millisecond
)

// newSystemSleeper returns a timerfd, or nil where the kernel or a sandbox has none to give.
func newSystemSleeper(thread bool) sleeper {
	if thread {
		return newThreadTimer()
	}
	return newPollTimer()
}

// A pollTimer parks the goroutine in Go's poller until its timerfd is due. It makes no system call but
// the one that arms the timer, and never reads: arming takes back what the timer has counted, and the
// poller hears of each expiry once. A read through os.File would tell the runtime of a call that
// may block, which wakes its monitor thread and doubles the cost of a frame.
//
// That thread is who takes the processor from a goroutine that only computes. While all is idle it
// sleeps for up to a minute, or until a timer of the runtime is due; so there is one, which is put off
// again and again. Without it goroutines that take every processor would hold a wait up for that minute.
type pollTimer struct {
	timerfd
	file  *os.File
	conn  syscall.RawConn
	parts [2]tactus.Instant // when to wake, the nap's end last
	part  int               // the next of parts to arm for
	err   error             // of arming
	step  func(fd uintptr) bool

	watch    *time.Timer
	putOffAt tactus.Instant
}

func newPollTimer() sleeper {
	timer, ok := newTimerfd(syscall.O_NONBLOCK)
	if !ok {
		return nil
	}
	t := &pollTimer{timerfd: timer, file: os.NewFile(uintptr(timer.fd), "timerfd")}
	t.step = t.next
	var err error
	if t.conn, err = t.file.SyscallConn(); err == nil {
		err = t.file.SetReadDeadline(time.Time{}) // fails where the poller did not take the file
	}
	if err != nil {
		t.file.Close()
		return nil
	}
	t.watch = time.AfterFunc(2*watchEvery, func() {})
	return t
}

// next arms the timer for the next part of the sleep and reports whether there was none: what the
// poller asks for each time before it parks.
func (t *pollTimer) next(uintptr) bool {
	if t.part == len(t.parts) || t.part > 0 && tactus.Monotonic() >= t.parts[t.part] {
		return true // the nap's time too has passed
	}
	t.err = t.arm(t.parts[t.part])
	t.part++
	return t.err != nil
}

func (t *pollTimer) sleep(now, until tactus.Instant, _ bool) error {
	t.parts, t.part, t.err = [2]tactus.Instant{until.Add(-nap), until}, 0, nil
	if until.Sub(now) < napFrom {
		t.part = 1
	}
	if now >= t.putOffAt {
		t.watch.Reset(2 * watchEvery)
		t.putOffAt = now.Add(watchEvery)
	}
	err := t.conn.Read(t.step)
	if errors.Is(err, os.ErrDeadlineExceeded) { // wake set it
		return t.file.SetReadDeadline(time.Time{})
	}
	if err == nil {
		err = t.err
	}
	return err
}

// wake sets a deadline in the past, which wakes the goroutine without the kernel.
func (t *pollTimer) wake() { t.file.SetReadDeadline(time.Unix(1, 0)) }

func (t *pollTimer) close() error {
	t.watch.Stop()
	return t.file.Close()
}

func (t *pollTimer) name() string { return "timerfd in Go's poller" }

// A threadTimer blocks its thread in a read of the timerfd. It naps only where asked to be fine: the
// runtime hears of each of its calls, so a wake-up costs twice what it does in the poller.
type threadTimer struct {
	timerfd
	count [8]byte
	woken atomic.Bool // wake was called and no sleep has ended by it
}

func newThreadTimer() sleeper {
	timer, ok := newTimerfd(0)
	if !ok {
		return nil
	}
	return &threadTimer{timerfd: timer}
}

func (t *threadTimer) sleep(now, until tactus.Instant, fine bool) error {
	if fine && until.Sub(now) >= napFrom {
		if err := t.block(until.Add(-nap)); err != nil {
			return err
		}
	}
	err := t.block(until)
	t.woken.Store(false)
	return err
}

// block sleeps until an instant, or not at all once wake was called: wake says so before it arms the
// timer, so that a call that is overtaken by the arming here is seen after it.
func (t *threadTimer) block(until tactus.Instant) error {
	if err := t.arm(until); err != nil || t.woken.Load() {
		return err
	}
	_, err := syscall.Read(t.fd, t.count[:])
	if err == syscall.EINTR {
		return nil
	}
	return err
}

// wake makes the timer due at once.
func (t *threadTimer) wake() {
	t.woken.Store(true)
	t.arm(tactus.Instant(-t.offset))
}

func (t *threadTimer) close() error { return syscall.Close(t.fd) }

func (t *threadTimer) name() string { return "timerfd on a thread" }
