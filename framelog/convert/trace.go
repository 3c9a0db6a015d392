package convert

import (
	"io"
	"strconv"
)

// The threads of a trace. Tracy takes instants whose name holds "frame" as frame marks; nothing else of
// thread 2 may be so named, and no other instant.
const (
	threadFrames  = 1
	threadMarks   = 2
	threadHitches = 3
	threadScenes  = 4
)

// traceMax is the longest trace in nanoseconds: to there microseconds in a 64-bit float are finer than a
// nanosecond, so that shortening a slice by a few is enough.
const traceMax = 1 << 52

// WriteTrace writes frames as Chrome's trace-event JSON, of some 250 bytes a frame; the package comment
// says what it holds. The error is the writer's, or [ErrTooLong] for more than 52 days. It panics where
// the source has no stream or w is nil.
func WriteTrace(w io.Writer, s Source) error { return s.table().trace(w) }

func (t *table) trace(w io.Writer) error {
	for p, err := range t.placed() {
		switch {
		case err != nil:
			return err
		case p.end > traceMax:
			return ErrTooLong
		}
	}
	out := newSink(w)
	out.b = append(out.b, "{\"displayTimeUnit\":\"ms\",\"otherData\":{"...)
	for k, p := range append(t.about.pairs(), t.about.marks()...) {
		if k > 0 {
			out.b = append(out.b, ',')
		}
		out.b = append(appendString(out.b, p.name), ':')
		out.b = appendString(out.b, p.value)
	}
	out.b = append(out.b, "},\"traceEvents\":[\n"...)
	t.traceNames(out)
	t.traceFrames(out)
	if t.marksHitches() {
		t.traceHitches(out)
	}
	t.traceScenes(out)
	out.b = append(out.b, "\n]}\n"...)
	return out.finish()
}

// traceNames writes the metadata: nothing else names a track.
func (t *table) traceNames(out *sink) {
	out.b = append(out.b, `{"name":"process_name","ph":"M","pid":1,"tid":1,"args":{"name":`...)
	out.b = append(appendString(out.b, t.about.title()), "}}"...)
	for tid, name := range t.threads() {
		if name == "" {
			continue
		}
		tid := int64(tid)
		b := strconv.AppendInt(append(out.b, ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":"...), tid, 10)
		b = appendString(append(b, `,"args":{"name":`...), name)
		b = append(b, "}},\n{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":1,\"tid\":"...)
		b = strconv.AppendInt(b, tid, 10)
		b = strconv.AppendInt(append(b, `,"args":{"sort_index":`...), tid, 10)
		out.b = append(b, "}}"...)
	}
}

// threads returns the name of each thread by its number, "" where it holds nothing.
func (t *table) threads() [threadScenes + 1]string {
	names := [threadScenes + 1]string{threadFrames: "frames (" + t.about.side + ")", threadMarks: "frame marks",
		threadHitches: "hitches", threadScenes: "scenes"}
	switch {
	case t.about.sampled:
		names[threadFrames], names[threadMarks] = "samples ("+t.about.side+")", ""
	case t.about.lengths != "":
		names[threadFrames] = "frame lengths (" + t.about.side + ")"
	}
	if t.about.clockOff {
		names[threadFrames] += ", a second apart since the log has no clock"
	}
	if !t.marksHitches() {
		names[threadHitches] = ""
	}
	if !t.scene {
		names[threadScenes] = ""
	}
	return names
}

// marksHitches is false for samples, since what lies between two is not known, and for lengths, of which
// two that are adjacent may be one wait.
func (t *table) marksHitches() bool { return !t.about.apart() }

// title is what the process is called.
func (a *about) title() string {
	if a.source == "" {
		return a.stream
	}
	return a.source + " (" + a.stream + ")"
}

