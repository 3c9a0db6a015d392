package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tactus-go/tactus/framelog/convert"
)

type framesConvert struct {
	logFlags
	Logs []string `arg:"" name:"log" help:"Logs: files, folders, patterns, - for standard input."`
	As   string   `required:"" placeholder:"FORM" enum:"csv,json,trace" help:"csv, json, or trace for Perfetto or Tracy."`
	Out  string   `short:"o" name:"output" help:"File, or folder; - is standard output." placeholder:"FILE|DIR"`
	Gzip bool     `help:"Compress, and end the name in .gz; so does an -o that ends in it."`
}

// Help is shown below the flags.
func (f *framesConvert) Help() string {
	return `Without -o a file stands beside its log, under its name: run.csv becomes run.tactus.csv,
run.tactus.json or run.trace.json. A log is never overwritten.

  tactus frames convert run.csv --as trace --gzip
  tactus frames convert logs/ --as csv -o converted/
  tactus frames convert --as json -o - run.csv | jq .frames.frame_time_ns`
}

// convertEndings are what the names of written files end in. They differ from those of the tools'
// logs, so that a written file seldom meets a log.
var convertEndings = map[string]string{"csv": ".tactus.csv", "json": ".tactus.json", "trace": ".trace.json"}

// Run is called by the flag parser.
func (f *framesConvert) Run(c *console) error {
	runs, refused, err := f.load(c, f.Logs)
	if err != nil {
		return err
	}
	runs, without := f.frames(runs)
	if err := f.convert(c, runs); err != nil {
		return err
	}
	return refuse(c, len(runs), append(refused, without...))
}

// frames returns the runs that hold frames, and why the others cannot be converted.
func (f *framesConvert) frames(runs []*logRun) (kept []*logRun, without []error) {
	for _, run := range runs {
		var err error
		switch {
		case run.log.Runs > 1 && !run.chosen:
			err = fmt.Errorf("%s: holds %d runs: name one, as --process 'run 1'", run.path, run.log.Runs)
		case run.stream == nil:
			err = fmt.Errorf("%s: %s: it holds figures and no frames: give the log itself", run.path, run.log.Format)
		case run.stream.Count(run.side) == 0:
			err = fmt.Errorf("%s: no frames on the %s side are left", run.path, run.side)
		default:
			kept = append(kept, run)
			continue
		}
		if !slices.Contains(f.Logs, run.path) {
			err = &foundError{err} // a folder or a pattern brought it in
		}
		without = append(without, err)
	}
	return kept, without
}

// convert writes runs, each to a file of its own. Names are checked before anything is written.
func (f *framesConvert) convert(c *console, runs []*logRun) error {
	if f.Out == "-" {
		if len(runs) > 1 {
			return fmt.Errorf("%d logs do not fit into one output: give a folder: -o DIR", len(runs))
		}
		for _, run := range runs {
			f.say(c, run)
			return f.write(c.stdout, run, f.Gzip)
		}
		return nil
	}
	targets, err := f.targets(runs)
	if err != nil {
		return err
	}
	for i, run := range runs {
		if err := f.writeFile(c, targets[i], run); err != nil {
			return err
		}
		what := "frames"
		if run.log.Sampled {
			what = "samples"
		}
		f.say(c, run)
		fmt.Fprintf(c.stdout, "%s: %d %s from %s\n", targets[i], run.stream.Count(run.side), what, run.path)
	}
	return nil
}

// say warns of what a reader of the file may take for frames.
func (f *framesConvert) say(c *console, run *logRun) {
	if run.log.Sampled {
		fmt.Fprintf(c.stderr, "tactus: %s holds samples and not frames: they stay samples, at the log's clock\n", run.path)
	}
	for _, note := range run.log.Notes {
		if strings.HasPrefix(note, "frame LENGTHS") {
			fmt.Fprintf(c.stderr, "tactus: %s holds %s\n", run.path, note)
		}
	}
}

