package framelog

// finish makes the log of what was read so far. It may be called again after more was read.
func (in *reading) finish() {
	l, t := in.log, in.total
	l.Rows, l.Streams, l.Bytes = t.rows, t.streams, in.blocks.n
	if in.format.layout != nil && in.format.layout.differences {
		for _, s := range l.Streams {
			s.derive(&t.skips)
		}
	}
	l.Skipped = t.skips.list()
	l.Columns = nil
	if t.fps.n > 0 {
		l.Columns = []ColumnMean{{in.format.fpsName, t.fps.sum / float64(t.fps.n), float64(t.fps.n) / t.fps.inverse}}
	}
	in.inspect()
}

// derive takes the frame times of a stream from its clock. The first row has none.
func (s *Stream) derive(why *skips) {
	for i := max(s.derived, 1); i < s.Len(); i++ {
		d := s.clock.at(i) - s.clock.at(i-1)
		switch {
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
