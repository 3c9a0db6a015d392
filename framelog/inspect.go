package framelog

import (
	"fmt"
	"math/bits"
	"slices"
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

// warn adds what a format's check says of the whole.
func (in *reading) warn(code string, count, line int, text string) {
	in.log.first = append(in.log.first, Warning{code, text, count, line})
}

// A saying is what warnings need of how a log was read.
type saying struct {
	first []Warning // of the format, and what the file says of itself
	rows  []Warning // of the file as a whole
	last  []Warning
}

// inspect looks at what was read for what makes its figures mean less than they seem to.
func (in *reading) inspect() {
	l := in.log
	l.saying = saying{first: append([]Warning(nil), in.format.warnings...)}
	in.failure = nil
	for _, s := range l.Streams {
		s.count()
	}
	l.Default = choose(l.Streams)
	if in.format.check != nil {
		in.format.check(in)
	}
	if s := l.Stream(); s != nil {
		in.inspectSampling(s)
		in.inspectRows()
		in.inspectTicks(s)
		if g := l.Source.Guessed; g != "" {
			l.last = append(l.last, Warning{Code: warnGuess,
				Text: "read by a guess: " + g + "; --column, --unit and --clock say otherwise"})
		}
	}
	l.Warnings = l.WarningsFor(l.Stream())
}

// WarningsFor returns what looks wrong with a log, the most important first, where figures are for that
// stream: one of its streams, or a part of one. What is about the file is the same for all of them. It
// reads all frames of the stream, and allocates the result. For nil it is what is about the file.
func (l *Log) WarningsFor(s *Stream) []Warning {
	w := &warner{log: l, all: append([]Warning(nil), l.first...)}
	if s != nil {
		w.samples(s)
		w.streams(s)
	}
	w.all = append(w.all, l.rows...)
	if s != nil {
		w.marked(s)
		w.clock(s)
		w.frames(s)
	}
	w.all = append(w.all, l.last...)
	return w.all
}

// A warner gathers warnings for a stream.
type warner struct {
	log *Log
	all []Warning
}

func (w *warner) warn(code string, count, line int, text string) {
	w.all = append(w.all, Warning{code, text, count, line})
}

// inspectSampling finds logs with a row for each polling interval.
func (in *reading) inspectSampling(s *Stream) {
	l, f := in.log, in.format
	partial := func(w Warning) bool { return w.Code == warnPartial } // its clock runs through what it left out
	l.Sampled = f.sampled || s.HasClock() && !f.lengths && !f.ticks && !f.layout.differences &&
		!slices.ContainsFunc(l.first, partial) && s.samples()
	for _, s := range l.Streams {
		s.sampled = l.Sampled
	}
}

// samples warns of them.
func (w *warner) samples(s *Stream) {
	if !w.log.Sampled {
		return
	}
	const so = "percentiles, lows and hitches are over samples and say little of single frames"
	rows := "the log holds samples and not frames: " + counted(s.Rows, "row")
	if !s.HasClock() {
		w.warn(warnSampled, s.Rows, 0, rows+", one for each polling period; "+so)
		return
	}
	span, _ := s.Span()
	var sum time.Duration
	for _, d := range s.Intervals(Present) {
		sum = later(sum, d)
	}
	w.warn(warnSampled, s.Rows, 0, fmt.Sprintf("%s in %.1f s of clock, whose frame times sum to %.1f s; %s",
		rows, span.Seconds(), sum.Seconds(), so))
}

// pauseSteps is how many times the middle step of the clock a step is at least that is no polling period
// but a pause. Twice as much where the middle one is just over a power of two.
const pauseSteps = 8

// samples reports whether the clock goes on by more than the frame times say, in most rows in which it
// moves and on the whole: a coarse clock does the one, pauses do the other.
func (s *Stream) samples() bool {
	pause := s.pauseStep()
	marks := s.Breaks()
	late, rows := 0, 0
	var ran, lasted, most time.Duration
	for i := 1; i < s.Len(); i++ {
		broken := len(marks) > 0 && marks[0] == i
		if broken {
			marks = marks[1:]
		}
		step, interval := s.step(i), s.interval.span(i)
		if broken || interval == 0 || step < 0 {
			continue
		}
		lasted = later(lasted, interval)
		if step == 0 || step > pause {
			continue
		}
		rows++
		ran, most = later(ran, time.Duration(step)), max(most, time.Duration(step))
		if longer(step, int64(interval)) {
			late++
		}
	}
	return rows >= 8 && late > rows/2 && longer(int64(ran-most), int64(lasted))
}

// pauseStep returns the longest step of the clock that is no pause. The middle step is known to a power
// of two, which takes no sorting.
func (s *Stream) pauseStep() int64 {
	var counts [64]int
	rows := 0
	for i := 1; i < s.Len(); i++ {
		if step := s.step(i); step > 0 {
			counts[bits.Len64(uint64(step))]++
			rows++
		}
	}
	size := 0
	for below := 0; size < len(counts)-5; size++ {
		if below += counts[size]; below > rows/2 {
			break
		}
	}
	return pauseSteps << size
}

// streams says which of several the figures are for.
func (w *warner) streams(s *Stream) {
	l := w.log
	n := len(l.Streams)
	if n < 2 {
		return
	}
	text := counted(n, "stream")
	if l.Runs > 1 {
		text = counted(n, "run") + ", each with a clock of its own"
	}
	text += ": figures are for " + s.StreamName.String()
	ties := 0
	for _, o := range l.Streams {
		if o.StreamName != s.StreamName && o.Rows == l.Stream().Rows && !o.compositor() {
			ties++
		}
	}
	switch {
	case s.StreamName != l.Stream().StreamName && l.Runs > 1:
		w.warn(warnStreams, n, 0, text)
		return
	case s.StreamName != l.Stream().StreamName:
		w.warn(warnStreams, n, 0, text+", named by --process")
		return
	case s.compositor():
		text += ", which has most rows; it is the compositor, since no other has frames"
	case ties > 0:
		text += ", which has most rows; " + others(ties) + " as many, the first was taken"
	default:
		text += ", which has most rows"
	}
	w.warn(warnStreams, n, 0, text+"; --process names another")
}

func others(n int) string {
	if n == 1 {
		return "1 other has"
	}
	return itoa(n) + " others have"
}

// inspectRows warns of what is no row, and of rows that were left out.
func (in *reading) inspectRows() {
	l := in.log
	w := &warner{log: l}
	first := func(line int) string { return fmt.Sprintf(" (first in %s %d)", l.LineIs, line) }
	if k := in.total.texts[skipText]; k.count > 0 {
		no := " are no rows"
		if k.count == 1 {
			no = " is no row"
		}
		w.warn(warnText, k.count, k.line, counted(k.count, "line")+no+": a header again, or text"+first(k.line))
	}
	for _, k := range l.Skipped {
		if k.Reason == reasons[skipCut] {
			w.warn(warnCut, k.Count, k.Line, fmt.Sprintf("the file ends in the middle of line %d: it was cut off", k.Line))
		}
		w.warn(warnSkipped, k.Count, k.Line, fmt.Sprintf("%d of %s left out: %s", k.Count, counted(l.Rows, "row"),
			k.Reason)+first(k.Line))
	}
	if line := in.total.zeros; line > 0 {
		w.warn(warnCut, 1, line, fmt.Sprintf("the file ends in zero bytes in line %d, as after a crash", line))
	}
	if z := in.text.zipped; z != nil && z.early {
		w.warn(warnCut, 0, 0, "the gzip file is not whole: figures are for what could be unpacked")
	}
	// Of a gzip file the end may be followed by what nobody reads.
	if raw := in.text.raw; raw.end && raw.n < in.options.Size && (in.text.zipped == nil || in.text.zipped.early) {
		w.warn(warnCut, 0, 0, fmt.Sprintf("the file was %d bytes when it was opened and ended after %d: it was cut while it "+
			"was read", in.options.Size, raw.n))
	}
	l.rows = w.all
}

// counted returns a number with what it counts, whose plural ends in s.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return itoa(n) + " " + what
}

