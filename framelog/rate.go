package framelog

import (
	"math"
	"math/bits"
)

// A rateMean is the mean of a file's own rates. Its sums are whole numbers, so that they are the same in
// whatever parts a file is read.
type rateMean struct {
	n            int
	sum, inverse wide
}

// add takes a rate in 10^-9 per second.
func (m *rateMean) add(rate int64) {
	m.n++
	m.sum.add(uint64(rate))
	const high, low = 54_210_108, 11_515_845_246_265_065_472 // 10^27
	inverse := uint64(math.MaxUint64)
	if rate > high {
		inverse, _ = bits.Div64(high, low, uint64(rate)) // in 10^-18 s
	}
	m.inverse.add(inverse)
}

func (m *rateMean) addAll(o *rateMean) {
	m.n += o.n
	m.sum.addWide(o.sum)
	m.inverse.addWide(o.inverse)
}

// mean returns the mean, harmonic the rate that the times of all together give.
func (m *rateMean) mean() float64     { return m.sum.float() / 1e9 / float64(m.n) }
func (m *rateMean) harmonic() float64 { return float64(m.n) / (m.inverse.float() / 1e18) }

// A wide is a sum of 128 bits.
type wide struct{ high, low uint64 }

func (w *wide) add(v uint64) { w.addWide(wide{low: v}) }

func (w *wide) addWide(o wide) {
	var carry uint64
	w.low, carry = bits.Add64(w.low, o.low, 0)
	w.high += o.high + carry
}

func (w wide) float() float64 { return float64(w.high)*(1<<64) + float64(w.low) }
