package framelog

import (
	"iter"
	"time"
)

// all yields the row and the time of every row that has one.
func (s *spans) all() iter.Seq2[int, time.Duration] {
	return func(yield func(int, time.Duration) bool) {
		for k, slab := range s.slabs {
			for j, v := range slab {
				d := time.Duration(v)
				if v == spanLong {
					d = s.span(k*slabSize + j)
				}
				if d > 0 && !yield(k*slabSize+j, d) {
					return
				}
			}
		}
	}
}

// A feed hands the times of a column out in blocks.
type feed struct {
	from *spans
	row  int
	to   int // the row that it ends before
}

// fill appends times and their rows until the slices are full or it ends.
func (f *feed) fill(times []int64, rows []int) ([]int64, []int) {
	for len(times) < cap(times) && f.row < f.to {
		slab := f.from.slabs[f.row/slabSize][f.row%slabSize:]
		for _, v := range slab[:min(len(slab), cap(times)-len(times), f.to-f.row)] {
			d := int64(v)
			if v == spanLong {
				d = f.from.long[f.row]
			}
			if d > 0 {
				times, rows = append(times, d), append(rows, f.row)
			}
			f.row++
		}
	}
	return times, rows
}
