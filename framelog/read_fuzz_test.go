package framelog_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/internal/logtwin"
)

// outcome is all that a reading says, as one text.
func outcome(r io.Reader, o framelog.Options) string {
	l, err := framelog.Read(r, "fuzz", o)
	if err != nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	streams := l.Streams
	c := *l
	c.Streams = nil
	fmt.Fprintf(&b, "%+v\n", c)
	for _, s := range streams {
		fmt.Fprintf(&b, "%v rows %d dropped %d generated %d missed %d types %v tags %q frames %d shown %d\n", s.StreamName,
			s.Rows,
			s.Dropped, s.Generated, s.Missed, s.Types, s.Tags(), s.Count(framelog.Present), s.Count(framelog.Display))
		for i := range s.Len() {
			fmt.Fprintf(&b, "%v %v\n", s.Frame(i), s.Engine(i))
		}
	}
	return b.String()
}

// chunked gives pieces of random length.
type chunked struct {
	r io.Reader
	g *rand.Rand
}

func (c chunked) Read(p []byte) (int, error) { return c.r.Read(p[:min(len(p), 1+c.g.IntN(700))]) }

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d:\n  %.2000s\n  %.2000s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// checkRead holds a reading of any bytes to what is promised of all.
func checkRead(t *testing.T, data []byte, o framelog.Options) {
	t.Helper()
	o.Workers = 1
	want := outcome(bytes.NewReader(data), o)
	for name, r := range map[string]io.Reader{"one byte": iotest.OneByteReader(bytes.NewReader(data)),
		"half": iotest.HalfReader(bytes.NewReader(data)), "data with error": iotest.DataErrReader(bytes.NewReader(data)),
		"random": chunked{bytes.NewReader(data), rand.New(rand.NewPCG(1, uint64(len(data))))}} {
		if got := outcome(r, o); got != want {
			t.Fatalf("%s: %s", name, firstDifference(got, want))
		}
	}
	for _, workers := range []int{2, 8} {
		o.Workers = workers
		if got := outcome(bytes.NewReader(data), o); got != want {
			t.Fatalf("%d workers: %s", workers, firstDifference(got, want))
		}
	}
	checkLog(t, data, o)
}

func checkLog(t *testing.T, data []byte, o framelog.Options) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := framelog.Read(bytes.NewReader(data), "fuzz", o)
	runtime.ReadMemStats(&after)
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(16<<20+400*len(data)); got > most && data[0] != 0x1f {
		t.Fatalf("%d bytes take %d", len(data), got)
	}
	var refused *framelog.RefusedError
	if err != nil {
		if !errors.As(err, &refused) {
			t.Fatalf("an error that is no refusal: %v", err)
		}
		if len(err.Error()) > 5000 {
			t.Fatalf("an error of %d bytes", len(err.Error()))
		}
		return
	}
	checkFrames(t, data, l)
}

func checkFrames(t *testing.T, data []byte, l *framelog.Log) {
	t.Helper()
	rows, frames, lines := 0, 0, bytes.Count(data, []byte{'\n'})+bytes.Count(data, []byte{'\r'})+1
	for _, s := range l.Streams {
		rows += s.Rows
		frames += s.Count(framelog.Present)
		sum := time.Duration(0)
		for i, d := range s.Intervals(framelog.Present) {
			if sum += d; d <= 0 || sum < 0 && d < 1<<60 {
				t.Fatalf("row %d has the interval %d, a sum of %d", i, d, sum)
			}
		}
		for i := range s.Len() {
			if f := s.Frame(i); f.Line < 1 || f.Line > lines && data[0] != 0x1f && l.Runs == 0 || f.Display < 0 {
				t.Fatalf("frame %+v of a file of %d lines", f, lines)
			}
		}
	}
	if rows > l.Rows || l.Summary == nil && frames+l.SkippedRows() > l.Rows {
		t.Fatalf("%d rows of streams, %d frames, %d left out, of %d rows", rows, frames, l.SkippedRows(), l.Rows)
	}
	firsts := 0
	if strings.HasPrefix(l.Source.Text, "differences") {
		firsts = len(l.Streams)
	}
	if used := frames + l.SkippedRows(); l.Summary == nil && (used > l.Rows || used < l.Rows-firsts) {
		t.Fatalf("%d frames and %d left out of %d rows", frames, l.SkippedRows(), l.Rows)
	}
}

var fuzzOptions = framelog.Options{LineMax: 4 << 10, FramesMax: 1 << 12, UnzippedMax: 1 << 20}

func TestEveryTwinIsReadTheSameHoweverItArrives(t *testing.T) {
	for _, twin := range logtwin.All() {
		t.Run(twin.Name, func(t *testing.T) { checkRead(t, twin.Data, framelog.Options{}) })
	}
}

func FuzzRead(f *testing.F) {
	for _, twin := range logtwin.All() {
		data := twin.Data[:min(len(twin.Data), 6000)]
		f.Add(data, uint16(0), uint16(0))
		f.Add(data, uint16(len(data)/2), uint16(0))
		f.Add(data, uint16(0), uint16(300))
	}
	f.Fuzz(func(t *testing.T, data []byte, cut, zeros uint16) {
		if len(data) == 0 || len(data) > 1<<14 {
			return
		}
		if cut > 0 { // cut off in the middle, and perhaps the whole joined to it
			data = append(bytes.Clone(data[:int(cut)%len(data)+1]), data[:int(cut)*7%len(data)]...)
		}
		data = append(data, make([]byte, int(zeros)%4096)...)
		checkRead(t, data, fuzzOptions)
	})
}
