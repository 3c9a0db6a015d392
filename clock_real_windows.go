package tactus

import (
	"math/bits"
	"syscall"
	"time"
	"unsafe"
)

var (
	counter = syscall.NewLazyDLL("kernel32.dll").NewProc("QueryPerformanceCounter")
	// frequency is counts a second and counted the count from which Monotonic counts. Both calls
	// cannot fail since Windows XP.
	frequency = query(syscall.NewLazyDLL("kernel32.dll").NewProc("QueryPerformanceFrequency"))
	counted   = query(counter)
)

func query(p *syscall.LazyProc) (n int64) {
	if err := p.Find(); err != nil {
		panic("tactus: " + err.Error())
	}
	syscall.SyscallN(p.Addr(), uintptr(unsafe.Pointer(&n)))
	return n
}

// Monotonic reads the system's monotonic clock, which no one sets and which never steps back: the
// source that a real-time loop injects. It counts from the program's start. It allocates nothing and
// any goroutine may call it.
//
// Windows reads QueryPerformanceCounter, which goes on while the machine sleeps: Go's own monotonic
// clock there is interrupt time, which moves in steps as coarse as a frame. The count is turned into
// nanoseconds from the whole difference, so that no rounding adds up.
func Monotonic() Instant {
	hi, lo := bits.Mul64(uint64(query(counter)-counted), uint64(time.Second))
	ns, _ := bits.Div64(hi%uint64(frequency), lo, uint64(frequency))
	return Instant(ns)
}
