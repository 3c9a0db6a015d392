package framelog

import "time"

// NewStream makes a stream of frames that have nothing but an interval. Line is the row's number.
func NewStream(intervals []time.Duration) *Stream {
	frames := make([]Frame, len(intervals))
	for i, d := range intervals {
		frames[i] = Frame{Interval: d, Line: i + 1}
	}
	return NewStreamOf(frames, false)
}

// NewStreamOf makes a stream of frames. It has tags where any frame has one, and the other columns
// where full is set.
func NewStreamOf(frames []Frame, full bool) *Stream {
	s := &Stream{Rows: len(frames), Dropped: -1, Generated: -1, Missed: -1}
	if full {
		s.Dropped, s.Generated = 0, 0
	}
	numbers := map[string]uint16{"": 0}
	for _, f := range frames {
		if _, ok := numbers[f.Tag]; !ok {
			numbers[f.Tag] = uint16(len(numbers))
		}
	}
	if len(numbers) > 1 {
		s.tags = make([]string, len(numbers))
		for tag, i := range numbers {
			s.tags[i] = tag
		}
	}
	for i, f := range frames {
		s.addFrame(f, full)
		if s.tags != nil {
			s.tag.add(numbers[f.Tag])
		}
		if full {
			s.addEngine(Engine{Steps: int64(i), Alpha: 0.5, Cost: time.Duration(i), Dropped: time.Duration(2 * i)})
		}
	}
	return s
}

func (s *Stream) addFrame(f Frame, full bool) {
	s.interval.addSpan(f.Interval)
	s.line.add(uint32(f.Line))
	if f.Interval > 0 {
		s.frames++
	}
	if !full {
		return
	}
	s.display.addSpan(f.Display)
	if f.Display > 0 {
		s.shown++
	}
	s.clock.add(int64(f.Clock))
	var flags uint8
	if f.Dropped {
		flags |= flagDropped
		s.Dropped++
	}
	if f.Generated {
		flags |= flagGenerated
		s.Generated++
	}
	s.flags.add(flags)
}

func (s *Stream) addEngine(e Engine) {
	s.engine.addRow(int32(e.Steps), float32(e.Alpha), e.Cost, e.Dropped)
}

// Shorten changes an interval, as a reader does that finds out late that it has none to be trusted.
func (s *Stream) Shorten(i int, d time.Duration) { s.interval.setSpan(i, int64(d)) }
