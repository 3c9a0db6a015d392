package framelog

import (
	"math"
	"slices"
	"time"
)

// A sample is the intervals of one side in ascending order. Those that fit in 32 bits take four bytes
// each; the few of 4.29 s and more are all longer than they, and stand apart.
type sample struct {
	short []uint32
	long  []int64
}

func (s *sample) len() int { return len(s.short) + len(s.long) }

func (s *sample) at(i int) time.Duration {
	if i < len(s.short) {
		return time.Duration(s.short[i])
	}
	return time.Duration(s.long[i-len(s.short)])
}

// search returns the first rank whose time is at least d.
func (s *sample) search(d time.Duration) int {
	if d > math.MaxUint32 {
		i, _ := slices.BinarySearch(s.long, int64(d))
		return len(s.short) + i
	}
	i, _ := slices.BinarySearch(s.short, uint32(max(d, 0)))
	return i
}

// sum adds the times from rank i on. A sum too large for a Duration stays at the largest, so that
// nonsense in a log gives nonsense and never a negative time.
func (s *sample) sum(i int) time.Duration {
	var total uint64
	for _, v := range s.short[min(i, len(s.short)):] {
		total += uint64(v)
	}
	t := time.Duration(total)
	for _, v := range s.long[max(i-len(s.short), 0):] {
		t = later(t, time.Duration(v))
	}
	return t
}

// later adds a time of at least 0, and stays at the largest Duration.
func later(t, d time.Duration) time.Duration {
	if t += d; t < 0 {
		return math.MaxInt64
	}
	return t
}

// The keys are sorted by 11 bits at a time, the lowest first: three passes over 32 bits, with tables
// that fit in the first cache.
const (
	digitBits   = 11
	digitPasses = 3
	digitSize   = 1 << digitBits
)

type digitCounts [digitPasses][digitSize]uint32

// newSample sorts the intervals of a column that are over 0, n in number. Beside the sample it needs
// as much again while it sorts.
func newSample(from *spans, n int) sample {
	var s sample
	for _, d := range from.long {
		s.long = append(s.long, d)
	}
	slices.Sort(s.long)
	counts := new(digitCounts)
	counts.add(from.slabs)
	a, b := make([]uint32, n-len(s.long)), []uint32(nil)
	sorted := false
	for pass := range digitPasses {
		if counts.only(pass, len(a)) {
			continue
		}
		next := counts.starts(pass)
		shift := pass * digitBits
		if !sorted {
			scatterSlabs(a, from.slabs, next, shift)
			sorted = true
			continue
		}
		if b == nil {
			b = make([]uint32, len(a))
		}
		scatter(b, a, next, shift)
		a, b = b, a
	}
	if !sorted {
		scatterSlabs(a, from.slabs, new([digitSize]uint32), 32)
	}
	s.short = a
	return s
}

// add counts the digits of all keys in one pass. A long interval's mark and a row that has no interval
// are no keys.
func (c *digitCounts) add(slabs [][]uint32) {
	for _, slab := range slabs {
		for _, v := range slab {
			if v-1 >= spanLong-1 {
				continue
			}
			c[0][v%digitSize]++
			c[1][v>>digitBits%digitSize]++
			c[2][v>>(2*digitBits)%digitSize]++
		}
	}
}

// only reports whether all n keys have the same digit, so that the pass would change nothing: the top
// one is the same in all logs without a frame over 4 ms.
func (c *digitCounts) only(pass, n int) bool {
	for _, k := range c[pass] {
		if k > 0 {
			return int(k) == n
		}
	}
	return true
}

// starts turns the counts of a pass into the places where each digit's keys begin.
func (c *digitCounts) starts(pass int) *[digitSize]uint32 {
	at := uint32(0)
	for i, k := range c[pass] {
		c[pass][i] = at
		at += k
	}
	return &c[pass]
}

// scatterSlabs is the first pass, straight from the column: the keys are never copied unsorted.
func scatterSlabs(to []uint32, slabs [][]uint32, next *[digitSize]uint32, shift int) {
	for _, slab := range slabs {
		for _, v := range slab {
			if v-1 >= spanLong-1 {
				continue
			}
			digit := v >> shift % digitSize
			to[next[digit]] = v
			next[digit]++
		}
	}
}

func scatter(to, from []uint32, next *[digitSize]uint32, shift int) {
	for _, v := range from {
		digit := v >> shift % digitSize
		to[next[digit]] = v
		next[digit]++
	}
}
