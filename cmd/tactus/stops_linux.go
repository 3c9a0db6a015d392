//go:build linux && (amd64 || arm64)

package main

import (
	"os"
	"os/signal"
	"syscall"
	"unsafe"
)

// notifyStop has the process told of the signal by which it is asked to stop.
func notifyStop(asked chan<- os.Signal) { signal.Notify(asked, syscall.SIGTSTP) }

// A sigaction is the kernel's struct of that name on these processors.
type sigaction struct {
	handler  uintptr // 0 is the default
	flags    uint64
	restorer uintptr
	mask     uint64
}

// defaultStop has SIGTSTP stop the process, until the function that it returns is called. It asks the
// kernel, since os/signal cannot: after Notify, Reset leaves Go's handler in place, which ignores it.
func defaultStop() (undo func()) {
	var old, standard sigaction
	if !setAction(&standard, &old) {
		return func() {}
	}
	return func() { setAction(&old, nil) }
}

func setAction(action, old *sigaction) bool {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGTSTP),
		uintptr(unsafe.Pointer(action)), uintptr(unsafe.Pointer(old)), unsafe.Sizeof(action.mask), 0, 0)
	return errno == 0
}
