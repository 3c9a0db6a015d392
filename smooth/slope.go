package smooth

import "time"

const (
	blockFrames = 16 // the period is worked out once for so many frames
	blocksMax   = 16
)

// slope measures a period over many frames: each frame is a point, how many periods and how much
// time have passed, and the period is the way between the mean point of the newest half of the
// points and that of the oldest. A reading's error counts once in a mean of up to 128, and the two
// means are up to 128 frames apart. Points are kept as sums of 16, in a ring of 16.
//
// Sums may run over in a run of years; their differences, which alone are used, stay right.
type slope struct {
	periods, time int64 // in ns, so far
	sum           point // of the block under way
	inSum         int
	blocks        [blocksMax]point
	next          int // where in the ring the next block goes
	full          int // blocks in the ring
}

// point is a sum of points.
type point struct{ periods, time int64 }

// add takes a frame of n periods that took d. Each time a block is full, from the second on, it
// returns the period.
func (s *slope) add(n int64, d time.Duration) (fine, bool) {
	s.periods += n
	s.time += int64(d)
	s.sum.periods += s.periods
	s.sum.time += s.time
	if s.inSum++; s.inSum < blockFrames {
		return 0, false
	}
	s.blocks[s.next] = s.sum
	s.next = (s.next + 1) % blocksMax
	s.full = min(s.full+1, blocksMax)
	s.sum, s.inSum = point{}, 0
	if s.full < 2 {
		return 0, false
	}
	half := s.full / 2
	var way point
	for i := range half {
		newest := s.blocks[(s.next-1-i+blocksMax)%blocksMax]
		oldest := s.blocks[(s.next-s.full+i+blocksMax)%blocksMax]
		way.periods += newest.periods - oldest.periods
		way.time += newest.time - oldest.time
	}
	return (fineOf(time.Duration(way.time)) + fine(way.periods)/2) / fine(way.periods), true
}

// frames returns how many frames are in full blocks.
func (s *slope) frames() int { return s.full * blockFrames }
