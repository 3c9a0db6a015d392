package framelog

import (
	"math/bits"
	"time"
)

// ColumnsMax is the most columns of an envelope.
const ColumnsMax = 1 << 20

// An Extremes is what one column of a plot shows: the shortest and the longest of the frames that were
// under way in it.
type Extremes struct {
	// Start and End bound the column, in time from the start of the first frame.
	Start, End time.Duration
	Min, Max   time.Duration
	// Frames is how many frames were under way in it, at least 1: one that spans several columns is
	// counted in each.
	Frames int
}

// Envelope divides the time of a side into columns of equal length and returns the extremes of each. No
// frame is skipped: one of 200 ms among a million is seen. A frame covers its whole length: a hitch of a
// second is drawn over its second, and not as a point behind it. Nil where there are no frames, fewer
// columns where there are fewer nanoseconds. It reads all frames, and allocates the result. It panics
// unless columns is from 1 to [ColumnsMax].
func (s *Stream) Envelope(side Side, columns int) []Extremes {
	if columns < 1 || columns > ColumnsMax {
		panic("tactus: number of columns is " + itoa(columns) + ": want 1 to " + itoa(ColumnsMax))
	}
	var total time.Duration
	for _, d := range s.side(side).all() {
		total = later(total, d)
	}
	out := divideTime(total, min(time.Duration(columns), total))
	i := 0
	var start time.Duration
	for _, d := range s.side(side).all() {
		end := later(start, d)
		for i < len(out)-1 && out[i].End <= start {
			i++
		}
		for k := i; k < len(out) && (k == i || out[k].Start < end); k++ {
			out[k].add(d)
		}
		start = end
	}
	return out
}

// divideTime returns n empty columns of the time, whose borders are rounded down.
func divideTime(total, n time.Duration) []Extremes {
	if n == 0 {
		return nil
	}
	out := make([]Extremes, n)
	for i := range out {
		hi, lo := bits.Mul64(uint64(total), uint64(i+1))
		end, _ := bits.Div64(hi, lo, uint64(n))
		out[i].End = time.Duration(end)
		if i > 0 {
			out[i].Start = out[i-1].End
		}
	}
	return out
}

func (e *Extremes) add(d time.Duration) {
	if e.Frames == 0 || d < e.Min {
		e.Min = d
	}
	e.Max = max(e.Max, d)
	e.Frames++
}
