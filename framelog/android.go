package framelog

import (
	"bytes"
	"time"
)

// sniffAndroid knows dumpsys gfxinfo. Its blocks of frames stand between marks, one for each window.
func sniffAndroid(h *head, in *reading) (*format, error) {
	if !bytes.Contains(h.text, []byte("Applications Graphics Acceleration Info")) &&
		!bytes.Contains(h.text, []byte("---PROFILEDATA---")) {
		return nil, nil
	}
	if in.options.Column != "" || in.options.Clock != "" {
		return nil, &RefusedError{What: "a gfxinfo dump, of which no column can be named",
			Do: "read it without --column and --clock"}
	}
	f := &format{name: "Android gfxinfo framestats", sequential: true, layout: &layout{sep: ',', point: '.'}}
	f.source = Source{Text: "(FrameCompleted - IntendedVsync)/1e6 of rows with Flags = 0",
		Column: "FrameCompleted - IntendedVsync", Unit: "ns"}
	f.notes = []string{"frame LENGTHS, not intervals: they overlap and leave idle gaps, so frames over their sum is a " +
		"throughput figure only, and no frame rate"}
	f.lengths = true
	f.parser = func(_ *layout, limits limits) rowParser { return &android{limits: limits} }
	f.check = func(in *reading) {
		if in.log.Rows == 0 {
			in.failure = &RefusedError{What: "a gfxinfo dump without frames: it has a histogram alone",
				Do: "run dumpsys gfxinfo PACKAGE framestats, with the last word"}
		}
	}
	return f, nil
}

// An android parses dumpsys gfxinfo: the state between its marks goes over blocks.
type android struct {
	limits limits
	window []byte // the line before the mark that names one
	inside bool
	comma  bool // lines of the block end with one
	open   bool // the line lacks its end

	flags, start, end, deadline int // columns, -1 for none
}

func (a *android) block(data, _ []byte, end byte, _ *batch) *batch {
	b := newBatch(&layout{}, a.limits)
	for len(data) > 0 {
		line := data
		if i := bytes.IndexByte(data, end); i >= 0 {
			line, data = data[:i], data[i+1:]
		} else {
			data, a.open = nil, true
		}
		b.lines++
		a.line(b, bytes.TrimSpace(line))
	}
	return b
}

func (a *android) line(b *batch, line []byte) {
	switch {
	case bytes.Equal(line, []byte("---PROFILEDATA---")):
		a.inside = !a.inside
		a.start, a.end, a.flags, a.deadline = -1, -1, -1, -1
	case !a.inside:
		line = bytes.TrimPrefix(line, []byte("Window: "))
		if len(line) > 0 && bytes.IndexByte(line, '/') > 0 && bytes.IndexByte(line, ' ') < 0 {
			a.window = append(a.window[:0], line...)
		}
	case a.start < 0:
		a.header(line)
	case len(line) > 0:
		a.row(b, line)
	}
}

// header finds the columns of a block: their number differs between versions of Android.
func (a *android) header(line []byte) {
	a.comma = bytes.HasSuffix(line, []byte{','})
	for i, name := range splitFields(line, ',') {
		switch fold(name) {
		case "flags":
			a.flags = i
		case "intendedvsync":
			a.start = i
		case "framecompleted":
			a.end = i
		case "framedeadline":
			a.deadline = i
		}
	}
}

func (a *android) row(b *batch, line []byte) {
	b.rows++
	flags, ok := a.value(line, a.flags)
	start, ok1 := a.value(line, a.start)
	end, ok2 := a.value(line, a.end)
	s := b.stream([3][]byte{a.window})
	s.Rows++
	switch length := clockSpan(start, end); {
	case a.open && a.comma && !bytes.HasSuffix(line, []byte{','}):
		b.skips.add(skipCut, b.lines)
		return
	case !ok || !ok1 || !ok2:
		b.skips.add(skipNotNumber, b.lines)
	case flags != 0:
		b.skips.add(skipFlagged, b.lines)
	case length == 0:
		b.skips.add(skipZero, b.lines)
	case length < 0:
		b.skips.add(skipNegative, b.lines)
	default:
		s.interval.addSpan(time.Duration(length))
		s.line.add(uint32(b.lines))
		s.clock.add(start)
		b.frames++
	}
	if deadline, ok := a.value(line, a.deadline); ok {
		s.Missed = max(s.Missed, 0)
		if flags == 0 && end > deadline {
			s.Missed++
		}
	}
}

// value returns the number in a column; false where there is none.
func (a *android) value(line []byte, column int) (int64, bool) {
	if column < 0 {
		return 0, false
	}
	at := 0
	for range column {
		if at = passField(line, at, ',') + 1; at > len(line) {
			return 0, false
		}
	}
	v, s, _ := scanDecimal(line, at, 0, ',', '.')
	return v, s == statusOK
}
