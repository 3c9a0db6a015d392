package main

import (
	"fmt"
	"io"
	"os"
)

// fileMost bounds what is read whole. The most that anything here may have is a recording's 64 MiB, and
// what is over a bound of its own (a module, a config) is told so by whoever reads it.
const fileMost = 64 << 20

// readFile reads a whole file that others made: a device has no end, and would take all memory.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, fileMost+1))
	if err == nil && len(data) > fileMost {
		return nil, fmt.Errorf("%s: over %d MiB", name, fileMost>>20)
	}
	return data, err
}

// unlessStopped returns what read does of a file, or the context's error where the command is
// interrupted before. A pipe that nobody writes to makes even its opening wait for ever, and a signal
// that is caught ends no wait. A regular file keeps nobody waiting, so that what was interrupted still
// gets to say how far it came.
func unlessStopped[T any](c *console, name string, read func() (T, error)) (T, error) {
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() {
		return read()
	}
	return orStopped(c, read)
}

// orStopped returns what work does, or the context's error where the command is interrupted before. The
// work is then left to itself, and must not touch what outlives the command.
func orStopped[T any](c *console, work func() (T, error)) (T, error) {
	type answer struct {
		v   T
		err error
	}
	got := make(chan answer, 1)
	go func() {
		v, err := work()
		got <- answer{v, err}
	}()
	select {
	case a := <-got:
		return a.v, a.err
	case <-c.ctx.Done():
		var none T
		return none, c.ctx.Err()
	}
}
