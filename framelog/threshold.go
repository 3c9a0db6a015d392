package framelog

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Threshold is what a frame must exceed to be a hitch: a time, or a multiple of the rolling median.
// One of the two is set, over 0. A fixed time says nothing of a run that is capped at it: on a 30 Hz
// screen half of all good frames are over 33.333 ms. A multiple of the median fits any run.
type Threshold struct {
	// Over is a frame time.
	Over time.Duration
	// Times is a multiple, over 1 and up to 1,000, of the median of the [MedianWindow] frames around.
	Times float64
}

const timesMax = 1000

// ParseThreshold reads a time with its unit, "33.3ms", or a multiple of the rolling median, "2x". A
// bare number is refused.
func ParseThreshold(text string) (Threshold, error) {
	bare := strings.TrimSpace(text)
	if number, ok := strings.CutSuffix(bare, "x"); ok {
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(v > 1 && v <= timesMax) {
			return Threshold{}, errors.New("tactus: threshold " + strconv.Quote(text) +
				" is none: a multiple of the median is over 1x and at most 1000x, as 2x")
		}
		return Threshold{Times: v}, nil
	}
	if _, err := strconv.ParseFloat(bare, 64); err == nil {
		return Threshold{}, errors.New("tactus: threshold " + strconv.Quote(text) +
			" has no unit: write " + bare + "ms for a time, " + bare + "x for a multiple of the rolling median")
	}
	d, err := time.ParseDuration(strings.ReplaceAll(bare, " ", ""))
	if err != nil || d <= 0 {
		return Threshold{}, errors.New("tactus: threshold " + strconv.Quote(text) +
			" is none: write a time as 33.3ms, or a multiple of the rolling median as 2x")
	}
	return Threshold{Over: d}, nil
}

// String returns it as ParseThreshold reads it, "33.3ms" or "2x".
func (t Threshold) String() string {
	if t.Times != 0 {
		return strconv.FormatFloat(t.Times, 'f', -1, 64) + "x"
	}
	return t.Over.String()
}

// check panics where it is none.
func (t Threshold) check() {
	over := t.Over > 0 && t.Times == 0
	times := t.Over == 0 && t.Times > 1 && t.Times <= timesMax
	if !over && !times || math.IsNaN(t.Times) {
		panic("tactus: threshold is " + t.Over.String() + " and " + strconv.FormatFloat(t.Times, 'g', -1, 64) +
			" times the median: want one of them, over 0 or over 1 and at most 1000")
	}
}
