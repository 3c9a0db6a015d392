package framelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// Read reads a log, called name in what is said of it. The error is a *RefusedError for a file that is
// no frame log or is over a bound, and the reader's own, wrapped, where reading fails. It panics on
// Options that are out of range.
//
// Lines are parsed by several goroutines; the result is the same for any number of them.
func Read(r io.Reader, name string, o Options) (*Log, error) {
	in := &reading{name: name, options: o, limits: o.limits(), log: &Log{Name: name}}
	if err := in.read(r); err != nil {
		return nil, in.refuse(err)
	}
	return in.log, nil
}

// A reading is one call of Read.
type reading struct {
	name    string
	options Options
	limits  limits
	log     *Log

	text   *textReader
	blocks *blocks
	format *format
	total  *batch

	headLines int // lines that were read to find out what the file is

	failure *RefusedError // found by the format's check
}

// limits returns the bounds that the options set.
func (o *Options) limits() limits {
	l := limits{line: o.LineMax, columns: columnsMax, streams: streamsMax, tags: tagsMax, frames: o.FramesMax,
		lines: linesMax, bytes: o.UnzippedMax}
	if l.line == 0 {
		l.line = lineMax
	}
	if l.frames == 0 {
		l.frames = framesMax
	}
	if l.bytes == 0 {
		l.bytes = unzippedMax
	}
	if l.line < 1 || l.line > lineMaxMax || l.frames < 1 || l.bytes < 1 || o.Workers < 0 {
		panic(fmt.Sprintf("tactus: framelog.Options out of range: %d bytes a line, %d frames, %d bytes, %d workers",
			o.LineMax, o.FramesMax, o.UnzippedMax, o.Workers))
	}
	return l
}

// refuse makes an error of what went wrong that says where.
func (in *reading) refuse(err error) error {
	var refused *RefusedError
	var long *longError
	switch {
	case errors.As(err, &refused):
		refused.Name = in.name
		return refused
	case errors.As(err, &long):
		line := in.headLines
		if in.total != nil {
			line = in.total.lines
		}
		return &RefusedError{Name: in.name, Line: line + long.lines + 1,
			What: "a line of more than " + itoa(in.limits.line) + " bytes",
			Do:   "no frame log has one; is this a text file with one frame a line?"}
	}
	return fmt.Errorf("tactus: %s: %w", in.name, err)
}

func (in *reading) read(r io.Reader) (err error) {
	if err := in.options.checkUnit(); err != nil {
		return err
	}
	if in.text, err = newTextReader(r, in.limits); err != nil {
		return err
	}
	in.blocks = &blocks{r: in.text, max: in.limits.line}
	if in.text.json() {
		err = in.record()
	} else {
		err = in.table()
	}
	if err != nil {
		return err
	}
	in.finish()
	switch s := in.log.Stream(); {
	case in.failure != nil:
		return in.failure
	case in.log.Summary == nil && (s == nil || s.Count(Present)+s.Count(Display) == 0):
		return in.nothing()
	}
	return nil
}

// record reads a JSON text, which may be one line of any length.
func (in *reading) record() (err error) {
	if in.format, err = sniffJSON(in); err != nil {
		return err
	}
	in.describe()
	in.log.LineIs = "frame of the run"
	in.total = newBatch(in.format.layout, in.limits)
	return readCapFrameX(in, in.text)
}

// table reads a text of lines.
func (in *reading) table() error {
	head, err := in.head()
	if err != nil {
		return err
	}
	if in.format, err = sniff(head[:headEnd(head, in.blocks.end)], in); err != nil {
		return err
	}
	in.describe()
	in.total = newBatch(in.format.layout, in.limits)
	in.total.lines = in.format.lines
	return in.rows(head[in.format.skip:])
}

// What a file is is told by its first lines alone, as many of them however they arrive: a log must not
// mean one thing from a file and another from a pipe. They are few enough for a log that is being
// written, and the first rows are among them.
const (
	headLines = 16
	headBytes = 1 << 20 // over which fewer lines are enough
	headFew   = 4       // a header may be longer than all that
)

// headEnough reports whether so much of a file tells what it is.
func headEnough(lines, size int) bool {
	return lines >= headLines || size >= headBytes && lines >= headFew
}

// head reads the first lines. Its text stays as it is: blocks come after it.
func (in *reading) head() ([]byte, error) {
	var head []byte
	for !in.blocks.done && !headEnough(in.headLines, len(head)) {
		block, err := in.blocks.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		head = append(head, block...)
		in.headLines += bytes.Count(block, []byte{in.blocks.end})
		if binaryHead(head) {
			break
		}
	}
	return head, nil
}

// headEnd returns where the lines end that tell what a file is.
func headEnd(head []byte, end byte) int {
	at := 0
	for lines := 0; !headEnough(lines, at); lines++ {
		i := bytes.IndexByte(head[at:], end)
		if i < 0 {
			return len(head)
		}
		at += i + 1
	}
	return at
}

// describe puts what is known before the rows into the log.
func (in *reading) describe() {
	f := in.format
	in.log.Format, in.log.Unverified = f.name, f.unverified
	in.log.Source, in.log.Header, in.log.Notes = f.source, f.header, f.notes
	in.log.Summary, in.log.LineIs = f.summary, "line"
}

// nothing refuses a file in which no row had a frame time.
func (in *reading) nothing() error {
	what := "no rows of data"
	if in.log.Rows > 0 {
		what = "none of its " + itoa(in.log.Rows) + " rows has a frame time that counts"
		for _, s := range in.log.Skipped {
			what += fmt.Sprintf("; %d: %s (first in %s %d)", s.Count, s.Reason, in.log.LineIs, s.Line)
		}
	}
	return &RefusedError{What: "a log of " + in.log.Format + " with " + what,
		Do: "record again, or name another column with --column"}
}

// rows parses the blocks, the first of which is given, in as many goroutines as there are processors.
func (in *reading) rows(first []byte) error {
	n := in.options.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if in.format.sequential {
		n = 1
	}
	w := newWorkers(in, n)
	defer w.stop()
	var before []byte
	for block := first; ; {
		w.give(block, before)
		before = lastLine(block, in.blocks.end)
		for w.full() || in.blocks.live && w.waiting() {
			w.take()
		}
		if in.total.failure != nil {
			return in.total.failure
		}
		var err error
		if block, err = in.blocks.next(); err != nil {
			for w.waiting() {
				w.take()
			}
			if err == io.EOF {
				err = nil
			}
			if in.total.failure != nil {
				return in.total.failure
			}
			return err
		}
	}
}

// lastLine copies the last whole line of a block.
func lastLine(block []byte, end byte) []byte {
	block = bytes.TrimSuffix(block, []byte{end})
	return bytes.Clone(block[bytes.LastIndexByte(block, end)+1:])
}

// merge puts the next batch behind what there is, and lets the caller see it.
func (in *reading) merge(b *batch) {
	in.total.add(b)
	if in.options.Progress == nil {
		return
	}
	if in.log.Bytes, in.log.Rows = in.blocks.n, in.total.rows; in.blocks.live {
		in.finish()
	}
	in.options.Progress(in.log)
}
