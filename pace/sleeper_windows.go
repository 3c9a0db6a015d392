package pace

import (
	"syscall"
	"unsafe"

	"github.com/tactus-go/tactus"
)

const (
	highResolution = 0x2      // CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, Windows 10 1803 and later
	timerAccess    = 0x1F0003 // TIMER_ALL_ACCESS
	waitForever    = 0xFFFFFFFF
	waitFailed     = 0xFFFFFFFF
	hundredNs      = 100 // waitable timers count in these
	periodMillis   = 1   // the finest that timeBeginPeriod grants everywhere
)

var (
	kernel32        = syscall.NewLazyDLL("kernel32.dll")
	createTimer     = kernel32.NewProc("CreateWaitableTimerExW")
	setTimer        = kernel32.NewProc("SetWaitableTimer")
	createEvent     = kernel32.NewProc("CreateEventW")
	setEvent        = kernel32.NewProc("SetEvent")
	waitForMultiple = kernel32.NewProc("WaitForMultipleObjects")
	systemDirectory = kernel32.NewProc("GetSystemDirectoryW")
)

// A waitable is a waitable timer beside an event that wakes its sleeper. The high-resolution timer
// is late by about half a millisecond and changes nothing for other programs. The old one ticks with
// the system, each 15.6 ms, so for it the period of the whole system's timer is raised, while a sleep
// is under way and no longer: a panic or a forgotten Close cannot leave it raised.
type waitable struct {
	handles [2]syscall.Handle // the timer, the event
	period  *timerPeriod      // nil with the high-resolution timer
	due     int64
}

// newSystemSleeper returns the best timer that this Windows has, or nil where it gives none.
func newSystemSleeper(bool) sleeper {
	if w := newWaitable(highResolution); w != nil {
		return w
	}
	w := newWaitable(0)
	if w == nil {
		return nil // not a typed nil in an interface
	}
	return w
}

func newWaitable(flags uintptr) *waitable {
	for _, p := range []*syscall.LazyProc{createTimer, setTimer, createEvent, setEvent, waitForMultiple} {
		if p.Find() != nil {
			return nil
		}
	}
	timer, _, _ := createTimer.Call(0, 0, flags, timerAccess)
	if timer == 0 {
		return nil
	}
	event, _, _ := createEvent.Call(0, 0, 0, 0) // it resets itself when a wait ends by it
	if event == 0 {
		syscall.CloseHandle(syscall.Handle(timer))
		return nil
	}
	w := &waitable{handles: [2]syscall.Handle{syscall.Handle(timer), syscall.Handle(event)}}
	if flags&highResolution == 0 {
		w.period = newTimerPeriod()
	}
	return w
}

// sleep takes a span, since an absolute waitable timer follows the wall clock, which may be set.
func (w *waitable) sleep(now, until tactus.Instant, fine bool) error {
	if fine && w.period != nil {
		w.period.raise()
		defer w.period.release()
	}
	// Negative is a span. Rounded up: a timer that is early costs a second sleep.
	w.due = -max(int64(until.Sub(now)+hundredNs-1)/hundredNs, 0)
	if ok, _, errno := syscall.SyscallN(setTimer.Addr(), uintptr(w.handles[0]),
		uintptr(unsafe.Pointer(&w.due)), 0, 0, 0, 0); ok == 0 {
		return errno
	}
	r, _, errno := syscall.SyscallN(waitForMultiple.Addr(), uintptr(len(w.handles)),
		uintptr(unsafe.Pointer(&w.handles)), 0, waitForever)
	if r == waitFailed {
		return errno
	}
	return nil
}

func (w *waitable) wake() { syscall.SyscallN(setEvent.Addr(), uintptr(w.handles[1])) }

func (w *waitable) close() error {
	err := syscall.CloseHandle(w.handles[0])
	if e := syscall.CloseHandle(w.handles[1]); err == nil {
		err = e
	}
	return err
}

func (w *waitable) name() string {
	if w.period != nil {
		return "waitable timer"
	}
	return "high-resolution waitable timer"
}

// A timerPeriod raises the rate of the system's timer interrupt and takes it back. Windows counts
// such requests, so each one must be taken back once.
type timerPeriod struct {
	begin, end       uintptr // timeBeginPeriod and timeEndPeriod, 0 where they are missing
	raised, released int
}

// newTimerPeriod loads winmm.dll from the system's folder only, so that no file of that name beside
// the program is loaded in its place.
func newTimerPeriod() *timerPeriod {
	p := &timerPeriod{}
	var folder [syscall.MAX_PATH]uint16
	n, _, _ := systemDirectory.Call(uintptr(unsafe.Pointer(&folder)), uintptr(len(folder)))
	if n == 0 || int(n) >= len(folder) {
		return p
	}
	dll, err := syscall.LoadLibrary(syscall.UTF16ToString(folder[:n]) + `\winmm.dll`)
	if err != nil {
		return p
	}
	begin, errBegin := syscall.GetProcAddress(dll, "timeBeginPeriod")
	end, errEnd := syscall.GetProcAddress(dll, "timeEndPeriod")
	if errBegin == nil && errEnd == nil {
		p.begin, p.end = begin, end
	}
	return p
}

func (p *timerPeriod) raise() {
	if p.begin == 0 {
		return
	}
	if r, _, _ := syscall.SyscallN(p.begin, periodMillis); r == 0 {
		p.raised++
	}
}

func (p *timerPeriod) release() {
	if p.raised > p.released {
		syscall.SyscallN(p.end, periodMillis)
		p.released++
	}
}
