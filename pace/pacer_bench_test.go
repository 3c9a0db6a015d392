package pace_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// BenchmarkWait is what a wait costs beside the waiting: the deadlines have passed.
func BenchmarkWait(b *testing.B) {
	now := tactus.Instant(0)
	p, err := pace.New(pace.Config{Rate: tactus.Hz(1000), Now: func() tactus.Instant { now += 1e6; return now }})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	b.ReportAllocs()
	for b.Loop() {
		p.Wait()
	}
}

// BenchmarkMargin is what one wake-up costs to learn from, with the most that it can move.
func BenchmarkMargin(b *testing.B) {
	m := pace.NewMargin(time.Millisecond)
	late := time.Duration(0)
	for b.Loop() {
		late = (late + 377*us) % (2 * time.Millisecond)
		m.Add(late)
	}
}

func BenchmarkCap(b *testing.B) {
	limit, err := pace.NewCap(tactus.Hz(60))
	if err != nil {
		b.Fatal(err)
	}
	now := tactus.Instant(0)
	for b.Loop() {
		now += 6944444
		limit.Present(now)
	}
}

// BenchmarkMethods reports how late each method wakes at 240 Hz, time.Sleep first as the baseline.
func BenchmarkMethods(b *testing.B) {
	for _, method := range pace.Methods() {
		b.Run(method.String(), func(b *testing.B) {
			var m pace.Measurement
			for b.Loop() {
				var err error
				m, err = pace.Measure(b.Context(), pace.MeasureConfig{Method: method, Rate: tactus.Hz(240),
					Duration: 200 * time.Millisecond})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(m.P50), "p50-ns")
			b.ReportMetric(float64(m.P99), "p99-ns")
			b.ReportMetric(m.CPUPercent, "cpu-%")
		})
	}
}
