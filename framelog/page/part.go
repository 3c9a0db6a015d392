package page

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A Part says which part of a log is looked at. The zero value is the log's own choice of a stream,
// whole.
type Part struct {
	Stream   string // application, process id, swap chain or run of the stream, "" for the log's choice
	Side     framelog.Side
	From, To time.Duration // frames that start within, counted from the first; To 0 is to the end
	Tag      string        // frames with this tag alone, "" for all
}

// Run takes the part out of a log. Path is how the user knows the log. A log that holds figures and no
// frames gives a run without a stream. The error says what the log has not, and what it has.
func (p Part) Run(l *framelog.Log, path string) (*Run, error) {
	run := &Run{Path: path, Log: l, Stream: p.Of(l), Side: p.Side}
	switch {
	case l.Stream() == nil:
		return run, nil
	case run.Stream == nil:
		return nil, fmt.Errorf("%s: no stream of '%s'; there are: %s", path, p.Stream, streamList(l))
	}
	if p.From > 0 || p.To > 0 || p.Tag != "" {
		if err := p.cut(run); err != nil {
			return nil, err
		}
	}
	if run.Side == framelog.Display && run.Stream.Count(run.Side) == 0 {
		return nil, fmt.Errorf("%s: the log has no display intervals: take the present side", path)
	}
	return run, nil
}

// Of returns the whole stream that is asked for, of several of that name the one with the most rows; nil
// where there is none.
func (p Part) Of(l *framelog.Log) *framelog.Stream {
	if p.Stream == "" || l.Stream() == nil {
		return l.Stream()
	}
	var best *framelog.Stream
	for _, s := range l.Streams {
		named := strings.EqualFold(s.Application, p.Stream) || s.ProcessID == p.Stream ||
			strings.EqualFold(s.SwapChain, p.Stream) || s.Run > 0 && fmt.Sprint("run ", s.Run) == p.Stream
		if named && (best == nil || s.Rows > best.Rows) {
			best = s
		}
	}
	return best
}

func streamList(l *framelog.Log) string {
	var all []string
	for _, s := range l.Streams {
		all = append(all, s.StreamName.String())
	}
	return strings.Join(all, "; ")
}

// cut cuts a run.
func (p Part) cut(run *Run) error {
	var words []string
	if p.From > 0 {
		words = append(words, "from "+p.From.String())
	}
	if p.To > 0 {
		words = append(words, "to "+p.To.String())
	}
	if p.Tag != "" {
		words = append(words, "scene "+p.Tag)
		if tags := run.Stream.Tags(); !slices.Contains(tags, p.Tag) {
			if len(tags) == 0 {
				return fmt.Errorf("%s: no frame has a tag, so none has '%s'", run.Path, p.Tag)
			}
			return fmt.Errorf("%s: no frame has the tag '%s'; there are: %s", run.Path, p.Tag, strings.Join(tags, ", "))
		}
	}
	run.Cut = strings.Join(words, ", ")
	cut := run.Stream.Cut(framelog.Cut{From: p.From, To: p.To, Tag: p.Tag, HasTag: p.Tag != ""})
	if cut.Len() == 0 {
		return fmt.Errorf("%s: no frame is left of it: %s", run.Path, run.Cut)
	}
	run.Stream = cut
	return nil
}
