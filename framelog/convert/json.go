package convert

import (
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/tactus-go/tactus/framelog"
)

// WriteJSON writes frames as one JSON object of columns; the package comment says what each holds. The
// error is the writer's, or [ErrTooLong]. It panics where the source has no stream or w is nil.
func WriteJSON(w io.Writer, s Source) error { return s.table().json(w) }

// A jsonColumn is an array, and how a frame's value is appended.
type jsonColumn struct {
	name  string
	there bool
	value func(b []byte, f framelog.Frame, i int) []byte
}

func (t *table) json(w io.Writer) error {
	n, _, err := t.count()
	if err != nil {
		return err
	}
	out := newSink(w)
	b := append(out.b, "{\n"...)
	for _, p := range t.about.pairs() {
		b = append(append(append(b, ` "`...), p.name...), `": `...)
		b = append(appendString(b, p.value), ",\n"...)
	}
	b = strconv.AppendBool(append(b, ` "sampled": `...), t.about.sampled)
	b = strconv.AppendBool(append(b, ",\n \"lengths\": "...), t.about.lengths != "")
	b = append(b, ",\n \"frame_count\": "...)
	b = strconv.AppendInt(b, int64(n), 10)
	out.b = append(b, ",\n \"frames\": {"...)
	comma := ""
	for _, c := range t.jsonColumns() {
		if !c.there {
			continue
		}
		out.b = append(append(append(append(out.b, comma...), "\n  \""...), c.name...), "\": ["...)
		if !t.jsonArray(out, c) {
			break
		}
		out.b = append(out.b, ']')
		comma = ","
	}
	out.b = append(out.b, "\n }\n}\n"...)
	return out.finish()
}

// jsonArray writes a column's values. It reports whether writing goes on.
func (t *table) jsonArray(out *sink, c jsonColumn) bool {
	first := true
	for i := range t.Len() {
		f, _, ok := t.frame(i)
		if !ok {
			continue
		}
		if !first {
			out.b = append(out.b, ',')
		}
		first = false
		out.b = c.value(out.b, f, i)
		if !out.spill() {
			return false
		}
	}
	return true
}

func (t *table) jsonColumns() []jsonColumn {
	whole := func(value func(f framelog.Frame, i int) int64) func([]byte, framelog.Frame, int) []byte {
		return func(b []byte, f framelog.Frame, i int) []byte { return strconv.AppendInt(b, value(f, i), 10) }
	}
	return []jsonColumn{
		{"frame_time_ns", true, whole(func(f framelog.Frame, _ int) int64 {
			if t.side == framelog.Display {
				return int64(f.Display)
			}
			return int64(f.Interval)
		})},
		{"line", true, whole(func(f framelog.Frame, _ int) int64 { return int64(f.Line) })},
		{"display_ns", t.display, whole(func(f framelog.Frame, _ int) int64 { return int64(f.Display) })},
		{"clock_ns", t.clock, whole(func(f framelog.Frame, _ int) int64 { return int64(f.Clock) })},
		{"steps", t.engine, whole(func(_ framelog.Frame, i int) int64 { return t.Engine(i).Steps })},
		{"alpha", t.engine, func(b []byte, _ framelog.Frame, i int) []byte {
			if alpha := t.Engine(i).Alpha; isAlpha(alpha) {
				return strconv.AppendFloat(b, alpha, 'f', -1, 32)
			}
			return append(b, "null"...)
		}},
		{"cost_ns", t.engine, whole(func(_ framelog.Frame, i int) int64 { return int64(t.Engine(i).Cost) })},
		{"dropped_ns", t.engine, whole(func(_ framelog.Frame, i int) int64 { return int64(t.Engine(i).Dropped) })},
		{"scene", t.scene, func(b []byte, f framelog.Frame, _ int) []byte { return appendString(b, f.Tag) }},
	}
}

// appendString appends a JSON string. It escapes what JSON must have escaped, and beyond that what ends
// a script or a line where JSON stands inside of HTML or JavaScript.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c < ' ' || c == '<' || c == '>' || c == '&' || c == 0x7f || c == '\u2028' || c == '\u2029':
			b = append(b, '\\', 'u', hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '"')
}
