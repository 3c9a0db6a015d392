package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/tactus-go/tactus/framelog/report"
)

// A matrix is many logs in one table: each cell is the median of the runs that have its keys.
type matrix struct {
	GroupBy []string     `json:"group_by"`
	Figure  string       `json:"figure"`
	Cells   []matrixCell `json:"cells"`
}

// A matrixCell is the runs that have the same keys.
type matrixCell struct {
	Keys    []string  `json:"keys"`
	Value   *float64  `json:"value"`  // the median of Values; null where there are none
	Values  []float64 `json:"values"` // of the runs that give the figure
	Runs    int       `json:"runs"`
	Sampled int       `json:"sampled_runs"`
	Files   []string  `json:"files"`

	samples []float64
}

// cellFigures are the figures that a cell can hold.
var cellFigures = map[string]struct {
	title string
	of    func(*report.Figures) *float64
}{
	"fps":     {"FPS, frames / time", func(f *report.Figures) *float64 { return &f.AvgFPS }},
	"median":  {"median frame time in ms, linear", func(f *report.Figures) *float64 { return &f.MedianMS }},
	"p99":     {"p99 frame time in ms, linear", func(f *report.Figures) *float64 { return &f.P99MS }},
	"low1":    {"1 % low in FPS", func(f *report.Figures) *float64 { return enough(f.Low) }},
	"low01":   {"0.1 % low in FPS", func(f *report.Figures) *float64 { return enough(f.Low01) }},
	"hitches": {"frames over 50 ms in a minute", hitchesPerMinute},
}

func enough(l report.Low) *float64 {
	if !l.Enough {
		return nil
	}
	return l.FPS
}

func hitchesPerMinute(f *report.Figures) *float64 {
	if f.DurationS <= 0 {
		return nil
	}
	v := float64(f.Over50) / f.DurationS * 60
	return &v
}

// newMatrix puts runs into cells, in the order of their keys. Samples are no frames: they count only in
// a cell that has nothing else.
func newMatrix(groupBy []string, figure string, all []*reported) (*matrix, error) {
	m := &matrix{GroupBy: groupBy, Figure: figure, Cells: []matrixCell{}}
	parts := nameParts(all)
	for i, r := range all {
		var keys []string
		for _, by := range groupBy {
			key, err := groupKey(by, parts[i], r.report)
			if err != nil {
				return nil, err
			}
			keys = append(keys, key)
		}
		c := m.cell(keys)
		c.Runs++
		c.Files = append(c.Files, r.path)
		v := cellFigures[figure].of(r.figures())
		switch {
		case r.report.Sampled:
			c.Sampled++
			if v != nil {
				c.samples = append(c.samples, *v)
			}
		case v != nil:
			c.Values = append(c.Values, *v)
		}
	}
	for i := range m.Cells {
		m.Cells[i].finish()
	}
	slices.SortFunc(m.Cells, func(a, b matrixCell) int { return slices.Compare(a.Keys, b.Keys) })
	return m, nil
}

// finish takes the median of the runs that give the figure.
func (c *matrixCell) finish() {
	if c.Sampled == c.Runs {
		c.Values = c.samples
	}
	if c.Values == nil {
		c.Values = []float64{}
	}
	c.Value = medianOf(c.Values)
}

func (m *matrix) cell(keys []string) *matrixCell {
	i := slices.IndexFunc(m.Cells, func(c matrixCell) bool { return slices.Equal(c.Keys, keys) })
	if i < 0 {
		m.Cells = append(m.Cells, matrixCell{Keys: keys})
		i = len(m.Cells) - 1
	}
	return &m.Cells[i]
}

// medianOf returns the middle value, the mean of the two middle ones of an even number.
func medianOf(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	v := (sorted[(n-1)/2] + sorted[n/2]) / 2
	return &v
}

// nameParts cuts the names of runs at / _ - and blanks, without the folders that all of them share and
// without endings.
func nameParts(runs []*reported) [][]string {
	var all [][]string
	for _, r := range runs {
		all = append(all, strings.Split(filepath.ToSlash(filepath.Clean(r.path)), "/"))
	}
	shared := 0
	for len(all) > 0 && len(all[0])-1 > shared {
		if slices.ContainsFunc(all, func(p []string) bool { return len(p)-1 <= shared || p[shared] != all[0][shared] }) {
			break
		}
		shared++
	}
	for i, p := range all {
		name := strings.Join(p[shared:], "/")
		name = strings.TrimSuffix(name, ".gz")
		name = strings.TrimSuffix(name, filepath.Ext(name))
		all[i] = strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("/_- ", r) })
	}
	return all
}

