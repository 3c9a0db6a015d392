package framelog

import (
	"fmt"
	"time"
)

// The codes of warnings.
const (
	warnSampled      = "sampled"       // a row is a polling interval
	warnMicroseconds = "microseconds"  // a unit that others read wrong
	warnStreams      = "streams"       // there are several
	warnRestart      = "clock-restart" // the clock went back
	warnAlternating  = "alternating"   // long and short by turns
	warnCoarse       = "coarse-clock"  // the clock stands still between rows
	warnStartUp      = "start-up"      // the first frame is no play
	warnFew          = "few-frames"    // too few for a 0.1 % figure
	warnSkipped      = "skipped"       // rows left out
	warnLong         = "long-frame"    // one frame is a large part of the log
	warnGenerated    = "generated"     // frames that no game made
	warnCut          = "cut-off"       // the file ends in the middle
	warnDropped      = "dropped"       // many frames never reached the screen
	warnLost         = "lost-rows"     // the log says that it lacks rows
	warnPartial      = "partial"       // the log keeps some frames only
	warnText         = "text"          // lines that are no rows
	warnTicks        = "clock-unit"    // the clock's ticks are not as long as they were taken for
	warnGuess        = "guessed"       // no known tool's rule found the column
)

// warn adds a warning.
func (in *reading) warn(code string, count, line int, text string) {
	in.log.Warnings = append(in.log.Warnings, Warning{code, text, count, line})
}

// inspect looks at what was read for what makes its figures mean less than they seem to.
func (in *reading) inspect() {
	l := in.log
	l.Warnings = append([]Warning(nil), in.format.warnings...)
	in.failure = nil
	for _, s := range l.Streams {
		s.count()
	}
	l.Default = choose(l.Streams)
	if in.format.check != nil {
		in.format.check(in)
	}
	s := l.Stream()
	if s == nil {
		return
	}
	in.inspectSampling(s)
	in.inspectStreams(s)
	in.inspectRows(s)
	in.inspectClock(s)
	in.inspectFrames(s)
	if g := l.Source.Guessed; g != "" {
		in.warn(warnGuess, 0, 0, "read by a guess: "+g+"; --column, --unit and --clock say otherwise")
	}
}

// inspectSampling finds logs with a row for each polling interval.
func (in *reading) inspectSampling(s *Stream) {
	l := in.log
	l.Sampled = in.format.sampled
	if !l.Sampled && s.HasClock() && !in.format.lengths && !in.format.ticks && !in.format.layout.differences {
		l.Sampled = s.sampled()
	}
	if !l.Sampled {
		return
	}
	if !s.HasClock() {
		in.warn(warnSampled, s.Rows, 0, fmt.Sprintf("the log holds samples and not frames: %d rows, one for each polling "+
			"period; percentiles, lows and hitches are over samples and say little of single frames", s.Rows))
		return
	}
	span, _ := s.Span()
	var sum time.Duration
	for _, d := range s.Intervals(Present) {
		sum = later(sum, d)
	}
	in.warn(warnSampled, s.Rows, 0, fmt.Sprintf("the log holds samples and not frames: %d rows in %.1f s of clock, "+
		"whose frame times sum to %.1f s; percentiles, lows and hitches are over samples and say little of single frames",
		s.Rows, span.Seconds(), sum.Seconds()))
}

// sampled reports whether the clock goes on by more than the frame times say, in most rows in which it
// moves and on the whole: a coarse clock does the one, a pause the other.
func (s *Stream) sampled() bool {
	late, rows := 0, 0
	var ran, pause, lasted time.Duration
	for i := 1; i < s.Len(); i++ {
		step, interval := time.Duration(s.step(i)), s.interval.span(i)
		if interval == 0 || step < 0 {
			continue
		}
		ran, lasted, pause = later(ran, step), later(lasted, interval), max(pause, step)
		if step > 0 {
			rows++
		}
		if longer(int64(step), int64(interval)) {
			late++
		}
	}
	return rows >= 8 && late > rows/2 && longer(int64(ran-pause), int64(lasted))
}

