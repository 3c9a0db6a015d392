package page

import (
	"iter"
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A placed is a frame on the time axis: it covers its whole length.
type placed struct {
	row      int
	from, to time.Duration
	length   time.Duration
}

// frames yields the frames with their places. Those of a log of frames follow each other without a gap.
// A sample stands for the time since the sample before it, by the log's clock, or for a second of its
// own where there is none. Behind a pause it stands for one polling period, and nothing for the rest.
func (l *Line) frames() iter.Seq[placed] {
	if l.Sampled() {
		return l.samples()
	}
	return func(yield func(placed) bool) {
		at := time.Duration(0)
		for row, d := range l.Run.Stream.Intervals(l.Side) {
			if !yield(placed{row, at, at + d, d}) {
				return
			}
			at += d
		}
	}
}

// Columns returns what the line shows of a time axis of that length and so many pixels. No frame is
// ever left out, and a long one is in every column that it touches. Samples are returned as they are.
func (l *Line) Columns(length time.Duration, pixels float64) []framelog.Extremes {
	if !l.Sampled() {
		count := math.Ceil(pixels * float64(l.Length) / float64(length))
		return l.Run.Stream.Envelope(l.Side, max(int(count), 1))
	}
	var all []framelog.Extremes
	for f := range l.frames() {
		all = append(all, framelog.Extremes{Start: f.from, End: f.to, Min: f.length, Max: f.length, Frames: 1})
	}
	return all
}
