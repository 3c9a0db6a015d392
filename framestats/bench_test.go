package framestats_test

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

// BenchmarkRecord compares a recorded frame with the clock reading that every loop pays anyway.
func BenchmarkRecord(b *testing.B) {
	const period = 16666667
	bench := func(b *testing.B, c framestats.RecorderConfig, reader bool, fill func(f *framestats.Frame, i uint64)) {
		c.Rate = tactus.Hz(60)
		r, err := framestats.NewRecorder(c)
		if err != nil {
			b.Fatal(err)
		}
		if reader {
			r.Reader()
		}
		f := framestats.Frame{Steps: 1, Cost: 2_000_000, Tag: "level 1"}
		var i uint64
		b.ReportAllocs()
		for b.Loop() {
			i++
			noise := time.Duration(i*0x9E3779B97F4A7C15>>44) - 1<<19 // within 0.5 ms
			f.At += tactus.Instant(period + noise)
			f.Real = period + noise
			f.Cost = 2_000_000 + noise
			f.Alpha = float64(i&1023) / 1024
			if fill != nil {
				fill(&f, i)
			}
			r.Record(&f)
		}
	}
	b.Run("frame", func(b *testing.B) { bench(b, framestats.RecorderConfig{}, false, nil) })
	b.Run("frame-with-intended-start", func(b *testing.B) {
		bench(b, framestats.RecorderConfig{}, false, func(f *framestats.Frame, i uint64) {
			f.Intended = f.At - tactus.Instant(i&1023)
		})
	})
	b.Run("frame-with-reader", func(b *testing.B) { bench(b, framestats.RecorderConfig{}, true, nil) })
	b.Run("snapshot-every-frame", func(b *testing.B) {
		bench(b, framestats.RecorderConfig{SnapshotEvery: 1}, true, nil)
	})
	b.Run("hitch", func(b *testing.B) {
		bench(b, framestats.RecorderConfig{Hitch: time.Millisecond}, false, nil)
	})
	b.Run("two-steps-and-a-drop", func(b *testing.B) {
		bench(b, framestats.RecorderConfig{}, false, func(f *framestats.Frame, _ uint64) {
			f.Steps, f.DroppedCap = 2, 1
		})
	})
	b.Run("baseline-the-loop-alone", func(b *testing.B) {
		var f framestats.Frame
		var i uint64
		for b.Loop() {
			i++
			noise := time.Duration(i*0x9E3779B97F4A7C15>>44) - 1<<19
			f.At += tactus.Instant(period + noise)
			f.Real = period + noise
			f.Cost = 2_000_000 + noise
			f.Alpha = float64(i&1023) / 1024
		}
	})
	var sink int64
	b.Run("baseline-time.Now", func(b *testing.B) {
		for b.Loop() {
			sink += int64(time.Now().Nanosecond())
		}
	})
	b.Run("baseline-tactus.Monotonic", func(b *testing.B) {
		for b.Loop() {
			sink += int64(tactus.Monotonic())
		}
	})
	_ = sink
}

// BenchmarkFigures says what asking costs: the first percentile after a frame sorts the window, a
// further one does not.
func BenchmarkFigures(b *testing.B) {
	r := newRecorder(b, framestats.RecorderConfig{Rate: tactus.Hz(60), Time: time.Hour})
	fill := func(i int) {
		r.Record(&framestats.Frame{Real: time.Duration(16e6 + i*7919%1_000_003), Steps: 1, Cost: ms})
	}
	for i := range 5000 {
		fill(i)
	}
	var sink time.Duration
	b.Run("first-percentile-of-4096", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i++
			fill(i)
			sink += r.Percentile(0.99)
		}
	})
	b.Run("further-percentile", func(b *testing.B) {
		for b.Loop() {
			sink += r.Percentile(0.99)
		}
	})
	b.Run("percentile-of-the-run", func(b *testing.B) {
		for b.Loop() {
			sink += r.Run().Percentile(0.99)
		}
	})
	b.Run("FPS", func(b *testing.B) {
		for b.Loop() {
			sink += time.Duration(r.FPS())
		}
	})
	b.Run("baseline-sorting-4096", func(b *testing.B) {
		times, sorted := make([]time.Duration, 4096), make([]time.Duration, 4096)
		for i := range times {
			times[i] = time.Duration(16e6 + i*7919%1_000_003)
		}
		for b.Loop() {
			copy(sorted, times)
			slices.Sort(sorted)
		}
	})
	_ = sink
}

// BenchmarkLog is what a row costs the loop, beside formatting and writing it in place.
func BenchmarkLog(b *testing.B) {
	f := framestats.Frame{At: 1e9, Real: 16_666_667, Steps: 1, Cost: 2_000_000, Alpha: 0.5, Tag: "level 1"}
	b.Run("row-by-the-ring", func(b *testing.B) {
		l := newLog(b, io.Discard, framestats.LogConfig{})
		b.ReportAllocs()
		var rows uint64
		for b.Loop() {
			l.Record(&f)
			if rows++; rows%1024 == 0 { // a loop is no faster than its writer in the long run
				b.StopTimer()
				for l.Written()+l.Dropped()+64 < rows {
					runtime.Gosched()
				}
				b.StartTimer()
			}
		}
		b.ReportMetric(float64(l.Dropped())/float64(b.N), "dropped/op")
		closeLog(b, l)
	})
	b.Run("baseline-fmt-in-place", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			fmt.Fprintf(io.Discard, "%d,%.9f,%.6f,%d,%.6f,%.6f,0,0,0,0,,%s\n", 1, float64(f.At)/1e9, float64(f.Real)/1e6,
				f.Steps, f.Alpha, float64(f.Cost)/1e6, f.Tag)
		}
	})
}
