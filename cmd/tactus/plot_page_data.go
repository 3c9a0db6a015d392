package main

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A pageData is what a page's script draws.
type pageData struct {
	Title       string       `json:"title"`
	Parts       []string     `json:"parts"`
	Length      float64      `json:"length"` // seconds
	Log         bool         `json:"log"`
	Plain       bool         `json:"plain"` // labels of time axes are numbers
	Usual       float64      `json:"usual"` // ms, the top of an axis that cuts long frames
	Series      []pageSeries `json:"series"`
	BinRule     string       `json:"binRule"`
	Rows        string       `json:"rows"`
	Edges       []float64    `json:"edges"` // ms
	Percentiles pageCurve    `json:"percentiles"`
	Steps       []pageSteps  `json:"steps"`
	StepsMax    int          `json:"stepsMax"`
	Figures     []pageFigure `json:"figures"`
}

type pageSeries struct {
	Name      string      `json:"name"`
	Number    int         `json:"number"`
	About     string      `json:"about"`
	Sampled   string      `json:"sampled,omitempty"`
	TimeLabel string      `json:"timeLabel"`
	Counted   bool        `json:"counted"` // the time axis counts samples
	TimeRule  string      `json:"timeRule"`
	HitchRule string      `json:"hitchRule"`
	Data      pageFrames  `json:"data"`
	Bands     []pageBand  `json:"bands,omitempty"`
	Hitches   []pageHitch `json:"hitches"` // all that are marked
	Listed    []pageHitch `json:"listed"`  // the longest
	Shares    []*float64  `json:"shares"`  // %, by bin, and 0 at the last edge
	Curve     []*float64  `json:"curve"`   // ms, by percentile
}

type pageBand struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
	Tag  string  `json:"tag"`
	Kind int     `json:"kind"`
}

type pageHitch struct {
	At      float64 `json:"at"`     // s
	Length  float64 `json:"length"` // s
	Longest float64 `json:"longest,omitempty"`
	Frames  int     `json:"frames,omitempty"`
	Over    string  `json:"over,omitempty"`
	Tag     string  `json:"tag,omitempty"`
	Line    int     `json:"line,omitempty"`
}

type pageCurve struct {
	X    []float64 `json:"x"`
	Log  bool      `json:"log"`
	Rule string    `json:"rule"`
}

type pageSteps struct {
	Name   string    `json:"name"`
	Number int       `json:"number"`
	Shares []float64 `json:"shares"`
	Words  []string  `json:"words"`
}

type pageFigure struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
	Rule   string   `json:"rule"`
}

func (p *plotPicture) page() *pageData {
	bins := newBins(p.series)
	_, unit := percentileUp(p.series, p.log)
	d := &pageData{Title: p.heading(), Length: seriesLength(p.series).Seconds(), BinRule: p.binRule(bins),
		StepsMax:    stepsMax,
		Percentiles: pageCurve{Log: strings.Contains(unit, "log"), Rule: percentileWords(p.series)}, Steps: []pageSteps{}}
	d.Rows, d.Plain = rowsWord(p.series), d.Length < 600 || countsSamples(p.series)
	d.Log, d.Usual = p.log, timeUp(p.series, false).to
	for _, k := range []string{"time", "distribution", "percentiles", "steps"} {
		if p.wants(k) {
			d.Parts = append(d.Parts, k)
		}
	}
	for i := range bins.count + 1 {
		d.Edges = append(d.Edges, inMillis(bins.edge(i)))
	}
	end := percentileAxis(p.series).to
	for k := range curvePoints + 1 {
		d.Percentiles.X = append(d.Percentiles.X, end*float64(k)/curvePoints)
	}
	for _, s := range p.series {
		d.Series = append(d.Series, p.pageSeries(s, bins, d.Percentiles.X))
	}
	for _, s := range withEngine(p.series) {
		d.Steps = append(d.Steps, newPageSteps(s))
	}
	d.Figures = pageFigures(p.series)
	return d
}

// curvePoints is how finely a page's percentile curve is cut.
const curvePoints = 800

func (p *plotPicture) pageSeries(s *series, b bins, xs []float64) pageSeries {
	out := pageSeries{Name: s.name, Number: s.number, About: s.describe(), Data: s.pack(),
		TimeRule: p.timeWords(s, false), HitchRule: s.hitchWords(),
		TimeLabel: s.timeLabel(seriesLength(p.series)), Counted: s.counted()}
	if s.run.log.Sampled {
		out.Sampled = sampledWords
	}
	for _, b := range s.bands {
		out.Bands = append(out.Bands, pageBand{b.from.Seconds(), b.to.Seconds(), plain(b.tag), b.kind})
	}
	shares, _, _ := b.shares(s)
	for _, v := range shares {
		percent := 100 * v
		out.Shares = append(out.Shares, &percent)
	}
	none := 0.0 // at the last edge, so that the last bin is as wide as the others
	out.Shares = append(out.Shares, &none)
	out.Curve = s.curve(xs)
	out.Hitches, out.Listed = s.pageHitches()
	return out
}

// curve returns the percentiles of a series at places of their axis, up to where its slowest frame
// stands.
func (s *series) curve(xs []float64) []*float64 {
	curve := make([]*float64, len(xs))
	last := 0
	for i, x := range xs {
		if x > math.Log10(float64(s.n))+1e-9 {
			break
		}
		y := s.atPercentile(x)
		curve[i], last = &y, i
	}
	*curve[last] = inMillis(s.figures.Max)
	return curve
}

