package page

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tactus-go/tactus/framelog"
)

// A Run is one stream of a log.
type Run struct {
	Path   string // as the user knows it, "-" for standard input
	Log    *framelog.Log
	Stream *framelog.Stream // one of the log's, or what a cut leaves of it
	Side   framelog.Side
	Cut    string // in words what was left of the stream, "" for all of it
}

// A Line is what is drawn of one side of a run. It is made by [NewLines].
type Line struct {
	Name    string // short, unique among the lines
	Number  int    // among the lines, from 0, for its colour
	Run     *Run
	Side    framelog.Side
	Count   int           // frames, at least 1
	Length  time.Duration // along the time axis
	Figures *framelog.Figures
	// Hitches are by the two rules that are marked: over 50 ms, and over twice the rolling median. There
	// are none of samples.
	Hitches []framelog.Hitches
	// Stretches are those with a tag; nil where there are none, or more than can be told apart.
	Stretches []Stretch

	pause time.Duration // over which the clock of samples does not go on without something being missing
}

// LinesMax is how many lines there are at most: as many colours can be told apart.
const LinesMax = 7

// hitchThresholds are the rules by which hitches are marked: what anybody sees, and what is long for
// this log.
var hitchThresholds = []framelog.Threshold{{Over: 50 * time.Millisecond}, {Times: 2}}

// NewLines returns the lines of runs that have a stream: one each of its side, or with bothSides two.
// The error says which run has no intervals on that side, or that there are more lines than [LinesMax].
func NewLines(runs []*Run, bothSides bool) (Lines, error) {
	paths := make([]string, len(runs))
	for i, r := range runs {
		paths[i] = r.Path
	}
	names := shortNames(paths)
	var all Lines
	for i, r := range runs {
		sides := []framelog.Side{r.Side}
		if bothSides {
			sides = []framelog.Side{framelog.Present, framelog.Display}
		}
		for _, side := range sides {
			l := &Line{Name: names[i], Run: r, Side: side, Count: r.Stream.Count(side), Number: len(all)}
			if l.Count == 0 {
				return nil, fmt.Errorf("%s has no %s intervals to draw", r.Path, side)
			}
			if bothSides {
				l.Name += ", " + side.String()
			}
			l.measure()
			all = append(all, l)
		}
	}
	if len(all) > LinesMax {
		return nil, fmt.Errorf("%d lines in one picture: colours for at most %d can be told apart; give fewer logs",
			len(all), LinesMax)
	}
	return all, nil
}

func (l *Line) measure() {
	l.Figures = l.Run.Stream.Figures(l.Side)
	l.Length = l.Figures.Time
	if l.Sampled() {
		l.findPause()
		l.Length = l.sampledLength()
	}
	l.Stretches = l.findStretches()
	if l.Sampled() {
		return // what lies between two samples is not known, so there are no hitches to find
	}
	for _, t := range hitchThresholds {
		l.Hitches = append(l.Hitches, l.Run.Stream.Hitches(l.Side, t)...)
	}
}

// Sampled reports whether a row of the log is a polling interval and no frame.
func (l *Line) Sampled() bool { return l.Run.Log.Sampled }

// SampledWords stand in every picture of a log that holds no frames.
const SampledWords = "sampled, not frames: a row is a polling interval, so hitches and the tail are not in this log"

// About says what the line is: file, stream, column, unit, side, N and what the figures' rules are.
func (l *Line) About() string {
	log, f := l.Run.Log, l.Figures
	what := "frame"
	if log.Sampled {
		what = "sample"
	}
	parts := []string{Elide(Plain(l.Run.Path), 72), Plain(log.Format),
		"stream: " + Elide(Plain(l.Run.Stream.String()), 60), l.column(), l.Side.String() + " side",
		"N = " + Counted(l.Count, what, what+"s") + " in " + inSeconds(l.Length)}
	if !log.Sampled {
		parts = append(parts, fmt.Sprintf("%.1f FPS on average (frames / time)", f.FPS()))
		if low, ok := f.Low(framelog.LowMean, framelog.Percent); ok {
			parts = append(parts, low.Label()+" "+strconv.FormatFloat(low.FPS(), 'f', 1, 64)+" FPS")
		}
	}
	parts = append(parts, "P50 "+Milliseconds(f.Percentile(50*framelog.Percent))+" ms",
		"P99 "+Milliseconds(f.Percentile(99*framelog.Percent))+" ms", "longest "+Milliseconds(f.Max)+" ms")
	if l.Run.Cut != "" {
		parts = append(parts, Plain(l.Run.Cut))
	}
	for i := range parts {
		if utf8.RuneCountInString(parts[i]) < 40 {
			parts[i] = together(parts[i])
		}
	}
	return strings.Join(parts, " · ")
}

// column says what was read, and in which unit.
func (l *Line) column() string {
	src := l.Run.Log.Source
	if l.Side == framelog.Display && src.Display != "" {
		return "column " + Elide(Plain(src.Display), 40)
	}
	text := "column " + Elide(Plain(src.Text), 60)
	if src.Unit != "" {
		text += " in " + Plain(src.Unit)
	}
	return text
}
