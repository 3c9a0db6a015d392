package framelog

import (
	"slices"
	"time"
)

// breaks are rows whose frame was never the neighbour of the one in the row before.
type breaks struct {
	rows     []int // behind a pause, a gap, or rows that a cut left out
	restarts []int // where the clock goes back
	seen     int   // rows whose clock was looked at
	first    bool  // row 0 of a block is behind such rows, and what is before it is not known yet
}

// Breaks returns the rows, in ascending order, that do not follow the row before them: rows between were
// left out by a cut, the log was paused, or its clock starts again. A row that has no frame time, as one
// that is zero or NA, is none: the frames around it were neighbours as far as anybody knows. Row 0 is
// never one. It allocates the result.
func (s *Stream) Breaks() []int {
	all := slices.Concat(s.marks.rows, s.marks.restarts)
	slices.Sort(all)
	return slices.Compact(all)
}

// findRestarts marks the rows in which the clock goes back, of those that came since the last time.
func (s *Stream) findRestarts() {
	if s.silent > 0 {
		return // it has none yet
	}
	for i := max(s.marks.seen, 1); i < s.clock.len(); i++ {
		if s.step(i) < 0 {
			s.marks.restarts = append(s.marks.restarts, i)
		}
	}
	s.marks.seen = s.clock.len()
}

// part marks the row that comes next as one that follows nothing.
func (s *Stream) part() { s.apart = true }

// mark takes the mark over to the row that was stored last.
func (s *Stream) mark() {
	if n := s.Len() - 1; n > 0 {
		s.marks.rows = append(s.marks.rows, n)
	} else {
		s.marks.first = true
	}
	s.apart = false
}

// since returns what the clock says since the first row, at least 0.
func (s *Stream) since(row int) time.Duration {
	return time.Duration(max(clockSpan(s.clock.at(0), s.clock.at(row)), 0))
}

// clocked reports whether the clock tells when a row began: of samples, the sum says nothing.
func (s *Stream) clocked() bool { return s.sampled && s.HasClock() }
