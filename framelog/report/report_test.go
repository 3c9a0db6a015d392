package report_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/report"
	"github.com/tactus-go/tactus/internal/logtwin"
)

// readable calls f with every twin that is a log.
func readable(t *testing.T, f func(t *testing.T, l *framelog.Log)) {
	t.Helper()
	n := 0
	for _, twin := range logtwin.All() {
		l, err := framelog.Read(bytes.NewReader(twin.Data), twin.Name, framelog.Options{})
		if err != nil {
			continue
		}
		n++
		t.Run(twin.Name, func(t *testing.T) { f(t, l) })
	}
	if n < 80 {
		t.Errorf("%d twins were read: too few to mean something", n)
	}
}

func TestAReportIsJSONWithItsRowsAccountedFor(t *testing.T) {
	readable(t, func(t *testing.T, l *framelog.Log) {
		r := report.Of(l, report.Config{})
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back report.Report
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		skipped := 0
		for _, s := range r.Skipped {
			skipped += s.Count
		}
		if back.RowsTotal != l.Rows || back.RowsSkipped != skipped || back.Source == "" && r.Summary == nil {
			t.Errorf("%d rows, %d skipped in %v, source %q", back.RowsTotal, back.RowsSkipped, r.Skipped, back.Source)
		}
	})
}

func TestAReportsFiguresAreThoseOfTheStream(t *testing.T) {
	readable(t, func(t *testing.T, l *framelog.Log) {
		s := l.Stream()
		if s == nil {
			return
		}
		r := report.Of(l, report.Config{Slowest: 3})
		f := s.Figures(framelog.Present)
		low, _ := f.Low(framelog.LowMean, framelog.Percent)
		over := s.Hitches(framelog.Present, framelog.Threshold{Times: 2})[0]
		switch d := r.Default; {
		case d.Frames != f.N, d.P99MS != float64(f.Percentile(99*framelog.Percent))/1e6, d.MaxMS != float64(f.Max)/1e6:
			t.Errorf("figures %+v of %d frames", d, f.N)
		case f.N > 0 && d.Low.Frames != low.Frames:
			t.Errorf("the low stands on %d frames, want %d", d.Low.Frames, low.Frames)
		case len(d.Spikes) != min(3, f.N):
			t.Errorf("%d longest frames, want %d", len(d.Spikes), min(3, f.N))
		case s.Count(framelog.Present) > 0 && (r.Hitches[2].Frames != over.Frames || r.Hitches[2].Events != over.Count):
			t.Errorf("hitches %+v, want %d frames in %d events", r.Hitches[2], over.Frames, over.Count)
		}
	})
}

func TestAPartIsReportedAsWhatItIs(t *testing.T) {
	for _, twin := range logtwin.All() {
		if twin.Name != "tactus-frames.csv" {
			continue
		}
		l, err := framelog.Read(bytes.NewReader(twin.Data), twin.Name, framelog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		part := l.Stream().Cut(framelog.Cut{Tag: "menu", HasTag: true})
		r := report.Of(l, report.Config{Stream: part, Cut: "scene menu"})
		if r.Default.Frames != part.Count(framelog.Present) || r.Cut != "scene menu" || len(r.Tags) != 1 {
			t.Errorf("%d frames of %q with %d tags", r.Default.Frames, r.Cut, len(r.Tags))
		}
		if e := r.Engine; e == nil || e.Steps == 0 || len(e.StepsPerFrame) == 0 {
			t.Errorf("engine %+v", e)
		}
		return
	}
	t.Fatal("no twin of that name")
}
