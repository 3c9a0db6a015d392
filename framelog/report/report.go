package report

import (
	"math"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// Config says what a report holds beside what every report does. The zero value is the default.
type Config struct {
	// Low is the rule of the lows that are printed first; the others are there under their names.
	Low framelog.LowRule
	// Hitches are the thresholds of hitches; nil is over 33.333 ms, over 50 ms, and over twice the
	// rolling median.
	Hitches []framelog.Threshold
	// Slowest is how many of the longest frames are listed; 0 is 5.
	Slowest int
	// Events is how many hitches of each threshold are listed; 0 is 10.
	Events int
	// Side is the one that hitches, the longest frames, tags and the lows by tool stand on, where the log
	// has it; Default and Displayed are there for both.
	Side framelog.Side
	// Stream is what the figures are for; nil is the log's own choice.
	Stream *framelog.Stream
	// Cut says in words which part of the log that is, "" for all.
	Cut string
}

// DefaultHitches are the thresholds of a report that names none.
func DefaultHitches() []framelog.Threshold {
	return []framelog.Threshold{{Over: 33_333 * time.Microsecond}, {Over: 50 * time.Millisecond}, {Times: 2}}
}

// A Report is what a log amounts to.
type Report struct {
	File       string  `json:"file"`
	Format     string  `json:"format"`
	Unverified bool    `json:"reader_unverified"`
	Source     string  `json:"source"`
	LineIs     string  `json:"line_is"` // what line counts: of the file, or a frame of a run
	Column     string  `json:"column"`
	Unit       string  `json:"unit"`
	Guessed    string  `json:"guessed,omitempty"`
	Sampled    bool    `json:"sampled"`
	Cut        string  `json:"cut,omitempty"`
	Header     []Field `json:"header,omitempty"`
	Summary    []Field `json:"summary,omitempty"`
	Runs       int     `json:"runs,omitempty"`

	RowsTotal   int    `json:"rows_total"`
	RowsSkipped int    `json:"rows_skipped"`
	Skipped     []Skip `json:"skipped,omitempty"`

	ClockColumn string   `json:"clock_column,omitempty"`
	SpanS       *float64 `json:"span_s,omitempty"`

	MeanOfFramerateColumn *float64 `json:"mean_of_framerate_column,omitempty"`
	MeanOfFPSColumn       *float64 `json:"mean_of_fps_column,omitempty"`
	FPSIfFPSColumn        *float64 `json:"avg_fps_if_1000_over_fps_column,omitempty"`

	DefaultStream *Name    `json:"default_stream,omitempty"`
	Streams       []Stream `json:"streams,omitempty"`
	Windows       []Window `json:"windows,omitempty"`

	Default         *Figures       `json:"default,omitempty"`
	DisplayedSource string         `json:"displayed_source,omitempty"`
	Displayed       *Figures       `json:"displayed,omitempty"`
	Dropped         *int           `json:"dropped,omitempty"`
	Generated       *int           `json:"generated,omitempty"`
	MissedDeadlines *int           `json:"missed_deadlines,omitempty"`
	FrameTypes      map[string]int `json:"frame_types,omitempty"`

	// Side is what Hitches, Tags and the list of the longest frames stand on.
	Side    string    `json:"side,omitempty"`
	Hitches []Hitches `json:"hitches,omitempty"`
	Tags    []Tag     `json:"tags,omitempty"`
	Engine  *Engine   `json:"engine,omitempty"`

	Note     string    `json:"note,omitempty"`
	Warnings []Warning `json:"warnings"`
}

// A Field is a text of the file about itself.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Skip is a reason for which rows were left out.
type Skip struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
	Line   int    `json:"line"`
}

// A Warning is something that makes figures mean less than they seem to.
type Warning struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Count int    `json:"count,omitempty"`
	Line  int    `json:"line,omitempty"`
}

// A Name tells a stream from others.
type Name struct {
	Application string `json:"application"`
	ProcessID   string `json:"process_id"`
	SwapChain   string `json:"swapchain"`
	Run         int    `json:"run,omitempty"`
}

// A Stream is one of the streams of a log in short.
type Stream struct {
	Name
	Rows      int     `json:"rows"`
	Frames    int     `json:"frames"`
	DurationS float64 `json:"duration_s"`
	AvgFPS    float64 `json:"avg_fps"`
	MaxMS     float64 `json:"max_ms"`
}

// A Window is one window of an Android dump: its frames are lengths, and this is how often they began.
type Window struct {
	Window           string  `json:"window"`
	Rows             int     `json:"rows"`
	Flagged          int     `json:"flagged"`
	IntervalMSMedian float64 `json:"interval_ms_median"`
	IntervalMSMax    float64 `json:"interval_ms_max"`
}

