package convert

import (
	"io"
	"strconv"

	"github.com/tactus-go/tactus/internal/logtext"
)

// CSVHeader is the line that names the columns; the package comment says what each holds.
const CSVHeader = "frame,time_s,frame_ms,steps,alpha,sim_ms,dropped_ms,scene"

// WriteCSV writes frames as tactus's own CSV, which framelog reads back to the nanosecond. The error is
// the writer's, or [ErrTooLong]. It panics where the source has no stream or w is nil.
func WriteCSV(w io.Writer, s Source) error { return s.table().csv(w) }

func (t *table) csv(w io.Writer) error {
	out := newSink(w)
	out.b = append(t.about.comment(out.b), CSVHeader+"\n"...)
	frame := int64(0)
	for p, err := range t.placed() {
		if err != nil {
			out.flush()
			return err
		}
		b := append(strconv.AppendInt(out.b, frame, 10), ',')
		if !t.about.clockOff {
			b = appendSeconds(b, p.clock)
		}
		b = appendMillis(append(b, ','), p.span)
		b = t.appendEngine(append(b, ','), p.row)
		b = logtext.AppendField(append(b, ','), p.Tag)
		out.b = append(b, '\n')
		frame++
		if !out.spill() {
			break
		}
	}
	return out.finish()
}

// appendEngine appends the four cells of the loop.
func (t *table) appendEngine(b []byte, i int) []byte {
	if !t.engine {
		return append(b, ",,,"...)
	}
	e := t.Engine(i)
	b = append(strconv.AppendInt(b, e.Steps, 10), ',')
	if isAlpha(e.Alpha) {
		b = strconv.AppendFloat(b, e.Alpha, 'f', -1, 32)
	}
	b = appendMillis(append(b, ','), int64(e.Cost))
	return appendMillis(append(b, ','), int64(e.Dropped))
}

// isAlpha reports whether a phase is one: JSON has no other floats, and other readers no use for them.
func isAlpha(a float64) bool { return a >= 0 && a <= 1 }

// comment appends the first line: key="value" pairs of what is known.
func (a *about) comment(b []byte) []byte {
	b = append(b, "# tactus-frames version=1"...)
	for _, p := range append(a.pairs(), a.marks()...) {
		if p.value == "" {
			continue
		}
		b = append(append(append(b, ' '), p.name...), `="`...)
		b = append(logtext.AppendInside(b, p.value), '"')
	}
	return append(b, '\n')
}

// A pair is a text that is said of the whole.
type pair struct{ name, value string }

func (a *about) pairs() []pair {
	return []pair{{"source", a.source}, {"format", a.format}, {"column", a.column}, {"unit", a.unit},
		{"stream", a.stream}, {"side", a.side}, {"tool", a.tool}}
}

// marks say what rows are where they are no frames. framelog takes them up again.
func (a *about) marks() (all []pair) {
	if a.sampled {
		all = append(all, pair{"sampled", "true"})
	}
	if a.lengths != "" {
		all = append(all, pair{"lengths", a.lengths})
	}
	if a.clockOff {
		all = append(all, pair{"clock", "none"})
	}
	return all
}
