package page

import (
	"iter"
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// pausePeriods is how many polling periods the clock of samples may go on by from one to the next: two
// or three come late on a busy machine, more is a log that was closed and opened again.
const pausePeriods = 5

func (l *Line) samples() iter.Seq[placed] {
	stream := l.Run.Stream
	return func(yield func(placed) bool) {
		at, last, first := time.Duration(0), time.Duration(0), true
		for row, d := range stream.Intervals(l.Side) {
			step := time.Second
			if stream.HasClock() {
				clock := stream.Frame(row).Clock
				step = max(0, clock-last) // a clock that starts again goes on from where it was
				if first {
					step = 0
				}
				last, first = clock, false
			}
			from := at
			at += step
			if step > l.pause {
				from = at - l.pause/pausePeriods
			}
			if !yield(placed{row, from, max(at, from+1), d}) {
				return
			}
		}
	}
}

// findPause takes the median step of the clock, of those that are over 0, for the polling period.
func (l *Line) findPause() {
	l.pause = math.MaxInt64
	if !l.Run.Stream.HasClock() {
		return
	}
	var steps []time.Duration
	last, first := time.Duration(0), true
	for row := range l.Run.Stream.Intervals(l.Side) {
		clock := l.Run.Stream.Frame(row).Clock
		if clock > last && !first {
			steps = append(steps, clock-last)
		}
		last, first = clock, false
	}
	if period := framelog.FiguresOf(steps).Percentile(50 * framelog.Percent); period > 0 {
		l.pause = min(period, math.MaxInt64/pausePeriods) * pausePeriods
	}
}

// pauses returns how often the line is broken.
func (l *Line) pauses() int {
	n, last := 0, time.Duration(0)
	for f := range l.samples() {
		if f.from > last {
			n++
		}
		last = f.to
	}
	return n
}

func (l *Line) sampledLength() time.Duration {
	length := time.Duration(0)
	for f := range l.samples() {
		length = max(length, f.to)
	}
	return length
}

// counted reports whether the time axis counts samples, since nothing tells when they were taken.
func (l *Line) counted() bool { return l.Sampled() && !l.Run.Stream.HasClock() }
