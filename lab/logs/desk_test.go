package logs_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/lab/logs"
)

const twins = "../../framelog/testdata/twins/"

// file is a log of a page, whose openings are counted.
func file(name string, text []byte, opened *int) logs.File {
	return logs.File{Name: name, Size: int64(len(text)), Key: name, Open: func() io.Reader {
		if opened != nil {
			*opened++
		}
		return bytes.NewReader(text)
	}}
}

func twin(t testing.TB, name string) logs.File {
	t.Helper()
	text, err := os.ReadFile(twins + name)
	if err != nil {
		t.Fatal(err)
	}
	return file(name, text, nil)
}

func answered(t testing.TB, a logs.Ask) *logs.Answer {
	t.Helper()
	out, err := new(logs.Desk).Answer(t.Context(), a, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEveryFileGivesAReportOrASentenceThatNamesIt(t *testing.T) {
	files, err := filepath.Glob(twins + "*")
	if err != nil {
		t.Fatal(err)
	}
	read, refused := 0, 0
	for _, path := range files {
		name := filepath.Base(path)
		out := answered(t, logs.Ask{Files: []logs.File{twin(t, name)}})
		if _, err := json.Marshal(out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		l := out.Logs[0]
		switch {
		case (l.Report == nil) == (l.Problem == ""):
			t.Errorf("%s: report %v, problem %q", name, l.Report != nil, l.Problem)
		case l.Problem != "":
			refused++
			if !strings.HasPrefix(l.Text, name+":") || strings.Contains(l.Text, "tactus: ") {
				t.Errorf("%s is refused with %q", name, l.Text)
			}
		default:
			read++
			if l.Report.Default != nil && (len(l.Rows) == 0 || out.Plots == nil && l.Report.Default.Frames > 0) {
				t.Errorf("%s: %d rows, plots %v", name, len(l.Rows), out.Plots != nil)
			}
		}
	}
	if read < 90 || refused < 10 {
		t.Errorf("%d files were read and %d refused", read, refused)
	}
}

func TestWhatCannotBeReadSaysInOneSentenceWhy(t *testing.T) {
	huge := logs.File{Name: "huge.csv", Size: 2 << 30, Open: func() io.Reader { panic("a file over the limit is opened") }}
	for _, c := range []struct {
		file          logs.File
		problem, want string
	}{
		{huge, "large", "huge.csv: 2048 MB, and this page reads logs of up to 512 MB"},
		{twin(t, "empty.csv"), "refused", "an empty file"},
		{twin(t, "screenshot.png"), "refused", "a PNG picture, not a frame-time log"},
		{twin(t, "prose.txt"), "refused", "prose.txt:1:"},
		{twin(t, "FrameView_Summary.csv"), "refused", "give the ..._Log.csv of the run"},
	} {
		l := answered(t, logs.Ask{Files: []logs.File{c.file}}).Logs[0]
		if l.Problem != c.problem || !strings.Contains(l.Text, c.want) || strings.Contains(l.Text, "\n") {
			t.Errorf("%s: %s %q, want %s %q", c.file.Name, l.Problem, l.Text, c.problem, c.want)
		}
	}
}

func TestAnAskThatMakesNoSenseIsAnError(t *testing.T) {
	f := twin(t, "few-frames.csv")
	for _, a := range []logs.Ask{{}, {Files: []logs.File{f, f, f}}, {Files: []logs.File{f}, Side: "left"},
		{Files: []logs.File{f}, Low: "worst"}, {Files: []logs.File{f}, From: 2, To: 1}, {Files: []logs.File{f}, From: -1},
		{Files: []logs.File{f}, To: math.NaN()}, {Files: []logs.File{f}, To: math.Inf(1)}} {
		if out, err := new(logs.Desk).Answer(t.Context(), a, nil); err == nil || out != nil {
			t.Errorf("%+v gives %v", a, out)
		}
	}
}

func TestALogIsReadOnceForAnyNumberOfQuestions(t *testing.T) {
	text, opened := generated(3000), 0
	f, desk := file("a.csv", text, &opened), &logs.Desk{}
	ask := func(a logs.Ask) *logs.Answer {
		out, err := desk.Answer(t.Context(), a, nil)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	whole := ask(logs.Ask{Files: []logs.File{f}})
	part := ask(logs.Ask{Files: []logs.File{f}, From: 2, To: 4.5})
	if opened != 1 {
		t.Errorf("opened %d times, want once", opened)
	}
	if w, p := whole.Logs[0].Report.Default, part.Logs[0].Report.Default; math.Abs(p.DurationS-2.5) > 0.02 ||
		w.Frames != 3000 || part.Logs[0].Report.Cut != "from 2s, to 4.5s" {
		t.Errorf("2.5 s of %v s are %v s, %q", w.DurationS, p.DurationS, part.Logs[0].Report.Cut)
	}
	f.Key = "changed"
	if ask(logs.Ask{Files: []logs.File{f}}); opened != 2 {
		t.Errorf("a file of another key was opened %d times in all, want 2", opened)
	}
}

func TestEveryStreamOfALogCanBeChosenByTheTextThatItIsGiven(t *testing.T) {
	for _, name := range []string{"presentmon-1.10-streams.csv", "presentmon-same-name.csv", "CapFrameX-runs.json"} {
		f := twin(t, name)
		first := answered(t, logs.Ask{Files: []logs.File{f}}).Logs[0]
		if len(first.Streams) < 2 {
			t.Fatalf("%s has %d streams: the test shows nothing", name, len(first.Streams))
		}
		for i, s := range first.Streams {
			f.Stream = s.Choice
			l := answered(t, logs.Ask{Files: []logs.File{f}}).Logs[0]
			if s.Choice == "" || l.Problem != "" || !l.Streams[i].Chosen {
				t.Errorf("%s: the choice %q of %s gives %q, %+v", name, s.Choice, s.Name, l.Text, l.Streams)
			}
		}
		f.Stream = "gone"
		if l := answered(t, logs.Ask{Files: []logs.File{f}}).Logs[0]; l.Problem != "refused" || len(l.Streams) < 2 {
			t.Errorf("%s: a stream that there is not gives %q and %d to choose from", name, l.Text, len(l.Streams))
		}
	}
}

func TestTwoLogsAreComparedAndOneThatIsRefusedLeavesTheOther(t *testing.T) {
	before, err := logs.Sample("before")
	if err != nil {
		t.Fatal(err)
	}
	after, err := logs.Sample("after")
	if err != nil {
		t.Fatal(err)
	}
	out := answered(t, logs.Ask{Files: []logs.File{file("before.csv", before, nil), file("after.csv", after, nil)}})
	if out.Comparison == nil || out.Comparison.Problem != "" || len(out.Plots.Series) != 2 {
		t.Fatalf("%+v", out.Comparison)
	}
	for i, l := range out.Comparison.Lines {
		d := out.Comparison.New[0].Differences[i]
		if l.Metric != d.Metric || l.Verdict != d.Verdict || l.Base == "" || l.New == "" || l.Difference == "" ||
			(l.Interval == "") != (l.Why != "") {
			t.Errorf("%+v, and the record has %+v", l, d)
		}
	}
	out = answered(t, logs.Ask{Files: []logs.File{file("before.csv", before, nil), twin(t, "prose.txt")}})
	if out.Comparison != nil || out.Logs[0].Report == nil || out.Logs[1].Problem == "" || len(out.Plots.Series) != 1 {
		t.Errorf("of a log and a text: %+v", out)
	}
}

func TestAnAnswerThatIsNoLongerWantedEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := file("a.csv", generated(200_000), nil)
	seen := 0
	_, err := new(logs.Desk).Answer(ctx, logs.Ask{Files: []logs.File{f, f}}, func(p logs.Progress) {
		if seen++; p.Part == "compare" {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || seen < 4 {
		t.Errorf("%v after %d reports of progress", err, seen)
	}
}

func TestTheAnswerOfAnyLogIsBounded(t *testing.T) {
	out := answered(t, logs.Ask{Files: []logs.File{file("long.csv", generated(1_500_000), nil)}})
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("1,500,000 frames are an answer of %d bytes", len(text))
	if len(text) > 3<<20 {
		t.Errorf("1,500,000 frames are an answer of %d bytes, want at most 3 MiB", len(text))
	}
}

func TestASampleIsALogThatTellsEverythingThatAPageShows(t *testing.T) {
	for name, hitches := range map[string]int{"before": 5, "after": 2} {
		text, err := logs.Sample(name)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := logs.Sample(name)
		if !bytes.Equal(text, again) {
			t.Errorf("%s: two samples differ", name)
		}
		out := answered(t, logs.Ask{Files: []logs.File{file(name, text, nil)}})
		r := out.Logs[0].Report
		if r == nil || r.Engine == nil || len(r.Tags) != 2 || len(out.Plots.Steps) != 1 || len(r.Warnings) > 0 {
			t.Fatalf("%s: %+v", name, r)
		}
		if r.Default.Frames != 3600 || r.Hitches[1].Events != hitches {
			t.Errorf("%s: %d frames and %d hitches over 50 ms, want 3600 and %d", name, r.Default.Frames,
				r.Hitches[1].Events, hitches)
		}
	}
	if _, err := logs.Sample("other"); err == nil {
		t.Error("a sample that there is not gives no error")
	}
}

var update = flag.Bool("update", false, "write the site's samples anew")

// TestTheSitesSamplesAreWhatTheEngineWrites holds the packed files to the sources that they come from.
func TestTheSitesSamplesAreWhatTheEngineWrites(t *testing.T) {
	for _, name := range []string{"before", "after"} {
		path := "../site/samples/" + name + ".csv.gz"
		want, err := logs.Sample(name)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			var b bytes.Buffer
			w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
			_, _ = w.Write(want)
			_ = w.Close()
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		packed, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		r, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the engine writes (%v): run go test ./lab/logs -update", path, err)
		}
	}
}

// generated is a log of n frames of about 5 ms.
func generated(n int) []byte {
	b := []byte("frame_ms\n")
	for i := range n {
		b = append(strconv.AppendFloat(b, 5+float64(i%13)/50, 'f', 3, 64), '\n')
	}
	return b
}

func ExampleDesk() {
	text, err := logs.Sample("before")
	if err != nil {
		panic(err)
	}
	ask := logs.Ask{Files: []logs.File{{Name: "run.csv", Size: int64(len(text)),
		Open: func() io.Reader { return bytes.NewReader(text) }}}}
	answer, err := new(logs.Desk).Answer(context.Background(), ask, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Logs[0].Rows[0].Name, answer.Logs[0].Rows[0].Present)
	// Output: frames (N) 3,600
}
