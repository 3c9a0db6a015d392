//go:build unix && !(linux && (amd64 || arm64))

package main

import "os"

// notifyStop leaves SIGTSTP alone: os/signal cannot give a caught one its default back, so that the
// process could not stop itself. Ctrl+z is a key here and works; another program's SIGTSTP stops the
// process with the terminal as it is, which is put right when it goes on.
func notifyStop(chan<- os.Signal) {}

// defaultStop has nothing to do.
func defaultStop() (undo func()) { return func() {} }
