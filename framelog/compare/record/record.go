package record

import (
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog/compare"
)

// A Comparison is what frames compare --json prints. A figure is an object whose keys end in its unit:
// value_ns for times, value_fps for rates, value_per_minute for hitches. Ratios and shares are of 1.
type Comparison struct {
	Side           string      `json:"side"`
	Cut            string      `json:"cut"` // what was left of each log, in words
	Method         string      `json:"method"`
	Confidence     float64     `json:"confidence_ratio"`
	Margin         float64     `json:"margin_ratio"`
	Resamples      int         `json:"resamples"`
	ResamplesAsked int         `json:"resamples_asked"`
	Seed           uint64      `json:"seed"`
	Block          int64       `json:"block_min_ns"`
	OutlierRule    string      `json:"outlier_rule"`
	Warnings       []Warning   `json:"warnings"`
	Base           Side        `json:"base"`
	New            []New       `json:"new"`
	Conditions     []Condition `json:"conditions"`
	Failed         bool        `json:"failed"`
}

// A Warning is something that makes the comparison mean less than it seems to.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// A Side is the base or a new side: its runs, and its figures over them.
type Side struct {
	Name     string                        `json:"name"`
	Runs     []Run                         `json:"runs"`
	Outliers []Outlier                     `json:"outliers"`
	LeftOut  bool                          `json:"outliers_left_out"`
	Figures  map[string]map[string]float64 `json:"figures"` // by metric: value, min, max, q1, q3
}

// A Run is one log of a side.
type Run struct {
	Name    string                        `json:"name"`
	Frames  int                           `json:"frames"`
	Time    int64                         `json:"time_ns"`
	Block   int                           `json:"block_frames"`
	Figures map[string]map[string]float64 `json:"figures"` // by metric: value
}

// An Outlier is a run far from the others of its side.
type Outlier struct {
	Name   string             `json:"name"`
	Metric string             `json:"metric"`
	Figure map[string]float64 `json:"figure"` // value, median, bound
}

// A New is a side that is compared with the base.
type New struct {
	Side
	OverRuns    bool         `json:"over_runs"`
	Differences []Difference `json:"differences"`
}

// A Difference is that of one metric. Of the intervals low and high are left out where there is not
// enough data, and ratio where the base is 0.
type Difference struct {
	Metric       string             `json:"metric"`
	Label        string             `json:"label"`
	HigherBetter bool               `json:"higher_is_better"`
	Base         map[string]float64 `json:"base"`
	New          map[string]float64 `json:"new"`
	Change       map[string]float64 `json:"change"`
	Ratio        map[string]float64 `json:"ratio,omitempty"`
	Verdict      string             `json:"verdict"`
	Why          string             `json:"why"`
	WithinMargin bool               `json:"within_margin"`
}

// A Condition is one that was asked, and its answer.
type Condition struct {
	Condition string `json:"condition"`
	Name      string `json:"name"`
	Holds     bool   `json:"holds"`
	Judged    bool   `json:"judged"`
	Text      string `json:"text"`
}

// An Options says how what is compared was chosen; it is only put down.
type Options struct {
	Side  string        // of the frames' intervals: present or display
	Cut   string        // in words what was left of each log, "" for all
	Block time.Duration // the least that a block spans, as asked
	Held  []compare.Held
}

// Of returns the record of a result.
func Of(r *compare.Result, o Options) *Comparison {
	out := &Comparison{Side: o.Side, Cut: o.Cut, Method: "circular block bootstrap", Confidence: 0.95,
		Margin: r.Margin, Resamples: r.Resamples, ResamplesAsked: r.Asked, Seed: r.Seed, Block: int64(o.Block),
		OutlierRule: r.OutlierRule, Warnings: []Warning{}, Base: newSide(r, &r.Base), Conditions: []Condition{}}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, Warning(w))
	}
	for i := range r.News {
		n := &r.News[i]
		side := New{Side: newSide(r, &n.Summary), OverRuns: n.OverRuns}
		for k := range n.Differences {
			side.Differences = append(side.Differences, newDifference(&n.Differences[k]))
		}
		out.New = append(out.New, side)
	}
	for _, h := range o.Held {
		out.Conditions = append(out.Conditions, Condition{h.Condition.String(), h.Name, h.Holds, h.Judged, h.Text})
		out.Failed = out.Failed || h.Holds
	}
	return out
}

func newSide(r *compare.Result, s *compare.Summary) Side {
	out := Side{Name: s.Name, Outliers: []Outlier{}, LeftOut: s.Left,
		Figures: map[string]map[string]float64{}}
	for i, m := range r.Metrics {
		f := s.Figures[i]
		out.Figures[m.String()] = inUnit("_"+m.Unit(), "value", f.Value, "min", f.Min, "max", f.Max,
			"q1", f.Q1, "q3", f.Q3)
	}
	for _, one := range s.Runs {
		run := Run{Name: one.Name, Frames: one.Frames(), Time: int64(one.Time()), Block: one.Block,
			Figures: map[string]map[string]float64{}}
		for i, m := range r.Metrics {
			run.Figures[m.String()] = inUnit("_"+m.Unit(), "value", one.Values[i])
		}
		out.Runs = append(out.Runs, run)
	}
	for _, o := range s.Outliers {
		out.Outliers = append(out.Outliers, Outlier{o.Name, o.Metric.String(),
			inUnit("_"+o.Metric.Unit(), "value", o.Value, "median", o.Median, "bound", o.Bound)})
	}
	return out
}

func newDifference(d *compare.Difference) Difference {
	unit := "_" + d.Metric.Unit()
	out := Difference{Metric: d.Metric.String(), Label: d.Metric.Label(),
		HigherBetter: d.Metric.HigherIsBetter(), Base: interval(unit, d.Base), New: interval(unit, d.New),
		Change: interval(unit, d.Change), Verdict: d.Verdict.String(), Why: d.Why, WithinMargin: d.WithinMargin}
	if d.HasRatio {
		out.Ratio = interval("", d.Ratio)
	}
	return out
}

func interval(unit string, i compare.Interval) map[string]float64 {
	return inUnit(unit, "value", i.Value, "low", i.Low, "high", i.High)
}

// inUnit makes an object of names and values; a NaN is left out.
func inUnit(unit string, pairs ...any) map[string]float64 {
	out := map[string]float64{}
	for i := 0; i < len(pairs); i += 2 {
		if v := pairs[i+1].(float64); !math.IsNaN(v) {
			out[pairs[i].(string)+unit] = v
		}
	}
	return out
}
