package framelog

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// HitchesMax is how many events of one threshold are kept, the first ones: whoever has more has not
// found hitches but a threshold below the frame times of the run. All are counted.
const HitchesMax = 10_000

// SlowMax is how many frames Slowest returns at most.
const SlowMax = 100_000

// A Slow is one of the longest frames.
type Slow struct {
	// Index is its place among the frames that count on that side, the first is 0. Row is its row in
	// the stream, Line its line in the file.
	Index, Row, Line int
	// Start is the sum of the frames before it, in a log of samples the clock since the first row where
	// it has one. Time is how long it took.
	Start, Time time.Duration
	Tag         string
}

// Hitches are the frames over a threshold.
type Hitches struct {
	Threshold Threshold
	// Frames are all frames over it, Time their sum.
	Frames int
	Time   time.Duration
	// Count is the number of events, Events the first [HitchesMax] of them.
	Count  int
	Events []Hitch
}

// A Hitch is one event: a frame over the threshold, and those over it right behind. A stall of 300 ms
// that was logged as three frames is one hitch.
type Hitch struct {
	// Row, Index and Line are those of its first frame, as in [Slow], and so is Tag.
	Row, Index, Line int
	// Start is as in [Slow], Time the sum of its own frames, Longest the longest of them.
	Start, Time, Longest time.Duration
	Frames               int
	Tag                  string
}

// Slowest returns the n longest frames of a side, or all where there are fewer, the longest first; of
// equal ones the earlier. It reads all frames, and allocates the result. n is from 0 to [SlowMax], and
// anything else panics.
func (s *Stream) Slowest(side Side, n int) []Slow {
	if n < 0 || n > SlowMax {
		panic("tactus: number of slowest frames is " + itoa(n) + ": want 0 to " + itoa(SlowMax))
	}
	if n = min(n, s.Count(side)); n == 0 {
		return nil
	}
	// Twice as many are kept and cut back when full, so that a frame costs one comparison and few more.
	kept := make([]Slow, 0, 2*n)
	var start, limit time.Duration
	index := 0
	for row, d := range s.side(side).all() {
		if d > limit {
			if kept = append(kept, Slow{Index: index, Row: row, Start: start, Time: d}); len(kept) == 2*n {
				slices.SortFunc(kept, slower)
				kept = kept[:n]
				limit = kept[n-1].Time
			}
		}
		start = later(start, d)
		index++
	}
	slices.SortFunc(kept, slower)
	kept = kept[:n]
	for i := range kept {
		kept[i].Line, kept[i].Tag = s.where(kept[i].Row)
		if s.clocked() {
			kept[i].Start = s.since(kept[i].Row)
		}
	}
	return kept
}

// slower orders the longest first, and equal ones by their place.
func slower(a, b Slow) int {
	return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Index, b.Index))
}

// where returns what a row's frame says of its origin.
func (s *Stream) where(row int) (line int, tag string) {
	f := s.Frame(row)
	return f.Line, f.Tag
}

// Hitches returns for each threshold the frames of a side that take longer, strictly, with adjacent ones
// as one event. It reads all frames once for the times, and once for each multiple of the median. It
// panics on a threshold that is none.
func (s *Stream) Hitches(side Side, thresholds ...Threshold) []Hitches {
	counts, marks := make([]hitchCount, len(thresholds)), s.Breaks()
	lowest := time.Duration(math.MaxInt64)
	for i, t := range thresholds {
		t.check()
		counts[i] = hitchCount{stream: s, out: Hitches{Threshold: t}, last: -2, marks: marks}
		if t.Times > 0 {
			counts[i].overMedian(s.side(side), marks)
		} else {
			lowest = min(lowest, t.Over)
		}
	}
	if lowest < math.MaxInt64 {
		s.hitchesOver(side, counts, lowest)
	}
	all := make([]Hitches, len(counts))
	for i := range counts {
		all[i] = counts[i].out
	}
	return all
}

// hitchesOver looks for the frames over times, of which none is under the lowest.
func (s *Stream) hitchesOver(side Side, counts []hitchCount, lowest time.Duration) {
	var start time.Duration
	index := 0
	for row, d := range s.side(side).all() {
		if d > lowest {
			for i := range counts {
				if t := &counts[i].out.Threshold; t.Times == 0 && d > t.Over {
					counts[i].add(row, index, start, d)
				}
			}
		}
		start = later(start, d)
		index++
	}
}

// A hitchCount makes events of slow frames.
type hitchCount struct {
	stream *Stream
	out    Hitches
	last   int   // index of the last slow frame
	marks  []int // breaks, those up to the row of the last slow frame taken off
}

func (h *hitchCount) add(row, index int, start, d time.Duration) {
	h.out.Frames++
	h.out.Time = later(h.out.Time, d)
	adjacent := index == h.last+1
	for len(h.marks) > 0 && h.marks[0] <= row {
		adjacent, h.marks = false, h.marks[1:]
	}
	h.last = index
	if !adjacent {
		h.out.Count++
		if h.out.Count <= HitchesMax {
			line, tag := h.stream.where(row)
			if h.stream.clocked() {
				start = h.stream.since(row)
			}
			h.out.Events = append(h.out.Events, Hitch{Row: row, Index: index, Line: line, Start: start, Tag: tag})
		}
	}
	if h.out.Count <= HitchesMax {
		e := &h.out.Events[h.out.Count-1]
		e.Time = later(e.Time, d)
		e.Longest = max(e.Longest, d)
		e.Frames++
	}
}
