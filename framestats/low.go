package framestats

import (
	"fmt"
	"math/bits"
	"strconv"
	"time"
)

// A Low is how slow the slowest frames were, with the rule by which it was found. The zero value is
// that of no frames.
type Low struct {
	// Time is a frame time; 0 where there are no frames.
	Time time.Duration
	// Share is the p that was asked for.
	Share float64
	// Frames is how many of the slowest frames it stands on.
	Frames uint64

	of   uint64 // all frames
	rule lowRule
}

type lowRule uint8

const (
	lowMean lowRule = iota + 1
	lowIntegral
)

// FPS returns the low as a frame rate; 0 where there are no frames.
func (l Low) FPS() float64 { return perSecond(1, l.Time) }

// Enough reports whether the share is at least one whole frame: a low of 0.1 % needs 1,000 frames.
// With fewer it is the slowest frame alone, which a display should mark.
func (l Low) Enough() bool { return l.of > 0 && l.of >= ceilDiv(million, max(millionths(l.Share), 1)) }

// Label returns the name to print beside the figure, with its rule: "1 % low (mean)". It allocates.
func (l Low) Label() string {
	rule := "none"
	switch l.rule {
	case lowMean:
		rule = "mean"
	case lowIntegral:
		rule = "integral"
	}
	return percent(l.Share) + " % low (" + rule + ")"
}

// String returns label, time, rate and what it stands on: "1 % low (mean): 41ms, 24.4 FPS, 1 of 5
// frames". It allocates.
func (l Low) String() string {
	return fmt.Sprintf("%s: %v, %.1f FPS, %d of %d frames", l.Label(), l.Time, l.FPS(), l.Frames, l.of)
}

// PercentileLabel returns the name to print beside a percentile of frame times: "p99 frame time". It
// says frame time, since many read a bare 99 % as one of FPS. It allocates, and panics on a p that is
// no share.
func PercentileLabel(p float64) string { return "p" + percent(p) + " frame time" }

// percent writes a share in percent, without zeros at the end.
func percent(p float64) string {
	return strconv.FormatFloat(float64(millionths(p))/(million/100), 'f', -1, 64)
}

const million = 1_000_000

// millionths returns a share as a whole number of millionths, so that 7 % of 100 frames is 7 and not
// the 8 to which 0.07*100 rounds up. It panics where p is no share: 99 is not 0.99.
func millionths(p float64) uint64 {
	if !(p >= 0 && p <= 1) {
		panic("tactus: share is " + strconv.FormatFloat(p, 'g', -1, 64) + ": want 0 to 1, as 0.99 for 99 %")
	}
	return uint64(p*million + 0.5)
}

// part returns ceil(n * m/10^6), at least 1; n is over 0 and m at most 10^6.
func part(n, m uint64) uint64 {
	hi, lo := bits.Mul64(n, m)
	whole, rest := bits.Div64(hi, lo, million)
	if rest > 0 {
		whole++
	}
	return max(whole, 1)
}

func ceilDiv(a, b uint64) uint64 { return (a + b - 1) / b }

// perSecond returns n in d as a rate; 0 where no time passed.
func perSecond(n uint64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}
