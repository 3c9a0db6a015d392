package framelog

import (
	"math"
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
	for _, s := range b.streams {
		b.spare = append(b.spare, s)
	}
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

// begin adds a stream. Over the bound it is of nobody, and the failure ends the reading.
func (b *batch) begin(key string, name StreamName, l *layout) *Stream {
	s := newStream(name, l)
	if k := len(b.spare); k > 0 {
		s.columns = b.spare[k-1].columns
		s.columns.empty()
		b.spare = b.spare[:k-1]
	}
	s.key = key
	if len(b.streams) >= b.limits.streams {
		b.fail("more than "+itoa(b.limits.streams)+" streams", "give a log of fewer processes")
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

// fail keeps the first bound that was passed.
func (b *batch) fail(what, do string) {
	if b.failure == nil {
		b.failure = &RefusedError{Line: b.lines, What: what, Do: do}
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
	return b.tagOf(s, clean(tag))
}

func (b *batch) tagOf(s *Stream, tag string) uint16 {
	for i, t := range s.tags {
		if t == tag {
			return uint16(i)
		}
	}
	if len(s.tags) >= b.limits.tags {
		b.fail("more than "+itoa(b.limits.tags)+" different tags", "name a tag column with fewer values")
		return 0
	}
	s.tags = append(s.tags, tag)
	return uint16(len(s.tags) - 1)
}

// add puts the next batch of a file behind this one.
func (b *batch) add(o *batch) {
	base := b.lines
	for _, from := range o.streams {
		to := b.index[from.key]
		if to == nil {
			if to = b.begin(from.key, from.StreamName, o.shape); b.failure != nil {
				break
			}
		}
		b.join(to, from, base)
	}
	b.skips.addAll(&o.skips, base)
	b.rows += o.rows
	b.frames += o.frames
	b.texts.addAll(&o.texts, base)
	b.fps.n += o.fps.n
	b.fps.sum += o.fps.sum
	b.fps.inverse += o.fps.inverse
	for _, c := range o.comments {
		if len(b.comments) < commentsMax {
			b.comments = append(b.comments, c)
		}
	}
	if b.failure == nil && o.failure != nil {
		b.failure = o.failure
		b.failure.Line += base
	}
	b.lines += o.lines
	if b.frames > b.limits.frames {
		b.fail("more than "+itoa(b.limits.frames)+" frames", "cut the log, or raise FramesMax")
	}
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
	to.interval.addSpans(&from.interval)
	to.display.addSpans(&from.display)
	to.clock.addAll(&from.clock)
	to.line.addAll(&from.line)
	to.flags.addAll(&from.flags)
	if from.tag.len() > 0 {
		b.joinTags(to, from)
	}
	to.engine.addAll(&from.engine)
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
		numbers[i] = b.tagOf(to, t)
	}
	for _, slab := range from.tag.slabs {
		for i := range slab {
			slab[i] = numbers[slab[i]]
		}
	}
	to.tag.addAll(&from.tag)
}

// countType counts rows of a frame type; more than typesMax kinds are counted as one.
func (s *Stream) countType(kind []byte, n int) {
	for i := range s.Types {
		if s.Types[i].Name == string(kind) {
			s.Types[i].Count += n
			return
		}
	}
	if len(s.Types) >= typesMax {
		s.Types[typesMax-1].Name = "others"
		s.Types[typesMax-1].Count += n
		return
	}
	s.Types = append(s.Types, Count{clean(kind), n})
}

func (e *engineColumns) add(r *row) {
	e.steps.add(int32(min(max(r.steps, 0), 1<<31-1)))
	alpha := float32(r.alpha) / 1e6
	if r.alpha < 0 {
		alpha = float32(math.NaN())
	}
	e.alpha.add(alpha)
	e.cost.addSpan(time.Duration(max(r.cost, 0)))
	e.dropped.addSpan(time.Duration(max(r.lost, 0)))
}

func (e *engineColumns) addAll(o *engineColumns) {
	e.steps.addAll(&o.steps)
	e.alpha.addAll(&o.alpha)
	e.cost.addSpans(&o.cost)
	e.dropped.addSpans(&o.dropped)
}

// A rateMean is the mean of a file's own rates.
type rateMean struct {
	n            int
	sum, inverse float64
}

func (m *rateMean) add(v float64) {
	m.n++
	m.sum += v
	m.inverse += 1 / v
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
