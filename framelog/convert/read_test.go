package convert_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/convert"
)

const twins = "../testdata/twins"

// eachLog runs a test on every log in a folder that can be read, and fails where those are few.
func eachLog(t *testing.T, dir string, least int, test func(t *testing.T, l *framelog.Log, side framelog.Side)) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		l, err := framelog.Read(bytes.NewReader(text), file.Name(), framelog.Options{})
		if err != nil || l.Stream() == nil {
			continue // a twin of what is no log
		}
		ran++
		t.Run(file.Name(), func(t *testing.T) {
			for _, side := range []framelog.Side{framelog.Present, framelog.Display} {
				if l.Stream().Count(side) > 0 {
					test(t, l, side)
				}
			}
		})
	}
	if ran < least {
		t.Errorf("%d logs in %s were read, expected at least %d", ran, dir, least)
	}
}

func written(t *testing.T, write func(io.Writer, convert.Source) error, s convert.Source) []byte {
	t.Helper()
	return text(t, func(w io.Writer) error { return write(w, s) })
}

// sameAgain checks that what CSV and JSON hold of a log is what the log holds.
func sameAgain(t *testing.T, l *framelog.Log, side framelog.Side) {
	first := written(t, convert.WriteCSV, convert.Source{Log: l, Side: side, Tool: "a test"})
	read := func(text []byte) *framelog.Log {
		again, err := framelog.Read(bytes.NewReader(text), "again.csv", framelog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	again := read(first)
	var want, got []int64
	for _, d := range l.Stream().Intervals(side) {
		want = append(want, int64(d))
	}
	for _, d := range again.Stream().Intervals(framelog.Present) {
		got = append(got, int64(d))
	}
	if len(want) != len(got) || !bytes.Equal(numbers(want), numbers(got)) {
		t.Fatalf("%d frames, read again as %d, or others", len(want), len(got))
	}
	if again.Sampled != l.Sampled || strings.Join(again.Notes, "") != lengthsOf(l) {
		t.Fatalf("sampled %v, notes %q; read again as sampled %v, notes %q", l.Sampled, l.Notes, again.Sampled, again.Notes)
	}
	second := written(t, convert.WriteCSV, convert.Source{Log: again, Tool: "a test"})
	if a, b := rowsOf(first), rowsOf(second); !bytes.Equal(a, b) {
		t.Fatalf("the rows are not the same again:\n%.300s\n%.300s", a, b)
	}
	third := written(t, convert.WriteCSV, convert.Source{Log: read(second), Tool: "a test"})
	if !bytes.Equal(second, third) {
		t.Fatalf("the file is not the same again:\n%.300s\n%.300s", second, third)
	}
	var o object
	if err := json.Unmarshal(written(t, convert.WriteJSON, convert.Source{Log: l, Side: side}), &o); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(numbers(o.Frames.FrameTime), numbers(want)) || o.Source != valid(l.Name) || o.Side != side.String() {
		t.Errorf("JSON holds other frames, or of %q", o.Source)
	}
}

// lengthsOf returns the note by which a log's frame times are lengths, "" where they are none.
func lengthsOf(l *framelog.Log) string {
	for _, note := range l.Notes {
		if strings.Contains(note, "LENGTHS") {
			return note
		}
	}
	return ""
}

// rowsOf is a file without the comment line, which names where it came from.
func rowsOf(csv []byte) []byte {
	_, rows, _ := bytes.Cut(csv, []byte("\n"))
	return rows
}

func numbers(all []int64) []byte {
	b, _ := json.Marshal(all)
	return b
}

// tracesWhole checks a log's trace by the viewers' rules.
func tracesWhole(t *testing.T, l *framelog.Log, side framelog.Side) {
	by := tracedText(t, written(t, convert.WriteTrace, convert.Source{Log: l, Side: side}))
	n, marks := l.Stream().Count(side), l.Stream().Count(side)
	if l.Sampled {
		marks = 0
	}
	if len(by["X1"]) != n || len(by["i2"]) != marks || len(by["C frame_time_ms"]) != n {
		t.Errorf("%d slices, %d marks for %d frames", len(by["X1"]), len(by["i2"]), n)
	}
}

func TestEveryTwinIsTheSameWhenItIsWrittenAndReadAgain(t *testing.T) {
	eachLog(t, twins, 60, sameAgain)
}

func TestEveryTwinIsAWholeTrace(t *testing.T) { eachLog(t, twins, 60, tracesWhole) }

func TestRealLogsAreTheSameWhenTheyAreWrittenAndReadAgain(t *testing.T) {
	dir := os.Getenv("TACTUS_FRAMETIMES")
	if dir == "" {
		t.Skip("NOT RUN: set TACTUS_FRAMETIMES to the folder of the real logs")
	}
	eachLog(t, dir, 13, sameAgain)
	eachLog(t, dir, 13, tracesWhole)
}
