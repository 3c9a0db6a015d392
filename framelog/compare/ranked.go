package compare

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A ranked run is made once, so that a resample costs two passes and no sorting: the resample is how
// often each frame is in it, and a figure by rank is a walk from the slowest frame down.
type ranked struct {
	run    *Run
	times  []time.Duration // in order
	sorted []time.Duration // the slowest first
	order  []uint32        // order[r] is the place in times of the frame with rank r
	starts [][]int         // for each metric the frames at which its hitches begin
	block  int
	plan   plan
}

// A plan is what a walk must stop for.
type plan struct {
	places []int         // ranks, ascending: the slowest is 0
	shares []shareOfTime // ascending
	parts  []part        // by metric
}

// A part says how a metric's figure follows from the stops.
type part struct {
	a, b     int     // indices in places, or a in shares
	fraction float64 // from the frame of a to that of b
	k        int     // frames of a low mean
}

type shareOfTime struct{ share framelog.Share }

// rank sorts a run.
func rank(r *Run, metrics []Metric, least time.Duration) *ranked {
	k := &ranked{run: r, times: r.times, order: make([]uint32, len(r.times)), sorted: make([]time.Duration, len(r.times))}
	for i := range k.order {
		k.order[i] = uint32(i)
	}
	slices.SortFunc(k.order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(r.times[b], r.times[a]), cmp.Compare(a, b))
	})
	for i, at := range k.order {
		k.sorted[i] = r.times[at]
	}
	k.block = blockLength(r.times, r.total, least)
	k.starts = make([][]int, len(metrics))
	for i, m := range metrics {
		if m.kind == kindHitches {
			k.starts[i] = hitches(r, m)
		}
	}
	k.plan = newPlan(metrics, len(r.times))
	return k
}

// blocks returns how many blocks a resample has.
func (k *ranked) blocks() int { return (len(k.times) + k.block - 1) / k.block }

func newPlan(metrics []Metric, n int) plan {
	p := plan{parts: make([]part, len(metrics))}
	for _, m := range metrics {
		low, high, _, _ := m.places(n)
		if low >= 0 {
			p.places = append(p.places, low, high)
		}
		if m.integral() {
			p.shares = append(p.shares, shareOfTime{m.share})
		}
	}
	slices.Sort(p.places)
	p.places = slices.Compact(p.places)
	slices.SortFunc(p.shares, func(a, b shareOfTime) int { return cmp.Compare(a.share, b.share) })
	p.shares = slices.Compact(p.shares)
	for i, m := range metrics {
		low, high, fraction, k := m.places(n)
		if low >= 0 {
			a, _ := slices.BinarySearch(p.places, low)
			b, _ := slices.BinarySearch(p.places, high)
			p.parts[i] = part{a: a, b: b, fraction: fraction, k: k}
		}
		if m.integral() {
			p.parts[i].a = slices.Index(p.shares, shareOfTime{m.share})
		}
	}
	return p
}

// places returns the ranks from the slowest that a figure of n frames stands between, and how far it is
// from the first to the second; the first is -1 where it stands on none.
func (m Metric) places(n int) (low, high int, fraction float64, k int) {
	switch {
	case m.kind == kindMax:
		return 0, 0, 0, 0
	case m.kind == kindPercentile || m.kind == kindLow && m.rule == framelog.LowPercentile:
		share := m.share
		if m.kind == kindLow {
			share = 100*framelog.Percent - m.share
		}
		hi, lo := bits.Mul64(uint64(n-1), uint64(share))
		whole, rest := bits.Div64(hi, lo, million)
		low = n - 1 - int(whole)
		return low, max(low-1, 0), float64(rest) / million, 0
	case m.meanOfSlowest():
		k = m.slowest(n)
		return k - 1, k - 1, 0, k
	}
	return -1, -1, 0, 0
}

// meanOfSlowest is true for lows that are the mean of a number of frames that the share alone tells.
func (m Metric) meanOfSlowest() bool {
	return m.kind == kindLow && (m.rule <= framelog.LowKRound || m.rule == framelog.LowFrameView)
}

// slowest returns how many frames such a low of n frames stands on.
func (m Metric) slowest(n int) int {
	hi, lo := bits.Mul64(uint64(n), uint64(m.share))
	whole, rest := bits.Div64(hi, lo, million)
	if m.rule == framelog.LowFrameView || m.rule == framelog.LowMean && rest > 0 ||
		m.rule == framelog.LowKRound && rest >= million/2 {
		whole++
	}
	return min(max(int(whole), 1), n)
}

