package compare

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A Metric is a figure of a run. The zero value is FPS.
type Metric struct {
	kind  kind
	share framelog.Share   // of a percentile or a low
	rule  framelog.LowRule // of a low
	over  time.Duration    // of hitches over a fixed time
	times float64          // of hitches over a multiple of the rolling median
}

type kind uint8

const (
	kindFPS kind = iota
	kindMean
	kindPercentile
	kindLow
	kindHitches
	kindMax
)

const (
	unitTime  = "ns"
	unitRate  = "fps"
	unitCount = "per_minute"
)

// Metrics returns the metrics that are compared where none are named.
func Metrics() []Metric {
	const percent = framelog.Percent
	return []Metric{
		{kind: kindFPS},
		{kind: kindMean},
		{kind: kindPercentile, share: 50 * percent},
		{kind: kindPercentile, share: 95 * percent},
		{kind: kindPercentile, share: 99 * percent},
		{kind: kindPercentile, share: 99*percent + percent*9/10},
		{kind: kindLow, share: percent},
		{kind: kindLow, share: percent / 10},
		{kind: kindHitches, over: 33_333 * time.Microsecond},
		{kind: kindHitches, over: 50 * time.Millisecond},
		{kind: kindHitches, times: 2},
		{kind: kindMax},
	}
}

// LowMetric returns the metric of a low by a rule.
func LowMetric(rule framelog.LowRule, share framelog.Share) Metric {
	return Metric{kind: kindLow, rule: rule, share: share}
}

// String returns the metric's name as a condition gives it: fps, mean, median, p99, low1, low1:integral,
// hitch50ms, hitch2x, max. It allocates.
func (m Metric) String() string {
	switch m.kind {
	case kindMean:
		return "mean"
	case kindPercentile:
		if m.share == 50*framelog.Percent {
			return "median"
		}
		return "p" + percents(m.share)
	case kindLow:
		name := "low" + percents(m.share)
		if m.rule != framelog.LowMean {
			name += ":" + m.rule.String()
		}
		return name
	case kindHitches:
		if m.over > 0 {
			return "hitch" + millis(m.over) + "ms"
		}
		return "hitch" + strconv.FormatFloat(m.times, 'f', -1, 64) + "x"
	case kindMax:
		return "max"
	}
	return "fps"
}

// Label returns what to print beside the figure, with its rule: "1 % low (mean of the slowest)". It
// allocates.
func (m Metric) Label() string {
	switch m.kind {
	case kindFPS:
		return "FPS (frames / time)"
	case kindMean:
		return "mean frame time"
	case kindPercentile:
		if m.share == 50*framelog.Percent {
			return "median frame time"
		}
		return "p" + percents(m.share) + " frame time"
	case kindLow:
		return percents(m.share) + " % low (" + m.rule.String() + ")"
	case kindHitches:
		if m.over > 0 {
			return "hitches > " + millis(m.over) + " ms"
		}
		return "hitches > " + strconv.FormatFloat(m.times, 'f', -1, 64) + "x rolling median"
	}
	return "slowest frame"
}

// Unit returns what the metric's figures are in, as keys of JSON end in it: "ns" for frame times, "fps"
// for rates, "per_minute" for hitches, which are events in a minute of frame time.
func (m Metric) Unit() string {
	switch m.kind {
	case kindFPS, kindLow:
		return unitRate
	case kindHitches:
		return unitCount
	}
	return unitTime
}

// HigherIsBetter reports whether more of it is better: true for rates, false for times and hitches.
func (m Metric) HigherIsBetter() bool { return m.Unit() == unitRate }

// percents writes a share in percent, without zeros at the end.
func percents(s framelog.Share) string {
	return strconv.FormatFloat(float64(s)/float64(framelog.Percent), 'f', -1, 64)
}

// millis writes a time in milliseconds, without zeros at the end.
func millis(d time.Duration) string {
	return strconv.FormatFloat(float64(d)/1e6, 'f', -1, 64)
}

// ParseMetric reads what String wrote; p50 is median. It fails on all else with what there is.
func ParseMetric(name string) (Metric, error) {
	lower := strings.ToLower(name)
	switch lower {
	case "fps":
		return Metric{}, nil
	case "mean":
		return Metric{kind: kindMean}, nil
	case "median":
		return Metric{kind: kindPercentile, share: 50 * framelog.Percent}, nil
	case "max":
		return Metric{kind: kindMax}, nil
	}
	for _, p := range []struct {
		prefix string
		parse  func(string) (Metric, bool)
	}{{"hitch", parseHitch}, {"low", parseLow}, {"p", parsePercentile}} {
		if rest, ok := strings.CutPrefix(lower, p.prefix); ok {
			if m, ok := p.parse(rest); ok {
				return m, nil
			}
			break
		}
	}
	return Metric{}, errors.New("tactus: " + strconv.Quote(name) + " is no metric: there are " + metricNames)
}

const metricNames = "fps, mean, median, p95, p99.9 (any percentile), low1, low0.1, low1:integral (any share " +
	"and rule), hitch50ms, hitch2x (any time and multiple) and max"

func parsePercentile(text string) (Metric, bool) {
	share, ok := parsePercents(text)
	return Metric{kind: kindPercentile, share: share}, ok && share < 100*framelog.Percent
}

func parseLow(text string) (Metric, bool) {
	text, name, named := strings.Cut(text, ":")
	share, ok := parsePercents(text)
	m := Metric{kind: kindLow, share: share}
	if named {
		rule, err := framelog.ParseLowRule(name)
		if err != nil {
			return m, false
		}
		m.rule = rule
	}
	return m, ok && m.resampled()
}

func parseHitch(text string) (Metric, bool) {
	m := Metric{kind: kindHitches}
	if number, ok := strings.CutSuffix(text, "ms"); ok {
		micro, ok := parseDecimal(number, 3)
		m.over = time.Duration(micro) * time.Microsecond
		return m, ok && micro > 0 && micro <= 3_600_000_000
	}
	number, ok := strings.CutSuffix(text, "x")
	thousandths, fits := parseDecimal(number, 3)
	m.times = float64(thousandths) / 1000
	return m, ok && fits && thousandths > 1000 && thousandths <= 1_000_000
}

// parsePercents reads "99.9" as a share over 0 and at most 1.
func parsePercents(text string) (framelog.Share, bool) {
	v, ok := parseDecimal(text, 4)
	return framelog.Share(v), ok && v > 0 && v <= 100*int64(framelog.Percent)
}

// parseDecimal reads digits with at most that many behind the point, as a whole number of the last
// place. Twelve digits in front are more than any figure has.
func parseDecimal(text string, places int) (int64, bool) {
	whole, part, point := strings.Cut(text, ".")
	if len(whole) == 0 || len(whole) > 12 || len(part) > places || point && part == "" {
		return 0, false
	}
	v := int64(0)
	for _, c := range []byte(whole + part + strings.Repeat("0", places-len(part))) {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	return v, true
}