// listedMax is how many hitches a page lists, the longest ones.
const listedMax = 200

// pageHitches returns the events of all rules: those that begin with the same frame are one.
func (s *series) pageHitches() (marked, listed []pageHitch) {
	type event struct {
		framelog.Hitch
		over []string
	}
	events := map[int]*event{}
	for _, h := range s.hitches {
		for _, e := range h.Events {
			if events[e.Row] == nil {
				events[e.Row] = &event{Hitch: e}
			}
			events[e.Row].over = append(events[e.Row].over, rugLabel(h.Threshold))
		}
	}
	sorted := make([]*event, 0, len(events))
	for _, e := range events {
		sorted = append(sorted, e)
	}
	slices.SortFunc(sorted, func(a, b *event) int {
		return cmp.Or(cmp.Compare(b.Longest, a.Longest), cmp.Compare(a.Row, b.Row))
	})
	for i, e := range sorted {
		at := pageHitch{At: e.Start.Seconds(), Length: e.Time.Seconds()}
		marked = append(marked, at)
		if i < listedMax {
			at.Longest, at.Frames, at.Over = inMillis(e.Longest), e.Frames, strings.Join(e.over, ", ")
			at.Tag, at.Line = plain(e.Tag), e.Line
			listed = append(listed, at)
		}
	}
	return marked, listed
}

func newPageSteps(s *series) pageSteps {
	out := pageSteps{Name: s.name, Number: s.number, Shares: s.stepShares()}
	for last := len(out.Shares) - 1; last > 2 && out.Shares[last] == 0; last-- {
		out.Shares = out.Shares[:last]
	}
	for _, v := range out.Shares {
		out.Words = append(out.Words, percentWords(v))
	}
	return out
}

// pageFigures are the rows of the table of figures, each with its rule.
func pageFigures(all []*series) []pageFigure {
	var rows []pageFigure
	row := func(name, rule string, value func(s *series) string) {
		f := pageFigure{Name: name, Rule: rule}
		for _, s := range all {
			f.Values = append(f.Values, value(s))
		}
		rows = append(rows, f)
	}
	span := func(name, rule string, value func(f *framelog.Figures) time.Duration) {
		row(name, rule, func(s *series) string { return inMs(value(s.figures)) + " ms" })
	}
	// guarded is a row of a figure that samples do not have.
	guarded := func(name, rule string, value func(s *series) string) {
		row(name, guardedRule(all, rule), framesOnly(value))
	}
	what := strings.TrimSuffix(rowsWord(all), "s")
	if strings.Contains(what, " ") {
		what = "frame or sample"
	}
	row("N", "rows with an interval on this side", func(s *series) string { return grouped(s.n) })
	row("time", timeRule(all), func(s *series) string { return inSeconds(s.figures.Time) })
	guarded("average FPS", "frames / time", func(s *series) string { return oneDigit(s.figures.FPS()) })
	for _, share := range []framelog.Share{framelog.Percent, framelog.Percent / 10} {
		guarded(share.String()+" low", lowRuleWords, func(s *series) string { return lowWords(s, share) })
	}
	for _, share := range []framelog.Share{50 * framelog.Percent, 90 * framelog.Percent, 99 * framelog.Percent,
		99*framelog.Percent + 9*framelog.Percent/10} {
		span("P"+strings.TrimSuffix(share.String(), " %")+" frame time", overSamples(all)+
			"linear between the two nearest (R type 7)",
			func(f *framelog.Figures) time.Duration { return f.Percentile(share) })
	}
	span("shortest "+what, "the smallest interval of a row", func(f *framelog.Figures) time.Duration { return f.Min })
	span("longest "+what, "the largest interval of a row", func(f *framelog.Figures) time.Duration { return f.Max })
	for i, t := range hitchThresholds {
		guarded("hitches "+rugLabel(t), "frames "+thresholdWords(t)+", in events of adjacent ones",
			func(s *series) string { return grouped(s.hitches[i].Frames) + " in " + grouped(s.hitches[i].Count) })
	}
	return rows
}

// guardedRule is the rule of a figure that samples do not have.
func guardedRule(all []*series, rule string) string {
	switch rowsWord(all) {
	case "samples":
		return "n/a: what lies between two samples is not known"
	case "frames":
		return rule
	}
	return rule + "; n/a of samples"
}

// timeRule says what the time is that the intervals sum to.
func timeRule(all []*series) string {
	if rowsWord(all) == "frames" {
		return "sum of the intervals"
	}
	return "sum of the intervals; of samples it is not the time that passed"
}

// overSamples is put before the rule of a figure that samples have too.
func overSamples(all []*series) string {
	switch rowsWord(all) {
	case "samples":
		return "over samples, "
	case "frames":
		return ""
	}
	return "over frames, or samples, "
}

func oneDigit(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// framesOnly guards a figure that samples do not have.
func framesOnly(value func(s *series) string) func(s *series) string {
	return func(s *series) string {
		if s.run.log.Sampled {
			return "n/a"
		}
		return value(s)
	}
}

const lowRuleWords = "frames / time of the k slowest frames, k = ceil(share * N); n/a where too few frames are left"

// lowWords prints a low mean in FPS with its k.
func lowWords(s *series, share framelog.Share) string {
	low, ok := s.figures.Low(framelog.LowMean, share)
	if !ok || !low.Enough() {
		return "n/a (too few frames)"
	}
	return oneDigit(low.FPS()) + " (k = " + grouped(low.Frames) + ")"
}
