package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// outlierSets returns the share of sets of so many equal runs, with normal figures that do not hang
// together, in which one is named.
func outlierSets(r *rand.Rand, runs, sets int, spread float64) float64 {
	metrics := []Metric{{}, {kind: kindPercentile, share: 500_000}, {kind: kindPercentile, share: 990_000}}
	named := 0
	for range sets {
		all := make([]RunFigures, runs)
		for i := range all {
			all[i] = RunFigures{Run: &Run{}, Values: make([]float64, len(metrics))}
			for m := range metrics {
				all[i].Values[m] = 100 * (1 + spread*r.NormFloat64())
			}
		}
		if len(outliers(all, metrics)) > 0 {
			named++
		}
	}
	return float64(named) / float64(sets)
}

func TestOfEqualRunsAtMostFivePercentOfSetsHaveAnOutlier(t *testing.T) {
	const sets = 3000
	r := rand.New(rand.NewPCG(1, 14))
	sum, numbers := 0.0, []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 30}
	for _, runs := range numbers {
		share := outlierSets(r, runs, sets, 0.1)
		if sum += share; share > 0.066 { // four standard deviations over 5 %
			t.Errorf("%d runs: an outlier in %.1f %% of %d sets", runs, 100*share, sets)
		}
	}
	if mean := sum / float64(len(numbers)); mean > 0.053 || mean < 0.03 {
		t.Errorf("an outlier in %.2f %% of all sets: want at most 5, and not so few that none is ever found", 100*mean)
	}
	if share := outlierSets(r, 5, sets, 0.004); share > 0.001 {
		t.Errorf("runs within 3 %%: an outlier in %.1f %% of sets", 100*share)
	}
}

func TestTheOutlierRuleSaysTheFactorsOfItsRuns(t *testing.T) {
	five, four := group("a"), group("b")
	for i := range 5 {
		five.Runs = append(five.Runs, RunOf(fmt.Sprint("a", i), frames(uint64(i), 300, 1)))
	}
	four.Runs = five.Runs[:4]
	rule := compared(t, five, four, Options{Resamples: 100}).OutlierRule
	if !strings.HasSuffix(rule, ": 12.4 for 4 runs, 14.3 for 5 runs") {
		t.Error(rule)
	}
}
