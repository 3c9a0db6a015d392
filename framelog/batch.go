package framelog

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A batch is what one block of a file held. Batches are put together in the order of the file.
type batch struct {
	limits  limits
	streams []*Stream
	index   map[string]*Stream // by the bytes of its name
	spare   []*Stream          // of a batch that is used again
	key     []byte

	lines    int // of the file
	rows     int
	frames   int   // rows that are kept
	texts    skips // lines that are no rows
	skips    skips
	fps      rateMean
	comments []string
	failure  *RefusedError // the bound that was passed; Line counts in the block
	zeros    int           // the line that ends in zero bytes, 0 for none
	shape    *layout
}

func newBatch(l *layout, limits limits) *batch {
	return &batch{shape: l, limits: limits, index: map[string]*Stream{}}
}

// comment keeps a comment, a bounded number of them.
func (b *batch) comment(line []byte) {
	if len(b.comments) < commentsMax && len(line) < 1<<12 {
		b.comments = append(b.comments, clean(line))
	}
}

// reset makes a batch one of nothing that keeps its memory.
func (b *batch) reset() *batch {
	b.spare = append(b.spare, b.streams...)
	clear(b.index)
	*b = batch{limits: b.limits, shape: b.shape, index: b.index, spare: b.spare, key: b.key, streams: b.streams[:0]}
	return b
}

// stream returns the stream of that name, a new one where it is the first row.
func (b *batch) stream(fields [3][]byte) *Stream {
	b.key = b.key[:0]
	for _, f := range fields {
		b.key = append(append(b.key, f...), 0)
	}
	if s := b.index[string(b.key)]; s != nil {
		return s
	}
	name := StreamName{Application: clean(fields[0]), ProcessID: clean(fields[1]), SwapChain: clean(fields[2])}
	return b.begin(string(b.key), name, b.shape)
}

// begin adds a stream, of which the first row is in the line last read. Over the bound it is of nobody,
// and the failure ends the reading.
func (b *batch) begin(key string, name StreamName, l *layout) *Stream {
	s := newStream(name, l)
	s.first = b.lines
	if k := len(b.spare); k > 0 {
		s.columns = b.spare[k-1].columns
		s.columns.empty()
		b.spare = b.spare[:k-1]
	}
	s.key = key
	if len(b.streams) >= b.limits.streams {
		b.fail(b.lines, "more than "+itoa(b.limits.streams)+" streams", "give a log of fewer processes")
		return s
	}
	b.streams = append(b.streams, s)
	b.index[key] = s
	return s
}

func newStream(name StreamName, l *layout) *Stream {
	s := &Stream{StreamName: name, Dropped: -1, Generated: -1, Missed: -1}
	if l.has(roleDropped) || l.dropsByZero {
		s.Dropped = 0
	}
	if l.hasTypes {
		s.Generated = 0
	}
	return s
}

// fail keeps the bound that was passed first, by its line.
func (b *batch) fail(line int, what, do string) {
	if b.failure == nil || line < b.failure.Line {
		b.failure = &RefusedError{Line: line, What: what, Do: do}
	}
}

// tagNumber returns the number of a tag in its stream.
func (b *batch) tagNumber(s *Stream, tag []byte) uint16 {
	if len(s.tags) == 0 {
		s.tags = []string{""}
	}
	if n := s.tag.len(); n > 0 {
		if last := s.tag.at(n - 1); s.tags[last] == string(tag) {
			return last
		}
	}
	return b.tagOf(s, clean(tag), b.lines)
}

// tagOf returns the number of a tag that came in a line. Where there are few, to compare them is
// quickest.
func (b *batch) tagOf(s *Stream, tag string, line int) uint16 {
	const few = 16
	if len(s.tags) <= few {
		if i := slices.Index(s.tags, tag); i >= 0 {
			return uint16(i)
		}
	} else if s.numbers == nil {
		s.numbers = map[string]uint16{}
		for i, t := range s.tags {
			s.numbers[t] = uint16(i)
		}
	}
	if i, ok := s.numbers[tag]; ok {
		return i
	}
	if len(s.tags) > b.limits.tags {
		b.fail(line, "more than "+itoa(b.limits.tags)+" different tags", "give a log whose column of tags has fewer")
		return 0
	}
	i := uint16(len(s.tags))
	if s.tags = append(s.tags, tag); s.numbers != nil {
		s.numbers[tag] = i
	}
	return i
}

// add puts the next batch of a file behind this one.
func (b *batch) add(o *batch) {
	base := b.lines
	b.checkRoom(o)
	for _, from := range o.streams {
		to := b.index[from.key]
		if to == nil {
			b.lines = base + from.first
			if to = b.begin(from.key, from.StreamName, o.shape); len(b.streams) > 0 && b.streams[len(b.streams)-1] != to {
				break // over the bound
			}
		}
		b.join(to, from, base)
	}
	b.skips.addAll(&o.skips, base)
	b.rows += o.rows
	b.frames += o.frames
	b.texts.addAll(&o.texts, base)
	b.fps.addAll(&o.fps)
	for _, c := range o.comments {
		if len(b.comments) < commentsMax {
			b.comments = append(b.comments, c)
		}
	}
	if o.zeros > 0 && b.zeros == 0 {
		b.zeros = base + o.zeros
	}
	if o.failure != nil {
		b.fail(base+o.failure.Line, o.failure.What, o.failure.Do)
	}
	b.lines = base + o.lines
}

