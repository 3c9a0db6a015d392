package framelog

import (
	"math"
	"time"
)

// A Cut is a part of a stream. The zero value is all of it.
type Cut struct {
	// From and To bound the start of a frame: From itself is in, To is not. Both count from the first
	// frame of the stream. A To of 0 is the end.
	From, To time.Duration
	// Tag is what the tag of a frame is equal to, where HasTag is set. An empty one then takes the
	// frames that have none.
	Tag    string
	HasTag bool
}

// Cut returns a copy of the rows of a part, with their clocks, lines, tags and engine columns. The
// start of a row is the sum of the present intervals before it, or of the display intervals where the
// stream has no others: a clock may be coarse, or start again. In a log of samples that has a clock it
// is the clock since the first row. Rows that did not follow each other are in [Stream.Breaks]. Counts
// are those of the rows that it holds; Types and Missed, which no row tells, are left out. It allocates
// in proportion to what it takes.
func (s *Stream) Cut(c Cut) *Stream {
	out := &Stream{StreamName: s.StreamName, Dropped: min(s.Dropped, 0), Generated: min(s.Generated, 0), Missed: -1}
	to := c.To
	if to == 0 {
		to = math.MaxInt64
	}
	from := &s.interval
	if s.frames == 0 && s.HasDisplay() {
		from = &s.display
	}
	tags := newTagCut(s, c)
	take := taker{from: s, to: out, marks: s.Breaks(), last: -1}
	var start time.Duration
	for row := range s.Len() {
		if s.clocked() {
			start = s.since(row)
		}
		if start >= c.From && start < to && tags.takes(row) {
			take.row(row)
			tags.take(out, row)
		}
		start = later(start, from.span(row))
	}
	return out
}

// A taker copies rows of one stream to another, and marks those that did not follow the last.
type taker struct {
	from, to *Stream
	marks    []int // of from, those before the last row taken off
	last     int   // row that was taken
}

func (t *taker) row(row int) {
	apart := row != t.last+1
	for len(t.marks) > 0 && t.marks[0] <= row {
		apart, t.marks = true, t.marks[1:]
	}
	if t.last < 0 {
		t.to.later = t.from.later || row > 0
		t.to.sampled = t.from.sampled
	}
	if t.to.take(t.from, row); apart {
		t.to.mark()
	}
	t.last = row
}

// take appends a row of another stream, all but its tag. A column that the other does not have stays
// empty here too.
func (s *Stream) take(o *Stream, row int) {
	s.Rows++
	s.interval.addSpan(o.interval.span(row))
	if o.interval.at(row) > 0 {
		s.frames++
	}
	if o.HasDisplay() {
		s.display.addSpan(o.display.span(row))
		if o.display.at(row) > 0 {
			s.shown++
		}
	}
	if o.HasClock() {
		s.clock.add(o.clock.at(row))
	}
	s.line.add(o.line.at(row))
	if o.flags.len() > 0 {
		s.takeFlags(o.flags.at(row))
	}
	if o.HasEngine() {
		from := &o.engine
		s.engine.addRow(from.steps.at(row), from.alpha.at(row), from.cost.span(row), from.dropped.span(row))
	}
}

// takeFlags leaves a count at -1 where the log does not tell.
func (s *Stream) takeFlags(flags uint8) {
	s.flags.add(flags)
	if s.Dropped >= 0 && flags&flagDropped != 0 {
		s.Dropped++
	}
	if s.Generated >= 0 && flags&flagGenerated != 0 {
		s.Generated++
	}
}

// A tagCut chooses by tag and numbers the tags anew, so that the part lists only those that it has.
type tagCut struct {
	from    *Stream
	all     bool
	chosen  []bool   // by the old number
	numbers []uint16 // the new by the old, 0 for none yet
}

func newTagCut(s *Stream, c Cut) tagCut {
	t := tagCut{from: s, all: !c.HasTag}
	if s.tag.len() == 0 {
		t.all = t.all || c.Tag == ""
		return t
	}
	t.chosen, t.numbers = make([]bool, len(s.tags)), make([]uint16, len(s.tags))
	for i, tag := range s.tags {
		t.chosen[i] = t.all || tag == c.Tag
	}
	return t
}

func (t *tagCut) takes(row int) bool {
	if t.all || t.chosen == nil {
		return t.all
	}
	return t.chosen[t.from.tag.at(row)]
}

func (t *tagCut) take(to *Stream, row int) {
	if t.chosen == nil {
		return
	}
	if to.tags == nil {
		to.tags = []string{""}
	}
	old := t.from.tag.at(row)
	if old > 0 && t.numbers[old] == 0 {
		t.numbers[old] = uint16(len(to.tags))
		to.tags = append(to.tags, t.from.tags[old])
	}
	to.tag.add(t.numbers[old])
}

// ByTag returns the part of each tag, in the order of Tags, in one pass. It allocates the whole stream
// once more.
func (s *Stream) ByTag() []*Stream {
	parts := make([]*Stream, len(s.Tags()))
	for i := range parts {
		parts[i] = &Stream{StreamName: s.StreamName, Dropped: min(s.Dropped, 0), Generated: min(s.Generated, 0), Missed: -1,
			columns: columns{tags: []string{"", s.tags[i+1]}}}
	}
	takers, marks := make([]taker, len(parts)), s.Breaks()
	for i := range takers {
		takers[i] = taker{from: s, to: parts[i], marks: marks, last: -1}
	}
	for row := range s.tag.len() {
		if n := s.tag.at(row); n > 0 {
			takers[n-1].row(row)
			parts[n-1].tag.add(1)
		}
	}
	return parts
}
