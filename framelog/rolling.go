package framelog

import (
	"math"
	"slices"
	"time"
)

// MedianWindow is the number of frames whose median is the yardstick of a relative threshold: a frame,
// the 50 before it and the 50 behind it, fewer at the ends of a stream and at breaks. It is a median
// since a hitch must not raise its own yardstick, centred so that the first frames of a new scene are
// measured by that scene, and short enough, under two seconds at 60 FPS, to follow it.
const MedianWindow = 101

const (
	medianReach = MedianWindow / 2
	// A block is decided together. A longer one costs less for each frame, and its bound is lower.
	medianBlock = 512
	// A bound that leaves more frames than this undecided is worth the price of a better one.
	medianDoubts = 16
)

// A medianScan holds a block of frames and those within reach of it on both sides.
//
// All windows of the block lie in it, so the 51st shortest of all it holds is at most the 51st
// shortest, the median, of each window. A frame that is not over the multiple of that bound is no
// hitch. For each other one it is counted how many of its own window are short enough. So the result is
// exact, and no window is sorted but the shortened ones at the ends.
type medianScan struct {
	multiple float64
	times    []int64
	rows     []int
	scratch  []int64
	bound    int64 // of the last block that needed one; 0 before
	index    int   // of the next frame
	start    time.Duration
}

// overMedian adds all frames over a multiple of the rolling median. No window reaches across a break.
func (h *hitchCount) overMedian(from *spans, marks []int) {
	const size = medianBlock + 2*medianReach
	m := medianScan{multiple: h.out.Threshold.Times,
		times: make([]int64, 0, size), rows: make([]int, 0, size), scratch: make([]int64, 0, size)}
	f := feed{from: from}
	for _, f.to = range marks {
		m.stretch(h, &f)
	}
	f.to = from.len()
	m.stretch(h, &f)
}

// stretch decides the frames up to the end of a feed, block by block.
func (m *medianScan) stretch(h *hitchCount, f *feed) {
	m.times, m.rows = m.times[:0], m.rows[:0]
	begin := 0
	for {
		m.times, m.rows = f.fill(m.times, m.rows)
		end := len(m.times)
		if f.row == f.to {
			m.block(h, begin, end)
			return
		}
		m.block(h, begin, end-medianReach)
		copy(m.times, m.times[end-2*medianReach:])
		copy(m.rows, m.rows[end-2*medianReach:])
		m.times, m.rows = m.times[:2*medianReach], m.rows[:2*medianReach]
		begin = medianReach
	}
}

// block decides the frames from begin to end. The bound says nothing of a shortened window: there every
// frame is in doubt.
func (m *medianScan) block(h *hitchCount, begin, end int) {
	first := min(max(begin, medianReach), end)
	last := max(first, min(end, len(m.times)-medianReach))
	m.decide(h, begin, first, -1)
	if first < last {
		m.decide(h, first, last, m.limit(first, last))
	}
	m.decide(h, last, end, -1)
}

func (m *medianScan) decide(h *hitchCount, begin, end int, limit int64) {
	for i, d := range m.times[begin:end] {
		if d > limit && m.slow(begin+i) {
			h.add(m.rows[begin+i], m.index+i, m.start, time.Duration(d))
		}
		m.start = later(m.start, time.Duration(d))
	}
	m.index += end - begin
}

// limit returns a time that no hitch of the block is at or under. The bound of an earlier block serves
// as long as it holds and either leaves little in doubt or is near to the best there is: to see that
// costs less than to find the best.
func (m *medianScan) limit(begin, end int) int64 {
	limit := m.limitOf(m.bound)
	if under := countUnder(m.times, m.bound); m.bound > 0 && under <= medianReach {
		doubts := end - begin - countUnder(m.times[begin:end], limit+1)
		if under > medianReach/2 || doubts <= medianDoubts {
			return limit
		}
	}
	m.scratch = append(m.scratch[:0], m.times...)
	m.bound = ranked(m.scratch, medianReach)
	return m.limitOf(m.bound)
}

func (m *medianScan) limitOf(bound int64) int64 {
	if limit := m.multiple * float64(bound); limit < math.MaxInt64 {
		return int64(limit)
	}
	return math.MaxInt64 - 1
}

// slow reports whether a frame exceeds the multiple of the median of its window.
func (m *medianScan) slow(i int) bool {
	window := m.times[max(i-medianReach, 0):min(i+medianReach+1, len(m.times))]
	if len(window) == MedianWindow {
		return countUnder(window, m.yardstick(m.times[i])) > medianReach
	}
	m.scratch = append(m.scratch[:0], window...)
	slices.Sort(m.scratch)
	return float64(m.times[i]) > m.multiple*middle(m.scratch)
}

// middle is the median of an even number as well: the mean of the two in the middle.
func middle(sorted []int64) float64 {
	n := len(sorted)
	return (float64(sorted[(n-1)/2]) + float64(sorted[n/2])) / 2
}

// yardstick returns the shortest median that a time does not exceed the multiple of.
func (m *medianScan) yardstick(d int64) int64 {
	x := float64(d)
	median := int64(x / m.multiple)
	for m.multiple*float64(median) < x {
		median++
	}
	for median > 0 && m.multiple*float64(median-1) >= x {
		median--
	}
	return median
}

// countUnder counts without a branch, which would be guessed wrong half of the time. No time is under 0.
func countUnder(times []int64, limit int64) int {
	var n int64
	for ; len(times) >= 4; times = times[4:] {
		n -= (times[0]-limit)>>63 + (times[1]-limit)>>63 + (times[2]-limit)>>63 + (times[3]-limit)>>63
	}
	for _, d := range times {
		n -= (d - limit) >> 63
	}
	return int(n)
}

// ranked returns the value of a rank in ascending order, the first is 0, and disorders the slice.
func ranked(v []int64, rank int) int64 {
	// The pivots of an unlucky order would take a number of rounds that grows with the length.
	for range 32 {
		if len(v) < 12 {
			break
		}
		pivot := max(min(v[0], v[len(v)/2]), min(max(v[0], v[len(v)/2]), v[len(v)-1]))
		i, j := 0, len(v)-1
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case rank <= j:
			v = v[:j+1]
		case rank >= i:
			v, rank = v[i:], rank-i
		default:
			return pivot
		}
	}
	slices.Sort(v)
	return v[rank]
}
