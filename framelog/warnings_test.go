package framelog_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// guiCapture is a capture whose clock has four digits, with a row for each so many frames.
func guiCapture(seconds, fps float64, every int) string {
	var b strings.Builder
	b.WriteString("Application,TimeInSeconds,MsBetweenPresents,MsBetweenAppStart\n")
	for i := 0; float64(i) < seconds*fps; i += every {
		fmt.Fprintf(&b, "a,%.4g,%.4f,1\n", float64(i)/fps, 1000/fps)
	}
	return b.String()
}

// timed is a log with a clock of whole periods of a timer, which stands for a minute now and then.
func timed(rows int, ms, timer float64, pauses int) string {
	var b strings.Builder
	b.WriteString("time_ms,frame_time_ms\n")
	clock := 0.0
	for i := range rows {
		if pauses > 0 && i%(rows/pauses) == rows/pauses/2 {
			clock += 60_000
		}
		clock += ms
		fmt.Fprintf(&b, "%.0f,%g\n", float64(int(clock/timer))*timer, ms)
	}
	return b.String()
}

func TestACoarseClockAndPausesAreNoSampling(t *testing.T) {
	for name, text := range map[string]string{
		"GUI capture, 240 FPS, 60 s": guiCapture(60, 240, 1), "GUI capture, 240 FPS, 1200 s": guiCapture(1200, 240, 1),
		"timer of 16 ms":              timed(20_000, 4, 16, 0),
		"timer of 16 ms, one pause":   timed(20_000, 4, 16, 1),
		"timer of 16 ms, two pauses":  timed(15_000, 4, 16, 2),
		"timer of 16 ms, nine pauses": timed(15_000, 4, 16, 9),
		"exact clock, nine pauses":    timed(2000, 16, 1, 9),
	} {
		same(t, name, read(t, text, framelog.Options{}).Sampled, false)
	}
}

func TestSamplesAreFoundWhateverTheirClock(t *testing.T) {
	for name, text := range map[string]string{
		"pmcap of 60 s":       guiCapture(60, 240, 60),
		"pmcap of 300 s":      guiCapture(300, 240, 60),
		"pmcap of 2000 s":     guiCapture(2000, 240, 24),
		"every second frame":  guiCapture(90, 60, 2),
		"a row for each 10 s": guiCapture(900, 60, 600),
	} {
		l := read(t, text, framelog.Options{})
		same(t, name, l.Sampled, true)
		same(t, name+" warned", hasWarning(l, "sampled"), true)
	}
}

func TestALogOfLongFramesAloneIsNoSampling(t *testing.T) {
	text := "# tactus-frame-log version=1 over_ms=20.000000\nframe,time_s,frame_ms,steps\n"
	for i := range 50 {
		text += fmt.Sprintf("%d,%d,25,1\n", i*60, i)
	}
	same(t, "sampled", read(t, text, framelog.Options{}).Sampled, false)
}

func TestSamplesBeginWhenTheClockSays(t *testing.T) {
	text := "Application,TimeInSeconds,MsBetweenPresents\n"
	for i := range 100 {
		text += fmt.Sprintf("a,%d.5,%d\n", 50+i, 10+i/90*60)
	}
	s := read(t, text, framelog.Options{}).Stream()
	same(t, "slowest", s.Slowest(framelog.Present, 1)[0].Start, 90*time.Second)
	same(t, "hitch", s.Hitches(framelog.Present, framelog.Threshold{Over: 50 * ms})[0].Events[0].Start, 90*time.Second)
	part := s.Cut(framelog.Cut{From: 80 * time.Second, To: 95 * time.Second})
	same(t, "cut", part.Len(), 15)
	same(t, "cut begins", part.Frame(0).Clock, 130500*time.Millisecond)
	same(t, "slowest of the cut", part.Slowest(framelog.Present, 1)[0].Start, 10*time.Second)
}

func codesOf(warnings []framelog.Warning) string {
	var all []string
	for _, w := range warnings {
		all = append(all, w.Code)
	}
	return strings.Join(all, " ")
}

func textOf(warnings []framelog.Warning, code string) string {
	if i := slices.IndexFunc(warnings, func(w framelog.Warning) bool { return w.Code == code }); i >= 0 {
		return warnings[i].Text
	}
	return ""
}

func TestWarningsAreThoseOfTheStreamThatFiguresAreFor(t *testing.T) {
	text := "Application,TimeInSeconds,MsBetweenPresents\na.exe,0,NA\na.exe,0,300\n"
	clock := 0.0
	for i := range 1500 {
		clock += 0.01
		if i == 700 {
			clock = 0
		}
		text += fmt.Sprintf("a.exe,%.3f,10\n", clock)
		if i%2 == 0 {
			text += fmt.Sprintf("b.exe,%.3f,20\n", clock)
		}
	}
	l := read(t, text, framelog.Options{})
	a, b := l.Stream(), l.Streams[1]
	same(t, "of the log", codesOf(l.Warnings), "streams skipped clock-restart start-up")
	same(t, "streams", textOf(l.Warnings, "streams"),
		"2 streams: figures are for a.exe, which has most rows; --process names another")
	if !reflect.DeepEqual(l.Warnings, l.WarningsFor(a)) || !reflect.DeepEqual(l.WarningsFor(a), l.WarningsFor(a)) {
		t.Error("asked again, they differ")
	}
	same(t, "of the other", codesOf(l.WarningsFor(b)), "streams skipped clock-restart few-frames")
	same(t, "streams of the other", textOf(l.WarningsFor(b), "streams"),
		"2 streams: figures are for b.exe, named by --process")
	same(t, "of the first part", codesOf(l.WarningsFor(a.Cut(framelog.Cut{To: time.Second}))),
		"streams skipped few-frames start-up")
	same(t, "of a later part", codesOf(l.WarningsFor(a.Cut(framelog.Cut{From: 300 * ms, To: 6 * time.Second}))),
		"streams skipped few-frames")
	same(t, "of no stream", codesOf(l.WarningsFor(nil)), "skipped")
}

func TestWarningsCountInWords(t *testing.T) {
	l := read(t, header+"0,16.7\nstopped\n1,x,\n", framelog.Options{Column: "frame_time_ms"})
	same(t, "few", textOf(l.Warnings, "few-frames"), "1 frame is too few for a figure of 0.1 %, which needs 1000")
	same(t, "text", textOf(l.Warnings, "text"), "1 line is no row: a header again, or text (first in line 3)")
	same(t, "skipped", textOf(l.Warnings, "skipped"),
		"1 of 2 rows left out: the frame time is not a number (first in line 4)")
}

func TestALineOfARecordIsAFrameOfItsRun(t *testing.T) {
	l := read(t, `{"Runs":[{"CaptureData":{"MsBetweenPresents":[10,0,10]}},{"CaptureData":{"MsBetweenPresents":[10]}}]}`,
		framelog.Options{})
	same(t, "line is", l.LineIs, "frame of the run")
	same(t, "skipped", textOf(l.Warnings, "skipped"),
		"1 of 4 rows left out: the frame time is zero (first in frame of the run 2)")
	same(t, "runs", textOf(l.Warnings, "streams"),
		"2 runs, each with a clock of its own: figures are for run 1, which has most rows; --process names another")
	same(t, "line is", read(t, header+plainRows(3), framelog.Options{}).LineIs, "line")
}
