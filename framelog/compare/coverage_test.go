package compare_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog/compare"
)

const trials = 200

// covered counts the trials in which the interval holds the true difference of the mean and the median,
// which is 0: both sides are of the same process.
func covered(t *testing.T, phi float64, block time.Duration, runs int) (mean, p95 int) {
	t.Helper()
	for seed := range uint64(trials) {
		r := rand.New(rand.NewPCG(seed, 7))
		side := func(name string) compare.Group {
			g := compare.Group{Name: name}
			for range runs {
				g.Runs = append(g.Runs, compare.RunOf(name, autoregressive(r, 3600, 16*time.Millisecond, phi, 0.1)))
			}
			return g
		}
		result, err := compare.Compare(t.Context(), side("a"), []compare.Group{side("b")}, compare.Options{Resamples: 300,
			Seed: seed, Block: block, Metrics: []compare.Metric{metric("mean"), metric("p95")}})
		if err != nil {
			t.Fatal(err)
		}
		d := result.News[0].Differences
		if d[0].Ratio.Low <= 0 && d[0].Ratio.High >= 0 {
			mean++
		}
		if d[1].Ratio.Low <= 0 && d[1].Ratio.High >= 0 {
			p95++
		}
	}
	return mean, p95
}

func TestTheIntervalCoversTheTruth(t *testing.T) {
	for _, phi := range []float64{0, 0.9, 0.97} {
		mean, p95 := covered(t, phi, 0, 1)
		t.Logf("phi %v: mean %d, p95 %d of %d", phi, mean, p95, trials)
	}
	mean, p95 := covered(t, 0.9, 0, 5)
	t.Logf("5 runs: mean %d, p95 %d of %d", mean, p95, trials)
}
