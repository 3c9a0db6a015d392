package framestats_test

import (
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
