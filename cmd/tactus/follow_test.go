package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// countLines reads as framelog does, as far as a follower sees: it counts rows, calls Progress after
// each, returns a log at the end, and wraps its reader's error.
func countLines(r io.Reader, name string, o framelog.Options) (*framelog.Log, error) {
	log := &framelog.Log{Name: name, Streams: []*framelog.Stream{{}}}
	b := bufio.NewReader(r)
	for {
		_, err := b.ReadString('\n')
		switch {
		case err == io.EOF && log.Rows == 0:
			return nil, &framelog.RefusedError{Name: name, What: "it is empty"}
		case err == io.EOF:
			return log, nil
		case err != nil:
			return nil, fmt.Errorf("tactus: %s: %w", name, err)
		}
		log.Rows++
		o.Progress(log)
	}
}

// A followed log is followed on a goroutine of its own, inside a synctest bubble.
type followed struct {
	tailed
	follower
	stdout, stderr bytes.Buffer
	done           error
}

func following(t *testing.T, dir, holds string) *followed {
	f := &followed{tailed: tailed{t: t, path: filepath.Join(dir, "log.csv")}}
	f.write(os.O_TRUNC, holds)
	ctx, end := context.WithCancel(context.Background())
	f.end = end
	f.c = &console{ctx: ctx, stdin: strings.NewReader(""), stdout: &f.stdout, stderr: &f.stderr, now: bubbleClock()}
	f.follower.read = countLines
	f.live = func(l *framelog.Log) string { return fmt.Sprintf("%d rows", l.Rows) }
	f.final = func(l *framelog.Log) string { return fmt.Sprintf("%d rows in all", l.Rows) }
	go func() { f.done = f.run(f.path); f.ended = true }()
	f.settle()
	return f
}

func TestFollowShowsFiguresAtMostOnceASecondAndTheFinalOnesWhenInterrupted(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := following(t, dir, "a\n")
		for range 40 { // 10 s
			f.write(os.O_APPEND, "a\n")
			f.settle()
		}
		f.end()
		synctest.Wait()
		lines := strings.Split(strings.TrimSpace(f.stdout.String()), "\n")
		if !f.ended || f.done != nil || lines[0] != "1 rows" || lines[len(lines)-1] != "41 rows in all" {
			t.Errorf("ended %v, %v: %q", f.ended, f.done, lines)
		}
		if len(lines) < 8 || len(lines) > 12 {
			t.Errorf("%d pictures in 10 s", len(lines))
		}
	})
}

func TestFollowSaysThatALogBeginsAnewAndCountsAnew(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := following(t, dir, "a\nb\nc\n")
		f.write(os.O_TRUNC, "d\n")
		f.settle()
		f.settle()
		f.end()
		synctest.Wait()
		if got := f.stdout.String(); f.done != nil || got != "1 rows\n1 rows\n1 rows in all\n" {
			t.Errorf("%v: %q", f.done, got)
		}
		if said := f.stderr.String(); !strings.Contains(said, "begins anew") || strings.Count(said, "\n") != 1 {
			t.Errorf("said %q", said)
		}
	})
}

func TestFollowInterruptedBeforeThereIsALogIsANo(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := following(t, dir, "")
		f.end()
		synctest.Wait()
		if !errors.Is(f.done, errNo) || f.stdout.Len() != 0 || !strings.Contains(f.stderr.String(), "no figures yet") {
			t.Errorf("%v: %q, %q", f.done, f.stdout.String(), f.stderr.String())
		}
	})
}

func TestFollowOfWhatIsNotThereIsAnError(t *testing.T) {
	c := &console{ctx: t.Context(), stdout: io.Discard, stderr: io.Discard}
	err := followLog(c, filepath.Join(t.TempDir(), "none"), framelog.Options{}, nil, nil)
	if !errors.Is(err, os.ErrNotExist) ||
		!strings.HasSuffix(err.Error(), "none: no such file or directory") || strings.HasPrefix(err.Error(), "open ") {
		t.Error(err)
	}
}

