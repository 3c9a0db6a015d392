package convert

import (
	"errors"
	"io"
	"math"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A Source is what to write.
type Source struct {
	// Log says where the frames came from. It may be nil, and then nothing is said of that.
	Log *framelog.Log
	// Stream holds the frames; nil stands for Log.Stream().
	Stream *framelog.Stream
	// Side is the interval that counts as frame time.
	Side framelog.Side
	// Tool names the program that writes, as "tactus v1.2.0"; "" leaves it out.
	Tool string
	// Hitch is the frame time over which a trace marks a frame; 0 is [HitchDefault].
	Hitch time.Duration
}

// HitchDefault is the frame time over which a trace marks a hitch: 20 frames a second, which is slow by
// any game's measure. A capped run at 30 has none.
const HitchDefault = 50 * time.Millisecond

// ErrTooLong says that frame times add up to more than the form can hold: 292 years in CSV, 52 days in
// a trace.
var ErrTooLong = errors.New("tactus: the frame times add up to more than the form can hold: cut the log")

// rows is what is read of a stream.
type rows interface {
	Len() int
	Frame(i int) framelog.Frame
	Engine(i int) framelog.Engine
}

// A table is a stream as the writers see it.
type table struct {
	rows
	side                          framelog.Side
	engine, display, clock, scene bool
	about                         about
	hitch                         time.Duration
}

// about is what is said of the whole.
type about struct {
	source, format, column, unit, stream, side, tool string

	sampled  bool   // a row is a polling interval
	lengths  string // what the log's note says of frame times that are lengths; "" where they are none
	clockOff bool   // samples or lengths whose place in time nothing tells
}

// apart reports whether rows have places of their own, and do not follow each other as frames do:
// samples have gaps between them, and lengths overlap.
func (a *about) apart() bool { return a.sampled || a.lengths != "" }

// lengthsNote is what the note begins with by which framelog tells that frame times are lengths.
const lengthsNote = "frame LENGTHS"

// kinds takes over from a log what its rows are.
func (a *about) kinds(l *framelog.Log, clock bool) {
	a.sampled = l.Sampled
	for _, note := range l.Notes {
		if strings.HasPrefix(note, lengthsNote) {
			a.lengths = note
		}
	}
	a.clockOff = !clock && a.apart()
}

// table puts together what the writers read. It panics where there is no stream.
func (s *Source) table() *table {
	stream := s.Stream
	if stream == nil && s.Log != nil {
		stream = s.Log.Stream()
	}
	if stream == nil {
		panic("tactus: convert: no stream to write")
	}
	t := &table{rows: stream, side: s.Side, engine: stream.HasEngine(), display: stream.HasDisplay(),
		clock: stream.HasClock(), scene: len(stream.Tags()) > 0, hitch: s.Hitch}
	t.about = about{stream: stream.StreamName.String(), side: s.Side.String(), tool: s.Tool}
	if l := s.Log; l != nil {
		t.about.source, t.about.format = l.Name, l.Format
		t.about.column, t.about.unit = l.Source.Column, l.Source.Unit
		t.about.kinds(l, t.clock)
		if t.about.column == "" {
			t.about.column = l.Source.Text
		}
		if s.Side == framelog.Display {
			t.about.column = l.Source.Display
		}
	}
	if t.hitch == 0 {
		t.hitch = HitchDefault
	}
	return t
}

// frame returns row i and its frame time; false where the row has none on the table's side.
func (t *table) frame(i int) (f framelog.Frame, span int64, ok bool) {
	f = t.Frame(i)
	span = int64(f.Interval)
	if t.side == framelog.Display {
		span = int64(f.Display)
	}
	return f, span, span > 0
}

// count returns how many frames there are, and the sum of their times.
func (t *table) count() (n int, total int64, err error) {
	for i := range t.Len() {
		_, span, ok := t.frame(i)
		if !ok {
			continue
		}
		if span > math.MaxInt64-total {
			return 0, 0, ErrTooLong
		}
		n, total = n+1, total+span
	}
	return n, total, nil
}

// bufferSize is large enough that writing costs little a row, and small enough to stay in a cache.
const bufferSize = 1 << 16

// A sink gathers text and hands it on in large parts. After an error it takes no more.
type sink struct {
	w   io.Writer
	b   []byte
	err error
}

func newSink(w io.Writer) *sink {
	if w == nil {
		panic("tactus: convert: the writer is nil")
	}
	return &sink{w: w, b: make([]byte, 0, bufferSize+1<<10)}
}

// spill writes what is there once it is much. It reports whether writing goes on.
func (s *sink) spill() bool {
	if len(s.b) >= bufferSize {
		s.flush()
	}
	return s.err == nil
}

func (s *sink) flush() {
	if s.err != nil || len(s.b) == 0 {
		return
	}
	n, err := s.w.Write(s.b)
	if err == nil && n != len(s.b) {
		err = io.ErrShortWrite
	}
	s.err, s.b = err, s.b[:0]
}

// finish writes the rest and returns the writer's first error.
func (s *sink) finish() error {
	s.flush()
	return s.err
}
