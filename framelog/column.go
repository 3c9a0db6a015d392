package framelog

import (
	"math"
	"time"
)

// A slab is small enough that a short log is small, and large enough that a long one is few of them.
const slabSize = 1 << 15

// A column holds one value a row, in slabs: it grows without ever being copied as a whole, so that a
// log of millions of rows needs its own size and no more.
type column[T any] struct {
	slabs [][]T
	n     int
}

func (c *column[T]) len() int { return c.n }

func (c *column[T]) at(i int) T { return c.slabs[i/slabSize][i%slabSize] }

func (c *column[T]) set(i int, v T) { c.slabs[i/slabSize][i%slabSize] = v }

func (c *column[T]) add(v T) {
	c.room()
	last := &c.slabs[len(c.slabs)-1]
	*last = append(*last, v)
	c.n++
}

// empty takes all values out. Slabs before the last must stay full, so only the first is kept.
func (c *column[T]) empty() {
	if len(c.slabs) > 0 {
		c.slabs = c.slabs[:1]
		c.slabs[0] = c.slabs[0][:0]
	}
	c.n = 0
}

// room makes the last slab one that is not full. The first grows, all others are made whole.
func (c *column[T]) room() {
	switch k := len(c.slabs); {
	case c.n < k*slabSize:
	case k == 0:
		c.slabs = append(c.slabs, nil)
	default:
		c.slabs = append(c.slabs, make([]T, 0, slabSize))
	}
}

// addAll appends another column.
func (c *column[T]) addAll(o *column[T]) {
	for _, from := range o.slabs {
		for len(from) > 0 {
			c.room()
			last := &c.slabs[len(c.slabs)-1]
			k := min(len(from), slabSize-len(*last))
			*last = append(*last, from[:k]...)
			from = from[k:]
			c.n += k
		}
	}
}

// spans is a column of times: 32 bits each, since a frame of over 4.29 s is rare. Those few stand in a
// map.
type spans struct {
	column[uint32]
	long map[int]int64
}

const spanLong = math.MaxUint32

func (s *spans) span(i int) time.Duration {
	v := s.at(i)
	if v == spanLong {
		return time.Duration(s.long[i])
	}
	return time.Duration(v)
}

// addSpan appends a time of at least 0.
func (s *spans) addSpan(d time.Duration) {
	if d < spanLong {
		s.add(uint32(d))
		return
	}
	if s.long == nil {
		s.long = map[int]int64{}
	}
	s.long[s.n] = int64(d)
	s.add(spanLong)
}

func (s *spans) emptySpans() {
	s.empty()
	clear(s.long)
}

func (s *spans) addSpans(o *spans) {
	for i, d := range o.long {
		if s.long == nil {
			s.long = map[int]int64{}
		}
		s.long[s.n+i] = d
	}
	s.addAll(&o.column)
}

// setSpan changes a time.
func (s *spans) setSpan(i int, d int64) {
	if d < spanLong {
		s.set(i, uint32(d))
		return
	}
	if s.long == nil {
		s.long = map[int]int64{}
	}
	s.long[i] = d
	s.set(i, spanLong)
}
