package main

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tactus-go/tactus/framelog"
)

// A series is one line of a picture: one side of one log's stream.
type series struct {
	name    string // short, unique in the picture
	run     *logRun
	side    framelog.Side
	n       int
	length  time.Duration // along the time axis
	figures *framelog.Figures
	hitches []framelog.Hitches
	bands   []band
	number  int           // in the picture, for its ink
	pause   time.Duration // over which the clock of samples does not go on without something being missing
}

// pausePeriods is how many polling periods the clock of samples may go on by from one to the next: two
// or three come late on a busy machine, more is a log that was closed and opened again.
const pausePeriods = 5

// hitchThresholds are the rules by which hitches are marked: what anybody sees, and what is long for
// this log.
var hitchThresholds = []framelog.Threshold{{Over: 50 * time.Millisecond}, {Times: 2}}

// newSeries returns the series of logs, or an error that says why there are none.
func newSeries(runs []*logRun, bothSides bool) ([]*series, error) {
	paths := make([]string, len(runs))
	for i, r := range runs {
		paths[i] = r.path
	}
	names := shortNames(paths)
	var all []*series
	for i, r := range runs {
		sides := []framelog.Side{r.side}
		if bothSides {
			sides = []framelog.Side{framelog.Present, framelog.Display}
		}
		for _, side := range sides {
			s := &series{name: names[i], run: r, side: side, n: r.stream.Count(side), number: len(all)}
			if s.n == 0 {
				return nil, fmt.Errorf("%s has no %s intervals to draw", r.path, side)
			}
			if bothSides {
				s.name += ", " + side.String()
			}
			s.measure()
			all = append(all, s)
		}
	}
	if len(all) > plotSeriesMax {
		return nil, fmt.Errorf("%d lines in one picture: colours for at most %d can be told apart; give fewer logs",
			len(all), plotSeriesMax)
	}
	return all, nil
}

func (s *series) measure() {
	s.figures = s.run.stream.Figures(s.side)
	s.length = s.figures.Time
	if s.run.log.Sampled {
		s.findPause()
		s.length = s.sampledLength()
	}
	s.bands = s.findBands()
	if s.run.log.Sampled {
		return // what lies between two samples is not known, so there are no hitches to find
	}
	for _, t := range hitchThresholds {
		s.hitches = append(s.hitches, s.run.stream.Hitches(s.side, t)...)
	}
}

// A placed is a frame on the time axis: it covers its whole length.
type placed struct {
	row      int
	from, to time.Duration
	length   time.Duration
}

// frames yields the frames with their places. Those of a log of frames follow each other without a gap.
// A sample stands for the time since the sample before it, by the log's clock, or for a second of its
// own where there is none. Behind a pause it stands for one polling period, and nothing for the rest.
func (s *series) frames() iter.Seq[placed] {
	if s.run.log.Sampled {
		return s.samples()
	}
	return func(yield func(placed) bool) {
		at := time.Duration(0)
		for row, d := range s.run.stream.Intervals(s.side) {
			if !yield(placed{row, at, at + d, d}) {
				return
			}
			at += d
		}
	}
}

func (s *series) samples() iter.Seq[placed] {
	stream := s.run.stream
	return func(yield func(placed) bool) {
		at, last, first := time.Duration(0), time.Duration(0), true
		for row, d := range stream.Intervals(s.side) {
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
			if step > s.pause {
				from = at - s.pause/pausePeriods
			}
			if !yield(placed{row, from, max(at, from+1), d}) {
				return
			}
		}
	}
}

// findPause takes the median step of the clock, of those that are over 0, for the polling period.
func (s *series) findPause() {
	s.pause = math.MaxInt64
	if !s.run.stream.HasClock() {
		return
	}
	var steps []time.Duration
	last, first := time.Duration(0), true
	for row := range s.run.stream.Intervals(s.side) {
		clock := s.run.stream.Frame(row).Clock
		if clock > last && !first {
			steps = append(steps, clock-last)
		}
		last, first = clock, false
	}
	if period := framelog.FiguresOf(steps).Percentile(50 * framelog.Percent); period > 0 {
		s.pause = min(period, math.MaxInt64/pausePeriods) * pausePeriods
	}
}

// pauses returns how often the line is broken.
func (s *series) pauses() int {
	n, last := 0, time.Duration(0)
	for f := range s.samples() {
		if f.from > last {
			n++
		}
		last = f.to
	}
	return n
}

func (s *series) sampledLength() time.Duration {
	length := time.Duration(0)
	for f := range s.samples() {
		length = max(length, f.to)
	}
	return length
}

// what is what a row of the log is.
func (s *series) what() string {
	if s.run.log.Sampled {
		return "sample"
	}
	return "frame"
}

// counted reports whether the time axis counts samples, since nothing tells when they were taken.
func (s *series) counted() bool { return s.run.log.Sampled && !s.run.stream.HasClock() }

// countsSamples reports whether that is so for any series.
func countsSamples(all []*series) bool { return slices.ContainsFunc(all, (*series).counted) }

// timeLabel says what the time axis counts, and in which unit.
func (s *series) timeLabel(length time.Duration) string {
	label, unit := "time since the first frame, by frame times", ", s"
	if length >= 10*time.Minute {
		unit = ", minutes:seconds"
	}
	switch {
	case s.counted():
		return "number of the sample"
	case s.run.log.Sampled:
		label = "time since the first sample, by the log's clock"
	}
	return label + unit
}

// describe says what the series is: file, stream, column, unit, side, N and what the figures' rules are.
func (s *series) describe() string {
	log, f := s.run.log, s.figures
	what := s.what()
	parts := []string{elide(plain(s.run.path), 72), plain(log.Format),
		"stream: " + elide(plain(s.run.stream.String()), 60), s.column(), s.side.String() + " side",
		"N = " + counted(s.n, what, what+"s") + " in " + inSeconds(s.length)}
	if !log.Sampled {
		parts = append(parts, fmt.Sprintf("%.1f FPS on average (frames / time)", f.FPS()))
		if low, ok := f.Low(framelog.LowMean, framelog.Percent); ok {
			parts = append(parts, low.Label()+" "+strconv.FormatFloat(low.FPS(), 'f', 1, 64)+" FPS")
		}
	}
	parts = append(parts, "P50 "+inMs(f.Percentile(50*framelog.Percent))+" ms",
		"P99 "+inMs(f.Percentile(99*framelog.Percent))+" ms", "longest "+inMs(f.Max)+" ms")
	if s.run.cut != "" {
		parts = append(parts, plain(s.run.cut))
	}
	for i := range parts {
		if utf8.RuneCountInString(parts[i]) < 40 {
			parts[i] = together(parts[i])
		}
	}
	return strings.Join(parts, " · ")
}

// column says what was read, and in which unit.
func (s *series) column() string {
	src := s.run.log.Source
	if s.side == framelog.Display && src.Display != "" {
		return "column " + elide(plain(src.Display), 40)
	}
	text := "column " + elide(plain(src.Text), 60)
	if src.Unit != "" {
		text += " in " + plain(src.Unit)
	}
	return text
}

// seriesLength returns the longest of the time axes.
func seriesLength(all []*series) time.Duration {
	length := time.Duration(1)
	for _, s := range all {
		length = max(length, s.length)
	}
	return length
}
