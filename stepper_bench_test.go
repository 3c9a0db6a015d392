package tactus_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

// BenchmarkFrame compares one frame of the engine at 60 Hz, steps and alpha included, with the clock
// reading that every loop pays anyway and with the float accumulator of most tutorials.
func BenchmarkFrame(b *testing.B) {
	const frame = 16666667
	var sink float64
	b.Run("engine", func(b *testing.B) {
		s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		var now tactus.Instant
		var steps int64
		for b.Loop() {
			now += frame
			s.Feed(now)
			for s.Next() {
				steps++
			}
			sink += s.Alpha()
		}
		if steps == 0 {
			b.Fatal("no step ran")
		}
	})
	b.Run("engine-with-ledger", func(b *testing.B) {
		s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		var now tactus.Instant
		for b.Loop() {
			now += frame
			s.Feed(now)
			for s.Next() {
			}
			sink += s.Alpha() + float64(s.Frame().Run)
		}
	})
	b.Run("baseline-time.Now", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sink += float64(time.Now().Nanosecond())
		}
	})
	b.Run("baseline-tactus.Monotonic", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sink += float64(tactus.Monotonic())
		}
	})
	b.Run("baseline-float-accumulator", func(b *testing.B) {
		b.ReportAllocs()
		var now, last, accumulator float64
		var steps int64
		for b.Loop() {
			now += frame / 1e9
			delta := min(now-last, 0.25)
			last = now
			accumulator += delta
			for accumulator >= 1.0/60 {
				accumulator -= 1.0 / 60
				steps++
			}
			sink += accumulator * 60
		}
	})
	_ = sink
}
