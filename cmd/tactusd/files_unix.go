//go:build unix

package main

import (
	"os"
	"syscall"
)

// lockFile waits for the only lock of a file. It is let go of when the file is closed.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }
