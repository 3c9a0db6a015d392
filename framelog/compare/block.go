package compare

import (
	"math"
	"slices"
	"time"
)

// blockFrames is how many frames a block length is found from at most: more do not change it, and the
// work grows by the power of 1.5.
const blockFrames = 1 << 17

// blocksMin is how many blocks a run must have for its resamples to say how sure a figure is.
const blocksMin = 10

// blockLength returns how many frames a block has: what Politis and White's rule says, and at least the
// frames of that much time.
func blockLength(times []time.Duration, total, least time.Duration) int {
	n := len(times)
	second := int(math.Ceil(float64(n) * (float64(least) / float64(total))))
	return min(max(automaticBlock(times), second, 1), n)
}

// automaticBlock is the rule of Politis and White (2004) for the circular bootstrap, as Patton, Politis
// and White corrected it in 2009. Frames over the 99th percentile are cut to it first: one frame of a
// second hides how alike its thousand neighbours are.
func automaticBlock(times []time.Duration) int {
	x := centred(times[:min(len(times), blockFrames)])
	n := float64(len(x))
	if n < 3 {
		return 1
	}
	acf := autocovariance(x)
	if acf[0] == 0 {
		return 1
	}
	m := 2 * max(lastCorrelated(acf, n), 1)
	m = min(m, len(acf)-1)
	var g, spectrum float64
	for k := -m; k <= m; k++ {
		lag := max(k, -k)
		w := flatTop(float64(lag)/float64(m)) * acf[lag]
		spectrum += w
		g += float64(lag) * w
	}
	if spectrum <= 0 {
		return 1
	}
	whole := float64(len(times))
	b := math.Cbrt(2 * g * g / (4.0 / 3.0 * spectrum * spectrum) * whole)
	return int(math.Ceil(min(b, 3*math.Sqrt(whole), whole/3)))
}

// centred returns the times less their mean, after those over the 99th percentile are cut to it.
func centred(times []time.Duration) []float64 {
	sorted := slices.Sorted(slices.Values(times))
	top := sorted[len(sorted)*99/100]
	x := make([]float64, len(times))
	sum := 0.0
	for i, d := range times {
		x[i] = float64(min(d, top))
		sum += x[i]
	}
	mean := sum / float64(len(x))
	for i := range x {
		x[i] -= mean
	}
	return x
}

// quietLags is the rule's K: that many lags without correlation in a row end the search.
func quietLags(n float64) int { return max(5, int(math.Ceil(math.Sqrt(math.Log10(n))))) }

// autocovariance returns the autocovariances of lags from 0 up to the rule's bound.
func autocovariance(x []float64) []float64 {
	n := float64(len(x))
	lags := min(int(math.Ceil(math.Sqrt(n)))+quietLags(n), len(x)-1)
	acf := make([]float64, lags+1)
	for k := range acf {
		sum := 0.0
		for i, v := range x[:len(x)-k] {
			sum += float64(v * x[i+k]) // not fused: the same bits on every processor
		}
		acf[k] = sum / n
	}
	return acf
}

// lastCorrelated returns the last lag before a row of quiet ones, the last loud one where
// there is no such row.
func lastCorrelated(acf []float64, n float64) int {
	loud := 2 * math.Sqrt(math.Log10(n)/n) * acf[0]
	last := 0
	for k := 1; k < len(acf); k++ {
		if math.Abs(acf[k]) >= loud {
			last = k
		} else if k-last >= quietLags(n) {
			break
		}
	}
	return last
}

// flatTop is the lag window: 1 up to a half, then down to 0 at 1.
func flatTop(s float64) float64 { return min(1, 2*(1-s)) }
