package framelog

import (
	"bytes"
	"strings"
)

// sniffBenchmark knows the Benchmark.txt of RTSS: figures of whole runs, which are shown as such.
func sniffBenchmark(h *head, _ *reading) (*format, error) {
	first := h.rows(8)
	found := false
	for _, row := range first {
		found = found || bytes.Contains(row, []byte("benchmark completed,"))
	}
	if !found {
		return nil, nil
	}
	f := &format{name: "RTSS Benchmark.txt", unverified: true, layout: &layout{sep: ',', point: '.'}}
	f.notes = []string{"a summary that RTSS made itself: its minimum and maximum are of averaged intervals, its 1 % low " +
		"is the integral rule; there are no frames to compute other figures from"}
	f.parser = func(*layout, limits) rowParser { return &benchmark{} }
	f.sequential = true
	f.check = func(in *reading) { in.log.Summary = benchmarkFields(in.total.comments) }
	return f, nil
}

// A benchmark keeps the lines of a Benchmark.txt, which are few, as comments.
type benchmark struct{}

func (*benchmark) block(data, _ []byte, end byte, _ *batch) *batch {
	b := newBatch(&layout{}, limits{})
	for line := range bytes.SplitSeq(data, []byte{end}) {
		b.lines++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			b.comment(line)
		}
	}
	return b
}

// benchmarkFields takes "1% low framerate : 61.2 FPS" apart; the line of a run has no value.
func benchmarkFields(lines []string) []Field {
	var all []Field
	for _, line := range lines {
		if strings.Contains(line, "benchmark completed") {
			all = append(all, Field{"run", strings.TrimSpace(line)})
			continue
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			all = append(all, Field{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return all
}
