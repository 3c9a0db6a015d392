package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// tailEvery is how often a tail looks for more: often enough to be live, and nothing beside the load of
// a game.
const tailEvery = time.Second / 4

// errBegunAnew is what a tail ends with where what follows is another log.
var errBegunAnew = errors.New("tactus: the file begins anew")

// A tail reads a file that another program still writes. At its end it waits for more. It ends with
// io.EOF when its context does, so that whoever reads has then read a whole log, and with errBegunAnew
// where the file was cut or another has taken its name. A file that was cut and is again longer than
// what was read cannot be told from one that grew. On Windows a file cannot be renamed while a tail has
// it open.
type tail struct {
	ctx  context.Context
	path string
	file *os.File
	read int64        // bytes
	idle func() error // called whenever there is nothing new; its error ends the reading; nil for none
}

// openTail opens a file that must be there.
func openTail(ctx context.Context, path string) (*tail, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, plainPath(err)
	}
	return &tail{ctx: ctx, path: path, file: file}, nil
}

// Close ends the tail.
func (t *tail) Close() error { return t.file.Close() }

// Read returns what there is, or waits until there is something. When the context has ended it returns
// once more what came during the last wait, and nothing of a file that it is still in the middle of.
func (t *tail) Read(p []byte) (int, error) {
	for len(p) > 0 {
		if t.ctx.Err() != nil {
			return 0, io.EOF
		}
		if n, err := t.next(p); n > 0 || err != nil {
			return n, err
		}
		if anew := t.anew(); anew != nil {
			// What was written between the last look and the change still counts.
			if n, err := t.next(p); n > 0 || err != nil {
				return n, err
			}
			return 0, anew
		}
		if t.idle != nil {
			if err := t.idle(); err != nil {
				return 0, err
			}
		}
		if t.wait(); t.ctx.Err() != nil {
			n, err := t.next(p)
			if n == 0 && err == nil {
				err = io.EOF
			}
			return n, err
		}
	}
	return 0, nil
}

// next reads what there is, which may be nothing.
func (t *tail) next(p []byte) (int, error) {
	n, err := t.file.Read(p)
	t.read += int64(n)
	if n > 0 || errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// anew returns why what follows is another log, nil where it is not. A name that nothing has is on its
// way from one file to the next: until that is there, the old one counts.
func (t *tail) anew() error {
	own, err := t.file.Stat()
	if err != nil {
		return err
	}
	if own.Mode().IsRegular() && own.Size() < t.read {
		return fmt.Errorf("%w: %s was cut from %d to %d bytes", errBegunAnew, t.path, t.read, own.Size())
	}
	if now, err := os.Stat(t.path); err == nil && !os.SameFile(own, now) {
		return fmt.Errorf("%w: another file has the name %s", errBegunAnew, t.path)
	}
	return nil
}

// wait waits until it is time to look again, or the context ends.
func (t *tail) wait() {
	timer := time.NewTimer(tailEvery)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.ctx.Done():
	}
}

// An idleReader reads from what may keep it waiting, as a pipe, and calls idle as often as a tail does
// while it waits. Its error ends the reading.
type idleReader struct {
	r    io.Reader
	idle func() error
	got  chan []byte // what was read, closed at the end
	rest []byte
	err  error // of r, once got is closed
}

func newIdleReader(r io.Reader, idle func() error) *idleReader {
	i := &idleReader{r: r, idle: idle, got: make(chan []byte)}
	go i.fill()
	return i
}

// fill reads until the reader ends, as that of untilDone does when the context does.
func (i *idleReader) fill() {
	defer close(i.got)
	for i.err == nil {
		b := make([]byte, 1<<16)
		n, err := i.r.Read(b)
		if n > 0 {
			i.got <- b[:n]
		}
		i.err = err
	}
}

func (i *idleReader) Read(p []byte) (int, error) {
	ticker := time.NewTicker(tailEvery)
	defer ticker.Stop()
	for len(i.rest) == 0 {
		select {
		case b, ok := <-i.got:
			if !ok {
				return 0, i.err
			}
			i.rest = b
		case <-ticker.C:
			if err := i.idle(); err != nil {
				return 0, err
			}
		}
	}
	n := copy(p, i.rest)
	i.rest = i.rest[n:]
	return n, nil
}