func (m Metric) integral() bool { return m.kind == kindLow && m.rule == framelog.LowIntegral }

// resampled reports whether a figure by this rule can be found in a resample.
func (m Metric) resampled() bool {
	return m.kind != kindLow || m.meanOfSlowest() || m.integral() || m.rule == framelog.LowPercentile
}

const million = 1_000_000

// A walk is the room that figures of a resample need; one for each worker.
type walk struct {
	often  []int32 // how often each frame of the run is in the resample
	at     []time.Duration
	sums   []time.Duration
	shares []time.Duration
}

func (w *walk) fit(k *ranked) {
	w.often = slices.Grow(w.often[:0], len(k.times)+1)[:len(k.times)+1]
	w.at = slices.Grow(w.at[:0], len(k.plan.places))[:len(k.plan.places)]
	w.sums = slices.Grow(w.sums[:0], len(k.plan.places))[:len(k.plan.places)]
	w.shares = slices.Grow(w.shares[:0], len(k.plan.shares))[:len(k.plan.shares)]
}

// whole makes the resample the run itself.
func (w *walk) whole(k *ranked) (total time.Duration) {
	w.fit(k)
	for i, d := range k.times {
		w.often[i] = 1
		total += d
	}
	return total
}

// draw makes the resample one of blocks that begin anywhere; a block that passes the end of its
// stretch, which is the run where it has no break, goes on at its beginning, and does so again in a
// stretch that is shorter than a block: so every frame is as likely as any other, and no block joins
// what was apart. The last block is cut: a resample has as many frames as the run.
func (w *walk) draw(k *ranked, r *random) (total time.Duration) {
	w.fit(k)
	n := len(k.times)
	clear(w.often)
	for left := n; left > 0; left -= k.block {
		from := r.below(n)
		first, end := k.run.stretch(from)
		whole, rest := min(k.block, left)/(end-first), min(k.block, left)%(end-first)
		w.often[first] += int32(whole)
		w.often[end] -= int32(whole)
		to := from + rest
		w.often[from]++
		if to > end {
			w.often[first]++
			w.often[end]--
			to -= end - first
		}
		w.often[to]--
	}
	now := int32(0)
	for i, d := range k.times {
		now += w.often[i]
		w.often[i] = now
		total += time.Duration(now) * d
	}
	return total
}

// figures puts the figure of each metric into out.
func (w *walk) figures(k *ranked, metrics []Metric, total time.Duration, out []float64) {
	w.stops(k, total)
	n := len(k.times)
	for i, m := range metrics {
		p := k.plan.parts[i]
		switch {
		case m.kind == kindFPS:
			out[i] = float64(n) * 1e9 / float64(total)
		case m.kind == kindMean:
			out[i] = float64(total) / float64(n)
		case m.kind == kindHitches:
			begun := int32(0)
			for _, at := range k.starts[i] {
				begun += w.often[at]
			}
			out[i] = float64(begun) * 60e9 / float64(total)
		case m.integral():
			out[i] = 1e9 / float64(w.shares[p.a])
		case m.meanOfSlowest():
			out[i] = float64(p.k) * 1e9 / float64(w.sums[p.a])
		default:
			a, b := float64(w.at[p.a]), float64(w.at[p.b])
			out[i] = a + float64(p.fraction*(b-a))
			if m.kind == kindLow {
				out[i] = 1e9 / out[i]
			}
		}
	}
}

// stops walks from the slowest frame down as far as the plan needs.
func (w *walk) stops(k *ranked, total time.Duration) {
	places, shares := k.plan.places, k.plan.shares
	count, sum := 0, time.Duration(0)
	for r, frame := range k.order {
		often := int(w.often[frame])
		if often == 0 {
			continue
		}
		d := k.sorted[r]
		for len(places) > 0 && places[0] < count+often {
			i := len(k.plan.places) - len(places)
			w.at[i], w.sums[i] = d, sum+time.Duration(places[0]+1-count)*d
			places = places[1:]
		}
		count += often
		sum += time.Duration(often) * d
		for len(shares) > 0 && sum >= shares[0].of(total) {
			w.shares[len(k.plan.shares)-len(shares)] = d
			shares = shares[1:]
		}
		if len(places)+len(shares) == 0 {
			return
		}
	}
}

// of returns the share of a time, rounded up: a sum has reached the share when it has reached that.
func (s shareOfTime) of(total time.Duration) time.Duration {
	hi, lo := bits.Mul64(uint64(total), uint64(s.share))
	whole, rest := bits.Div64(hi, lo, million)
	if rest > 0 {
		whole++
	}
	return time.Duration(whole)
}
