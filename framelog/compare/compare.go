package compare

import (
	"context"
	"errors"
	"slices"
)

// A Result is what Compare found.
type Result struct {
	Metrics []Metric
	Base    Summary
	// News are the other groups, each against the base.
	News []Comparison
	// Resamples is how many were drawn. It is under what Options asked for, which is Asked, where that
	// many resamples of so many frames would take long.
	Resamples, Asked int
	Seed             uint64
	Margin           float64
	// OutlierRule says in words when a run is an outlier.
	OutlierRule string
	// Warnings say why the groups may not be comparable.
	Warnings []Warning
}

// A Comparison is one group against the base.
type Comparison struct {
	Summary
	// OverRuns tells that runs were resampled too, and that the intervals hold what differs from run to
	// run; else they hold only what varies within the runs that there are.
	OverRuns bool
	// Differences are by metric.
	Differences []Difference
}

// A Summary is the figures of a group.
type Summary struct {
	Name string
	Runs []RunFigures
	// Figures are by metric: of the runs' figures, never of their frames poured together.
	Figures []Figure
	// Outliers are runs that are far from the others, by [Result.OutlierRule]. Those of Left are not in
	// Figures, nor in Runs.
	Outliers []Outlier
	Left     bool
	// BlockMin and BlockMax are the frames of a block: each run has its own length.
	BlockMin, BlockMax int
}

// RunFigures are the figures of one run by metric.
type RunFigures struct {
	*Run
	Values []float64
	// Block is the frames of a block.
	Block int
}

// A Figure is the median of a group's runs, and their spread. All are in the metric's unit.
type Figure struct {
	Value    float64
	Min, Max float64
	// Q1 and Q3 are the quartiles of the runs.
	Q1, Q3 float64
}

// Compare compares groups with a base. It returns an error where a group has no run, a run has no
// frame or over 104 days, where an option is out of range, and the context's when that ends first.
func Compare(ctx context.Context, base Group, news []Group, o Options) (*Result, error) {
	o, err := o.check()
	if err != nil {
		return nil, err
	}
	if len(news) == 0 {
		return nil, errors.New("tactus: nothing to compare the base with: want a second log")
	}
	groups := append([]Group{base}, news...)
	sides := make([]*side, len(groups))
	for i, g := range groups {
		if sides[i], err = newSide(g, o); err != nil {
			return nil, err
		}
	}
	r := &Result{Metrics: slices.Clone(o.Metrics), Asked: o.Resamples, Seed: o.Seed, Margin: o.Margin,
		OutlierRule: outlierRule(sides),
		Base:        sides[0].Summary, Warnings: warnings(groups)}
	r.Resamples = fewer(o.Resamples, sides)
	o.Resamples = r.Resamples
	r.News = make([]Comparison, len(news))
	for _, overRuns := range []bool{false, true} {
		if err := r.judge(ctx, sides, overRuns, o); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// judge fills in the comparisons whose resamples are of that kind: a base of many runs may stand against
// one group of many and one of few.
func (r *Result) judge(ctx context.Context, sides []*side, overRuns bool, o Options) error {
	chosen := make([]bool, len(sides))
	for i, s := range sides[1:] {
		if (sides[0].many() && s.many()) == overRuns {
			chosen[0], chosen[i+1] = true, true
		}
	}
	if !chosen[0] {
		return nil
	}
	drawn, err := bootstrap(ctx, sides, chosen, overRuns, o)
	if err != nil {
		return err
	}
	for i, s := range sides[1:] {
		if chosen[i+1] {
			r.News[i] = Comparison{Summary: s.Summary, OverRuns: overRuns,
				Differences: differences(sides[0], s, drawn[0], drawn[i+1], overRuns, o)}
		}
	}
	return nil
}
