package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/tactus-go/tactus/framelog"
)

// A Verdict is what a metric's difference comes to.
type Verdict uint8

const (
	// NotEnough is for too few frames, blocks, hitches or runs to say anything; Why says which.
	NotEnough Verdict = iota
	// NoDifference is for an interval that contains 0: none is shown, and none is ruled out.
	NoDifference
	// TooSmall is for a difference that is shown, and is under the margin.
	TooSmall
	// Better is for a difference that is shown, in the metric's good direction.
	Better
	// Worse is for one in the other.
	Worse
)

// String returns the verdict in words.
func (v Verdict) String() string {
	return [...]string{"not enough data", "no difference shown", "too small to matter", "better", "worse"}[v]
}

// An Interval is where a figure lies with 95 % confidence, and what was measured.
type Interval struct{ Value, Low, High float64 }

// A Difference is a metric of one group against the base. Values are in the metric's unit.
type Difference struct {
	Metric Metric
	// Base and New are the figures, with their intervals.
	Base, New Interval
	// Change is New less Base.
	Change Interval
	// Ratio is Change as a share of the base: 0.05 is 5 % more. HasRatio is false where the base, or one
	// of its resamples, is 0.
	Ratio    Interval
	HasRatio bool
	Verdict  Verdict
	// Why says what there is not enough of; "" for all other verdicts. The intervals are NaN there.
	Why string
	// WithinMargin tells that all of the interval is inside the margin, on either side of 0: a
	// difference over the margin is ruled out.
	WithinMargin bool
}

// differences judges all metrics of two groups.
func differences(base, other *side, a, b drawn, overRuns bool, o Options) []Difference {
	all := make([]Difference, len(o.Metrics))
	for i, m := range o.Metrics {
		d := Difference{Metric: m}
		d.measure(base.Figures[i].Value, other.Figures[i].Value, a[i], b[i])
		if d.Why = notEnough(m, i, base, other, overRuns); d.Why != "" {
			d.forget()
		} else {
			d.judge(o.Margin)
		}
		all[i] = d
	}
	return all
}

// measure finds figures and intervals. A resample of the base and one of the other group make a pair;
// the ends of an interval are the 2.5th and 97.5th percentiles of the resamples.
func (d *Difference) measure(base, other float64, a, b []float64) {
	change, ratio := make([]float64, len(a)), make([]float64, len(a))
	d.HasRatio = base > 0
	for i := range a {
		change[i] = b[i] - a[i]
		if a[i] > 0 {
			ratio[i] = change[i] / a[i]
		} else {
			d.HasRatio = false
		}
	}
	d.Base, d.New = interval(base, slices.Clone(a)), interval(other, slices.Clone(b))
	d.Change = interval(other-base, change)
	if d.HasRatio {
		d.Ratio = interval((other-base)/base, ratio)
	}
}

// interval sorts the resamples.
func interval(value float64, resamples []float64) Interval {
	slices.Sort(resamples)
	return Interval{value, quantile(resamples, 0.025), quantile(resamples, 0.975)}
}

// forget drops intervals that mean nothing; the figures stay.
func (d *Difference) forget() {
	d.Verdict = NotEnough
	for _, i := range []*Interval{&d.Base, &d.New, &d.Change, &d.Ratio} {
		i.Low, i.High = math.NaN(), math.NaN()
	}
}

// judge decides by the ratio, and by the change where there is no ratio.
func (d *Difference) judge(margin float64) {
	by, small := d.Change, d.Base.Value*margin
	if d.HasRatio {
		by, small = d.Ratio, margin
	}
	d.WithinMargin = small > 0 && by.Low > -small && by.High < small
	switch {
	case by.Low <= 0 && by.High >= 0:
		d.Verdict = NoDifference
	case math.Abs(by.Value) < small:
		d.Verdict = TooSmall
	case (by.Low > 0) == d.Metric.HigherIsBetter():
		d.Verdict = Better
	default:
		d.Verdict = Worse
	}
}

const (
	framesBeyond = 5 // that many frames of a run must be slower than a percentile, or in a low
	hitchesMin   = 5 // that many hitches must be in both groups together
)

// notEnough returns why a metric of two groups has no interval, "" where it has one.
func notEnough(m Metric, at int, base, other *side, overRuns bool) string {
	beyond := framesBeyond
	if overRuns {
		beyond = 1 // the spread of the runs tells how unsure each of them is
	} else if m.kind == kindMax {
		return fmt.Sprintf("the slowest frame is one frame: wants %d runs on each side", runsMany)
	}
	hitches := 0
	for _, s := range []*side{base, other} {
		for i, k := range s.ranked {
			if want := m.framesFor(beyond); len(k.times) < want {
				return fmt.Sprintf("%d frames in %s: wants %d", len(k.times), s.Runs[i].Name, want)
			}
			if blocks := k.blocks(); blocks < blocksMin && !overRuns {
				return fmt.Sprintf("%d blocks of %d frames in %s: wants %d, a longer run",
					blocks, k.block, s.Runs[i].Name, blocksMin)
			}
			hitches += len(k.starts[at])
		}
	}
	if m.kind == kindHitches && hitches < hitchesMin {
		return fmt.Sprintf("hitches in all are %d: wants %d", hitches, hitchesMin)
	}
	return ""
}

// framesFor returns how many frames a run must have for that many to be beyond the percentile.
func (m Metric) framesFor(beyond int) int {
	share := m.share
	if m.kind == kindPercentile {
		share = 100*framelog.Percent - share
	} else if m.kind != kindLow {
		return 1
	}
	return int((int64(beyond)*million + int64(share) - 1) / int64(share))
}
