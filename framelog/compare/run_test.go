package compare

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// logOf writes frame times as a log and reads it.
func logOf(t *testing.T, name string, times []time.Duration) *framelog.Log {
	t.Helper()
	var b strings.Builder
	b.WriteString("frame,frame_time_ms\n")
	for i, d := range times {
		fmt.Fprintf(&b, "%d,%d.%06d\n", i, d/time.Millisecond, d%time.Millisecond)
	}
	log, err := framelog.Read(strings.NewReader(b.String()), name, framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// sameFigures holds the figures of a run to those that framelog computes of its stream.
func sameFigures(t *testing.T, log *framelog.Log, side framelog.Side) {
	t.Helper()
	s := log.Stream()
	f := s.Figures(side)
	if f.N == 0 {
		return
	}
	run := NewRun(log.Name, log, s, side)
	metrics := allMetrics()
	r := compared(t, Group{"a", []*Run{run}}, Group{"b", []*Run{run}}, Options{Metrics: metrics, Resamples: 100})
	if run.Frames() != f.N || run.Time() != f.Time {
		t.Errorf("%s, %v: %d frames in %v, want %d in %v", log.Name, side, run.Frames(), run.Time(), f.N, f.Time)
	}
	for i, m := range metrics {
		var want float64
		switch m.kind {
		case kindFPS:
			want = f.FPS()
		case kindMean:
			want = float64(f.Mean())
		case kindPercentile:
			want = float64(f.Percentile(m.share))
		case kindMax:
			want = float64(f.Max)
		case kindHitches:
			h := s.Hitches(side, framelog.Threshold{Over: m.over, Times: m.times})[0]
			want = float64(h.Count) / f.Time.Minutes()
		case kindLow:
			low, _ := f.Low(m.rule, m.share)
			want = 1e9 / float64(low.Time)
		}
		if got := r.Base.Figures[i].Value; math.Abs(got-want) > 1e-5*want {
			t.Errorf("%s, %v: %v is %v, framelog says %v", log.Name, side, m, got, want)
		}
	}
}

func TestARunHasTheFiguresThatFramelogComputes(t *testing.T) {
	for seed, n := range []int{1, 2, 99, 100, 101, 999, 4000} {
		x := frames(uint64(seed), n, 1)
		for i := 50; i < n; i += 130 {
			x[i] *= 4
		}
		sameFigures(t, logOf(t, fmt.Sprint(n, " frames"), x), framelog.Present)
	}
}

func TestARunOfARealLogHasTheFiguresThatFramelogComputes(t *testing.T) {
	folder := os.Getenv("TACTUS_FRAMETIMES")
	if folder == "" {
		t.Skip("NOT RUN: TACTUS_FRAMETIMES is not set: no run of a real log was checked")
	}
	read := 0
	for _, pattern := range []string{"*.csv", "*.json", "*.txt"} {
		paths, _ := filepath.Glob(filepath.Join(folder, pattern))
		for _, path := range paths {
			if filepath.Base(path) == "expected.json" {
				continue
			}
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			log, err := framelog.Read(file, filepath.Base(path), framelog.Options{})
			file.Close()
			if err != nil {
				t.Fatal(err)
			}
			read++
			sameFigures(t, log, framelog.Present)
			sameFigures(t, log, framelog.Display)
		}
	}
	if read < 13 {
		t.Errorf("%d logs in %s, want at least 13", read, folder)
	}
}

func TestTheGameIsWhatTheLogCallsIt(t *testing.T) {
	log, s := &framelog.Log{}, &framelog.Stream{StreamName: framelog.StreamName{Application: "a.exe"}}
	if got := game(log, s); got != "a.exe" {
		t.Errorf("game %q, want the application", got)
	}
	log.Header = []framelog.Field{{Name: "GPU", Value: "x"}, {Name: "GameName"}, {Name: "Process Name", Value: "b"}}
	if got := game(log, s); got != "b" {
		t.Errorf("game %q, want the header's", got)
	}
	s.Application = "<unknown>"
	if got := game(&framelog.Log{}, s); got != "" {
		t.Errorf("game %q of an unknown application", got)
	}
}
