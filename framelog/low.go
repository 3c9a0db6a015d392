package framelog

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// A LowRule is what a tool means by "1 % low". The zero value is [LowMean], the default here.
type LowRule uint8

const (
	// LowMean is the mean of the k slowest frame times, k = ceil(share*N).
	LowMean LowRule = iota
	// LowKFloor is that with k rounded down, and at least 1.
	LowKFloor
	// LowKRound is that with k rounded half up, and at least 1.
	LowKRound
	// LowFrameView is that with k = floor(share*N) + 1, as FrameView's summary has it.
	LowFrameView
	// LowCapFrameX is the mean of all frames at or above the percentile by R type 8. Where many frames
	// take the same time, that may be nearly all of them.
	LowCapFrameX
	// LowPercentile is the percentile of 100 % less the share, by R type 7.
	LowPercentile
	// LowMangoHud is one frame in descending order, at 0-based index share*N - 1 cut to an integer, in
	// 32-bit floats as MangoHud has it from 0.8 on. There is none where that is negative.
	LowMangoHud
	// LowIntegral is the frame at which the slowest, added up, make the share of the whole time. It is
	// what MSI Afterburner prints, and CapFrameX as its integral.
	LowIntegral
	// LowIntegralMean is the time of the slowest frames that make the share of the whole time, over
	// their number; the last one counts in part.
	LowIntegralMean
)

// The names are those that options take. In a label # stands for the number of frames.
var lowTexts = [...]struct{ name, label string }{
	LowMean:         {"mean", "mean of # slowest"},
	LowKFloor:       {"k_floor", "mean of # slowest, rounded down"},
	LowKRound:       {"k_round", "mean of # slowest, rounded"},
	LowFrameView:    {"frameview", "FrameView: mean of # slowest"},
	LowCapFrameX:    {"capframex", "CapFrameX: mean of # slowest"},
	LowPercentile:   {"percentile", "percentile"},
	LowMangoHud:     {"mangohud", "MangoHud: last of # slowest"},
	LowIntegral:     {"integral_threshold", "integral: last of # slowest"},
	LowIntegralMean: {"integral_mean", "integral: mean of # slowest"},
}

// LowRules returns all rules, the default first. It allocates.
func LowRules() []LowRule {
	rules := make([]LowRule, len(lowTexts))
	for i := range rules {
		rules[i] = LowRule(i)
	}
	return rules
}

// String returns the name that ParseLowRule reads: mean, k_floor, k_round, frameview, capframex,
// percentile, mangohud, integral_threshold or integral_mean.
func (r LowRule) String() string {
	if int(r) >= len(lowTexts) {
		return "low rule " + strconv.Itoa(int(r))
	}
	return lowTexts[r].name
}

// ParseLowRule reads a rule's name; integral is short for integral_threshold.
func ParseLowRule(text string) (LowRule, error) {
	if text == "integral" {
		return LowIntegral, nil
	}
	names := ""
	for i, t := range lowTexts {
		if t.name == text {
			return LowRule(i), nil
		}
		names += ", " + t.name
	}
	return 0, errors.New("tactus: low rule " + strconv.Quote(text) + " is none: want one of " + names[2:] +
		" or integral")
}

// A Low is how slow the slowest frames were, with the rule by which it was found. The zero value is
// that of no frames.
type Low struct {
	Rule LowRule
	// Share is what was asked for.
	Share Share
	// Frames is how many of the slowest frames it stands on: those of a mean; those from the slowest to
	// the one that it is; of an integral those that make the share of the time.
	Frames int
	// Time is a frame time, rounded to the nanosecond.
	Time time.Duration

	of int // all frames
}

// FPS returns the low as a frame rate, in 1/s; 0 where there are no frames.
func (l Low) FPS() float64 { return perSecond(1, l.Time) }

