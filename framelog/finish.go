package framelog

import "math"

// finish makes the log of what was read so far. It may be called again after more was read.
func (in *reading) finish() {
	l, t := in.log, in.total
	l.Rows, l.Streams, l.Bytes = t.rows, t.streams, in.blocks.n
	for _, s := range l.Streams {
		s.fillClock()
		s.findRestarts()
		if in.format.layout.differences {
			s.derive(&t.skips)
		}
	}
	l.Skipped = t.skips.list()
	l.Columns = nil
	if t.fps.n > 0 {
		l.Columns = []ColumnMean{{in.format.fpsName, t.fps.mean(), t.fps.harmonic()}}
	}
	in.inspect()
	if k := t.skips[skipSurplus]; k.count > t.rows/2 && in.failure == nil {
		in.failure = &RefusedError{Line: k.line, What: itoa(k.count) + " of " + counted(t.rows, "row") +
			" have more fields than the header names, first this one; decimal commas in a comma-separated file?",
			Do: "write the file with points for decimals, or with ';' between fields"}
	}
}

// derive takes the frame times of a stream from its clock. The first row has none.
func (s *Stream) derive(why *skips) {
	if s.derived == 0 && s.Len() > 0 {
		s.interval.setSpan(0, 0)
	}
	for i := max(s.derived, 1); i < s.Len(); i++ {
		d := s.step(i)
		switch {
		case s.interval.at(i) == markBehind:
			s.interval.setSpan(i, 0)
			why.add(skipBehind, int(s.line.at(i)))
		case d > 0:
			s.interval.setSpan(i, d)
		case d < 0:
			why.add(skipRestart, int(s.line.at(i)))
		default:
			why.add(skipZero, int(s.line.at(i)))
		}
	}
	s.derived = s.Len()
}

// fillClock gives rows before the first that has a clock that one's.
func (s *Stream) fillClock() {
	if s.silent == 0 || s.silent == s.clock.len() {
		return
	}
	for i := range s.silent {
		s.clock.set(i, s.clock.at(s.silent))
	}
	s.silent = 0
}

// step returns what the clock went on by before a row, from 1; the largest or smallest time where it is
// more than that holds.
func (s *Stream) step(i int) int64 { return clockSpan(s.clock.at(i-1), s.clock.at(i)) }

func clockSpan(from, to int64) int64 {
	d := to - from
	switch {
	case to >= from && d < 0:
		return math.MaxInt64
	case to < from && d >= 0:
		return math.MinInt64
	}
	return d
}

// count counts what figures stand on.
func (s *Stream) count() {
	s.frames, s.shown = positive(&s.interval), positive(&s.display)
}

func positive(c *spans) int {
	n := 0
	for _, slab := range c.slabs {
		for _, v := range slab {
			if v > 0 {
				n++
			}
		}
	}
	return n
}

// choose returns the index of the stream that figures are for.
func choose(streams []*Stream) int {
	best := -1
	for i, s := range streams {
		if best < 0 || s.beats(streams[best]) {
			best = i
		}
	}
	return max(best, 0)
}

// beats reports whether figures are rather for s than for an earlier stream.
func (s *Stream) beats(o *Stream) bool {
	if a, b := s.frames > 0, o.frames > 0; a != b {
		return a
	}
	if a, b := s.compositor(), o.compositor(); a != b {
		return b
	}
	return s.Rows > o.Rows
}
