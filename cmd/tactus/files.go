package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// fileMost bounds what is read whole. The most that anything here may have is a recording's 64 MiB, and
// what is over a bound of its own (a module, a config) is told so by whoever reads it.
const fileMost = 64 << 20

// readFile reads a whole file that others made: a device has no end, and would take all memory.
func (c *console) readFile(name string) ([]byte, error) {
	f, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(name, f)
}

// readAll reads what there is of a file, up to fileMost.
func readAll(name string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, fileMost+1))
	if err == nil && len(data) > fileMost {
		return nil, fmt.Errorf("%s: over %d MiB", name, fileMost>>20)
	}
	return data, err
}

// open opens any file that a command reads. What may keep a reader waiting (a pipe, a device) gives the
// context's error where the command is interrupted, both while it is opened and while it is read; a
// signal that is caught ends no wait by itself. A regular file keeps nobody waiting and is read to its
// end, so that what was interrupted still gets to say how far it came.
func (c *console) open(name string) (io.ReadCloser, error) {
	f, err := c.openFile(name)
	if err != nil {
		return nil, err
	}
	if !mayWait(name) {
		return f, nil
	}
	return &waitingFile{untilDone(c.ctx, f, context.Canceled), f}, nil
}

// A waitingFile is a file that is read by a goroutine of its own.
type waitingFile struct {
	io.ReadCloser
	file *os.File
}

// Close ends that goroutine too, as far as the system lets go of a read.
func (w *waitingFile) Close() error { return errors.Join(w.ReadCloser.Close(), w.file.Close()) }

// openFile opens a file to read, as long as the command is not interrupted: a pipe that nobody writes to
// makes its opening wait for ever.
func (c *console) openFile(name string) (*os.File, error) {
	if !mayWait(name) {
		return os.Open(name)
	}
	return orStopped(c, func() (*os.File, error) { return os.Open(name) })
}

// mayWait reports whether a file may keep whoever opens, reads or writes it waiting.
func mayWait(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
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

// untilDone returns a reader of r that ends with an error when the context does, also while r has
// nothing to read. A read that hangs then keeps its goroutine; what it reads is lost.
func untilDone(ctx context.Context, r io.Reader, end error) io.ReadCloser {
	from, to := io.Pipe()
	context.AfterFunc(ctx, func() { to.CloseWithError(end) })
	go func() {
		_, err := io.Copy(to, r)
		to.CloseWithError(err)
	}()
	return from
}
