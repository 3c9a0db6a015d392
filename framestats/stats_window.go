package framestats

import (
	"slices"
	"time"
)

// fpsWindow is how much frame time one FPS figure covers: short enough to follow, long enough to read.
const fpsWindow = 500 * time.Millisecond

// window returns how many of the last frames are in the window, and their sum: as many as the config
// allows by count and by time, at least the last one.
func (s *Stats) window() (n int, sum int64) {
	if s.windowFor == s.frames.n {
		return s.windowFrames, s.windowSum
	}
	most := s.frames.len(s.settings.Count)
	for ; n < most; n++ {
		d := s.frames.back(n)
		if n > 0 && sum+d > int64(s.settings.Time) {
			break
		}
		sum += d
	}
	s.windowFrames, s.windowSum, s.windowFor = n, sum, s.frames.n
	return n, sum
}

// ascending returns the last n values of a ring, sorted. They are good until the next call.
func (s *Stats) ascending(r *ring, n int) []int64 {
	if s.sortedOf != r || s.sortedFor != r.n {
		s.sorted = r.appendLast(s.sorted[:0], n)
		slices.Sort(s.sorted)
		s.sortedOf, s.sortedFor = r, r.n
	}
	return s.sorted
}

// FPS returns frames over time measured, from raw frame times: over the last frames that together
// make half a second, or all in the window where they are less; 0 before the first. While paused it
// stands at what it was.
func (s *Stats) FPS() float64 {
	var sum int64
	n := 0
	for most := s.frames.len(s.settings.Count); n < most && sum < int64(fpsWindow); n++ {
		sum += s.frames.back(n)
	}
	return perSecond(uint64(n), time.Duration(sum))
}

// MeanFPS returns frames over time measured in the window; 0 where it is empty. For the whole run
// take one second over Run().Mean().
func (s *Stats) MeanFPS() float64 {
	n, sum := s.window()
	return perSecond(uint64(n), time.Duration(sum))
}

// Window returns how many frames the window holds and how long they took together.
func (s *Stats) Window() (frames int, lasting time.Duration) {
	n, sum := s.window()
	return n, time.Duration(sum)
}

// Mean returns the mean frame time in the window, rounded down; 0 where it is empty.
func (s *Stats) Mean() time.Duration {
	n, sum := s.window()
	return time.Duration(sum / int64(max(n, 1)))
}

// Recent appends the last frame times to dst, oldest first, as many as dst has room for and the
// window holds. It allocates nothing: for a plot that has room for 60, hand it make([]time.Duration,
// 0, 60).
func (s *Stats) Recent(dst []time.Duration) []time.Duration {
	n, _ := s.window()
	for i := min(n, cap(dst)-len(dst)) - 1; i >= 0; i-- {
		dst = append(dst, time.Duration(s.frames.back(i)))
	}
	return dst
}

// Percentile returns the percentile p of the frame times in the window by nearest rank: the shortest
// of them that at least p of the frames do not exceed, so 0 gives the shortest and 1 the longest. It
// is exact, and 0 where the window is empty. It panics on a p that is no share from 0 to 1.
func (s *Stats) Percentile(p float64) time.Duration {
	m := millionths(p)
	n, _ := s.window()
	if n == 0 {
		return 0
	}
	return time.Duration(s.ascending(&s.frames, n)[part(uint64(n), m)-1])
}

// LowMean returns the mean of the slowest p of the frames in the window, rounded up to whole frames,
// at least one; the mean is rounded down. It panics on a p that is no share.
func (s *Stats) LowMean(p float64) Low {
	l := Low{Share: p, rule: lowMean}
	m := millionths(p)
	n, _ := s.window()
	if n == 0 {
		return l
	}
	l.of, l.Frames = uint64(n), part(uint64(n), m)
	var sum int64
	for _, d := range s.ascending(&s.frames, n)[n-int(l.Frames):] {
		sum += d
	}
	l.Time = time.Duration(sum / int64(l.Frames))
	return l
}

// LowIntegral returns the time of the frame at which the slowest frames in the window, added up, make
// p of their whole time. It panics on a p that is no share.
func (s *Stats) LowIntegral(p float64) Low {
	l := Low{Share: p, rule: lowIntegral}
	m := millionths(p)
	n, all := s.window()
	if n == 0 {
		return l
	}
	l.of = uint64(n)
	times, need, sum := s.ascending(&s.frames, n), part(uint64(all), m), uint64(0)
	for i := n - 1; i >= 0 && sum < need; i-- {
		sum += uint64(times[i])
		l.Frames++
		l.Time = time.Duration(times[i])
	}
	return l
}

// Jitter returns the percentile p, by nearest rank, of actual minus intended frame start, over the
// last frames that had an intended one, as many as the config's Count: positive is late, and 0 and 1
// give the earliest and the latest. It reports false where no frame had one, and panics on a p that is
// no share.
func (s *Stats) Jitter(p float64) (time.Duration, bool) {
	m := millionths(p)
	n := s.jitters.len(s.settings.Count)
	if n == 0 {
		return 0, false
	}
	return time.Duration(s.ascending(&s.jitters, n)[part(uint64(n), m)-1]), true
}
