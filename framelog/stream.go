package framelog

import (
	"iter"
	"strconv"
	"strings"
	"time"
)

// A StreamName tells the streams of a log apart. Parts that the log does not have are empty.
type StreamName struct {
	Application string
	ProcessID   string
	SwapChain   string
	Run         int // of a record that holds several, the first is 1; 0 elsewhere
}

// String returns the parts that there are, as "game.exe, process 4711, swap chain 0x1F0".
func (n StreamName) String() string {
	var parts []string
	if n.Application != "" {
		parts = append(parts, n.Application)
	}
	if n.ProcessID != "" {
		parts = append(parts, "process "+n.ProcessID)
	}
	if n.SwapChain != "" {
		parts = append(parts, "swap chain "+n.SwapChain)
	}
	if n.Run > 0 {
		parts = append(parts, "run "+strconv.Itoa(n.Run))
	}
	if len(parts) == 0 {
		return "the only stream"
	}
	return strings.Join(parts, ", ")
}

// compositor reports whether it is the window manager's and not a game's.
func (n StreamName) compositor() bool { return strings.EqualFold(n.Application, "dwm.exe") }

// A Stream is the frames of one swap chain, in the order of the file.
type Stream struct {
	StreamName
	// Rows counts its rows in the file, those without a frame time too.
	Rows int
	// Dropped counts rows that never reached the screen; -1 where the log does not tell.
	Dropped int
	// Generated counts rows that no game frame made; -1 where the log does not tell.
	Generated int
	// Missed counts rows that were completed after their deadline; -1 where the log does not tell.
	Missed int
	// Types counts rows by the frame type that the log gives, in the order in which they came.
	Types []Count

	columns
	key string // the bytes of its name in the file

	marks   breaks
	apart   bool // the next row does not follow the one before it
	later   bool // it is a part, and its first row is not that of the stream
	sampled bool // a row is a polling period: the clock tells when it began, and no sum

	first   int  // the line of its first row
	silent  int  // rows before the first that has a clock
	behind  bool // the row before the next one has no clock to take a difference from
	derived int  // rows whose interval was taken from the clock
	frames  int  // intervals that count
	shown   int  // display intervals that count
}

// columns hold the rows of a stream. A column that the log does not have is empty.
type columns struct {
	interval, display spans
	clock             column[int64]
	line              column[uint32]
	flags             column[uint8]
	tag               column[uint16]
	tags              []string          // by the numbers in tag; the first is ""
	numbers           map[string]uint16 // of tags where there are many, else nil
	engine            engineColumns
}

// empty makes them columns of no rows that keep their memory.
func (c *columns) empty() {
	c.interval.emptySpans()
	c.display.emptySpans()
	c.clock.empty()
	c.line.empty()
	c.flags.empty()
	c.tag.empty()
	c.tags, c.numbers = c.tags[:0], nil
	c.engine.steps.empty()
	c.engine.alpha.empty()
	c.engine.cost.emptySpans()
	c.engine.dropped.emptySpans()
	c.engine.told = false
}

// A Count is how often a text came.
type Count struct {
	Name  string
	Count int
}

type engineColumns struct {
	steps         column[int32]
	alpha         column[float32]
	cost, dropped spans
	told          bool // by some row
}

// Len returns how many rows it holds: those with an interval on either side.
func (s *Stream) Len() int { return s.interval.len() }

// Frame returns row i, from 0 to Len()-1.
func (s *Stream) Frame(i int) Frame {
	f := Frame{Interval: s.interval.span(i), Line: int(s.line.at(i))}
	if s.HasDisplay() {
		f.Display = s.display.span(i)
	}
	if s.HasClock() {
		f.Clock = time.Duration(s.clock.at(i))
	}
	if s.tag.len() > 0 {
		f.Tag = s.tags[s.tag.at(i)]
	}
	if s.flags.len() > 0 {
		f.Dropped, f.Generated = s.flags.at(i)&flagDropped != 0, s.flags.at(i)&flagGenerated != 0
	}
	return f
}

// Count returns how many of its rows have an interval on that side: the N of all figures.
func (s *Stream) Count(side Side) int {
	if side == Display {
		return s.shown
	}
	return s.frames
}

// Intervals yields the row and the interval of every row that has one on that side.
func (s *Stream) Intervals(side Side) iter.Seq2[int, time.Duration] {
	return s.side(side).all()
}

// HasDisplay reports whether the log tells what the screen showed.
func (s *Stream) HasDisplay() bool { return s.display.len() > 0 }

// HasClock reports whether the log has a clock of its own.
func (s *Stream) HasClock() bool { return s.clock.len() > 0 }

// HasEngine reports whether the log tells what a fixed-timestep loop did in each frame.
func (s *Stream) HasEngine() bool { return s.engine.told }

// Engine returns what the log says of the loop in row i; the zero value where it says nothing.
func (s *Stream) Engine(i int) Engine {
	if !s.HasEngine() {
		return Engine{}
	}
	return Engine{Steps: int64(s.engine.steps.at(i)), Alpha: float64(s.engine.alpha.at(i)),
		Cost: s.engine.cost.span(i), Dropped: s.engine.dropped.span(i)}
}

// Tags returns the tags of the stream in the order in which they came, without the empty one.
func (s *Stream) Tags() []string {
	if len(s.tags) == 0 {
		return nil
	}
	return s.tags[1:]
}

// Span returns the last minus the first reading of the log's clock, of the rows that are kept, whatever
// lies between; false where it has none.
func (s *Stream) Span() (time.Duration, bool) {
	n := s.clock.len()
	if n == 0 {
		return 0, false
	}
	return time.Duration(clockSpan(s.clock.at(0), s.clock.at(n-1))), true
}
