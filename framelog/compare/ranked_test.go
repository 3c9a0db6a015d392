package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// naive computes a metric of a resample that is written out in full, as its definition says.
func naive(m Metric, frames []time.Duration, begun int) float64 {
	slices.Sort(frames)
	n, total := len(frames), 0.0
	for _, d := range frames {
		total += float64(d)
	}
	percentile := func(p float64) float64 {
		h := float64(n-1) * p
		low := int(h + 1e-9)
		high := min(low+1, n-1)
		return float64(frames[low]) + (h-float64(low))*float64(frames[high]-frames[low])
	}
	share := float64(m.share) / million
	switch m.kind {
	case kindFPS:
		return float64(n) / total * 1e9
	case kindMean:
		return total / float64(n)
	case kindPercentile:
		return percentile(share)
	case kindHitches:
		return float64(begun) / total * 60e9
	case kindMax:
		return float64(frames[n-1])
	}
	if m.rule == framelog.LowPercentile {
		return 1e9 / percentile(1-share)
	}
	sum, k := 0.0, map[framelog.LowRule]int{
		framelog.LowMean:      max(int(math.Ceil(share*float64(n)-1e-9)), 1),
		framelog.LowKFloor:    max(int(share*float64(n)+1e-9), 1),
		framelog.LowKRound:    max(int(share*float64(n)+0.5+1e-9), 1),
		framelog.LowFrameView: min(int(share*float64(n)+1e-9)+1, n),
	}[m.rule]
	for i := range n {
		d := float64(frames[n-1-i])
		sum += d
		switch {
		case m.rule == framelog.LowIntegral && sum >= share*total-1e-3:
			return 1e9 / d
		case m.rule != framelog.LowIntegral && i+1 == k:
			return 1e9 * float64(k) / sum
		}
	}
	panic("no low")
}

func allMetrics() []Metric {
	metrics := Metrics()
	for _, rule := range framelog.LowRules() {
		for _, share := range []framelog.Share{framelog.Percent, framelog.Percent / 10, 30 * framelog.Percent} {
			if m := LowMetric(rule, share); m.resampled() {
				metrics = append(metrics, m)
			}
		}
	}
	return metrics
}

func TestAResampleHasTheFiguresOfItsFramesWrittenOut(t *testing.T) {
	metrics := allMetrics()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		times := make([]time.Duration, 1+r.IntN(400))
		for i := range times {
			times[i] = time.Duration(1+r.IntN(60)) * time.Millisecond // few values: many ties
		}
		k := rank(RunOf("run", times), metrics, time.Duration(1+r.IntN(1000))*time.Millisecond)
		var w walk
		draws := random{}
		draws.seed(seed, 0, 0)
		values := make([]float64, len(metrics))
		w.figures(k, metrics, w.draw(k, &draws), values)
		var frames []time.Duration
		for i, d := range times {
			for range w.often[i] {
				frames = append(frames, d)
			}
		}
		if len(frames) != len(times) {
			t.Fatalf("seed %d: a resample of %d frames has %d", seed, len(times), len(frames))
		}
		for i, m := range metrics {
			begun := 0
			for _, at := range k.starts[i] {
				begun += int(w.often[at])
			}
			if want := naive(m, frames, begun); math.Abs(values[i]-want) > 1e-9*want {
				t.Errorf("seed %d, %d frames: %v is %v, written out %v", seed, len(times), m, values[i], want)
			}
		}
	}
}

func TestEveryFrameIsAsLikelyInAResampleAsAnyOther(t *testing.T) {
	times := make([]time.Duration, 50)
	for i := range times {
		times[i] = time.Second / 8
	}
	k := rank(RunOf("run", times), nil, time.Second)
	if k.block != 8 {
		t.Fatalf("blocks of %d frames, want 8", k.block)
	}
	var w walk
	var draws random
	const resamples = 20_000
	sums := make([]int, len(times))
	for b := range resamples {
		draws.seed(1, b, 0)
		w.draw(k, &draws)
		for i := range times {
			sums[i] += int(w.often[i])
		}
	}
	for i, n := range sums {
		if n < resamples*96/100 || n > resamples*104/100 {
			t.Errorf("frame %d came %d times in %d resamples, want once in each on average", i, n, resamples)
		}
	}
}

func TestHitchesAreThoseOfTheDefinition(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		times := make([]time.Duration, 1+r.IntN(500))
		for i := range times {
			times[i] = time.Duration(10+r.IntN(25)) * time.Millisecond
		}
		for _, m := range []Metric{{kind: kindHitches, over: 30 * time.Millisecond}, {kind: kindHitches, times: 1.5}} {
			var want []int
			before := false
			for i, d := range times {
				window := slices.Sorted(slices.Values(times[max(i-50, 0):min(i+51, len(times))]))
				middle := float64(window[(len(window)-1)/2]+window[len(window)/2]) / 2
				slow := m.over > 0 && d > m.over || m.over == 0 && float64(d) > m.times*middle
				if slow && !before {
					want = append(want, i)
				}
				before = slow
			}
			if got := hitches(RunOf("", times), m); !slices.Equal(got, want) {
				t.Errorf("seed %d, %v: hitches begin at %v, want %v", seed, m, got, want)
			}
		}
	}
}

func TestBlocksGrowWithCorrelationAndHoldASecond(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	last := 0
	for _, phi := range []float64{0, 0.5, 0.9, 0.99} {
		b := automaticBlock(autoregressive(r, 10_000, 16*time.Millisecond, phi, 0.1))
		if b <= last && phi > 0 {
			t.Errorf("phi %v: blocks of %d frames, of %d for less correlation", phi, b, last)
		}
		last = b
	}
	equal := slices.Repeat([]time.Duration{20 * time.Millisecond}, 1000)
	for _, c := range []struct {
		times []time.Duration
		want  int
	}{{equal, 50}, {equal[:30], 30}, {equal[:1], 1}, {equal[:2], 2}} {
		total := time.Duration(len(c.times)) * 20 * time.Millisecond
		if got := blockLength(c.times, total, time.Second); got != c.want {
			t.Errorf("%d frames of 20 ms: blocks of %d, want %d", len(c.times), got, c.want)
		}
	}
}
