package compare

import (
	"fmt"
	"math"
	"slices"
)

// runsMany is how many runs each group must have for runs to be resampled.
const runsMany = 3

// A side is a group that is ready to be resampled.
type side struct {
	Summary
	ranked  []*ranked
	metrics []Metric
	judged  int // runs that were looked at for outliers
}

func newSide(g Group, o Options) (*side, error) {
	if len(g.Runs) == 0 {
		return nil, fmt.Errorf("tactus: %s has no runs: want at least one log", g.Name)
	}
	s := &side{Summary: Summary{Name: g.Name}, metrics: o.Metrics}
	var w walk
	for _, r := range g.Runs {
		if len(r.times) == 0 {
			return nil, fmt.Errorf("tactus: %s has no frames: want at least one frame time", r.Name)
		}
		if r.total > timeMax {
			return nil, fmt.Errorf("tactus: %s has frame times of over 104 days together: want a log of one run", r.Name)
		}
		k := rank(r, o.Metrics, o.Block)
		values := make([]float64, len(o.Metrics))
		w.figures(k, o.Metrics, w.whole(k), values)
		s.ranked = append(s.ranked, k)
		s.Runs = append(s.Runs, RunFigures{Run: r, Values: values, Block: k.block})
	}
	s.judged = len(s.Runs)
	s.Outliers = outliers(s.Runs, o.Metrics)
	if o.WithoutOutliers && len(s.Outliers) > 0 {
		s.leaveOut()
	}
	s.summarise()
	return s, nil
}

// leaveOut drops the outlier runs, once: those that are left are not judged again, or it might go on
// until two are left that agree.
func (s *side) leaveOut() {
	s.Left = true
	kept := s.ranked[:0]
	runs := s.Runs[:0]
	for i, r := range s.Runs {
		if !slices.ContainsFunc(s.Outliers, func(o Outlier) bool { return o.Run == r.Run }) {
			kept, runs = append(kept, s.ranked[i]), append(runs, r)
		}
	}
	s.ranked, s.Runs = kept, runs
}

func (s *side) summarise() {
	s.Figures = make([]Figure, len(s.metrics))
	for m := range s.metrics {
		values := make([]float64, len(s.Runs))
		for i, r := range s.Runs {
			values[i] = r.Values[m]
		}
		slices.Sort(values)
		s.Figures[m] = Figure{Value: median(values), Min: values[0], Max: values[len(values)-1],
			Q1: quantile(values, 0.25), Q3: quantile(values, 0.75)}
	}
	s.BlockMin, s.BlockMax = math.MaxInt, 0
	for _, r := range s.Runs {
		s.BlockMin, s.BlockMax = min(s.BlockMin, r.Block), max(s.BlockMax, r.Block)
	}
}

// many reports whether there are runs enough to resample them.
func (s *side) many() bool { return len(s.ranked) >= runsMany }

// frames returns the frames of all its runs.
func (s *side) frames() int {
	n := 0
	for _, k := range s.ranked {
		n += len(k.times)
	}
	return n
}

// median returns that of sorted values: the mean of the middle two where their number is even.
func median(sorted []float64) float64 { return quantile(sorted, 0.5) }

// quantile returns that of sorted values, linear between the two nearest (R type 7).
func quantile(sorted []float64, p float64) float64 {
	h := float64(len(sorted)-1) * p
	low := int(h)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + float64((h-float64(low))*(sorted[low+1]-sorted[low]))
}
