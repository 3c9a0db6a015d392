package main

import (
	"math"

	"github.com/tactus-go/tactus/framelog/compare"
)

// comparisonJSON is what frames compare --json prints. A figure is an object whose keys end in its unit:
// value_ns for times, value_fps for rates, value_per_minute for hitches. Ratios and shares are of 1.
type comparisonJSON struct {
	Side           string              `json:"side"`
	Cut            string              `json:"cut"` // what was left of each log, in words
	Method         string              `json:"method"`
	Confidence     float64             `json:"confidence_ratio"`
	Margin         float64             `json:"margin_ratio"`
	Resamples      int                 `json:"resamples"`
	ResamplesAsked int                 `json:"resamples_asked"`
	Seed           uint64              `json:"seed"`
	Block          int64               `json:"block_min_ns"`
	OutlierRule    string              `json:"outlier_rule"`
	Warnings       []compareWarning    `json:"warnings"`
	Base           compareSide         `json:"base"`
	New            []compareNew        `json:"new"`
	Conditions     []compareConditions `json:"conditions"`
	Failed         bool                `json:"failed"`
}

type compareWarning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

type compareSide struct {
	Name     string                        `json:"name"`
	Runs     []compareRun                  `json:"runs"`
	Outliers []compareOutlier              `json:"outliers"`
	LeftOut  bool                          `json:"outliers_left_out"`
	Figures  map[string]map[string]float64 `json:"figures"` // by metric: value, min, max, q1, q3
}

type compareRun struct {
	Name    string                        `json:"name"`
	Frames  int                           `json:"frames"`
	Time    int64                         `json:"time_ns"`
	Block   int                           `json:"block_frames"`
	Figures map[string]map[string]float64 `json:"figures"` // by metric: value
}

type compareOutlier struct {
	Name   string             `json:"name"`
	Metric string             `json:"metric"`
	Figure map[string]float64 `json:"figure"` // value, median, bound
}

type compareNew struct {
	compareSide
	OverRuns    bool                `json:"over_runs"`
	Differences []compareDifference `json:"differences"`
}

// Of the intervals low and high are left out where there is not enough data, and ratio where the base
// is 0.
type compareDifference struct {
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

type compareConditions struct {
	Condition string `json:"condition"`
	Name      string `json:"name"`
	Holds     bool   `json:"holds"`
	Judged    bool   `json:"judged"`
	Text      string `json:"text"`
}

func (c *comparison) json() comparisonJSON {
	r := c.result
	out := comparisonJSON{Side: c.side, Cut: c.cut, Method: "circular block bootstrap", Confidence: 0.95, Margin: r.Margin,
		Resamples: r.Resamples, ResamplesAsked: r.Asked, Seed: r.Seed, Block: int64(c.block),
		OutlierRule: r.OutlierRule, Warnings: []compareWarning{}, Base: c.jsonSide(&r.Base),
		Conditions: []compareConditions{}, Failed: c.failed()}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, compareWarning(w))
	}
	for i := range r.News {
		n := &r.News[i]
		side := compareNew{compareSide: c.jsonSide(&n.Summary), OverRuns: n.OverRuns}
		for k := range n.Differences {
			side.Differences = append(side.Differences, jsonDifference(&n.Differences[k]))
		}
		out.New = append(out.New, side)
	}
	for _, h := range c.held {
		out.Conditions = append(out.Conditions,
			compareConditions{h.Condition.String(), h.Name, h.Holds, h.Judged, h.Text})
	}
	return out
}

func (c *comparison) jsonSide(s *compare.Summary) compareSide {
	out := compareSide{Name: s.Name, Outliers: []compareOutlier{}, LeftOut: s.Left,
		Figures: map[string]map[string]float64{}}
	for i, m := range c.result.Metrics {
		f := s.Figures[i]
		out.Figures[m.String()] = inUnit("_"+m.Unit(), "value", f.Value, "min", f.Min, "max", f.Max,
			"q1", f.Q1, "q3", f.Q3)
	}
	for _, r := range s.Runs {
		run := compareRun{Name: r.Name, Frames: r.Frames(), Time: int64(r.Time()), Block: r.Block,
			Figures: map[string]map[string]float64{}}
		for i, m := range c.result.Metrics {
			run.Figures[m.String()] = inUnit("_"+m.Unit(), "value", r.Values[i])
		}
		out.Runs = append(out.Runs, run)
	}
	for _, o := range s.Outliers {
		out.Outliers = append(out.Outliers, compareOutlier{o.Name, o.Metric.String(),
			inUnit("_"+o.Metric.Unit(), "value", o.Value, "median", o.Median, "bound", o.Bound)})
	}
	return out
}

func jsonDifference(d *compare.Difference) compareDifference {
	unit := "_" + d.Metric.Unit()
	out := compareDifference{Metric: d.Metric.String(), Label: d.Metric.Label(),
		HigherBetter: d.Metric.HigherIsBetter(), Base: jsonInterval(unit, d.Base), New: jsonInterval(unit, d.New),
		Change: jsonInterval(unit, d.Change), Verdict: d.Verdict.String(), Why: d.Why, WithinMargin: d.WithinMargin}
	if d.HasRatio {
		out.Ratio = jsonInterval("", d.Ratio)
	}
	return out
}

func jsonInterval(unit string, i compare.Interval) map[string]float64 {
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
