package framestats

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Hitch is a frame that took longer than the config's threshold.
type Hitch struct {
	// Frame is its number among all recorded frames; the first is 0.
	Frame uint64
	// At is the frame's start, at which the hitch ended: the time was spent before it.
	At tactus.Instant
	// Time is the raw frame time.
	Time time.Duration
	// Tag is the frame's.
	Tag string
}

// Hitches appends the last hitches to dst, oldest first, at most 64. [Stats.HitchCount] says how many
// there were.
func (s *Stats) Hitches(dst []Hitch) []Hitch {
	for i := max(s.hitchCount, hitchesKept) - hitchesKept; i < s.hitchCount; i++ {
		dst = append(dst, s.hitches[i%hitchesKept])
	}
	return dst
}

// HitchCount returns the number of hitches of the whole run.
func (s *Stats) HitchCount() uint64 { return s.hitchCount }

// slow counts a measured frame that is over some threshold.
func (s *Stats) slow(f *Frame, d time.Duration) {
	for i, t := range s.settings.Thresholds {
		if d > t {
			s.over[i]++
		}
	}
	if d > s.settings.Hitch {
		s.hitches[s.hitchCount%hitchesKept] = Hitch{s.counts.Recorded - 1, f.At, d, f.Tag}
		s.hitchCount++
	}
}
