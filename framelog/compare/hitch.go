package compare

import (
	"slices"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

const reach = framelog.MedianWindow / 2

// hitches returns the frames at which hitches begin: those over the threshold whose neighbour before is
// not. It is [framelog.Stream.Hitches] for runs, and keeps all of them; neither a hitch nor the rolling
// window reaches across a break. A resample takes a hitch over with the frame where it begins; its
// yardstick stays that of the run.
func hitches(r *Run, m Metric) (begun []int) {
	for from := 0; from < len(r.times); {
		_, to := r.stretch(from)
		times := r.times[from:to]
		over := func(_ int, d time.Duration) bool { return d > m.over }
		if m.over == 0 {
			w := rolling{times: times}
			over = func(i int, d time.Duration) bool { return float64(d) > m.times*w.median(i) }
		}
		slow := false
		for i, d := range times {
			before := slow
			if slow = over(i, d); slow && !before {
				begun = append(begun, from+i)
			}
		}
		from = to
	}
	return begun
}

// A rolling window holds the frames around one in ascending order.
type rolling struct {
	times    []time.Duration
	from, to int
	sorted   []time.Duration
}

// median returns that of the frames around i; i grows from call to call.
func (w *rolling) median(i int) float64 {
	for ; w.to < min(i+reach+1, len(w.times)); w.to++ {
		at, _ := slices.BinarySearch(w.sorted, w.times[w.to])
		w.sorted = slices.Insert(w.sorted, at, w.times[w.to])
	}
	for ; w.from < i-reach; w.from++ {
		at, _ := slices.BinarySearch(w.sorted, w.times[w.from])
		w.sorted = slices.Delete(w.sorted, at, at+1)
	}
	n := len(w.sorted)
	return (float64(w.sorted[(n-1)/2]) + float64(w.sorted[n/2])) / 2
}
