package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
)

func TestSamplesWithoutAClockAreNumbered(t *testing.T) {
	var b strings.Builder
	b.WriteString("frame_ms\n")
	for i := range 900 {
		fmt.Fprintf(&b, "%.3f\n", 4+float64(i%7)/10)
	}
	log, err := framelog.Read(strings.NewReader(b.String()), "sampled.csv", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log.Sampled = true // as its format would say
	p := plotOf(t, "time", &logRun{path: "sampled.csv", log: log, stream: log.Stream()})
	s, err := p.sheet(".png")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, spot := range s.texts {
		said[spot.words] = true
	}
	if !said["number of the sample"] || !said["800"] || said["10:00"] {
		t.Errorf("900 samples are not numbered: %v", said)
	}
	checkTexts(t, "numbered", s)
}

// reopened is a sampled log that was closed for five and a half minutes.
func reopened(t *testing.T) *logRun {
	t.Helper()
	var b strings.Builder
	b.WriteString("time_s,frame_ms\n")
	for i := range 200 {
		at := float64(i) / 10
		if i >= 120 {
			at += 330
		}
		fmt.Fprintf(&b, "%.3f,%.3f\n", at, 4+float64(i%7)/10)
	}
	log, err := framelog.Read(strings.NewReader(b.String()), "reopened.csv", framelog.Options{})
	if err != nil || !log.Sampled {
		t.Fatalf("%v: no samples", err)
	}
	return &logRun{path: "reopened.csv", log: log, stream: log.Stream()}
}

func TestTheLineOfSamplesIsBrokenWhereTheLogWasClosed(t *testing.T) {
	p := plotOf(t, "all", reopened(t))
	s := p.series[0]
	if s.Length < 349*time.Second || s.Length > 351*time.Second {
		t.Fatalf("the samples are %v long", s.Length)
	}
	covered, last := time.Duration(0), time.Duration(0)
	for _, c := range s.Columns(s.Length, 800) {
		if c.Start < last-1 {
			t.Fatalf("a sample begins at %v, before %v", c.Start, last)
		}
		covered, last = covered+c.End-c.Start, c.End
	}
	if covered > 21*time.Second {
		t.Errorf("200 samples of 0.1 s cover %v", covered)
	}
	if words := s.TimeRule(true, false); !strings.Contains(words, "broken where the clock goes on by more than 5 "+
		"polling periods: 1 place") {
		t.Errorf("the picture says %q", words)
	}
	sheet, err := p.sheet(".png")
	if err != nil {
		t.Fatal(err)
	}
	checkTexts(t, "reopened", sheet)
	t.Run("page", func(t *testing.T) {
		b := newBrowser(t, 1000, 900, false)
		address := pageFile(t, p)
		b.do(t, chromedp.Navigate(address))
		empty := value[float64](t, b, `tactusPlot.state.charts[0].data[1].filter(v => v === null).length /
			tactusPlot.state.charts[0].data[1].length`)
		if empty < 0.9 || empty > 0.96 {
			t.Errorf("%v of the columns are empty, want 330 s of 350 s", empty)
		}
		b.save(t, "reopened")
		b.clean(t, address)
	})
}

func TestThePageWordsSamplesAsSamples(t *testing.T) {
	run := reopened(t)
	for _, f := range plotOf(t, "all", run).series.Page(page.Options{}).Figures {
		if f.Rule == "" || strings.Contains(f.Name+f.Rule, "frames") || strings.HasSuffix(f.Name, "est frame") {
			t.Errorf("of samples a row is called %q, by the rule %q", f.Name, f.Rule)
		}
	}
	frames := plotLog{frames: 300, median: 8}
	for _, f := range plotOf(t, "all", run, frames.run(t, "frames.csv")).series.Page(page.Options{}).Figures {
		if f.Rule == "" {
			t.Errorf("of both a row %q has no rule", f.Name)
		}
	}
}

func TestAConvertedLogThatTellsNoStepsHasNoPanelOfThem(t *testing.T) {
	const text = "frame,time_s,frame_ms,steps,alpha,sim_ms,dropped_ms,scene\n0,0,16,,,,,\n1,0.016,16,,,,,\n"
	log, err := framelog.Read(strings.NewReader(text), "converted.csv", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := plotOf(t, "all", &logRun{path: "converted.csv", log: log, stream: log.Stream()})
	if n := len(p.series.WithEngine()); n != 0 {
		t.Errorf("%d logs tell steps", n)
	}
}
