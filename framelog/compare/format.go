package compare

import (
	"strconv"
	"strings"
)

// Format writes a value of the metric with its unit: "16.667 ms", "59.94 FPS", "1.5 /min". It
// allocates.
func (m Metric) Format(v float64) string {
	switch m.Unit() {
	case unitRate:
		return strconv.FormatFloat(v, 'f', 2, 64) + " FPS"
	case unitCount:
		return strconv.FormatFloat(v, 'f', 2, 64) + " /min"
	}
	return strconv.FormatFloat(v/1e6, 'f', 3, 64) + " ms"
}

// Text returns the difference, "+5.0 %", and its interval, "+3.1 .. +7.0 %"; in the metric's unit where
// there is no ratio. The interval is "" where there is not enough data. It allocates.
func (d *Difference) Text() (difference, interval string) {
	by, write := d.Change, d.Metric.signed
	if d.HasRatio {
		by, write = d.Ratio, percentage
	}
	if d.Why == "" {
		low, _, _ := strings.Cut(write(by.Low), " ")
		interval = low + " .. " + write(by.High)
	}
	return write(by.Value), interval
}

// percentage writes a share with its sign: "+5.0 %".
func percentage(v float64) string {
	return plus(v) + strconv.FormatFloat(v*100, 'f', 1, 64) + " %"
}

// signed writes a change of the metric with its sign.
func (m Metric) signed(v float64) string { return plus(v) + m.Format(v) }

func plus(v float64) string {
	if v >= 0 {
		return "+"
	}
	return ""
}
