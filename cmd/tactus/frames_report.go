package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/report"
)

type framesReport struct {
	logFlags
	Low     string   `help:"Rule of the lows, as mean, integral, frameview, mangohud." default:"mean" placeholder:"RULE"`
	Hitch   []string `help:"Hitches are over these: times, or multiples of the rolling median." default:"33.333ms,50ms,2x"`
	Slowest int      `help:"How many of the longest frames are listed." default:"5" placeholder:"N"`
	Follow  bool     `help:"Read on as the log grows, with live figures, until interrupted."`
	GroupBy []string `help:"All logs in one table, by parts of their names or header fields." placeholder:"PART,..."`
	Figure  string   `help:"Its figure: ${enum}." enum:"fps,median,p99,low1,low01,hitches" default:"low1"`
	Table   bool     `help:"One line for each log in place of a report each."`
	JSON    bool     `name:"json" help:"Print the reports as JSON."`
	Logs    []string `arg:"" name:"log" help:"Logs: files, folders, patterns, - for standard input."`
}

// Help is the long text of tactus frames report --help.
func (*framesReport) Help() string {
	return `Says what frame-time logs hold, whatever tool wrote them: PresentMon, CapFrameX, OCAT, FrameView, MangoHud,
MSI Afterburner, Fraps, Unreal, Stadia, Android's gfxinfo, SteamVR, tactus itself, and home-made tables. Every
figure stands with its rule; what was left out is counted by reason; what makes figures mean less than they seem
to is a warning.

Examples:
  tactus frames report capture.csv
  tactus frames report --side display --from 10s --to 70s capture.csv
  tactus frames report --process 'run 2' CapFrameX.json
  tactus frames report --low frameview --hitch 33.4ms,50ms,3x capture.csv
  tactus frames report --column 'Total(ms)' --unit ms mine.csv
  tactus frames report --group-by 1,2 --figure p99 runs/
  tactus frames report --json runs/*.csv > figures.json
  tactus frames report --follow run.csv
  zcat run.csv.gz | tactus frames report -

Parts for --group-by are 1, 2, ... or -1, -2, ... from the end: names are cut at / _ - and blanks, after the
folders that all of them share. A word is a field that the file has of itself (GPU, Resolution), format or
application.

Files of a folder or pattern that are no logs are named on standard error and passed over.

Exit code: 0 read, 2 wrong use or a named log that was refused.`
}

// Run is called by the flag parser.
func (f *framesReport) Run(c *console) error {
	config, err := f.config()
	if err != nil {
		return err
	}
	if f.Follow {
		return f.follow(c, config)
	}
	var all []*reported
	refused, err := f.each(c, f.Logs, func(run *logRun) {
		for _, r := range run.runs() {
			all = append(all, &reported{r.path, r.side, r.report(config)})
		}
	})
	if err != nil {
		return err
	}
	switch {
	case f.JSON:
		err = f.writeJSON(c, all, refused)
	case len(all) == 0:
	case len(f.GroupBy) > 0:
		err = f.writeMatrix(c, all)
	case f.Table:
		err = writeTable(c, all)
	default:
		err = writeReports(c, all)
	}
	if err != nil {
		return err
	}
	return refuse(c, len(all), refused)
}

// A reported log is what is kept of it: the frames are not.
type reported struct {
	path   string
	side   framelog.Side
	report *report.Report
}

// figures returns those of the side that is asked for; nil where the log has no frames.
func (r *reported) figures() *report.Figures { return r.report.Of(r.side) }

// follow shows the report of one log as it grows.
func (f *framesReport) follow(c *console, config report.Config) error {
	if len(f.Logs) != 1 || f.JSON || f.Table || len(f.GroupBy) > 0 {
		return errors.New("--follow shows the report of one log: leave out other logs, --json, --table and --group-by")
	}
	path := f.Logs[0]
	return followLog(c, path, f.options(), f.liveText(path, config), func(l *framelog.Log) string {
		run, err := f.choose(l, path)
		if err != nil {
			return trimmed(err)
		}
		return textOf(run.report(config))
	})
}

// config checks the flags.
func (f *framesReport) config() (report.Config, error) {
	config := report.Config{Slowest: f.Slowest}
	var err error
	if config.Low, err = framelog.ParseLowRule(f.Low); err != nil {
		return config, flagError("--low", err)
	}
	if f.Slowest < 1 || f.Slowest > 1000 {
		return config, fmt.Errorf("--slowest is %d: want 1 to 1000", f.Slowest)
	}
	for _, text := range f.Hitch {
		t, err := framelog.ParseThreshold(text)
		if err != nil {
			return config, flagError("--hitch", err)
		}
		config.Hitches = append(config.Hitches, t)
	}
	return config, nil
}

// report returns the report of a run.
func (r *logRun) report(c report.Config) *report.Report {
	c.Stream, c.Cut, c.Side = r.stream, r.cut, r.side
	out := report.Of(r.log, c)
	out.File = r.path
	return out
}

// framesJSON is what frames report --json prints.
type framesJSON struct {
	// Files are the reports by the name of the file, by its path where two have one name.
	Files   map[string]*report.Report `json:"files"`
	Refused []refusal                 `json:"refused"`
	Matrix  *matrix                   `json:"matrix,omitempty"`
}

// A refusal is a file that could not be read.
type refusal struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	What string `json:"what"`
	Do   string `json:"do,omitempty"`
}

func (f *framesReport) writeJSON(c *console, all []*reported, refused []error) error {
	out := framesJSON{Files: map[string]*report.Report{}, Refused: []refusal{}}
	names := map[string]int{}
	for _, r := range all {
		names[filepath.Base(r.path)]++
	}
	for _, r := range all {
		name := filepath.Base(r.path)
		if names[name] > 1 {
			name = r.path
		}
		out.Files[name] = r.report
	}
	if len(f.GroupBy) > 0 {
		var err error
		if out.Matrix, err = newMatrix(f.GroupBy, f.Figure, withFrames(all)); err != nil {
			return err
		}
	}
	for _, err := range refused {
		var e *framelog.RefusedError
		if errors.As(err, &e) {
			out.Refused = append(out.Refused, refusal{e.Name, e.Line, e.What, e.Do})
			continue
		}
		out.Refused = append(out.Refused, refusal{What: err.Error()})
	}
	return c.writeJSON(&out)
}
