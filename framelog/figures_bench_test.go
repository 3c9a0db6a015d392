package framelog_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

const benchFrames = 5_000_000

// benchStream is a noisy game with rare hitches, a scene of half the rate and display intervals.
var benchStream = sync.OnceValue(func() *framelog.Stream {
	r := rand.New(rand.NewPCG(20261130, 2))
	frames := make([]framelog.Frame, benchFrames)
	for i := range frames {
		d := 12*ms + time.Duration(r.NormFloat64()*float64(1500*time.Microsecond))
		if i/500_000%2 == 1 {
			d *= 2
		}
		if r.IntN(1000) == 0 {
			d *= time.Duration(2 + r.IntN(10))
		}
		frames[i] = framelog.Frame{Interval: max(d, ms), Display: max(d+time.Duration(r.IntN(200_000)), ms), Line: i + 2}
	}
	return framelog.NewStreamOf(frames, true)
})

// perFrame reports the time of one frame, which is what the sizes of logs multiply.
func perFrame(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchFrames, "ns/frame")
}

// BenchmarkReport is all that a report needs of both sides.
func BenchmarkReport(b *testing.B) {
	s := benchStream()
	b.ReportAllocs()
	for b.Loop() {
		for _, side := range []framelog.Side{framelog.Present, framelog.Display} {
			f := s.Figures(side)
			f.StdDev()
			f.MeanInstantFPS()
			for _, p := range shares {
				f.Percentile(p)
			}
			for _, rule := range framelog.LowRules() {
				f.Low(rule, framelog.Percent)
				f.Low(rule, framelog.Percent/10)
			}
			if side == framelog.Present {
				f.StutterShare()
			}
		}
		for _, text := range []string{"33.3ms", "50ms", "2x"} {
			t, _ := framelog.ParseThreshold(text)
			s.Hitches(framelog.Present, t)
		}
		s.Slowest(framelog.Present, 10)
	}
	perFrame(b)
}

// BenchmarkBaselineSort is what sorting alone costs with the standard library, both sides.
func BenchmarkBaselineSort(b *testing.B) {
	s := benchStream()
	b.ReportAllocs()
	for b.Loop() {
		for _, side := range []framelog.Side{framelog.Present, framelog.Display} {
			x := make([]time.Duration, 0, s.Count(side))
			for _, d := range s.Intervals(side) {
				x = append(x, d)
			}
			slices.Sort(x)
		}
	}
	perFrame(b)
}

func BenchmarkParts(b *testing.B) {
	s := benchStream()
	f := s.Figures(framelog.Present)
	for _, part := range []struct {
		name string
		run  func()
	}{
		{"Figures", func() { s.Figures(framelog.Present) }},
		{"LowMean", func() { f.Low(framelog.LowMean, framelog.Percent) }},
		{"LowIntegral", func() { f.Low(framelog.LowIntegral, framelog.Percent) }},
		{"StutterShare", func() { f.StutterShare() }},
		{"Over", func() { s.Hitches(framelog.Present, framelog.Threshold{Over: 50 * ms}) }},
		{"Times", func() { s.Hitches(framelog.Present, framelog.Threshold{Times: 2}) }},
		{"Slowest", func() { s.Slowest(framelog.Present, 10) }},
		{"Envelope", func() { s.Envelope(framelog.Present, 2000) }},
		{"Cut", func() { s.Cut(framelog.Cut{From: time.Second}) }},
	} {
		b.Run(part.name, func(b *testing.B) {
			for b.Loop() {
				part.run()
			}
			perFrame(b)
		})
	}
}
