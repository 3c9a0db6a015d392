package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// A tailed file is written and replaced by a test. Its tail is read on a goroutine of its own.
type tailed struct {
	t     *testing.T
	path  string
	end   context.CancelFunc
	got   lockedText
	err   error
	ended bool
}

// A lockedText is written by one goroutine while another looks: time that passes in a bubble does not
// put the one before the other.
type lockedText struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// tailing begins to read a file that holds the text, inside a synctest bubble.
func tailing(t *testing.T, dir, holds string) *tailed {
	f := &tailed{t: t, path: filepath.Join(dir, "log.csv")}
	f.write(os.O_TRUNC, holds)
	ctx, end := context.WithCancel(context.Background())
	f.end = end
	tail, err := openTail(ctx, f.path)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer tail.Close()
		_, f.err = io.Copy(&f.got, tail)
		f.ended = true
	}()
	f.settle()
	return f
}

func (f *tailed) write(how int, text string) {
	f.t.Helper()
	file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|how, 0o666)
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := file.WriteString(text); err != nil {
		f.t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		f.t.Fatal(err)
	}
}

// settle lets the tail look once more.
func (f *tailed) settle() {
	time.Sleep(tailEvery + time.Millisecond)
	synctest.Wait()
}

func (f *tailed) wants(text string) {
	f.t.Helper()
	if f.got.String() != text {
		f.t.Errorf("read %q, want %q", f.got.String(), text)
	}
}

func TestTailReadsWhatIsAppendedUntilItsContextEnds(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := tailing(t, dir, "a\n")
		f.wants("a\n")
		f.write(os.O_APPEND, "half a l")
		f.settle()
		f.wants("a\nhalf a l")
		f.write(os.O_APPEND, "ine\n")
		f.settle()
		f.wants("a\nhalf a line\n")
		time.Sleep(time.Minute)
		f.write(os.O_APPEND, "last\n")
		f.end() // within the wait
		synctest.Wait()
		f.wants("a\nhalf a line\nlast\n")
		if !f.ended || f.err != nil {
			t.Errorf("ended %v, error %v", f.ended, f.err)
		}
	})
}

func TestTailLooksFourTimesASecondAndNoMore(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := tailing(t, dir, "a\n")
		f.write(os.O_APPEND, "b\n")
		began := time.Now()
		for len(f.got.String()) < 4 {
			time.Sleep(time.Millisecond)
			synctest.Wait()
			if time.Since(began) > time.Minute {
				t.Fatal("never read")
			}
		}
		if waited := time.Since(began); waited < 200*time.Millisecond || waited > 251*time.Millisecond {
			t.Errorf("read after %v", waited)
		}
		f.end()
		synctest.Wait()
	})
}

func TestTailSaysThatAFileWasCut(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := tailing(t, dir, "a long line\n")
		f.write(os.O_TRUNC, "new\n")
		f.settle()
		if !f.ended || !errors.Is(f.err, errBegunAnew) || !strings.Contains(f.err.Error(), "from 12 to 4 bytes") {
			t.Errorf("ended %v, error %v", f.ended, f.err)
		}
		f.wants("a long line\n")
		f.end()
	})
}

func TestTailReadsAFileToItsEndBeforeItSaysThatAnotherHasItsName(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := tailing(t, dir, "a\n")
		old := f.path + ".1"
		if err := os.Rename(f.path, old); err != nil {
			f.end()
			t.Skip("NOT RUN: this system does not rename a file that is open:", err)
		}
		f.settle()
		f.settle()
		if f.ended {
			t.Fatalf("ended while no file has the name: %v", f.err)
		}
		path := f.path
		f.path = old
		f.write(os.O_APPEND, "b\n") // the program has not yet begun its new file
		f.path = path
		f.write(os.O_TRUNC, "new\n")
		f.settle()
		f.settle()
		f.wants("a\nb\n")
		if !f.ended || !errors.Is(f.err, errBegunAnew) || !strings.Contains(f.err.Error(), "another file") {
			t.Errorf("ended %v, error %v", f.ended, f.err)
		}
		f.end()
	})
}

func TestTailInTheMiddleOfAFileEndsAtOnceWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.csv")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	tail, err := openTail(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer tail.Close()
	if n, err := tail.Read(make([]byte, 100)); n != 100 || err != nil {
		t.Fatal(n, err)
	}
	end()
	if n, err := tail.Read(make([]byte, 100)); n != 0 || err != io.EOF {
		t.Errorf("%d, %v", n, err)
	}
}

func TestTailOfAFileThatIsNotThereIsAnError(t *testing.T) {
	if _, err := openTail(context.Background(), filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestStandardInputEndsWithItselfItsErrorOrTheContext(t *testing.T) {
	if b, err := io.ReadAll(untilDone(t.Context(), strings.NewReader("all"), io.EOF)); string(b) != "all" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	broken := errors.New("broken")
	if _, err := io.ReadAll(untilDone(t.Context(), iotest.ErrReader(broken), io.EOF)); !errors.Is(err, broken) {
		t.Error(err)
	}
	ctx, end := context.WithCancel(t.Context())
	hangs, w := io.Pipe()
	defer w.Close()
	go w.Write([]byte("some"))
	r, some := untilDone(ctx, hangs, io.EOF), make([]byte, 4)
	if _, err := io.ReadFull(r, some); string(some) != "some" || err != nil {
		t.Errorf("%q, %v", some, err)
	}
	end()
	if b, err := io.ReadAll(r); len(b) != 0 || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}
