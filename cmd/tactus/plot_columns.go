package main

import (
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// columns returns what the series shows of a time axis of that length and so many pixels. No frame is
// ever left out, and a long one is in every column that it touches. Samples are returned as they are.
func (s *series) columns(length time.Duration, pixels float64) []framelog.Extremes {
	if !s.run.log.Sampled {
		count := math.Ceil(pixels * float64(s.length) / float64(length))
		return s.run.stream.Envelope(s.side, max(int(count), 1))
	}
	var all []framelog.Extremes
	for f := range s.frames() {
		all = append(all, framelog.Extremes{Start: f.from, End: f.to, Min: f.length, Max: f.length, Frames: 1})
	}
	return all
}