func (in *reading) inspectStreams(s *Stream) {
	l := in.log
	if len(l.Streams) < 2 {
		return
	}
	what := "streams"
	if l.Runs > 1 {
		what = "runs, each with a clock of its own,"
	}
	ties := 0
	for _, o := range l.Streams {
		if o != s && o.Rows == s.Rows && !o.compositor() {
			ties++
		}
	}
	text := fmt.Sprintf("%d %s: figures are for %s, which has most rows", len(l.Streams), what, s.StreamName)
	if s.compositor() {
		text += "; it is the compositor, since no other has frames"
	} else if ties > 0 {
		text += fmt.Sprintf("; %d others have as many, the first was taken", ties)
	}
	in.warn(warnStreams, len(l.Streams), 0, text+"; --process names another")
}

func (in *reading) inspectRows(s *Stream) {
	l := in.log
	if k := in.total.texts[skipText]; k.count > 0 {
		in.warn(warnText, k.count, k.line, fmt.Sprintf("%d lines are no rows: a header again, or text (first in line %d)",
			k.count, k.line))
	}
	for _, k := range l.Skipped {
		switch k.Reason {
		case reasons[skipCut]:
			in.warn(warnCut, k.Count, k.Line, fmt.Sprintf("the file ends in the middle of line %d: it was cut off", k.Line))
			fallthrough
		default:
			in.warn(warnSkipped, k.Count, k.Line, fmt.Sprintf("%d of %d rows left out: %s (first in line %d)",
				k.Count, l.Rows, k.Reason, k.Line))
		}
	}
	if line := in.total.zeros; line > 0 {
		in.warn(warnCut, 1, line, fmt.Sprintf("the file ends in zero bytes in line %d, as after a crash", line))
	}
	if z := in.text.zipped; z != nil && z.early {
		in.warn(warnCut, 0, 0, "the gzip file is not whole: figures are for what could be unpacked")
	}
	if s.Generated > 0 {
		in.warn(warnGenerated, s.Generated, 0, fmt.Sprintf("%d of %d rows are generated frames (%s): present intervals are "+
			"of the game's frames, display intervals of all", s.Generated, s.Rows, typeNames(s.Types)))
	}
	if s.Dropped > s.Rows/10 && s.Dropped < s.Rows && s.HasDisplay() {
		in.warn(warnDropped, s.Dropped, 0, fmt.Sprintf("%d of %d frames never reached the screen by the log: present and "+
			"display figures differ; with frame generation the flag itself can be wrong", s.Dropped, s.Rows))
	}
}

func typeNames(types []Count) string {
	text := ""
	for _, t := range types {
		if generatedType([]byte(t.Name)) {
			if text != "" {
				text += ", "
			}
			text += t.Name
		}
	}
	return text
}

// inspectClock finds clocks that go back, and such that stand still while frames pass.
func (in *reading) inspectClock(s *Stream) {
	if s.silent > 0 {
		return // it has none
	}
	in.inspectTicks(s)
	back, backLine, still, most := 0, 0, 0, int64(0)
	for i := 1; i < s.clock.len(); i++ {
		step := s.step(i)
		switch {
		case step < 0:
			if back == 0 {
				backLine = int(s.line.at(i))
			}
			back++
		case step == 0 && s.interval.at(i) > 0:
			still++
		case step > most:
			most = step
		}
	}
	if back > 0 {
		in.warn(warnRestart, back, backLine, fmt.Sprintf("the clock goes back %d times, first in line %d: two logs "+
			"joined, or a clock set? No frame time is taken across it", back, backLine))
	}
	if still > s.clock.len()/20 && !in.log.Sampled {
		in.warn(warnCoarse, still, 0, fmt.Sprintf("the clock stands still in %d of %d rows: it is printed coarsely; times "+
			"here are sums of frame times", still, s.clock.len()))
	}
}

// inspectTicks holds a clock of ticks to the frame times: 10 MHz is what all files seen have, and no
// file says what its machine had.
func (in *reading) inspectTicks(s *Stream) {
	if !in.format.ticks {
		return
	}
	rows, ran, lasted := 0, 0.0, 0.0
	for i := 1; i < s.clock.len(); i++ {
		if step, interval := s.step(i), s.interval.span(i); step > 0 && interval > 0 {
			rows++
			ran += float64(step)
			lasted += float64(interval)
		}
	}
	if rate := ran / lasted; rows >= 8 && (rate < 0.8 || rate > 1.25) {
		in.warn(warnTicks, rows, 0, fmt.Sprintf("the clock in %s was read as ticks of 100 ns, but by the frame times "+
			"there are "+
			"%.4g million a second: clock times are wrong by that, frame times are not", in.log.Source.Clock, rate*10))
	}
}
