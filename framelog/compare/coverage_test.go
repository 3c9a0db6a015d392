package compare

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

const coverageTrials = 200

// autoregressive returns n frame times whose deviation from the mean is phi times that of the frame
// before, and noise: their correlation at lag k is phi^k.
func autoregressive(r *rand.Rand, n int, mean time.Duration, phi, spread float64) []time.Duration {
	times := make([]time.Duration, n)
	noise := spread * math.Sqrt(1-phi*phi)
	x := spread * r.NormFloat64()
	for i := range times {
		times[i] = time.Duration(float64(mean) * math.Exp(x))
		x = phi*x + noise*r.NormFloat64()
	}
	return times
}

// A trial is what all trials of a coverage test have in common.
type trial struct {
	phi       float64 // of neighbouring frames
	frames    int     // of a run; 0 is 3,600, a minute
	runs      int     // on each side
	between   float64 // the standard deviation of the runs' means, as a share
	change    float64 // how much slower the second side is
	singly    bool    // blocks are one frame: the independent bootstrap
	withinRun bool    // runs are not drawn, however many there are
}

// covered counts the trials in which the interval of each metric holds the true difference.
func (c trial) covered(t *testing.T, names ...string) []int {
	t.Helper()
	n := make([]int, len(names))
	var metrics []Metric
	for _, name := range names {
		metrics = append(metrics, metric(t, name))
	}
	o, err := Options{Metrics: metrics, Resamples: 200}.check()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(coverageTrials) {
		r := rand.New(rand.NewPCG(seed, 7))
		o.Seed = seed
		sides := []*side{c.side(t, r, 1, o), c.side(t, r, 1+c.change, o)}
		overRuns := c.runs >= runsMany && !c.withinRun
		drawn, err := bootstrap(t.Context(), sides, []bool{true, true}, overRuns, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range differences(sides[0], sides[1], drawn[0], drawn[1], overRuns, o) {
			if d.Ratio.Low <= c.change && c.change <= d.Ratio.High {
				n[i]++
			}
		}
	}
	return n
}

func (c trial) side(t *testing.T, r *rand.Rand, slower float64, o Options) *side {
	t.Helper()
	g := Group{Name: "side"}
	for range c.runs {
		mean := 16e6 * slower * math.Exp(c.between*r.NormFloat64())
		g.Runs = append(g.Runs, RunOf("run", autoregressive(r, cmp.Or(c.frames, 3600), time.Duration(mean), c.phi, 0.1)))
	}
	s, err := newSide(g, o)
	if err != nil {
		t.Fatal(err)
	}
	if c.singly {
		for _, k := range s.ranked {
			k.block = 1
		}
	}
	return s
}

// A minute of frames is 60 blocks, and the intervals of so few are a little narrow, the more so the
// fewer frames a figure stands on: of 200 trials at 95 %, 190 are expected to hold the truth, and 170 to
// 199 are taken. The same frames drawn one by one must hold it far less often, which is why they are
// drawn in blocks.
func TestTheIntervalHoldsTheTruth(t *testing.T) {
	long(t)
	for _, c := range []trial{{phi: 0}, {phi: 0.95}, {phi: 0.9, change: 0.1}} {
		c.runs = 1
		names := []string{"mean", "median", "p95", "p99"}
		got := c.covered(t, names...)
		t.Logf("%+v: %v %v of %d (seeds 0 to 199)", c, names, got, coverageTrials)
		for i, n := range got {
			if n < 170 || n > 199 {
				t.Errorf("%+v: %d of %d intervals of %s hold the truth, want 170 to 199", c, n, coverageTrials, names[i])
			}
		}
	}
}

func TestFramesDrawnOneByOneMissTheTruth(t *testing.T) {
	long(t)
	single := trial{phi: 0.9, runs: 1, singly: true}.covered(t, "mean")[0]
	none := trial{runs: 1, singly: true}.covered(t, "mean")[0]
	t.Logf("correlated %d, independent %d of %d (seeds 0 to 199)", single, none, coverageTrials)
	if single > 120 {
		t.Errorf("%d of %d intervals from single frames hold the truth, want at most 120", single, coverageTrials)
	}
	if none < 174 {
		t.Errorf("independent frames: %d of %d intervals hold the truth, want 174 or more", none, coverageTrials)
	}
}

// Runs that differ by 5 % from start to start: what varies within a run says nothing of that.
func TestTheIntervalHoldsTheTruthOfRunsThatDiffer(t *testing.T) {
	long(t)
	over := trial{phi: 0.9, frames: 1800, runs: 5, between: 0.05}.covered(t, "mean")[0]
	within := trial{phi: 0.9, frames: 1800, runs: 5, between: 0.05, withinRun: true}.covered(t, "mean")[0]
	t.Logf("runs and blocks %d, blocks alone %d of %d (seeds 0 to 199)", over, within, coverageTrials)
	if over < 174 || within > 120 {
		t.Errorf("runs and blocks: %d, want 174 or more; blocks alone: %d, want at most 120; of %d",
			over, within, coverageTrials)
	}
}

// long leaves a test of seconds to runs without -short: on other processors the arithmetic is the same,
// and TestEveryResampleIsTheSameForAnyNumberOfWorkers holds it to the bit.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("NOT RUN with -short: 200 trials of 1000 resamples")
	}
}
