package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
)

// logFlags are the flags of every command that reads logs.
type logFlags struct {
	Column  string        `help:"Column of frame times, where it is not found or another is wanted." placeholder:"NAME"`
	Unit    string        `help:"Its unit: s, ms, us, ns or fps." enum:",s,ms,us,ns,fps" default:""`
	Clock   string        `help:"Column of the running clock; alone, frame times are its differences." placeholder:"NAME"`
	Process string        `help:"Take the stream of this application, process id, swap chain or run." placeholder:"NAME"`
	Side    string        `help:"Intervals that are compared and drawn: ${enum}." enum:"present,display" default:"present"`
	From    time.Duration `help:"Leave out frames that start before, counted from the first." placeholder:"TIME"`
	To      time.Duration `help:"Leave out frames that start then or later." placeholder:"TIME"`
	Scene   string        `help:"Take frames with this tag alone." placeholder:"TAG"`
}

// A logRun is a log as a command uses it: one stream, cut as the flags say.
type logRun struct {
	path   string // as the user would give it; "-" for standard input
	log    *framelog.Log
	stream *framelog.Stream // what the flags leave of the log's stream
	side   framelog.Side
	cut    string // in words, "" for all of it
	chosen bool   // --process named the stream
}

// options are how logs are read.
func (f *logFlags) options() framelog.Options {
	return framelog.Options{Column: f.Column, Unit: f.Unit, Clock: f.Clock}
}

// load reads logs: files, folders with all that is in them, patterns, and "-" for standard input. What
// cannot be read is in refused, by file, and the rest is still returned; the error is of wrong use.
func (f *logFlags) load(c *console, paths []string) (runs []*logRun, refused []error, err error) {
	refused, err = f.each(c, paths, func(run *logRun) { runs = append(runs, run) })
	return runs, refused, err
}

// each is load for one log after the other, so that forty large ones need not be held at once.
func (f *logFlags) each(c *console, paths []string, take func(*logRun)) (refused []error, err error) {
	if f.From < 0 || f.To < 0 || f.To > 0 && f.To <= f.From {
		return nil, fmt.Errorf("--from %v --to %v is no part of a log: want 0 <= from < to", f.From, f.To)
	}
	names, found, refused, err := expand(paths)
	if err != nil {
		return nil, err
	}
	p := newProgress(c)
	defer p.done()
	for i, name := range names {
		o := f.options()
		o.Progress = func(l *framelog.Log) {
			p.show("%d of %d: %s, %d MB, %d rows", i+1, len(names), name, l.Bytes>>20, l.Rows)
		}
		run, err := f.read(c, name, o)
		if c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		if err != nil {
			if found[name] {
				err = &foundError{err}
			}
			refused = append(refused, err)
			continue
		}
		take(run)
	}
	return refused, nil
}

// read reads one log.
func (f *logFlags) read(c *console, name string, o framelog.Options) (*logRun, error) {
	in, err := c.openLog(name)
	if err != nil {
		return nil, plainPath(err)
	}
	defer in.Close()
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && name != "-" {
		o.Size = info.Size()
	}
	l, err := framelog.Read(&stopReader{in, c}, name, o)
	if err != nil {
		return nil, err
	}
	return f.choose(l, name)
}

// openLog opens a log, "-" for standard input, which may keep a reader waiting as a pipe does.
func (c *console) openLog(name string) (io.ReadCloser, error) {
	if name == "-" {
		return untilDone(c.ctx, c.stdin, context.Canceled), nil
	}
	return c.open(name)
}

// plainPath says what is wrong with a file as others say it.
func plainPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// A stopReader ends a reading when the command is asked to end.
type stopReader struct {
	r io.Reader
	c *console
}

func (s *stopReader) Read(p []byte) (int, error) {
	if err := s.c.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// choose takes the stream that the flags name out of a log, and cuts it.
func (f *logFlags) choose(l *framelog.Log, name string) (*logRun, error) {
	part := page.Part{Stream: f.Process, From: f.From, To: f.To, Tag: f.Scene}
	if f.Side == framelog.Display.String() {
		part.Side = framelog.Display
	}
	run, err := part.Run(l, name)
	if err != nil {
		return nil, err
	}
	return &logRun{path: name, log: l, stream: run.Stream, side: run.Side, cut: run.Cut, chosen: f.Process != ""}, nil
}

// runs returns a run for each of those that a record holds, or the run itself where one was chosen.
func (r *logRun) runs() []*logRun {
	if r.log.Runs < 2 || r.cut != "" || r.chosen {
		return []*logRun{r}
	}
	var all []*logRun
	for _, s := range r.log.Streams {
		all = append(all, &logRun{path: fmt.Sprintf("%s, run %d", r.path, s.Run), log: r.log, stream: s, side: r.side})
	}
	return all
}

// A foundError is about a file that a folder or a pattern brought in: nobody said that it is a log.
type foundError struct{ error }

func (e *foundError) Unwrap() error { return e.error }

// expand turns folders and patterns into files, each once, and tells which were not named themselves,
// and which folders could not be looked into. A name that is a file is never a pattern; Windows shells
// expand none.
func expand(paths []string) (names []string, brought map[string]bool, closed []error, err error) {
	brought = map[string]bool{}
	bring := func(found []string) {
		for _, n := range found {
			brought[n] = brought[n] || !slices.Contains(paths, n)
		}
		names = append(names, found...)
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == "-":
			names = append(names, path)
		case err == nil && info.IsDir():
			found, shut, err := folder(path)
			if err != nil {
				return nil, nil, nil, err
			}
			closed = append(closed, shut...)
			bring(found)
		case err != nil && strings.ContainsAny(path, "*?["):
			found, bad := filepath.Glob(path)
			if bad != nil {
				return nil, nil, nil, fmt.Errorf("%s: %w", path, bad)
			}
			if len(found) == 0 {
				return nil, nil, nil, fmt.Errorf("%s: no file has such a name", path)
			}
			more, _, shut, err := expand(found)
			if err != nil {
				return nil, nil, nil, err
			}
			closed = append(closed, shut...)
			bring(more)
		default:
			names = append(names, path) // what is wrong with it is said when it is read
		}
	}
	return unique(names), brought, closed, nil
}

// folder returns the files in a folder and below, without hidden ones, and what of it could not be
// looked into. A link counts as the file that it leads to.
func folder(root string) (names []string, closed []error, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == root:
			return plainPath(err)
		case err != nil:
			closed = append(closed, &foundError{plainPath(err)})
		case strings.HasPrefix(d.Name(), ".") && path != root:
			if d.IsDir() {
				return filepath.SkipDir
			}
		case d.IsDir():
		default:
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				names = append(names, path)
			}
		}
		return nil
	})
	if err == nil && len(names) == 0 && len(closed) == 0 {
		err = fmt.Errorf("%s: a folder without files", root)
	}
	slices.Sort(names)
	return names, closed, err
}

func unique(names []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(n string) bool {
		again := seen[n]
		seen[n] = true
		return again
	})
}

// errRefused ends a command that has said which logs it could not read.
var errRefused = errors.New("a log was refused")

// refuse says what could not be read, a line each, beside so many logs that could. It returns errRefused
// where a file among it was named by the user, or none could be read.
func refuse(c *console, read int, refused []error) error {
	var failed error
	for _, err := range refused {
		fmt.Fprintln(c.stderr, "tactus: "+trimmed(err))
		if found := (*foundError)(nil); !errors.As(err, &found) || read == 0 {
			failed = errRefused
		}
	}
	return failed
}
