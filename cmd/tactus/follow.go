package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/term"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framelog"
)

// A follower shows the figures of a log that grows. On a terminal they are redrawn in place, elsewhere
// they are printed again, less often.
type follower struct {
	c       *console
	read    func(io.Reader, string, framelog.Options) (*framelog.Log, error)
	show    func(*framelog.Log) string
	options framelog.Options

	inPlace bool
	every   time.Duration
	last    tactus.Instant
	drawn   bool // there is a picture already
	source  *sourceReader
	lines   int // of it, where it stands on a terminal
}

// followLog reads a log that another program still writes, "-" for standard input, and shows its figures
// until the console's context ends, standard input does, or the log cannot be read. Then it prints the
// final ones. An interrupt is how following is meant to end, and no error. A log that begins anew is
// another log: it is said, and its figures begin anew too.
func followLog(c *console, path string, o framelog.Options, show func(*framelog.Log) string) error {
	f := &follower{c: c, read: framelog.Read, show: show, options: o}
	return f.run(path)
}

func (f *follower) run(path string) error {
	f.inPlace, f.every = isTerminal(f.c.stdout) && f.c.getenv("TERM") != "dumb", time.Second
	if f.inPlace {
		f.every = time.Second / 2 // as often as figures can be read
	}
	asked := f.options.Progress
	f.options.Progress = func(l *framelog.Log) {
		if asked != nil {
			asked(l)
		}
		f.progress(l)
	}
	for {
		log, err := f.readOnce(path)
		f.clear()
		switch {
		case errors.Is(err, errBegunAnew):
			fmt.Fprintln(f.c.stderr, "tactus: "+trimmed(err))
		case err != nil && f.c.ctx.Err() != nil: // interrupted before there was a log
			fmt.Fprintln(f.c.stderr, "tactus: no figures yet: "+trimmed(err))
			return errNo
		case err != nil:
			return err
		default:
			_, err := io.WriteString(f.c.stdout, ended(f.show(log)))
			return err
		}
	}
}

// readOnce reads one log to its end.
func (f *follower) readOnce(path string) (*framelog.Log, error) {
	f.last, f.drawn = 0, false
	if path == "-" {
		f.source = &sourceReader{Reader: untilDone(f.c.ctx, f.c.stdin)}
		return f.read(f.source, path, f.options)
	}
	t, err := openTail(f.c.ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	f.source = &sourceReader{Reader: t}
	return f.read(f.source, path, f.options)
}

// A sourceReader knows whether its last read was short: then all that there is was read, and only then
// is the log of Options.Progress whole.
type sourceReader struct {
	io.Reader
	short bool
}

func (s *sourceReader) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.short = n < len(p)
	return n, err
}

// progress draws where it is time to. The last figures before a pause of the log may so be missing,
// until there are more or the end comes.
func (f *follower) progress(l *framelog.Log) {
	now := f.c.read()
	early := f.drawn && now.Sub(f.last) < f.every
	if early || f.c.ctx.Err() != nil || !f.source.short || l.Stream() == nil {
		return
	}
	f.last, f.drawn = now, true
	text := f.show(l)
	if !f.inPlace {
		io.WriteString(f.c.stdout, ended(text))
		return
	}
	width, height := terminalWidth(f.c.stdout), 24
	if file, ok := f.c.stdout.(term.File); ok {
		if _, rows, err := term.GetSize(file.Fd()); err == nil && rows > 0 {
			height = rows
		}
	}
	f.draw(text, width, height)
}

// draw puts a picture in the place of the last one. It has to fit: a line that wraps, or more lines than
// the screen has, could not be found again.
func (f *follower) draw(text string, width, height int) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	lines = lines[:min(len(lines), max(height-1, 1))]
	var b strings.Builder
	b.WriteString(f.back())
	narrow := lipgloss.NewStyle().Inline(true).MaxWidth(max(width-1, 1))
	for _, line := range lines {
		b.WriteString(narrow.Render(line) + "\n")
	}
	f.lines = len(lines)
	io.WriteString(f.c.stdout, b.String()) // at once, so that no half of it is seen
}

// clear takes the picture off the screen.
func (f *follower) clear() {
	if f.lines > 0 {
		io.WriteString(f.c.stdout, f.back())
		f.lines = 0
	}
}

// back moves to where the picture begins, and deletes from there on.
func (f *follower) back() string {
	if f.lines == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA\r\x1b[J", f.lines)
}

// ended returns text that ends its last line.
func ended(text string) string { return strings.TrimRight(text, "\n") + "\n" }
