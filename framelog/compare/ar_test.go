package compare_test

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/tactus-go/tactus/framelog/compare"
)

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

func group(name string, runs ...[]time.Duration) compare.Group {
	g := compare.Group{Name: name}
	for i, times := range runs {
		g.Runs = append(g.Runs, compare.RunOf(name+string(rune('1'+i)), times))
	}
	return g
}

func metric(name string) compare.Metric {
	m, err := compare.ParseMetric(name)
	if err != nil {
		panic(err)
	}
	return m
}

func ofMetric(c *compare.Comparison, name string) compare.Difference {
	for _, d := range c.Differences {
		if d.Metric == metric(name) {
			return d
		}
	}
	panic("no " + name)
}
