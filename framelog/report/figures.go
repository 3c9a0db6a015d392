package report

import (
	"sync"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// Figures are those of one side. A null is a figure that its rule does not give for so few frames.
type Figures struct {
	Frames           int            `json:"frames"`
	DurationS        float64        `json:"duration_s,omitempty"`
	AvgFPS           float64        `json:"avg_fps,omitempty"`
	MeanOfInstantFPS float64        `json:"mean_of_instant_fps,omitempty"`
	MinMS            float64        `json:"min_ms,omitempty"`
	MaxMS            float64        `json:"max_ms,omitempty"`
	MeanMS           float64        `json:"mean_ms,omitempty"`
	StdDevMS         float64        `json:"stddev_ms"`
	MedianMS         float64        `json:"median_ms,omitempty"`
	P95MS            float64        `json:"p95_ms,omitempty"`
	P99MS            float64        `json:"p99_ms,omitempty"`
	P999MS           float64        `json:"p99_9_ms,omitempty"`
	NearestRank      *NearestRank   `json:"nearest_rank,omitempty"`
	R8               *R8            `json:"r8,omitempty"`
	Low1FPS          float64        `json:"low1_fps,omitempty"`
	Low01FPS         float64        `json:"low01_fps,omitempty"`
	Low1Variants     map[string]any `json:"low1_variants,omitempty"`
	Low01Variants    map[string]any `json:"low01_variants,omitempty"`
	Over33333        int            `json:"over_33_333"`
	Over33334        int            `json:"over_33_334"`
	Over50           int            `json:"over_50"`
	TimeOver50S      float64        `json:"time_over_50_s"`
	Spikes           []Slow         `json:"spikes,omitempty"`
	CXStutterTimePct *float64       `json:"cx_stutter_time_pct,omitempty"`

	// Low and Low01 are the lows by the rule that was asked for, with their labels.
	Low   Low `json:"low1"`
	Low01 Low `json:"low01"`
}

// A NearestRank holds percentiles that are frame times of the log.
type NearestRank struct {
	MedianMS float64 `json:"median_ms"`
	P95MS    float64 `json:"p95_ms"`
	P99MS    float64 `json:"p99_ms"`
	P999MS   float64 `json:"p99_9_ms"`
}

// An R8 holds percentiles by R type 8, as CapFrameX has them.
type R8 struct {
	P99MS  float64 `json:"p99_ms"`
	P999MS float64 `json:"p99_9_ms"`
}

// A Low is a low with its rule. FPS is null where the rule gives none.
type Low struct {
	Rule   string   `json:"rule"`
	Label  string   `json:"label"`
	FPS    *float64 `json:"fps"`
	Frames int      `json:"frames"`
	Enough bool     `json:"enough"` // the share is at least one whole frame
}

// A Slow is one of the longest frames.
type Slow struct {
	Index  int     `json:"index"`
	StartS float64 `json:"start_s"`
	MS     float64 `json:"ms"`
	Line   int     `json:"line"`
	Tag    string  `json:"tag,omitempty"`
}

// Hitches are the frames over one threshold.
type Hitches struct {
	Threshold string  `json:"threshold"`
	Side      string  `json:"side"`
	Frames    int     `json:"frames"`
	Events    int     `json:"events"`
	TimeS     float64 `json:"time_s"`
	First     []Hitch `json:"first,omitempty"`
}

// A Hitch is adjacent frames over a threshold.
type Hitch struct {
	StartS    float64 `json:"start_s"`
	MS        float64 `json:"ms"`
	Frames    int     `json:"frames"`
	LongestMS float64 `json:"longest_ms"`
	Line      int     `json:"line"`
	Tag       string  `json:"tag,omitempty"`
}

// A Tag is the part of a log that has one tag.
type Tag struct {
	Tag       string   `json:"tag"`
	Frames    int      `json:"frames"`
	DurationS float64  `json:"duration_s"`
	AvgFPS    float64  `json:"avg_fps"`
	P99MS     float64  `json:"p99_ms"`
	Low1      Low      `json:"low1"`
	MaxMS     float64  `json:"max_ms"`
	Hitches   []Counts `json:"hitches,omitempty"`
}

// Counts are the hitches of one threshold in numbers.
type Counts struct {
	Threshold string `json:"threshold"`
	Frames    int    `json:"frames"`
	Events    int    `json:"events"`
}

const (
	one   = framelog.Percent
	tenth = framelog.Percent / 10
	all   = 100 * framelog.Percent
)

// figures computes all that stands on frames, what takes long beside each other.
func (r *Report) figures(s *framelog.Stream, c *Config) {
	side := c.Side
	if s.Count(side) == 0 {
		side = framelog.Display - side
	}
	r.Side = side.String()
	var spikes []Slow
	var g sync.WaitGroup
	g.Go(func() { r.Default = figuresOf(s, framelog.Present, c) })
	g.Go(func() {
		if s.HasDisplay() {
			r.Displayed = figuresOf(s, framelog.Display, c)
		}
	})
	g.Go(func() {
		r.Hitches = hitchesOf(s.Hitches(side, c.Hitches...), side, c.Events)
		spikes = slowestOf(s, side, c.Slowest)
		r.Engine = engineOf(s)
	})
	g.Wait()
	r.Of(side).Spikes = spikes
	for i, part := range s.ByTag() {
		r.Tags = append(r.Tags, tagOf(part, side, s.Tags()[i], c))
	}
}

func figuresOf(s *framelog.Stream, side framelog.Side, c *Config) *Figures {
	f := s.Figures(side)
	out := &Figures{Frames: f.N}
	if f.N == 0 {
		return out
	}
	p := func(share framelog.Share) float64 { return milli(f.Percentile(share)) }
	out.DurationS, out.AvgFPS, out.MeanOfInstantFPS = seconds(f.Time), round(f.FPS()), round(f.MeanInstantFPS())
	out.MinMS, out.MaxMS, out.MeanMS, out.StdDevMS = milli(f.Min), milli(f.Max), milli(f.Mean()), milli(f.StdDev())
	out.MedianMS, out.P95MS, out.P99MS, out.P999MS = p(all/2), p(all-5*one), p(all-one), p(all-tenth)
	out.NearestRank = &NearestRank{milli(f.NearestRank(all / 2)), milli(f.NearestRank(all - 5*one)),
		milli(f.NearestRank(all - one)), milli(f.NearestRank(all - tenth))}
	out.R8 = &R8{milli(f.R8(all - one)), milli(f.R8(all - tenth))}
	out.Low1Variants, out.Low1FPS = variants(f, one)
	out.Low01Variants, out.Low01FPS = variants(f, tenth)
	out.Low, out.Low01 = lowOf(f, c.Low, one), lowOf(f, c.Low, tenth)
	out.Over33333, _ = f.Over(33_333 * time.Microsecond)
	out.Over33334, _ = f.Over(33_334 * time.Microsecond)
	over, lasting := f.Over(50 * time.Millisecond)
	out.Over50, out.TimeOver50S = over, seconds(lasting)
	if side == framelog.Present {
		out.CXStutterTimePct = ptr(round(f.StutterShare()))
	}
	return out
}

// variants returns the lows of a share by every rule; of the mean it is the number of frames, since its
// rate stands apart.
func variants(f *framelog.Figures, share framelog.Share) (byRule map[string]any, mean float64) {
	byRule = map[string]any{}
	for _, rule := range framelog.LowRules() {
		low, ok := f.Low(rule, share)
		switch {
		case rule == framelog.LowMean:
			byRule["k_ceil"], mean = low.Frames, round(low.FPS())
		case ok:
			byRule[rule.String()] = round(low.FPS())
		default:
			byRule[rule.String()] = nil
		}
	}
	return byRule, mean
}

func lowOf(f *framelog.Figures, rule framelog.LowRule, share framelog.Share) Low {
	low, ok := f.Low(rule, share)
	out := Low{Rule: rule.String(), Label: low.Label(), Frames: low.Frames, Enough: low.Enough()}
	if ok {
		out.FPS = ptr(round(low.FPS()))
	}
	return out
}

func slowestOf(s *framelog.Stream, side framelog.Side, n int) (all []Slow) {
	for _, w := range s.Slowest(side, n) {
		all = append(all, Slow{w.Index, tenths(w.Start), milli(w.Time), w.Line, w.Tag})
	}
	return all
}

func hitchesOf(all []framelog.Hitches, side framelog.Side, events int) (out []Hitches) {
	for _, h := range all {
		o := Hitches{Threshold: h.Threshold.String(), Side: side.String(), Frames: h.Frames, Events: h.Count,
			TimeS: seconds(h.Time)}
		for _, e := range h.Events[:min(len(h.Events), events)] {
			o.First = append(o.First, Hitch{tenths(e.Start), milli(e.Time), e.Frames, milli(e.Longest), e.Line, e.Tag})
		}
		out = append(out, o)
	}
	return out
}

func tagOf(part *framelog.Stream, side framelog.Side, tag string, c *Config) Tag {
	f := part.Figures(side)
	out := Tag{Tag: tag, Frames: f.N, DurationS: seconds(f.Time), AvgFPS: round(f.FPS()),
		P99MS: milli(f.Percentile(all - one)), MaxMS: milli(f.Max)}
	out.Low1 = lowOf(f, c.Low, one)
	for _, h := range part.Hitches(side, c.Hitches...) {
		out.Hitches = append(out.Hitches, Counts{h.Threshold.String(), h.Frames, h.Count})
	}
	return out
}
