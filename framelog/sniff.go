package framelog

import (
	"bytes"
	"strings"
)

// sniff finds out what a file is by its first lines.
func sniff(text []byte, in *reading) (*format, error) {
	if err := refuseBinary(text); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, &RefusedError{What: "an empty file", Do: "was the capture ended before anything was written?"}
	}
	h := &head{text: text, end: in.blocks.end}
	if h.end == 0 {
		h.end = '\n'
		in.blocks.end = '\n'
	}
	h.hint()
	for _, known := range []func(*head, *reading) (*format, error){
		sniffAndroid, sniffBenchmark, sniffAfterburner, sniffMangoHud,
	} {
		ahead := *h
		if f, err := known(&ahead, in); f != nil || err != nil {
			return f, err
		}
	}
	return sniffTable(h, in)
}

// hint takes the line by which Excel is told the separator.
func (h *head) hint() {
	ahead := *h
	line, _ := ahead.line()
	line = bytes.Trim(line, `" `)
	if len(line) == len("sep=;") && bytes.EqualFold(line[:4], []byte("sep=")) && bytes.IndexByte([]byte(",;\t"), line[4]) >= 0 {
		ahead.sep = line[4]
		*h = ahead
	}
}

// sniffTable takes the first line that is no comment for a header.
func sniffTable(h *head, in *reading) (*format, error) {
	var notes []Field
	for {
		before := h.at
		line, ok := h.line()
		if !ok {
			return nil, &RefusedError{What: "comments and no rows", Do: "give a log with a line for each frame"}
		}
		text := bytes.TrimSpace(line)
		if comment, ok := commentText(text); ok {
			if k, v, ok := strings.Cut(clean(comment), "="); ok && len(notes) < commentsMax {
				notes = append(notes, Field{strings.TrimSpace(k), strings.TrimSpace(v)})
			}
			continue
		}
		if len(bytes.Trim(text, ",;\t ")) == 0 {
			continue
		}
		t, refused := newTable(h, line, in.limits.columns)
		if refused != nil {
			return nil, refused
		}
		t.start = before
		if t.doubt != "" {
			return nil, &RefusedError{Line: t.lines, What: "a table in which '" + t.doubt + "' may be with decimals or with " +
				"thousands", Do: "write the file without marks between thousands"}
		}
		f, err := in.tableFormat(t, notes)
		if err != nil {
			return nil, err
		}
		f.source.guess(t.said)
		f.header = append(notes, f.header...)
		f.layout.finish()
		return f, nil
	}
}

// commentText returns what stands behind // or #.
func commentText(line []byte) ([]byte, bool) {
	if rest, ok := bytes.CutPrefix(line, []byte("//")); ok {
		return rest, true
	}
	return bytes.CutPrefix(line, []byte("#"))
}

// tableFormat asks each tool's rule whether a header is its own; what nobody knows is looked at as
// home-made. Flags of the user come first.
func (in *reading) tableFormat(t *table, notes []Field) (*format, error) {
	for _, known := range []func(*table, []Field) (*format, error){
		refuseTable, sensorTable, tactusTable, presentMonTable, ocatVRTable, unrealTable, stadiaTable, steamVRTable,
		frapsTable,
		metroTable,
	} {
		if f, err := known(t, notes); f != nil || err != nil {
			return in.chosen(t, f, err)
		}
	}
	f, err := homeMade(t, in.options.Unit)
	return in.chosen(t, f, err)
}

// chosen is a format with the columns that the user named. A table in which none was found can still be
// read by those.
func (in *reading) chosen(t *table, f *format, err error) (*format, error) {
	if err != nil {
		if in.options.Column == "" && in.options.Clock == "" {
			return nil, err
		}
		f = t.format("table with named columns")
		t.streams(f)
	}
	return f, in.override(t, f)
}
