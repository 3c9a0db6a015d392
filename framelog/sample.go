package framelog

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A sample is the intervals of one side in ascending order. Those that fit in 32 bits take four bytes
// each; the few of 4.29 s and more are all longer than they, and stand apart.
type sample struct {
	short   []uint32 // in the order of their buckets; within a bucket once it was asked for
	long    []int64
	buckets *buckets
}

func (s *sample) at(i int) time.Duration {
	if i < len(s.short) {
		s.buckets.order(s.buckets.of(i))
		return time.Duration(s.short[i])
	}
	return time.Duration(s.long[i-len(s.short)])
}

// search returns the first rank whose time is at least d.
func (s *sample) search(d time.Duration) int {
	if s.buckets == nil {
		return 0
	}
	if d > math.MaxUint32 {
		i, _ := slices.BinarySearch(s.long, int64(d))
		return len(s.short) + i
	}
	v := uint32(max(d, 0))
	bucket := int(min(v>>(s.buckets.shift&31), digitSize-1))
	begin, values := s.buckets.order(bucket)
	i, _ := slices.BinarySearch(values, v)
	return max(begin+i, 0)
}

// sum adds the times from rank i on. A sum too large for a Duration stays at the largest, so that
// nonsense in a log gives nonsense and never a negative time.
func (s *sample) sum(i int) time.Duration {
	if i < len(s.short) {
		s.buckets.order(s.buckets.of(i))
	}
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

// moments returns the sum of the times, that of their rates in 1/s, and that of the squares of their
// distances from a centre, in one pass. Pairs of sums are kept, since a single one would wait for its
// own last addition.
func (s *sample) moments(centre time.Duration) (total time.Duration, rates, squares float64) {
	var sum uint64
	var rates2, squares2 float64
	c := float64(centre)
	short := s.short
	for ; len(short) >= 2; short = short[2:] {
		x, y := float64(short[0]), float64(short[1])
		sum += uint64(short[0]) + uint64(short[1])
		rates += 1e9 / x
		rates2 += 1e9 / y
		squares += (x - c) * (x - c)
		squares2 += (y - c) * (y - c)
	}
	rates, squares = rates+rates2, squares+squares2
	for _, v := range short {
		sum += uint64(v)
		rates += 1e9 / float64(v)
		squares += (float64(v) - c) * (float64(v) - c)
	}
	total = time.Duration(sum)
	for _, v := range s.long {
		total = later(total, time.Duration(v))
		rates += 1e9 / float64(v)
		squares += (float64(v) - c) * (float64(v) - c)
	}
	return total, rates, squares
}

// later adds a time of at least 0, and stays at the largest Duration.
func later(t, d time.Duration) time.Duration {
	if t += d; t < 0 {
		return math.MaxInt64
	}
	return t
}

// The times are dealt into buckets of equal width first, then each bucket is sorted by its lower bits,
// the lowest first. A bucket fits in a near cache where the whole does not, which is what a radix sort
// of many megabytes waits for. A digit has at most 11 bits, so that its table fits in the first cache.
const (
	digitBits = 11
	digitSize = 1 << digitBits
	passesMax = 3
)

// newSample deals the intervals of a column that are over 0, n in number, into buckets. Rows that have
// none are dealt with them, and so are the marks of long ones: to be the first and the last is how they
// are found, without a question for each row.
func newSample(from *spans, n int) sample {
	var s sample
	for i, d := range from.long {
		if from.at(i) == spanLong { // not changed since
			s.long = append(s.long, d)
		}
	}
	slices.Sort(s.long)
	all := make([]uint32, from.len())
	s.buckets = &buckets{all: all, shift: bucketBits(from), before: len(all) - n}
	s.buckets.ends = countBuckets(from.slabs, s.buckets.shift)
	deal(all, from.slabs, s.buckets.shift, s.buckets.ends)
	if s.buckets.before > 0 {
		s.buckets.order(0)
	}
	if len(s.long) > 0 {
		s.buckets.order(digitSize - 1)
	}
	s.short = all[s.buckets.before : len(all)-len(s.long)]
	return s
}

// buckets hold a sample in ranges of values. The values of a bucket are sorted when one of them is asked
// for, which is when a percentile or a low needs it: figures need few buckets, and all of them when a
// curve is drawn. Any number of goroutines may ask.
type buckets struct {
	all    []uint32
	ends   *[digitSize]uint32
	shift  int
	before int // values in front that are 0, which no rank counts

	done [digitSize]atomic.Bool
	mu   sync.Mutex
	radix
}

// of returns the bucket of a rank.
func (b *buckets) of(rank int) int {
	at := uint32(rank + b.before)
	i, found := slices.BinarySearch(b.ends[:], at)
	for found && i < digitSize-1 && b.ends[i] <= at {
		i++ // that bucket ends there, and so may empty ones behind it
	}
	return i
}

// order sorts a bucket where it is not yet, and returns its values and the rank of the first.
func (b *buckets) order(bucket int) (rank int, values []uint32) {
	begin := uint32(0)
	if bucket > 0 {
		begin = b.ends[bucket-1]
	}
	values = b.all[begin:b.ends[bucket]]
	if !b.done[bucket].Load() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if !b.done[bucket].Load() {
			width := b.shift
			if bucket == digitSize-1 {
				width = 32 // the last bucket takes in all that is longer
			}
			b.sort(values, width)
			b.done[bucket].Store(true)
		}
	}
	return int(begin) - b.before, values
}