// checkRoom fails where the next batch has more lines or frames than there may be, in the line that is
// the first too many.
func (b *batch) checkRoom(o *batch) {
	if b.lines+o.lines > b.limits.lines {
		b.fail(b.limits.lines+1, "more than "+itoa(b.limits.lines)+" lines", "cut the log")
	}
	room := b.limits.frames - b.frames
	if o.frames <= room {
		return
	}
	var lines []uint32
	for _, s := range o.streams {
		for _, slab := range s.line.slabs {
			lines = append(lines, slab...)
		}
	}
	slices.Sort(lines)
	e := tooManyFrames(b.limits.frames)
	b.fail(b.lines+int(lines[max(room, 0)]), e.What, e.Do)
}

// join appends the rows of a stream of the next batch.
func (b *batch) join(to, from *Stream, base int) {
	for _, slab := range from.line.slabs {
		for i := range slab {
			slab[i] += uint32(base)
		}
	}
	to.Rows += from.Rows
	to.Dropped = addKnown(to.Dropped, from.Dropped)
	to.Generated = addKnown(to.Generated, from.Generated)
	to.Missed = addKnown(to.Missed, from.Missed)
	for _, t := range from.Types {
		to.countType([]byte(t.Name), t.Count)
	}
	if to.behind && from.Len() > 0 && b.shape.differences {
		from.interval.set(0, markBehind)
	}
	to.behind = from.behind || to.behind && from.Len() == 0
	to.joinMarks(from)
	to.interval.addSpans(&from.interval)
	to.display.addSpans(&from.display)
	to.joinClock(from)
	to.line.addAll(&from.line)
	to.flags.addAll(&from.flags)
	if from.tag.len() > 0 {
		b.joinTags(to, from)
	}
	to.engine.addAll(&from.engine)
}

// joinMarks appends the marks of a stream of the next batch, before its rows are. The first row of that
// one cannot know what it follows.
func (s *Stream) joinMarks(from *Stream) {
	n := s.Len()
	if n > 0 && from.Len() > 0 && (s.apart || from.marks.first) {
		s.marks.rows = append(s.marks.rows, n)
	}
	for _, row := range from.marks.rows {
		s.marks.rows = append(s.marks.rows, n+row)
	}
	s.apart = from.apart || s.apart && from.Len() == 0
}

// addKnown adds counts of which -1 is one that nobody knows.
func addKnown(a, b int) int {
	if a < 0 || b < 0 {
		return max(a, b)
	}
	return a + b
}

// joinTags appends tags, whose numbers differ from batch to batch.
func (b *batch) joinTags(to, from *Stream) {
	if len(to.tags) == 0 {
		to.tags = []string{""}
	}
	numbers := make([]uint16, len(from.tags))
	for i, t := range from.tags {
		line := 0
		if i > 0 && len(to.tags) > b.limits.tags {
			line = from.tagLine(uint16(i)) // that of a failure
		}
		numbers[i] = b.tagOf(to, t, line)
	}
	for _, slab := range from.tag.slabs {
		for i := range slab {
			slab[i] = numbers[slab[i]]
		}
	}
	to.tag.addAll(&from.tag)
}

// tagLine returns the first line with a tag.
func (s *Stream) tagLine(number uint16) int {
	for i := range s.tag.len() {
		if s.tag.at(i) == number {
			return int(s.line.at(i))
		}
	}
	return 0
}

// joinClock appends a clock. Where it says nothing in the first rows of a block, it has not moved since
// the block before.
func (s *Stream) joinClock(from *Stream) {
	if n := s.clock.len(); n > s.silent {
		for i := range from.silent {
			from.clock.set(i, s.clock.at(n-1))
		}
	} else {
		s.silent += from.silent
	}
	s.clock.addAll(&from.clock)
}

// countType counts rows of a frame type; more than typesMax kinds are counted as one.
func (s *Stream) countType(kind []byte, n int) {
	for i := range s.Types {
		if s.Types[i].Name == string(kind) {
			s.Types[i].Count += n
			return
		}
	}
	name := clean(kind)
	i := slices.IndexFunc(s.Types, func(c Count) bool { return c.Name == name })
	switch {
	case i >= 0:
		s.Types[i].Count += n
	case len(s.Types) >= typesMax:
		s.Types[typesMax-1].Name = "others"
		s.Types[typesMax-1].Count += n
	default:
		s.Types = append(s.Types, Count{name, n})
	}
}

func (e *engineColumns) add(r *row) {
	alpha := float32(r.alpha) / 1e6
	if r.alpha < 0 {
		alpha = float32(math.NaN())
	}
	e.addRow(int32(min(max(r.steps, 0), 1<<31-1)), alpha, time.Duration(max(r.cost, 0)), time.Duration(max(r.lost, 0)))
}

// addRow appends what a row says of the loop, and notes whether it says anything: columns may be there
// and empty, as in the log of another tool that was converted.
func (e *engineColumns) addRow(steps int32, alpha float32, cost, dropped time.Duration) {
	e.steps.add(steps)
	e.alpha.add(alpha)
	e.cost.addSpan(cost)
	e.dropped.addSpan(dropped)
	e.told = e.told || steps != 0 || cost != 0 || dropped != 0 || alpha >= 0 && alpha <= 1
}

func (e *engineColumns) addAll(o *engineColumns) {
	e.told = e.told || o.told
	e.steps.addAll(&o.steps)
	e.alpha.addAll(&o.alpha)
	e.cost.addSpans(&o.cost)
	e.dropped.addSpans(&o.dropped)
}

// clean copies a text of a file: Latin-1 where it is no UTF-8, control characters as blanks.
func clean(b []byte) string {
	if utf8.Valid(b) {
		return strings.Map(printable, string(b))
	}
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = printable(rune(c))
	}
	return string(runes)
}

func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return ' '
	}
	return r
}
