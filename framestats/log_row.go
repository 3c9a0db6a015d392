package framestats

import (
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/tactus-go/tactus/internal/logtext"
)

// LogHeader is the line that names the columns of a log; [Log] says what each holds.
const LogHeader = "frame,time_s,frame_time_ms,steps,alpha,step_cost_ms,clamped_ms,dropped_cap_ms," +
	"dropped_budget_ms,paused,gap,tag"

const tagMax = 64 // bytes: it bounds a row

// appendHeader appends the lines before the first row.
func appendHeader(b []byte, over time.Duration) []byte {
	b = append(b, "# tactus-frame-log version="...)
	b = strconv.AppendInt(b, LogVersion, 10)
	b = append(b, " over_ms="...)
	b = appendDecimal(b, int64(over), 6)
	return append(b, "\n"+LogHeader+"\n"...)
}

// appendTrailer appends the line after the last row.
func appendTrailer(b []byte, rows, dropped uint64) []byte {
	b = append(b, "# rows="...)
	b = strconv.AppendUint(b, rows, 10)
	b = append(b, " dropped="...)
	b = strconv.AppendUint(b, dropped, 10)
	return append(b, '\n')
}

// append appends the row as a line.
func (r *row) append(b []byte) []byte {
	f := &r.frame
	b = strconv.AppendUint(b, r.number, 10)
	b = appendDecimal(append(b, ','), int64(f.At), 9)
	b = appendDecimal(append(b, ','), int64(f.Real), 6)
	b = strconv.AppendInt(append(b, ','), f.Steps, 10)
	b = append(b, ',')
	if f.Alpha >= 0 && f.Alpha <= 1 {
		b = strconv.AppendFloat(b, f.Alpha, 'f', 6, 64)
	}
	for _, d := range [...]time.Duration{f.Cost, f.Clamped, f.DroppedCap, f.DroppedBudget} {
		b = appendDecimal(append(b, ','), int64(d), 6)
	}
	paused := byte('0')
	if f.Paused {
		paused = '1'
	}
	b = append(b, ',', paused, ',')
	if f.Cause != 0 {
		b = append(b, f.Cause.String()...)
	}
	b = logtext.AppendField(append(b, ','), cutTag(f.Tag))
	return append(b, '\n')
}

// appendDecimal appends n nanoseconds in the unit that has that many decimals of them: 9 in seconds,
// 6 in milliseconds.
func appendDecimal(b []byte, n int64, decimals int) []byte {
	u := uint64(n)
	if n < 0 {
		b, u = append(b, '-'), -u
	}
	unit := uint64(1_000_000)
	if decimals == 9 {
		unit = 1_000_000_000
	}
	b = append(strconv.AppendUint(b, u/unit, 10), '.')
	rest := u % unit
	for unit /= 10; unit > 0; unit /= 10 {
		b = append(b, '0'+byte(rest/unit%10))
	}
	return b
}

// cutTag returns the longest part of a tag, of whole characters, that fits in tagMax bytes.
func cutTag(tag string) string {
	if len(tag) <= tagMax {
		return tag
	}
	n := tagMax
	for n > tagMax-utf8.UTFMax && !utf8.RuneStart(tag[n]) {
		n--
	}
	return tag[:n]
}
