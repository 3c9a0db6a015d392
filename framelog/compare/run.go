package compare

import (
	"slices"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A Run is one capture: the frame times of one stream, in their order. It is not changed once
// it is made.
type Run struct {
	// Name is what it is called in what is said of it: a path.
	Name string

	times  []time.Duration
	breaks []int // frames that do not follow the one before them
	total  time.Duration
	about  facts
}

// facts are what makes two runs comparable or not.
type facts struct {
	format, column, side, game string
	tags                       []string
	sampled                    bool
}

// NewRun returns the run of a stream of a log on one side. It copies the frame times.
func NewRun(name string, log *framelog.Log, s *framelog.Stream, side framelog.Side) *Run {
	times, breaks := collect(s, side)
	r := RunOf(name, times)
	r.breaks = breaks
	column := log.Source.Text
	if side == framelog.Display {
		column = log.Source.Display
	}
	r.about = facts{format: log.Format, column: column, side: side.String(), game: game(log, s),
		tags: slices.Sorted(slices.Values(s.Tags())), sampled: log.Sampled}
	return r
}

// RunOf returns the run of frame times that are no log's. It keeps the slice. It panics on a time that
// is not over 0: such a frame is no measurement.
func RunOf(name string, times []time.Duration) *Run {
	r := &Run{Name: name, times: times}
	for _, d := range times {
		if d <= 0 {
			panic("tactus: a run's frame time is " + d.String() + ": want over 0")
		}
		r.total = min(r.total+min(d, timeMax), timeMax+1)
	}
	return r
}

// timeMax is the most time of a run, 104 days: a resample may hold its frames a thousand times over.
const timeMax time.Duration = 1 << 53

// Frames returns how many frames it has.
func (r *Run) Frames() int { return len(r.times) }

// Time returns their time together. Beyond 104 days it stays there, and Compare refuses the run.
func (r *Run) Time() time.Duration { return r.total }

// collect returns the frame times of a side, and which of them begin after a break.
func collect(s *framelog.Stream, side framelog.Side) (times []time.Duration, breaks []int) {
	times = make([]time.Duration, 0, s.Count(side))
	marks := s.Breaks()
	for row, d := range s.Intervals(side) {
		apart := false
		for len(marks) > 0 && marks[0] <= row {
			apart, marks = true, marks[1:]
		}
		if apart && len(times) > 0 {
			breaks = append(breaks, len(times))
		}
		times = append(times, d)
	}
	return times, breaks
}

// stretch returns the frames around one, from and to, between which there is no break.
func (r *Run) stretch(frame int) (from, to int) {
	i, at := slices.BinarySearch(r.breaks, frame)
	if at {
		i++
	}
	to = len(r.times)
	if i < len(r.breaks) {
		to = r.breaks[i]
	}
	if i > 0 {
		from = r.breaks[i-1]
	}
	return from, to
}

// game returns what a log calls the game, "" where it does not. Names of fields are compared without
// case and blanks.
func game(log *framelog.Log, s *framelog.Stream) string {
	for _, f := range log.Header {
		switch strings.ToLower(strings.ReplaceAll(f.Name, " ", "")) {
		case "game", "gamename", "processname", "application":
			if f.Value != "" {
				return f.Value
			}
		}
	}
	if s.Application == "<unknown>" {
		return ""
	}
	return s.Application
}

// A Group is the runs of one thing: a build, a driver, a setting.
type Group struct {
	Name string
	Runs []*Run
}
