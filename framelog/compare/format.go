package compare

import "strconv"

// Format writes a value of the metric with its unit: "16.667 ms", "59.94 FPS", "1.5 /min". It
// allocates.
func (m Metric) Format(v float64) string {
	switch m.Unit() {
	case PerSecond:
		return strconv.FormatFloat(v, 'f', 2, 64) + " FPS"
	case PerMinute:
		return strconv.FormatFloat(v, 'f', 2, 64) + " /min"
	}
	return strconv.FormatFloat(v/1e6, 'f', 3, 64) + " ms"
}

// FormatRatio writes a share as a signed percentage: "+5.0 %".
func FormatRatio(v float64) string {
	text := strconv.FormatFloat(v*100, 'f', 1, 64) + " %"
	if v >= 0 {
		text = "+" + text
	}
	return text
}
