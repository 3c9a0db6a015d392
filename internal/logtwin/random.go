package logtwin

// random is SplitMix64: eight lines that are the same everywhere, which math/rand does not promise.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1. The bias of the remainder does not matter to a twin.
func (r *random) below(n int64) int64 { return int64(r.next() % uint64(n)) }

const (
	micro = int64(1_000)
	milli = int64(1_000_000)
	sec   = int64(1_000_000_000)
)

// play returns n frame times in nanoseconds about base, within a tenth of it, each a whole number of
// grains: what a format can write. Every 41st takes two more of base, a hitch. There is nothing in it
// that a reader should warn of.
func play(seed uint64, n int, base, grain int64) []int64 {
	r := random(seed)
	frames := make([]int64, n)
	for i := range frames {
		ns := base*9/10 + r.below(base/5)
		if i%41 == 40 {
			ns += 2 * base
		}
		frames[i] = max(ns/grain, 1) * grain
	}
	return frames
}

// capped returns n frames of exactly base.
func capped(n int, base int64) []int64 {
	frames := make([]int64, n)
	for i := range frames {
		frames[i] = base
	}
	return frames
}

// clocks returns the running clock of frames that begins at from: a reading more than frames.
func clocks(from int64, frames []int64) []int64 {
	all := []int64{from}
	for _, ns := range frames {
		from += ns
		all = append(all, from)
	}
	return all
}