// bucketBits returns how many bits the width of a bucket has, so that about four times the mean is in
// the last one: no more than a quarter of all frames is that long, and a few long ones do not make all
// coarse. A guess is enough, since it decides over nothing but speed.
func bucketBits(from *spans) int {
	const stride = 61
	var sum, n uint64
	for i := 0; i < from.len(); i += stride {
		sum += uint64(from.at(i))
		n++
	}
	return max(min(bits.Len64(4*sum/max(n, 1)), 32)-digitBits, 0)
}

// countBuckets returns the place where each bucket begins.
func countBuckets(slabs [][]uint32, shift int) *[digitSize]uint32 {
	counts := new([digitSize]uint32)
	for _, slab := range slabs {
		for _, v := range slab {
			counts[min(v>>(shift&31), digitSize-1)]++
		}
	}
	starts(counts[:])
	return counts
}

// starts turns counts into the places where what they count begins.
func starts(counts []uint32) {
	at := uint32(0)
	for i, k := range counts {
		counts[i] = at
		at += k
	}
}

// deal copies the values into their buckets, and leaves in next where each ends.
func deal(to []uint32, slabs [][]uint32, shift int, next *[digitSize]uint32) {
	for _, slab := range slabs {
		for _, v := range slab {
			i := min(v>>(shift&31), digitSize-1)
			to[next[i]] = v
			next[i]++
		}
	}
}

// A radix sorts by digits, and keeps what it needs from one bucket to the next.
type radix struct {
	counts  *[passesMax][digitSize]uint32
	scratch []uint32
}

// sort orders v, whose values differ in their lowest width bits alone.
func (r *radix) sort(v []uint32, width int) {
	passes := (width + digitBits - 1) / digitBits
	if passes == 0 || len(v) < 2 {
		return
	}
	digit := (width + passes - 1) / passes
	if len(v) < 1<<digit/8 { // the tables would cost more than the values
		slices.Sort(v)
		return
	}
	r.count(v, passes, digit)
	if len(r.scratch) < len(v) {
		r.scratch = make([]uint32, len(v))
	}
	from, to := v, r.scratch[:len(v)]
	for pass := range passes {
		counts := r.counts[pass][:1<<digit]
		if int(counts[v[0]>>(pass*digit)&(1<<digit-1)]) == len(v) {
			continue // all have the same digit
		}
		starts(counts)
		scatter(to, from, &r.counts[pass], pass*digit, 1<<digit-1)
		from, to = to, from
	}
	if &from[0] != &v[0] {
		copy(v, from)
	}
}

// count counts the digits of all passes at once.
func (r *radix) count(v []uint32, passes, digit int) {
	if r.counts == nil {
		r.counts = new([passesMax][digitSize]uint32)
	}
	for pass := range passes {
		clear(r.counts[pass][:1<<digit])
	}
	mask := uint32(1)<<digit - 1
	a, b, c := &r.counts[0], &r.counts[1], &r.counts[2]
	for _, x := range v {
		a[x&mask%digitSize]++
		b[x>>(digit&31)&mask%digitSize]++
	}
	if passes < passesMax {
		return
	}
	for _, x := range v {
		c[x>>(2*digit&31)&mask%digitSize]++
	}
}

func scatter(to, from []uint32, next *[digitSize]uint32, shift int, mask uint32) {
	for _, v := range from {
		i := v >> (shift & 31) & mask % digitSize
		to[next[i]] = v
		next[i]++
	}
}
