package report_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/report"
)

func TestRowsSayEveryFigureWithItsUnitAndItsRule(t *testing.T) {
	text := "frame_ms\n" + strings.Repeat("10\n", 990) + strings.Repeat("30\n", 10)
	l, err := framelog.Read(strings.NewReader(text), "a.csv", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]string{
		"frames (N)":       {"1,000", "rows with a time over 0"},
		"time":             {"10.200 s", "sum of the frame times"},
		"average":          {"98.039 FPS", "frames / time"},
		"longest":          {"30.000 ms", ""},
		"p99.9 frame time": {"30.000 ms", "linear (R type 7)"},
		"1 % low":          {"33.333 FPS", "mean of the k slowest, k = ceil(share of N) = 10"},
	}
	rows := report.Of(l, report.Config{}).Rows()
	if len(rows) != 13 {
		t.Errorf("%d rows, want 13", len(rows))
	}
	for _, r := range rows {
		if r.Display != "" {
			t.Errorf("%s has %q on a side that the log has not", r.Name, r.Display)
		}
		if w, ok := want[r.Name]; ok && (r.Present != w[0] || r.Rule != w[1]) {
			t.Errorf("%s is %q by %q, want %q", r.Name, r.Present, r.Rule, w)
		}
		delete(want, r.Name)
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}

func TestRowsOfALogWithoutFramesHaveNoFigures(t *testing.T) {
	l, err := framelog.Read(strings.NewReader("frame_ms\n"+strings.Repeat("10\n", 100)), "a.csv", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nothing := l.Stream().Cut(framelog.Cut{From: time.Hour})
	for _, r := range report.Of(l, report.Config{Stream: nothing}).Rows() {
		if r.Present != "-" {
			t.Errorf("of no frames %s is %q", r.Name, r.Present)
		}
	}
}
