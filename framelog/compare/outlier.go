package compare

import (
	"fmt"
	"math"
	"slices"
)

const (
	outlierRuns     = 4
	outlierMAD      = 1.4826 // makes a MAD the standard deviation of a normal distribution
	outlierDistance = 0.03
)

// outlierFactors are how many standard deviations, as the MAD tells them, a run may be from the median,
// by the number of runs from outlierRuns on; the last is for all larger numbers. Of few runs the MAD
// knows little: with 3 for any number, one set of equal runs in four would have an outlier. These are
// the 1 - 0.05/3 quantiles of the largest distance among that many normal values, of a million
// simulated sets, rounded up: over three metrics, however they hang together, at most 5 % of sets. That
// of an odd number is higher since its median is one of the values, whose distance of 0 counts among
// the others.
var outlierFactors = [...]float64{12.4, 14.3, 8.4, 8.9, 6.9, 7.1, 6.2, 6.3, 5.7, 5.8, 5.4, 5.5, 5.2, 5.2, 5, 5, 4.9}

// outlierFactor returns that of a number of runs, at least outlierRuns.
func outlierFactor(runs int) float64 {
	return outlierFactors[min(runs-outlierRuns, len(outlierFactors)-1)]
}

// outlierRule says the rule with the factors for the numbers of runs that were judged, none for fewer
// than outlierRuns.
func outlierRule(sides []*side) string {
	rule := "a run is an outlier when its FPS, median or p99 frame time is farther than 3 % from the median of at " +
		"least 4 runs, and than so many times 1.4826 MAD that at most 5 % of sets of equal runs have one"
	var runs []int
	for _, s := range sides {
		if s.judged >= outlierRuns && !slices.Contains(runs, s.judged) {
			runs = append(runs, s.judged)
		}
	}
	slices.Sort(runs)
	for i, n := range runs {
		between := ", "
		if i == 0 {
			between = ": "
		}
		rule += fmt.Sprintf("%s%g for %d runs", between, outlierFactor(n), n)
	}
	return rule
}

// An Outlier is a run that is far from the others of its group, and by which metric.
type Outlier struct {
	*Run
	Metric Metric
	// Value is the run's figure, Median that of the group, Bound how far a figure may be from it.
	Value, Median, Bound float64
}

// outliers finds the runs that are far from the others, each with the first metric that says so.
func outliers(runs []RunFigures, metrics []Metric) []Outlier {
	if len(runs) < outlierRuns {
		return nil
	}
	var found []Outlier
	for i, m := range metrics {
		if !m.tellsOutliers() {
			continue
		}
		values := make([]float64, len(runs))
		for j, r := range runs {
			values[j] = r.Values[i]
		}
		middle, bound := outlierBound(values)
		for j, r := range runs {
			known := slices.ContainsFunc(found, func(o Outlier) bool { return o.Run == r.Run })
			if !known && math.Abs(values[j]-middle) > bound {
				found = append(found, Outlier{r.Run, m, values[j], middle, bound})
			}
		}
	}
	return found
}

// outlierBound returns the median, and how far from it a value may be.
func outlierBound(values []float64) (middle, bound float64) {
	sorted := slices.Sorted(slices.Values(values))
	middle = median(sorted)
	for i, v := range sorted {
		sorted[i] = math.Abs(v - middle)
	}
	slices.Sort(sorted)
	return middle, max(outlierFactor(len(values))*outlierMAD*median(sorted), outlierDistance*middle)
}

// tellsOutliers is true for metrics that stand on many frames: the slowest frame of a good run may be
// anything.
func (m Metric) tellsOutliers() bool {
	return m == Metric{} || m.kind == kindPercentile && (m.String() == "median" || m.String() == "p99")
}

// String returns the run, and by what it is one.
func (o Outlier) String() string {
	return fmt.Sprintf("%s: %s is %s, the median of the runs %s, at most %s from it expected",
		o.Name, o.Metric.Label(), o.Metric.Format(o.Value), o.Metric.Format(o.Median), o.Metric.Format(o.Bound))
}
