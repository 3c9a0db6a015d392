package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog/compare"
)

// A comparison is what frames compare prints.
type comparison struct {
	result *compare.Result
	held   []compare.Held
	side   string
	block  time.Duration
	cut    string
}

func (c *comparison) failed() bool {
	for _, h := range c.held {
		if h.Holds {
			return true
		}
	}
	return false
}

// text prints aligned tables.
func (c *comparison) text(w io.Writer) error {
	b := &strings.Builder{}
	alignTable(b, c.runs())
	fmt.Fprintln(b)
	alignTable(b, c.table())
	fmt.Fprintln(b)
	for _, line := range c.lines() {
		fmt.Fprintln(b, line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown prints the same as Markdown.
func (c *comparison) markdown(w io.Writer) error {
	b := &strings.Builder{}
	markdownTable(b, c.runs())
	fmt.Fprintln(b)
	markdownTable(b, c.table())
	fmt.Fprintln(b)
	for _, line := range c.lines() {
		fmt.Fprintln(b, "- "+markdownText(line))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A grid is a table: a heading and rows. The columns of words are left-aligned, numbers right.
type grid struct {
	rows  [][]string
	words []bool
}

// runs is the table of the logs.
func (c *comparison) runs() grid {
	g := grid{words: []bool{true, true, false, false, false, true}}
	g.rows = append(g.rows, []string{"side", "run", "frames", "time", "block", ""})
	add := func(s *compare.Summary) {
		for _, r := range s.Runs {
			g.rows = append(g.rows, []string{s.Name, r.Name, fmt.Sprint(r.Frames()),
				fmt.Sprintf("%.1f s", r.Time().Seconds()), fmt.Sprint(r.Block), isOutlier(s, r.Run)})
		}
		if s.Left {
			for _, o := range s.Outliers {
				g.rows = append(g.rows, []string{s.Name, o.Name, fmt.Sprint(o.Frames()),
					fmt.Sprintf("%.1f s", o.Time().Seconds()), "", "outlier, left out"})
			}
		}
	}
	add(&c.result.Base)
	for i := range c.result.News {
		add(&c.result.News[i].Summary)
	}
	return g
}

func isOutlier(s *compare.Summary, r *compare.Run) string {
	for _, o := range s.Outliers {
		if o.Run == r {
			return "outlier"
		}
	}
	return ""
}

// table is the table of metrics: one group of columns for each new side.
func (c *comparison) table() grid {
	g := grid{words: []bool{true, false}}
	head := []string{"metric", "base"}
	spread := func(s *compare.Summary) bool { return len(s.Runs) > 1 }
	if spread(&c.result.Base) {
		head, g.words = append(head, "of its runs"), append(g.words, false)
	}
	for i := range c.result.News {
		n := &c.result.News[i]
		head, g.words = append(head, n.Name), append(g.words, false)
		if spread(&n.Summary) {
			head, g.words = append(head, "of its runs"), append(g.words, false)
		}
		head, g.words = append(head, "difference", "95 % interval", "verdict"), append(g.words, false, false, true)
	}
	g.rows = append(g.rows, head)
	for i, m := range c.result.Metrics {
		row := append([]string{m.Label()}, figureCells(m, &c.result.Base, i)...)
		for k := range c.result.News {
			n := &c.result.News[k]
			row = append(row, figureCells(m, &n.Summary, i)...)
			row = append(row, differenceCells(&n.Differences[i])...)
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// figureCells are a side's figure, and the spread where there are several runs.
func figureCells(m compare.Metric, s *compare.Summary, i int) []string {
	f := s.Figures[i]
	cells := []string{m.Format(f.Value)}
	if len(s.Runs) > 1 {
		number := func(v float64) string { return numberOf(m.Format(v)) }
		cells = append(cells, fmt.Sprintf("%s..%s (%s..%s)", number(f.Min), number(f.Max), number(f.Q1), number(f.Q3)))
	}
	return cells
}

// numberOf cuts the unit.
func numberOf(text string) string {
	number, _, _ := strings.Cut(text, " ")
	return number
}

func differenceCells(d *compare.Difference) []string {
	difference, interval := d.Text()
	verdict := d.Verdict.String()
	if d.Verdict == compare.NoDifference && d.WithinMargin {
		verdict += ", none over the margin"
	}
	return []string{difference, interval, verdict}
}

// lines are what stands below the table.
func (c *comparison) lines() []string {
	var lines []string
	for _, w := range c.result.Warnings {
		lines = append(lines, "warning: "+w.Text)
	}
	lines = append(lines, c.outlierLines()...)
	for i := range c.result.News {
		lines = append(lines, verdictLine(&c.result.News[i]))
		lines = append(lines, whyLines(&c.result.News[i])...)
	}
	for _, h := range c.held {
		lines = append(lines, fmt.Sprintf("condition %s, %s: %s", h.Condition, h.Name, h.Text))
	}
	return append(lines, c.how()...)
}

func (c *comparison) outlierLines() []string {
	var lines []string
	sides := []*compare.Summary{&c.result.Base}
	for i := range c.result.News {
		sides = append(sides, &c.result.News[i].Summary)
	}
	for _, s := range sides {
		for _, o := range s.Outliers {
			did := "still counts; --without-outliers leaves it out"
			if s.Left {
				did = "left out"
			}
			lines = append(lines, fmt.Sprintf("outlier run %s (%s)", o, did))
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "rule: "+c.result.OutlierRule)
	}
	return lines
}

// verdictLine sums a side up: the metrics by verdict.
func verdictLine(n *compare.Comparison) string {
	var parts []string
	for _, v := range []compare.Verdict{compare.Worse, compare.Better, compare.TooSmall, compare.NoDifference,
		compare.NotEnough} {
		var names []string
		for i := range n.Differences {
			if n.Differences[i].Verdict == v {
				names = append(names, n.Differences[i].Metric.String())
			}
		}
		if len(names) > 0 {
			parts = append(parts, v.String()+": "+strings.Join(names, ", "))
		}
	}
	return "verdict on " + n.Name + ": " + strings.Join(parts, "; ")
}

// whyLines say what there is not enough of, each thing once.
func whyLines(n *compare.Comparison) []string {
	var lines []string
	said := map[string]bool{}
	for i := range n.Differences {
		why := n.Differences[i].Why
		if why == "" || said[why] {
			continue
		}
		said[why] = true
		var names []string
		for k := range n.Differences {
			if n.Differences[k].Why == why {
				names = append(names, n.Differences[k].Metric.String())
			}
		}
		lines = append(lines, fmt.Sprintf("not enough data on %s for %s: %s", n.Name, strings.Join(names, ", "), why))
	}
	return lines
}

// how says by which rules all that was found.
func (c *comparison) how() []string {
	r := c.result
	fewer := ""
	if r.Resamples < r.Asked {
		fewer = fmt.Sprintf(" (%d asked for; fewer for so many frames)", r.Asked)
	}
	cut := ""
	if c.cut != "" {
		cut = ", " + c.cut
	}
	lines := []string{
		fmt.Sprintf("figures: of the %s intervals%s; of several runs the median of the runs' figures, with "+
			"the smallest, the largest and the quartiles", c.side, cut),
		fmt.Sprintf("intervals: 95 %% each, %d resamples%s, seed %d, circular block bootstrap; a block's frames are in "+
			"the table, by Politis and White's rule and at least %v; of twenty unchanged metrics one is expected "+
			"to show a difference", r.Resamples, fewer, r.Seed, c.block),
		fmt.Sprintf("margin: a shown difference under %s %% of the base is too small to matter",
			strings.TrimSuffix(fmt.Sprintf("%.4g", r.Margin*100), ".0")),
	}
	for i := range r.News {
		n := &r.News[i]
		if n.OverRuns {
			lines = append(lines, n.Name+": runs were drawn, then blocks of each: the intervals hold what differs "+
				"from run to run")
		} else {
			lines = append(lines, n.Name+": the intervals hold only what varies within these runs; three runs or more "+
				"on each side would show what differs from run to run")
		}
	}
	return lines
}