// Of computes the report of a log.
func Of(l *framelog.Log, c Config) *Report {
	if c.Slowest == 0 {
		c.Slowest = 5
	}
	if c.Events == 0 {
		c.Events = 10
	}
	if c.Hitches == nil {
		c.Hitches = DefaultHitches()
	}
	r := &Report{File: l.Name, Format: l.Format, Unverified: l.Unverified, Source: l.Source.Text,
		LineIs: l.LineIs, Column: l.Source.Column, Unit: l.Source.Unit, Guessed: l.Source.Guessed, Sampled: l.Sampled,
		Cut: c.Cut, Runs: l.Runs, RowsTotal: l.Rows, RowsSkipped: l.SkippedRows(), ClockColumn: l.Source.Clock,
		Note:   strings.Join(l.Notes, "; "),
		Header: fields(l.Header), Summary: fields(l.Summary), Warnings: []Warning{}}
	for _, s := range l.Skipped {
		r.Skipped = append(r.Skipped, Skip(s))
	}
	r.columns(l)
	s := c.Stream
	if s == nil {
		s = l.Stream()
	}
	warnings := l.Warnings // of the stream that the log chose, whole
	if s != l.Stream() {
		warnings = l.WarningsFor(s)
	}
	for _, w := range warnings {
		r.Warnings = append(r.Warnings, Warning{w.Code, w.Text, w.Count, w.Line})
	}
	if s == nil {
		return r
	}
	r.figures(s, &c)
	r.streams(l, s)
	if r.Displayed != nil {
		r.DisplayedSource = l.Source.Display
	}
	return r
}

// Of returns the figures of a side; of the other where the report has none of it.
func (r *Report) Of(side framelog.Side) *Figures {
	if side == framelog.Display && r.Displayed != nil || r.Default == nil {
		return r.Displayed
	}
	return r.Default
}

func fields(all []framelog.Field) []Field {
	var out []Field
	for _, f := range all {
		out = append(out, Field(f))
	}
	return out
}

// columns takes the means of the log's own rates.
func (r *Report) columns(l *framelog.Log) {
	for _, m := range l.Columns {
		mean, harmonic := round(m.Mean), round(m.Harmonic)
		switch m.Name {
		case "Framerate":
			r.MeanOfFramerateColumn = &mean
		default:
			r.MeanOfFPSColumn, r.FPSIfFPSColumn = &mean, &harmonic
		}
	}
}

// streams lists all streams, and says of which the figures are.
func (r *Report) streams(l *framelog.Log, s *framelog.Stream) {
	for _, o := range l.Streams {
		if o == s {
			f := r.Default
			r.Streams = append(r.Streams, Stream{nameOf(s), s.Rows, f.Frames, f.DurationS, f.AvgFPS, f.MaxMS})
		} else {
			r.Streams = append(r.Streams, streamOf(o))
		}
		if o.Missed >= 0 {
			r.Windows = append(r.Windows, windowOf(o))
		}
	}
	if name := nameOf(s); len(l.Streams) > 1 || name != (Name{}) {
		r.DefaultStream = &name
	}
	if span, ok := s.Span(); ok {
		r.SpanS = ptr(seconds(span))
	}
	r.Dropped, r.Generated, r.MissedDeadlines = known(s.Dropped), known(s.Generated), known(s.Missed)
	for _, t := range s.Types {
		if r.FrameTypes == nil {
			r.FrameTypes = map[string]int{}
		}
		r.FrameTypes[t.Name] += t.Count
	}
}

// streamOf sums a stream up without sorting it.
func streamOf(s *framelog.Stream) Stream {
	var sum, longest time.Duration
	for _, d := range s.Intervals(framelog.Present) {
		sum += d
		longest = max(longest, d)
	}
	out := Stream{Name: nameOf(s), Rows: s.Rows, Frames: s.Count(framelog.Present), DurationS: seconds(sum),
		MaxMS: milli(longest)}
	if sum > 0 {
		out.AvgFPS = round(float64(out.Frames) / seconds(sum))
	}
	return out
}

func nameOf(s *framelog.Stream) Name { return Name(s.StreamName) }

func known(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

func ptr[T any](v T) *T { return &v }

// windowOf looks at how often the frames of a window began.
func windowOf(s *framelog.Stream) Window {
	w := Window{Window: s.Application, Rows: s.Rows, Flagged: s.Rows - s.Len()}
	between := make([]time.Duration, 0, s.Len())
	for i := 1; i < s.Len(); i++ {
		between = append(between, s.Frame(i).Clock-s.Frame(i-1).Clock)
	}
	f := framelog.FiguresOf(between)
	w.IntervalMSMedian, w.IntervalMSMax = milli(f.Percentile(50*framelog.Percent)), milli(f.Max)
	return w
}

// milli returns a time in milliseconds, exact to the nanosecond.
func milli(d time.Duration) float64 { return float64(d) / 1e6 }

// seconds returns a time in seconds, exact to the nanosecond.
func seconds(d time.Duration) float64 { return float64(d) / 1e9 }

// tenths returns a place in a log in seconds, to 0.1 ms: frame times of a capture sum up no better.
func tenths(d time.Duration) float64 { return float64(d.Round(100*time.Microsecond)) / 1e9 }

// round leaves six decimals: a rate is no better than its times.
func round(v float64) float64 { return math.Round(v*1e6) / 1e6 }
