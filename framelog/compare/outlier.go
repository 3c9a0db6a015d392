package compare

import (
	"fmt"
	"math"
	"slices"
)

const (
	outlierRuns     = 4
	outlierFactor   = 3
	outlierMAD      = 1.4826 // makes a MAD the standard deviation of a normal distribution
	outlierDistance = 0.03
)

const outlierRule = "a run is an outlier when its FPS, median or p99 frame time is farther than " +
	"3 x 1.4826 MAD and than 3 % from the median of at least 4 runs"

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
	return middle, max(outlierFactor*outlierMAD*median(sorted), outlierDistance*middle)
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
