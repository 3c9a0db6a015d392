package compare

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"
)

// group makes runs called name1, name2 ...
func group(name string, runs ...[]time.Duration) Group {
	g := Group{Name: name}
	for i, times := range runs {
		g.Runs = append(g.Runs, RunOf(name+strconv.Itoa(i+1), times))
	}
	return g
}

func metric(t *testing.T, name string) Metric {
	t.Helper()
	m, err := ParseMetric(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func compared(t *testing.T, base, other Group, o Options) *Result {
	t.Helper()
	r, err := Compare(t.Context(), base, []Group{other}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func ofMetric(t *testing.T, r *Result, name string) Difference {
	t.Helper()
	for _, d := range r.News[0].Differences {
		if d.Metric == metric(t, name) {
			return d
		}
	}
	t.Fatalf("no %s in the result", name)
	return Difference{}
}

// frames returns frame times of about 16 ms with a correlation of 0.9, slower by a factor.
func frames(seed uint64, n int, slower float64) []time.Duration {
	return autoregressive(rand.New(rand.NewPCG(seed, 11)), n, time.Duration(16e6*slower), 0.9, 0.1)
}
