package main

import (
	"errors"
	"fmt"
	"io"
	"os"
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
	live    func(*framelog.Log) string // a few lines, that a small screen has room for
	final   func(*framelog.Log) string
	options framelog.Options

	inPlace bool
	every   time.Duration
	last    tactus.Instant
	drawn   bool // there is a picture already
	source  *sourceReader
	lines   int           // of it, where it stands on a terminal
	pending *framelog.Log // what was not drawn yet
	seen    bool          // there was something to draw
	name    string
	piped   bool // it comes through a pipe, which cannot be read twice
	quiet   int  // looks at the source in a row that found nothing new
	refused error
	asked   int64 // bytes that were there when it was last asked whether they are a log
}

// quietLooks is how many looks in a row find nothing new before what there is is asked whether it can
// become a log: a second, since the head of one may come in parts.
const quietLooks = 4

// followLog reads a log that another program still writes, "-" for standard input, and shows what live
// returns of it until the console's context ends, standard input does, or the log cannot be read. Then
// it prints what final returns. A file whose first lines are no log's is refused within some seconds.
// An interrupt is how following is meant to end, and no error. A log that begins anew is another log:
// it is said, and its figures begin anew too.
func followLog(c *console, path string, o framelog.Options, live, final func(*framelog.Log) string) error {
	f := &follower{c: c, read: framelog.Read, live: live, final: final, options: o}
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
			_, err := io.WriteString(f.c.stdout, ended(f.final(log)))
			return err
		}
	}
}

// readOnce reads one log to its end.
func (f *follower) readOnce(path string) (*framelog.Log, error) {
	f.last, f.drawn, f.seen, f.pending, f.name, f.quiet, f.asked, f.refused = 0, false, false, nil, path, 0, 0, nil
	if f.piped = path == "-" || mayWait(path); f.piped {
		return f.readPiped(path)
	}
	t, err := openTail(f.c.ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	t.idle = f.idle
	f.source = &sourceReader{Reader: t}
	return f.read(f.source, path, f.options)
}

// readPiped reads a log that comes through a pipe, to the end of whoever writes it.
func (f *follower) readPiped(path string) (*framelog.Log, error) {
	in := f.c.stdin
	if path != "-" {
		file, err := f.c.openFile(path)
		if err != nil {
			return nil, plainPath(err)
		}
		defer file.Close()
		in = file
	}
	// Interrupted, it is at its end: that is how following is meant to end.
	f.source = &sourceReader{Reader: newIdleReader(untilDone(f.c.ctx, in, io.EOF), f.idle)}
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

// progress takes what there is to draw.
func (f *follower) progress(l *framelog.Log) {
	f.quiet = 0
	if f.c.ctx.Err() != nil || !f.source.short || l.Stream() == nil {
		return
	}
	f.pending, f.seen = l, true
	f.redraw()
}

// idle is called while there is nothing to read, by the goroutine that reads. It draws what came too
// early after the last picture: the last rows before a pause.
func (f *follower) idle() error {
	if f.c.ctx.Err() != nil || f.refused != nil {
		return f.refused // again and again: the first may fall to a look at the first bytes
	}
	f.redraw()
	if f.quiet++; f.quiet < quietLooks || f.seen || f.piped {
		return nil
	}
	f.quiet = 0
	if f.refused == nil {
		f.refused = f.ask()
	}
	return f.refused
}

// ask reads what there is as if it were whole: reading waits for the first lines before it judges them.
// A refusal of a certain line is one of the file, and is returned; any other is of what is not there
// yet, and so is that of a single line, which may be a header. What is a log already is drawn.
func (f *follower) ask() error {
	file, err := os.Open(f.name)
	if err != nil {
		return nil // it is on its way from one file to the next
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() == f.asked {
		return nil
	}
	f.asked = info.Size()
	o := f.options
	o.Progress = func(*framelog.Log) {}
	var text strings.Builder
	l, err := f.read(io.TeeReader(io.LimitReader(file, f.asked), &text), f.name, o)
	var refused *framelog.RefusedError
	switch {
	case err == nil && l.Stream() != nil:
		f.pending = l
		f.redraw()
	case errors.As(err, &refused) && refused.Line > 0 && strings.Count(text.String(), "\n") > 1:
		return refused
	}
	return nil
}

// redraw draws what is pending where it is time to.
func (f *follower) redraw() {
	now := f.c.read()
	if f.pending == nil || f.drawn && now.Sub(f.last) < f.every {
		return
	}
	f.last, f.drawn = now, true
	text := f.live(f.pending)
	f.pending = nil
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