// Label returns the name to print beside the figure, with its rule, "1 % low (mean of 14 slowest)": a
// bare "1 % low" is any of seven numbers. It allocates.
func (l Low) Label() string {
	rule := l.Rule.String()
	if int(l.Rule) < len(lowTexts) {
		rule = strings.Replace(lowTexts[l.Rule].label, "#", strconv.Itoa(l.Frames), 1)
	}
	return l.Share.String() + " low (" + rule + ")"
}

// Enough reports whether the share is at least one whole frame: a low of 0.1 % needs 1,000 frames.
// With fewer it says no more than the slowest frame does, and a report should mark it.
func (l Low) Enough() bool {
	if l.Share <= 0 {
		return false
	}
	units, _ := l.Share.of(uint64(l.of))
	return units > 0
}

// Low returns the low of a share by a rule; false where there are no frames, and where the rule gives
// none. The means read the slowest frames only. It panics on a share or a rule that is none.
func (f *Figures) Low(rule LowRule, share Share) (Low, bool) {
	share.check()
	l := Low{Rule: rule, Share: share, of: f.N}
	if f.N == 0 {
		return l, false
	}
	switch rule {
	case LowMean, LowKFloor, LowKRound, LowFrameView:
		l.Frames = slowestCount(rule, share, f.N)
		l.Time = f.slowestMean(l.Frames)
	case LowCapFrameX:
		l.Frames = f.atLeastR8(whole - share)
		l.Time = f.slowestMean(l.Frames)
	case LowPercentile:
		rank := (whole - share).ceilOf(uint64(f.N - 1))
		l.Frames, l.Time = f.N-int(rank), f.Percentile(whole-share)
	case LowMangoHud:
		i := float32(float32(float64(share)/float64(whole))*float32(f.N)) - 1
		if i < 0 {
			return l, false
		}
		l.Frames = min(int(i), f.N-1) + 1
		l.Time = f.At(f.N - l.Frames)
	case LowIntegral:
		l.Frames, _ = f.fill(share.ceilOf(uint64(f.Time)))
		l.Time = f.At(f.N - l.Frames)
	case LowIntegralMean:
		l.Frames, l.Time = f.integralMean(share)
	default:
		panic("tactus: " + rule.String() + " is none")
	}
	return l, true
}

// slowestCount returns the k of a rule, from 1 to n.
func slowestCount(rule LowRule, share Share, n int) int {
	units, rest := share.of(uint64(n))
	switch rule {
	case LowMean:
		units = share.ceilOf(uint64(n))
	case LowKRound:
		if rest >= uint64(whole)/2 {
			units++
		}
	case LowFrameView:
		units++
	}
	return min(max(int(units), 1), n)
}

func (f *Figures) slowestMean(k int) time.Duration { return divide(f.sample.sum(f.N-k), k) }

// atLeastR8 counts the frames at or above the percentile. Between two ranks of different times it lies
// above all that equal the lower; on a rank it takes in all that equal it.
func (f *Figures) atLeastR8(p Share) int {
	rank, rest := f.r8(p)
	d := f.At(rank)
	if rest > 0 && f.At(rank+1) > d {
		return f.N - rank - 1
	}
	return f.N - f.sample.search(d)
}

// fill adds up the slowest frames until they make the time, and returns how many that takes, at least
// one, and what those before the last make.
func (f *Figures) fill(target uint64) (frames int, before uint64) {
	for rank := f.N - 1; ; rank-- {
		d := uint64(f.At(rank))
		frames++
		if before+d >= target || rank == 0 {
			return frames, before
		}
		before += d
	}
}

// integralMean divides the share of the time by the frames that fill it, the last one in part.
func (f *Figures) integralMean(share Share) (frames int, mean time.Duration) {
	units, rest := share.of(uint64(f.Time))
	frames, before := f.fill(share.ceilOf(uint64(f.Time)))
	last := f.At(f.N - frames)
	target := float64(units) + float64(rest)/float64(whole)
	if frames == 1 || target <= 0 {
		return frames, last
	}
	count := float64(frames-1) + (target-float64(before))/float64(last)
	return frames, time.Duration(math.Round(target / count))
}
