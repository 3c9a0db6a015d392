package framelog

import (
	"bytes"
	"strings"
)

// binaries are files that people hand in by mistake, by their first bytes.
var binaries = []struct{ magic, what string }{
	{"\x89PNG", "a PNG picture"},
	{"\xff\xd8\xff", "a JPEG picture"},
	{"GIF8", "a GIF picture"},
	{"BM", "a BMP picture"},
	{"RIFF", "a video, sound or WebP file"},
	{"PK\x03\x04", "a zip archive (or an Excel sheet)"},
	{"%PDF", "a PDF document"},
	{"\x7fELF", "a program"},
	{"MZ", "a Windows program"},
	{"7z\xbc\xaf", "a 7-Zip archive"},
	{"\x28\xb5\x2f\xfd", "a zstd file"},
	{"\xfd7zXZ", "an xz file"},
	{"BZh", "a bzip2 file"},
	{"SQLite", "a database"},
	{"\x1f\x8b\x08", "a gzip file inside a gzip file"},
}

// binaryHead reports whether a text has bytes that no text has.
func binaryHead(head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), 64)], 0) >= 0
}

// refuseBinary says what a file is that is no text.
func refuseBinary(text []byte) error {
	for _, b := range binaries {
		if !bytes.HasPrefix(text, []byte(b.magic)) || len(b.magic) == 2 && !binaryHead(text) {
			continue
		}
		return &RefusedError{What: b.what + ", not a frame-time log",
			Do: "give the text file that the capture tool wrote (CSV, JSON, .hml or .txt; .gz is read too)"}
	}
	if binaryHead(text) {
		return &RefusedError{What: "a binary file, not a frame-time log",
			Do: "give the text that the capture tool wrote; .etl traces and Unity's .pdata have to be exported as CSV first"}
	}
	return nil
}

// summaries are headers of files with a line for each run, by a column that only they have, folded.
var summaries = []struct{ column, what, do string }{
	{"0.1% min fps", "a summary of MangoHud, with one line a run", "give the log beside it, the file without _summary"},
	{"avg fps", "a summary of FrameView, with one line a run", "give the ..._Log.csv of the run"},
	{"average fps (excl. percentile)", "a summary of OCAT", "give the OCAT-...csv of the run"},
	{"average fps", "a summary, with one line a run", "give the log of the run itself"},
	{"avg", "a summary, with one line a run", "give the log of the run itself"},
	{"99th-percentile (ms)", "a summary of OCAT, with one line a run", "give the OCAT-....csv of the run"},
	{"average fps (all frames)", "a summary", "give the log of the run itself"},
	{"99(%) fps", "samples of the NVIDIA App's FPS counter, not frames", "capture with FrameView or PresentMon"},
	{"fps 1(%) low", "samples of the NVIDIA App's FPS counter, not frames", "capture with FrameView or PresentMon"},
}

// refuseTable knows files that stand beside logs and are none.
func refuseTable(t *table, _ []Field) (*format, error) {
	for _, s := range summaries {
		if t.hasAny(s.column) && !t.hasAny("msbetweenpresents", "frametime") {
			return nil, &RefusedError{Line: t.lines, What: s.what, Do: s.do}
		}
	}
	switch {
	case len(t.folded) == 1 && t.folded[0] == "fps":
		return nil, &RefusedError{Line: t.lines, What: "a list of FPS, one a second (Fraps' ... fps.csv), not frames",
			Do: "give the ... frametimes.csv that Fraps writes beside it"}
	case t.has("frames", "time (ms)", "min", "max"):
		return nil, &RefusedError{Line: t.lines, What: "a summary of Fraps (... minmaxavg.csv)",
			Do: "give the ... frametimes.csv that Fraps writes beside it"}
	case t.statistics():
		return nil, &RefusedError{Line: t.lines, What: "a summary of statistics, with figures and not frames",
			Do: "give the capture beside it, as PresentMon's pmcap-....csv for its -stats.csv"}
	case t.sensors() && t.sensorTime() < 0:
		return nil, &RefusedError{Line: t.lines, What: "a sensor log of HWiNFO without frame times",
			Do: "capture frames with PresentMon, CapFrameX or FrameView; HWiNFO polls sensors every few seconds"}
	}
	return nil, nil
}

// statistics reports whether the columns are figures: averages, percentiles, lows.
func (t *table) statistics() bool {
	n := 0
	for _, c := range t.folded {
		if strings.Contains(c, "average") || strings.Contains(c, "percentile") || strings.Contains(c, "1% low") ||
			strings.Contains(c, "stddev") || strings.HasPrefix(c, "avg") || strings.Contains(c, "99%") {
			n++
		}
	}
	return n >= 2 || n == 1 && len(t.rows) <= 3 && !t.hasAny("frametime", "msbetweenpresents", "frame time (ms)")
}

// sensors reports whether the columns are those of HWiNFO.
func (t *table) sensors() bool { return t.has("date", "time") && t.bracketed() > 5 }

// sensorTime returns the column in which HWiNFO has the frame times of RTSS or PresentMon, -1 for none.
func (t *table) sensorTime() int {
	for i, n := range t.folded {
		if (strings.HasPrefix(n, "frame time") || strings.HasPrefix(n, "frametime")) && strings.HasSuffix(n, "[ms]") {
			return i
		}
	}
	return -1
}

// sensorTable knows logs of HWiNFO with frame times: one sample for each polling period.
func sensorTable(t *table, _ []Field) (*format, error) {
	if !t.sensors() {
		return nil, nil
	}
	f := t.format("HWiNFO sensor log")
	f.unverified, f.sampled = true, true
	column := t.sensorTime()
	f.layout.set(column, roleInterval, milliseconds.shift)
	name := strings.TrimSpace(t.names[column])
	f.source = Source{Text: name, Column: name, Unit: "ms"}
	return f, nil
}

// bracketed counts columns with a unit in brackets, as HWiNFO writes them.
func (t *table) bracketed() int {
	n := 0
	for _, c := range t.folded {
		if strings.HasSuffix(c, "]") {
			n++
		}
	}
	return n
}
