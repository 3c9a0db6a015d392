package logs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
	"github.com/tactus-go/tactus/framelog/report"
)

// A Desk keeps the logs that were asked for last. The zero value is an empty one.
type Desk struct {
	kept map[content]*framelog.Log
}

// Answer reads what is not kept and answers. The progress is called now and then, nil for none. The
// error is of an Ask that makes no sense, or the context's.
func (d *Desk) Answer(ctx context.Context, a Ask, progress func(Progress)) (*Answer, error) {
	r, err := a.check()
	if err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	d.drop(a.Files)
	out := &Answer{}
	var runs []*page.Run
	for i, f := range a.Files {
		progress(Progress{Part: "read", File: i, Total: f.Size})
		log, run := d.look(i, f, r, progress)
		out.Logs = append(out.Logs, log)
		if run != nil && run.Stream != nil && run.Stream.Count(run.Side) > 0 {
			runs = append(runs, run)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if len(runs) == 0 {
		return out, nil
	}
	progress(Progress{Part: "draw"})
	lines, err := page.NewLines(runs, false)
	if err != nil {
		return nil, err
	}
	out.Plots = lines.Page(page.Options{})
	if len(runs) == FilesMax {
		out.Comparison, err = compared(ctx, runs, progress)
	}
	return out, err
}

// drop forgets the logs that are no longer asked for.
func (d *Desk) drop(files []File) {
	old := d.kept
	d.kept = map[content]*framelog.Log{}
	for _, f := range files {
		if l := old[f.content()]; l != nil {
			d.kept[f.content()] = l
		}
	}
}

// A content is a file but for how it is looked at.
type content struct {
	name, key string
	size      int64
}

func (f *File) content() content { return content{f.Name, f.Key, f.Size} }

// look reads a file, or takes it from the desk, and reports on it. The run is nil where it is refused.
func (d *Desk) look(i int, f File, r rule, progress func(Progress)) (Log, *page.Run) {
	out := Log{Name: f.Name, Streams: []Stream{}}
	refuse := func(problem, text string) (Log, *page.Run) {
		out.Problem, out.Text = problem, strings.TrimPrefix(text, "tactus: ")
		return out, nil
	}
	if f.Size > SizeMax {
		return refuse("large", fmt.Sprintf("%s: %d MB, and this page reads logs of up to %d MB: take a part of it, "+
			"or tactus frames report on the command line", f.Name, f.Size>>20, SizeMax>>20))
	}
	l, err := d.read(i, f, progress)
	if refused := (*framelog.RefusedError)(nil); err != nil && !errors.As(err, &refused) {
		err = fmt.Errorf("%s: %w", f.Name, err) // of the reader that was given
	}
	if err != nil {
		return refuse("refused", err.Error())
	}
	if s := l.Stream(); s != nil {
		out.Display = s.Count(framelog.Display) > 0
	}
	r.part.Stream = f.Stream
	run, err := r.part.Run(l, f.Name)
	out.Streams = streams(l, r.part)
	if err != nil {
		return refuse("refused", err.Error())
	}
	out.Report = report.Of(l, report.Config{Low: r.low, Side: r.part.Side, Stream: run.Stream, Cut: run.Cut})
	if out.Report.Default != nil {
		out.Rows = out.Report.Rows()
	}
	return out, run
}

func (d *Desk) read(i int, f File, progress func(Progress)) (*framelog.Log, error) {
	if l := d.kept[f.content()]; l != nil {
		return l, nil
	}
	o := framelog.Options{Size: f.Size, Progress: func(l *framelog.Log) {
		progress(Progress{Part: "read", File: i, Done: l.Bytes, Total: f.Size, Rows: l.Rows})
	}}
	l, err := framelog.Read(f.Open(), f.Name, o)
	if err != nil {
		return nil, err
	}
	d.kept[f.content()] = l
	return l, nil
}

// streams lists what can be chosen of a log, each by a text that names it alone where there is one.
func streams(l *framelog.Log, part page.Part) []Stream {
	all := []Stream{}
	chosen := part.Of(l)
	for _, s := range l.Streams {
		one := Stream{Name: s.StreamName.String(), Rows: s.Rows, Chosen: s == chosen}
		for _, name := range []string{s.SwapChain, s.ProcessID, s.Application, fmt.Sprint("run ", s.Run)} {
			if name != "" && (page.Part{Stream: name}).Of(l) == s {
				one.Choice = name
				break
			}
		}
		all = append(all, one)
	}
	return all
}