// marked warns of frames that no game made, and of those that nobody saw.
func (w *warner) marked(s *Stream) {
	if s.Generated > 0 {
		kinds := ""
		if names := typeNames(s.Types); names != "" {
			kinds = " (" + names + ")"
		}
		w.warn(warnGenerated, s.Generated, 0, fmt.Sprintf("%d of %s are generated frames%s: present intervals are "+
			"of the game's frames, display intervals of all", s.Generated, counted(s.Rows, "row"), kinds))
	}
	if s.Dropped > s.Rows/10 && s.Dropped < s.Rows && s.HasDisplay() {
		w.warn(warnDropped, s.Dropped, 0, fmt.Sprintf("%d of %s never reached the screen by the log: present and "+
			"display figures differ; with frame generation the flag itself can be wrong", s.Dropped, counted(s.Rows, "frame")))
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

// clock finds clocks that go back, and such that stand still while frames pass.
func (w *warner) clock(s *Stream) {
	if s.silent > 0 {
		return // it has none
	}
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
		w.warn(warnRestart, back, backLine, fmt.Sprintf("the clock goes back %s, first in %s %d: two logs "+
			"joined, or a clock set? No frame time is taken across it", counted(back, "time"), w.log.LineIs, backLine))
	}
	if still > s.clock.len()/20 && !w.log.Sampled {
		w.warn(warnCoarse, still, 0, fmt.Sprintf("the clock stands still in %d of %s: it is printed coarsely; times "+
			"here are sums of frame times", still, counted(s.clock.len(), "row")))
	}
}

// inspectTicks holds a clock of ticks to the frame times: 10 MHz is what all files seen have, and no
// file says what its machine had.
func (in *reading) inspectTicks(s *Stream) {
	if !in.format.ticks || s.silent > 0 {
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
		in.log.last = append(in.log.last, Warning{Code: warnTicks, Count: rows, Text: fmt.Sprintf(
			"the clock in %s was read as ticks of 100 ns, but by the frame times there are "+
				"%.4g million a second: clock times are wrong by that, frame times are not", in.log.Source.Clock, rate*10)})
	}
}
