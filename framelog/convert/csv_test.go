package convert_test

import (
	"encoding/csv"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/convert"
)

// nanos returns what an exact decimal says, in nanoseconds.
func nanos(t *testing.T, text string, unit int64) int64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	if r.Mul(r, big.NewRat(unit, 1)); !r.IsInt() {
		t.Fatalf("%q is no whole number of nanoseconds", text)
	}
	return r.Num().Int64()
}

func TestCSVHoldsEveryFrameToTheNanosecond(t *testing.T) {
	for _, side := range []framelog.Side{framelog.Present, framelog.Display} {
		m := made(random(t), 3000)
		m.Side = side
		lines := string(text(t, m.CSV))
		first, rest, _ := strings.Cut(lines, "\n")
		if !strings.HasPrefix(first, `# tactus-frames version=1 source="run ""1"" .csv" format="made" `) {
			t.Errorf("first line %q", first)
		}
		reader := csv.NewReader(strings.NewReader(rest))
		rows, err := reader.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(rows[0], ",") != convert.CSVHeader {
			t.Errorf("header %q", rows[0])
		}
		at, want := int64(0), spans(m)
		if len(rows)-1 != len(want) {
			t.Fatalf("%d rows for %d frames", len(rows)-1, len(want))
		}
		for i, row := range rows[1:] {
			if got := nanos(t, row[2], 1e6); got != want[i] || nanos(t, row[1], 1e9) != at {
				t.Fatalf("row %d: %q, want %d ns at %d ns", i, row, want[i], at)
			}
			at += want[i]
		}
	}
}

func TestCSVSaysWhatItSays(t *testing.T) {
	frames := []framelog.Frame{
		{Interval: 16_666_667, Tag: "menu"},
		{Interval: 0, Display: 5, Tag: "not there"},
		{Interval: 1, Tag: `a,"b"`},
		{Interval: time.Hour, Tag: " x\ny"},
	}
	m := &convert.Made{Frames: frames, Source: "a.csv", Stream: "the only stream"}
	const head = `# tactus-frames version=1 source="a.csv" format="made" column="made" unit="ms" ` +
		`stream="the only stream" side="present" tool="a test"` + "\n" + convert.CSVHeader + "\n"
	if got, want := string(text(t, m.CSV)), head+`0,0.000000000,16.666667,,,,,menu
1,0.016666667,0.000001,,,,,"a,""b"""
2,0.016666668,3600000.000000,,,,," x y"
`; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	m.Engines = []framelog.Engine{{Steps: 1, Alpha: 0.25, Cost: 2_000_001, Dropped: 0}, {},
		{Alpha: math.NaN()}, {Steps: 8, Alpha: 1, Cost: time.Second, Dropped: time.Hour}}
	if got, want := string(text(t, m.CSV)), head+`0,0.000000000,16.666667,1,0.25,2.000001,0.000000,menu
1,0.016666667,0.000001,0,,0.000000,0.000000,"a,""b"""
2,0.016666668,3600000.000000,8,1,1000.000000,3600000.000000," x y"
`; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