func TestFollowReadsStandardInputToItsEnd(t *testing.T) {
	var stdout bytes.Buffer
	show := func(l *framelog.Log) string { return fmt.Sprint(l.Rows) + "\n" }
	f := &follower{read: countLines, live: show, final: show}
	f.c = &console{ctx: t.Context(), stdin: strings.NewReader("a\nb\n"), stdout: &stdout, stderr: io.Discard}
	if err := f.run("-"); err != nil || !strings.HasSuffix(stdout.String(), "2\n") {
		t.Errorf("%v: %q", err, stdout.String())
	}
}

func TestFollowCallsTheCallersProgressToo(t *testing.T) {
	calls := 0
	show := func(*framelog.Log) string { return "" }
	f := &follower{read: countLines, live: show, final: show}
	f.options.Progress = func(*framelog.Log) { calls++ }
	f.c = &console{ctx: t.Context(), stdin: strings.NewReader("a\nb\n"), stdout: io.Discard, stderr: io.Discard}
	if err := f.run("-"); err != nil || calls != 2 {
		t.Errorf("%v: %d calls for 2 rows", err, calls)
	}
}

func TestFollowRedrawsInPlaceAndFitsTheScreen(t *testing.T) {
	var stdout bytes.Buffer
	f := &follower{c: &console{stdout: &stdout}}
	f.draw("one\ntwo\nthree is a long line — é\n", 10, 24)
	f.draw("1\n2\n3\n4", 10, 3)
	f.clear()
	f.clear()
	const want = "one\ntwo\nthree is \n" + "\x1b[3A\r\x1b[J" + "1\n2\n" + "\x1b[2A\r\x1b[J"
	if got := stdout.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	stdout.Reset()
	f.draw("\x1b[31mééééééééééé\x1b[0m", 5, 24)
	got := stdout.String()
	if strings.Count(got, "é") != 4 || !strings.HasSuffix(got, "\x1b[0m\n") && !strings.HasSuffix(got, "\x1b[m\n") {
		t.Errorf("%q does not have 4 of 11 characters", got)
	}
}

func TestFollowShowsTheFramesOfALogThatIsWrittenRowByRow(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := &followed{tailed: tailed{t: t, path: filepath.Join(dir, "log.csv")}}
		f.write(os.O_TRUNC, "frame,time_s,frame_ms,steps,alpha,sim_ms,dropped_ms,scene\n")
		ctx, end := context.WithCancel(context.Background())
		f.end = end
		c := &console{ctx: ctx, stdin: strings.NewReader(""), stdout: &f.stdout, stderr: &f.stderr,
			now: bubbleClock()}
		go func() {
			show := func(l *framelog.Log) string {
				return fmt.Sprintf("%d frames", l.Stream().Count(framelog.Present))
			}
			f.done = followLog(c, f.path, framelog.Options{}, show, show)
			f.ended = true
		}()
		for i := range 80 {
			f.write(os.O_APPEND, fmt.Sprintf("%d,%d.000000000,250.000000,1,0.5,1.000000,0.000000,me", i, i))
			f.write(os.O_APPEND, "nu\n")
			f.settle()
		}
		f.end()
		synctest.Wait()
		lines := strings.Split(strings.TrimSpace(f.stdout.String()), "\n")
		if !f.ended || f.done != nil || lines[len(lines)-1] != "80 frames" || f.stderr.Len() != 0 {
			t.Errorf("ended %v, %v: %q, %q", f.ended, f.done, lines, f.stderr.String())
		}
		if len(lines) < 15 || len(lines) > 22 || lines[len(lines)/2] == lines[len(lines)/2+1] {
			t.Errorf("%d pictures in 20 s: %q", len(lines), lines)
		}
	})
}