// targets returns the file for each run. It refuses two runs for one file, and a log as a file.
func (f *framesConvert) targets(runs []*logRun) ([]string, error) {
	folder := strings.HasSuffix(f.Out, "/") || strings.HasSuffix(f.Out, string(filepath.Separator))
	if info, err := os.Stat(f.Out); err == nil && info.IsDir() {
		folder = true
	}
	if f.Out != "" && !folder && len(runs) > 1 {
		return nil, fmt.Errorf("%d logs do not fit into the file %s: give a folder: -o %s/", len(runs), f.Out, f.Out)
	}
	if folder {
		if err := os.MkdirAll(f.Out, 0o777); err != nil {
			return nil, err
		}
	}
	var targets []string
	for _, run := range runs {
		target, err := f.target(run.path, folder)
		if err != nil {
			return nil, err
		}
		if i := slices.Index(targets, target); i >= 0 {
			return nil, fmt.Errorf("%s and %s would both become %s: convert them one by one, with -o",
				runs[i].path, run.path, target)
		}
		if log := sameAsLog(target, runs); log != "" {
			return nil, fmt.Errorf("%s would overwrite the log %s: give another name with -o", target, log)
		}
		targets = append(targets, target)
	}
	return targets, nil
}

// target returns the file for a log.
func (f *framesConvert) target(log string, folder bool) (string, error) {
	if f.Out != "" && !folder {
		return f.Out, nil
	}
	if log == "-" {
		return "", errors.New("standard input has no name: give one with -o FILE, or -o - for standard output")
	}
	name := baseName(log) + convertEndings[f.As]
	if f.Gzip {
		name += ".gz"
	}
	if folder {
		return filepath.Join(f.Out, filepath.Base(name)), nil
	}
	return name, nil
}

// baseName takes the endings off a log's name: that of compression, ours, and that of its form.
func baseName(log string) string {
	dir, name := filepath.Split(log)
	name = strings.TrimSuffix(name, ".gz")
	for _, ending := range convertEndings {
		if short, ok := strings.CutSuffix(name, ending); ok && short != "" {
			return dir + short
		}
	}
	if short := strings.TrimSuffix(name, filepath.Ext(name)); short != "" {
		name = short
	}
	return dir + name
}

// sameAsLog returns the log that a file is, also by another name or link; "" where it is none.
func sameAsLog(file string, runs []*logRun) string {
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	for _, run := range runs {
		if of, err := os.Stat(run.path); err == nil && os.SameFile(info, of) {
			return run.path
		}
	}
	return ""
}

// writeFile writes a run to a file, which is there when it is whole, and as it was before where that
// fails. A pipe or a device is written to as it is. A name that ends in .gz is compressed: whoever
// opens it goes by that.
func (f *framesConvert) writeFile(c *console, target string, run *logRun) (err error) {
	packed := f.Gzip || strings.HasSuffix(strings.ToLower(target), ".gz")
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		_, err := orStopped(c, func() (struct{}, error) { // whose reader may never come
			file, err := os.OpenFile(target, os.O_WRONLY, 0)
			if err != nil {
				return struct{}{}, plainPath(err)
			}
			return struct{}{}, errors.Join(f.write(file, run, packed), file.Close())
		})
		return err
	}
	// Each process has a part of its own, so that what one left that was killed is in nobody's way.
	part := fmt.Sprintf("%s.%d.part", target, os.Getpid())
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return plainPath(err)
	}
	whole := false
	defer func() { // also where writing panics
		if !whole {
			file.Close()
			os.Remove(part)
		}
	}()
	err = f.write(file, run, packed)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(part, target)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	whole = true
	return nil
}

// write writes a run in the form that the flags name.
func (f *framesConvert) write(w io.Writer, run *logRun, packed bool) error {
	source := convert.Source{Log: run.log, Stream: run.stream, Side: run.side, Tool: "tactus " + version()}
	form := map[string]func(io.Writer, convert.Source) error{
		"csv": convert.WriteCSV, "json": convert.WriteJSON, "trace": convert.WriteTrace}[f.As]
	if !packed {
		return form(w, source)
	}
	z := gzip.NewWriter(w) // without name and time: the same log gives the same bytes
	if err := form(z, source); err != nil {
		return err
	}
	return z.Close()
}
