package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tactus-go/tactus/framelog/page"
)

type framesPlot struct {
	logFlags
	Logs      []string `arg:"" name:"log" help:"Logs: files, folders, patterns, - for standard input."`
	Output    string   `short:"o" help:"File to write, .png, .svg or .html." default:"frames.png" placeholder:"FILE"`
	Kind      string   `help:"What to draw: ${enum}." enum:"time,distribution,percentiles,steps,all" default:"all"`
	Width     int      `help:"Pixels across of PNG and SVG, 480 to 8000." default:"1000"`
	Height    int      `help:"Pixels from top to bottom of PNG and SVG; 0 is what the content asks for." default:"0"`
	Title     string   `help:"Text over the picture." placeholder:"TEXT"`
	BothSides bool     `help:"Draw present and display intervals side by side."`
	Log       bool     `help:"Frame times on a logarithmic scale, so that nothing is cut at the top."`
}

// Help is what --help says below the first line.
func (f *framesPlot) Help() string {
	return `Several logs are drawn in one picture. A page of HTML can be zoomed and needs no network.

  tactus frames plot game.csv
  tactus frames plot before.csv after.csv -o compare.svg --kind percentiles
  tactus frames plot game.csv -o game.html`
}

// plotEndings are the kinds of file that can be written.
var plotEndings = []string{".png", ".svg", ".html"}

// Run is called by the flag parser.
func (f *framesPlot) Run(c *console) error {
	ending, err := f.check()
	if err != nil {
		return err
	}
	runs, refused, err := f.load(c, f.Logs)
	if err != nil {
		return err
	}
	failed := refuse(c, len(runs), refused)
	if runs = drawable(c, runs); len(runs) == 0 {
		return cmp.Or(failed, errors.New("no log is left to draw"))
	}
	all, err := newLines(runs, f.BothSides)
	if err != nil {
		return err
	}
	if err := f.write(ending, all); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "wrote %s: %s\n", f.Output, strings.TrimPrefix(all.Title(), "Frame times: "))
	return failed
}

// drawable returns the logs that hold frames, and says which do not.
func drawable(c *console, runs []*logRun) []*logRun {
	return slices.DeleteFunc(runs, func(r *logRun) bool {
		if r.stream == nil {
			fmt.Fprintf(c.stderr, "tactus: %s holds figures and no frames: it is not drawn\n", r.path)
		}
		return r.stream == nil
	})
}

// check refuses flags that no picture can be drawn by, before any log is read.
func (f *framesPlot) check() (ending string, err error) {
	ending = strings.ToLower(filepath.Ext(f.Output))
	if !slices.Contains(plotEndings, ending) {
		return "", fmt.Errorf("-o %s: want a file that ends in .png, .svg or .html", f.Output)
	}
	if folder, err := os.Stat(filepath.Dir(f.Output)); err != nil || !folder.IsDir() {
		return "", fmt.Errorf("-o %s: there is no folder %s", f.Output, filepath.Dir(f.Output))
	}
	if file, err := os.Stat(f.Output); err == nil && file.IsDir() {
		return "", fmt.Errorf("-o %s: this is a folder; want a file that ends in .png, .svg or .html", f.Output)
	}
	if f.Width < 480 || f.Width > 8000 {
		return "", fmt.Errorf("--width %d: want 480 to 8000 pixels", f.Width)
	}
	if f.Height < 0 || f.Height > 8000 {
		return "", fmt.Errorf("--height %d: want up to 8000 pixels, or 0 for what the content asks for", f.Height)
	}
	return ending, nil
}

func tooLow(height, least int) error {
	return fmt.Errorf("--height %d: the texts and panels of this picture need at least %d", height, least)
}

// write draws what was asked for. A picture that cannot be drawn leaves the file alone.
func (f *framesPlot) write(ending string, all page.Lines) error {
	p := &plotPicture{series: all, kind: f.Kind, title: f.Title, width: f.Width, height: f.Height, log: f.Log}
	if p.kind == "steps" && len(p.series.WithEngine()) == 0 {
		return errors.New("--kind steps: no log here says how many steps a frame ran; tactus run --log writes that")
	}
	draw := p.writePage
	if ending != ".html" {
		s, err := p.sheet(ending)
		if err != nil {
			return err
		}
		draw = s.write
	}
	var b bytes.Buffer
	if err := draw(&b); err != nil {
		return err
	}
	return os.WriteFile(f.Output, b.Bytes(), 0o666)
}