func TestFollowShowsTheLastRowsBeforeAPause(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := following(t, dir, "a\n")
		f.write(os.O_APPEND, "b\nc\n")
		for range 8 {
			f.settle()
		}
		if lines := strings.Fields(f.stdout.String()); lines[len(lines)-2] != "3" {
			t.Errorf("2 s after the third row: %q", f.stdout.String())
		}
		f.end()
		synctest.Wait()
	})
}

// really follows a file with the real reader and no more than its first text.
func really(t *testing.T, dir, holds string) *followed {
	f := &followed{tailed: tailed{t: t, path: filepath.Join(dir, "log.csv")}}
	f.write(os.O_TRUNC, holds)
	ctx, end := context.WithCancel(context.Background())
	f.end = end
	c := &console{ctx: ctx, stdin: strings.NewReader(""), stdout: &f.stdout, stderr: &f.stderr, now: bubbleClock()}
	show := func(l *framelog.Log) string { return fmt.Sprintf("%d frames", l.Stream().Count(framelog.Present)) }
	go func() {
		f.done = followLog(c, f.path, framelog.Options{}, show, show)
		f.ended = true
	}()
	for range 12 { // 3 s
		f.settle()
	}
	return f
}

func TestFollowRefusesWhatIsNoLogByItself(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := really(t, dir, "Dear reader,\n\nthis is a letter.\n")
		var refused *framelog.RefusedError
		if !f.ended || !errors.As(f.done, &refused) || refused.Name != f.path {
			t.Errorf("ended %v, %v", f.ended, f.done)
		}
		f.end()
		synctest.Wait()
	})
}

func TestFollowWaitsForALogThatHasAHeaderAlone(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		f := really(t, dir, "frame_ms\n")
		if f.ended {
			t.Fatalf("it ended with %v", f.done)
		}
		f.write(os.O_APPEND, "16\n17\n")
		for range 8 {
			f.settle()
		}
		if got := f.stdout.String(); !strings.HasPrefix(got, "2 frames\n") {
			t.Errorf("of two rows it shows %q", got)
		}
		f.end()
		synctest.Wait()
	})
}

func TestFollowOfAPipeShowsTheLastRowsBeforeAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		var stdout bytes.Buffer
		f := &follower{read: countLines, live: func(l *framelog.Log) string { return fmt.Sprint(l.Rows) },
			final: func(*framelog.Log) string { return "end" }}
		f.c = &console{ctx: t.Context(), stdin: from, stdout: &stdout, stderr: io.Discard, now: bubbleClock()}
		done := make(chan error)
		go func() { done <- f.run("-") }()
		io.WriteString(to, "a\nb\nc\n")
		time.Sleep(3 * time.Second) // of the bubble's clock
		synctest.Wait()
		if got := stdout.String(); got != "1\n3\n" {
			t.Errorf("after a pause it shows %q", got)
		}
		to.Close()
		if err := <-done; err != nil || !strings.HasSuffix(stdout.String(), "end\n") {
			t.Errorf("%v: %q", err, stdout.String())
		}
	})
}

func TestTheLiveTextFitsASmallScreen(t *testing.T) {
	for _, name := range []string{"all-equal.csv", "mangohud-sampled.csv", "alternating.csv", "one-frame.csv"} {
		path := convertTwins + name
		var f framesReport
		f.Low, f.Slowest, f.Hitch = "mean", 5, []string{"33.333ms", "50ms", "2x", "3x"}
		config, err := f.config()
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		l, err := framelog.Read(file, path, f.options())
		if err != nil {
			t.Fatal(err)
		}
		text := f.liveText(path, config)(l)
		if n := strings.Count(text, "\n"); n > 12 {
			t.Errorf("%s: %d lines", name, n)
		}
		for _, want := range []string{"N = ", "average", "median", "p99", "1 % low", "over 50ms", "longest", "warnings"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the text lacks %q:\n%s", name, want, text)
			}
		}
	}
}