// groupKey returns a run's key: a part of its name by number, or a field that its file has of itself.
func groupKey(by string, parts []string, r *report.Report) (string, error) {
	if n, err := strconv.Atoi(by); err == nil {
		if n < 0 {
			n += len(parts) + 1
		}
		if n < 1 || n > len(parts) {
			return "", fmt.Errorf("--group-by %s: the name of %s has the parts %s: want 1 to %d, or -1 to -%d",
				by, r.File, strings.Join(parts, ", "), len(parts), len(parts))
		}
		return parts[n-1], nil
	}
	switch strings.ToLower(by) {
	case "format":
		return r.Format, nil
	case "application":
		if r.DefaultStream != nil {
			return r.DefaultStream.Application, nil
		}
		return "?", nil
	}
	for _, f := range r.Header {
		if strings.EqualFold(f.Name, by) {
			return f.Value, nil
		}
	}
	return "?", nil
}

// writeMatrix prints the matrix, bars of its cells, and the table of runs.
func (f *framesReport) writeMatrix(c *console, all []*reported) error {
	framed := withFrames(all)
	if len(framed) == 0 {
		return errors.New("no log holds frames, so there is nothing to put into a table")
	}
	m, err := newMatrix(f.GroupBy, f.Figure, framed)
	if err != nil {
		return err
	}
	rule := cellFigures[f.Figure].title
	if strings.HasPrefix(f.Figure, "low") {
		rule += ", rule " + f.Low
	}
	fmt.Fprintf(c.stdout, "%s by %s; a cell is the median of the runs that give it (their number, of all in the cell)\n\n",
		rule, strings.Join(f.GroupBy, ", "))
	if err := m.write(c); err != nil {
		return err
	}
	fmt.Fprintln(c.stdout)
	m.bars(c)
	fmt.Fprintln(c.stdout)
	return writeTable(c, all)
}

// withFrames leaves out files that hold figures of their own.
func withFrames(all []*reported) []*reported {
	return slices.DeleteFunc(slices.Clone(all), func(r *reported) bool { return r.figures() == nil })
}

// write prints rows of all keys but the last, which makes the columns.
func (m *matrix) write(c *console) error {
	var rows, columns []string
	at := map[[2]string]*matrixCell{}
	for i := range m.Cells {
		k := m.Cells[i].Keys
		row, column := strings.Join(k[:len(k)-1], "  "), k[len(k)-1]
		if len(k) == 1 {
			row, column = k[0], ""
		}
		if !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
		at[[2]string{row, column}] = &m.Cells[i]
	}
	slices.Sort(columns)
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\t%s\n", strings.Join(columns, "\t"))
	for _, row := range rows {
		fmt.Fprint(w, row)
		for _, column := range columns {
			fmt.Fprint(w, "\t", at[[2]string{row, column}].text())
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// text writes a cell: a star marks samples, numbers in brackets several runs.
func (c *matrixCell) text() string {
	if c == nil {
		return "-"
	}
	text := "n/a"
	if c.Value != nil {
		text = fmt.Sprintf("%.2f", *c.Value)
	}
	if c.Sampled == c.Runs {
		text += "*"
	}
	switch n := len(c.Values); {
	case n < c.Runs:
		text += fmt.Sprintf(" (%d of %d)", n, c.Runs)
	case n > 1:
		text += fmt.Sprintf(" (%d)", n)
	}
	return text
}

// barWidth is how long the longest bar is, in characters.
const barWidth = 50

// bars draws the cells.
func (m *matrix) bars(c *console) {
	longest, most := 0, 0.0
	for _, x := range m.Cells {
		longest = max(longest, len([]rune(strings.Join(x.Keys, " "))))
		if x.Value != nil {
			most = max(most, *x.Value)
		}
	}
	sampled := false
	for _, x := range m.Cells {
		bar := ""
		if x.Value != nil && most > 0 {
			if bar = eighths(*x.Value / most * barWidth); x.Sampled == x.Runs {
				bar = strings.Repeat("░", len([]rune(bar)))
			}
		}
		sampled = sampled || x.Sampled == x.Runs
		fmt.Fprintf(c.stdout, "%-*s  %s %s\n", longest, strings.Join(x.Keys, " "), bar, x.text())
	}
	if sampled {
		fmt.Fprintln(c.stdout, "* of samples and not of frames: not comparable with the others")
	}
}

// eighths draws a bar of so many characters.
func eighths(width float64) string {
	n := int(math.Round(width * 8))
	bar := strings.Repeat("█", n/8)
	if n%8 > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[n%8-1])
	}
	return bar
}
