package framestats

// A ring holds the last values of an endless row, as many as it has places, a power of two.
type ring struct {
	values []int64
	n      uint64 // pushed so far
}

func newRing(count int) ring {
	size := 1
	for size < count {
		size *= 2
	}
	return ring{values: make([]int64, size)}
}

func (r *ring) push(v int64) {
	if i := r.n & uint64(len(r.values)-1); i < uint64(len(r.values)) { // always: spares the bounds check
		r.values[i] = v
	}
	r.n++
}

// len returns how many of the last values there are, at most limit.
func (r *ring) len(limit int) int { return int(min(r.n, uint64(limit), uint64(len(r.values)))) }

// back returns the value i before the last; i must be under len.
func (r *ring) back(i int) int64 { return r.values[(r.n-1-uint64(i))&uint64(len(r.values)-1)] }

// appendLast appends the last n values, oldest first.
func (r *ring) appendLast(dst []int64, n int) []int64 {
	from := int((r.n - uint64(n)) & uint64(len(r.values)-1))
	if over := from + n - len(r.values); over > 0 {
		dst = append(dst, r.values[from:]...)
		return append(dst, r.values[:over]...)
	}
	return append(dst, r.values[from:from+n]...)
}

// copyFrom makes r equal to o, of the same size, where r was equal to an earlier o: it writes only
// what came since.
func (r *ring) copyFrom(o *ring) {
	size := uint64(len(o.values))
	if o.n-r.n >= size {
		copy(r.values, o.values)
		r.n = o.n
		return
	}
	for ; r.n < o.n; r.n++ {
		r.values[r.n&(size-1)] = o.values[r.n&(size-1)]
	}
}