// traceFrames writes slices, marks and counters, in order of time. Samples have no marks: viewers count
// frames by them.
func (t *table) traceFrames(out *sink) {
	frame, name := int64(0), "frame"
	if t.about.sampled {
		name = "sample"
	}
	for p := range t.placed() {
		appendSlice(out, threadFrames, name, p.at, p.end)
		b := append(append(append(out.b, `,"args":{"`...), name...), `":`...)
		b = strconv.AppendInt(b, frame, 10)
		b = append(strconv.AppendInt(append(b, `,"line":`...), int64(p.Line), 10), "}}"...)
		if !t.about.sampled {
			b = append(b, ",\n{\"name\":\"frame\",\"ph\":\"i\",\"s\":\"t\",\"pid\":1,\"tid\":2,\"ts\":"...)
			b = append(appendMicros(b, p.at), '}')
		}
		b = appendMillis(appendCounter(b, "frame_time_ms", "ms", p.at), p.span)
		b = append(b, "}}"...)
		if t.engine {
			e := t.Engine(p.row)
			b = strconv.AppendInt(appendCounter(b, "steps", "steps", p.at), e.Steps, 10)
			b = appendMillis(appendCounter(append(b, "}}"...), "dropped_ms", "ms", p.at), int64(e.Dropped))
			b = append(b, "}}"...)
		}
		out.b = b
		frame++
		if !out.spill() {
			return
		}
	}
}

// appendCounter appends a counter up to its value.
func appendCounter(b []byte, name, series string, at int64) []byte {
	b = append(append(append(b, ",\n{\"name\":\""...), name...), `","ph":"C","pid":1,"ts":`...)
	b = append(appendMicros(b, at), `,"args":{"`...)
	return append(append(b, series...), `":`...)
}

// appendSlice appends a slice from at to end, up to its args, so that it never reaches into one that
// begins at end.
func appendSlice(out *sink, thread int64, name string, at, end int64) {
	b := appendString(append(out.b, ",\n{\"name\":"...), name)
	b = strconv.AppendInt(append(b, `,"ph":"X","pid":1,"tid":`...), thread, 10)
	b = appendMicros(append(b, `,"ts":`...), at)
	out.b = appendMicros(append(b, `,"dur":`...), fitted(at, end))
}

// fitted returns how long a slice from at to end may say to be. Exact decimals are not enough: readers
// hold them as floats, where 0.1 + 0.2 > 0.3, and some then cut each to nanoseconds. A slice that
// reaches into the next makes that one vanish in Perfetto without a word.
func fitted(at, end int64) int64 {
	span := end - at
	from, to := float64(at)/1000, float64(end)/1000
	for span > 0 && (from+float64(span)/1000 > to || cutNanos(at)+cutNanos(span) > cutNanos(end)) {
		span--
	}
	return span
}

// cutNanos is what a reader makes of a printed time that it parses as a float of microseconds and cuts
// to nanoseconds.
func cutNanos(n int64) int64 { return int64(float64(n) / 1000 * 1000) }

// traceHitches marks each frame over the threshold; adjacent ones are one hitch, marked where it begins.
// The name does not hold "frame": Tracy would count it as one.
func (t *table) traceHitches(out *sink) {
	number, at := int64(0), int64(0)
	var count, began, first int64
	mark := func() {
		if count == 0 {
			return
		}
		b := append(out.b, ",\n{\"name\":\"hitch "...)
		b = append(appendMillis(b, at-began), " ms\",\"ph\":\"i\",\"s\":\"t\",\"pid\":1,\"tid\":3,\"ts\":"...)
		b = strconv.AppendInt(append(appendMicros(b, began), `,"args":{"frames":`...), count, 10)
		b = strconv.AppendInt(append(b, `,"first":`...), first, 10)
		out.b, count = append(b, "}}"...), 0
	}
	for i := range t.Len() {
		_, span, ok := t.frame(i)
		switch {
		case !ok:
			continue
		case span <= int64(t.hitch):
			mark()
		case count == 0:
			began, first, count = at, number, 1
		default:
			count++
		}
		number, at = number+1, at+span
		if !out.spill() {
			return
		}
	}
	mark()
}

// traceScenes writes a slice for each run of frames with the same tag; there is none where it is empty.
func (t *table) traceScenes(out *sink) {
	if !t.scene {
		return
	}
	end, began, scene := int64(0), int64(0), ""
	mark := func() {
		if scene != "" {
			appendSlice(out, threadScenes, scene, began, end)
			out.b = append(out.b, '}')
		}
	}
	for p := range t.placed() {
		if p.Tag != scene {
			mark()
			began, scene = p.at, p.Tag
		}
		end = p.end
		if !out.spill() {
			return
		}
	}
	mark()
}
