package convert_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/convert"
)

func twin(t *testing.T, name string) *framelog.Log {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(twins, name))
	if err != nil {
		t.Fatal(err)
	}
	l, err := framelog.Read(bytes.NewReader(text), name, framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSamplesKeepTheirClock looks at all three forms of a sampled log.
func TestSamplesKeepTheirClock(t *testing.T) {
	for _, name := range []string{"afterburner-from-02.csv", "mangohud-sampled.csv"} {
		l := twin(t, name)
		s := l.Stream()
		csv := string(written(t, convert.WriteCSV, convert.Source{Log: l}))
		if comment, _, _ := strings.Cut(csv, "\n"); !strings.Contains(comment, ` sampled="true"`) {
			t.Errorf("%s: the comment is %q", name, comment)
		}
		again, err := framelog.Read(strings.NewReader(csv), "again", framelog.Options{})
		if err != nil || !again.Sampled {
			t.Fatalf("%s: %v, no samples", name, err)
		}
		by := tracedText(t, written(t, convert.WriteTrace, convert.Source{Log: l, Hitch: 1}))
		if len(by["i3"]) != 0 || len(by["X1"]) != s.Len() {
			t.Errorf("%s: %d hitches, %d samples", name, len(by["i3"]), len(by["X1"]))
		}
		at := int64(0)
		for i := range s.Len() {
			from := s.Frame(i).Clock - s.Frame(0).Clock
			if got := again.Stream().Frame(i).Clock; got != from {
				t.Fatalf("%s: row %d is at %v, in CSV at %v", name, i, from, got)
			}
			at = max(int64(from), at)
			if got := nanos(t, string(by["X1"][i].TS), 1000); got < at || got > at+int64(s.Len()) {
				t.Fatalf("%s: row %d is at %v, in the trace at %d ns", name, i, from, got)
			}
		}
		if !bytes.Contains(written(t, convert.WriteJSON, convert.Source{Log: l}), []byte(`"sampled": true,`)) {
			t.Errorf("%s: JSON does not say that it is sampled", name)
		}
	}
}

func TestLengthsStayLengths(t *testing.T) {
	l := twin(t, "android-framestats.txt")
	csv := written(t, convert.WriteCSV, convert.Source{Log: l})
	again, err := framelog.Read(bytes.NewReader(csv), "again", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if again.Sampled || lengthsOf(again) == "" || lengthsOf(again) != lengthsOf(l) {
		t.Errorf("sampled %v, notes %q", again.Sampled, again.Notes)
	}
	by := tracedText(t, written(t, convert.WriteTrace, convert.Source{Log: l, Hitch: 1}))
	if len(by["i3"]) != 0 {
		t.Errorf("%d hitches", len(by["i3"]))
	}
	if !bytes.Contains(written(t, convert.WriteJSON, convert.Source{Log: l}), []byte(`"lengths": true,`)) {
		t.Error("JSON does not say so")
	}
}

func TestSamplesWithoutAClockGetNone(t *testing.T) {
	const text = "# tactus-frames version=1 sampled=\"true\" clock=\"none\"\n" + convert.CSVHeader +
		"\n0,,60.000000,,,,,\n1,,70.000000,,,,,\n"
	l, err := framelog.Read(strings.NewReader(text), "made", framelog.Options{})
	if err != nil || !l.Sampled || l.Stream().HasClock() {
		t.Fatalf("%v: sampled %v", err, l.Sampled)
	}
	csv := string(written(t, convert.WriteCSV, convert.Source{Log: l}))
	comment, rows, _ := strings.Cut(csv, "\n")
	if _, want, _ := strings.Cut(text, "\n"); rows != want || !strings.HasSuffix(comment, ` sampled="true" clock="none"`) {
		t.Errorf("%s", csv)
	}
	by := tracedText(t, written(t, convert.WriteTrace, convert.Source{Log: l}))
	if all := by["X1"]; len(all) != 2 || all[1].TS != "1000000.000" || all[1].Dur != "70000.000" {
		t.Errorf("%+v", by["X1"])
	}
}

func TestClocksOutOfRangeAreRefused(t *testing.T) {
	const rows = "0,-9000000000.0,1.0,,,,,\n1,9000000000.0,1.0,,,,,\n"
	l, err := framelog.Read(strings.NewReader("# tactus-frames version=1 sampled=\"true\"\n"+convert.CSVHeader+"\n"+rows),
		"made", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := convert.WriteTrace(io.Discard, convert.Source{Log: l}); err != convert.ErrTooLong {
		t.Errorf("a trace of a clock of 570 years: %v", err)
	}
	if err := convert.WriteCSV(io.Discard, convert.Source{Log: l}); err != convert.ErrTooLong {
		t.Errorf("CSV of a clock of 570 years: %v", err)
	}
}
