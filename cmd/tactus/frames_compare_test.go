package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/compare"
	"github.com/tactus-go/tactus/framelog/compare/record"
)

// someFrames returns frame times of about 16 ms times a factor, for half a minute.
func someFrames(seed uint64, slower float64) []time.Duration {
	r := rand.New(rand.NewPCG(seed, 5))
	times := make([]time.Duration, 2000)
	x := 0.0
	for i := range times {
		x = 0.8*x + 0.05*r.NormFloat64()
		times[i] = time.Duration(16e6 * slower * (1 + 0.3*min(max(x, -1), 1)))
	}
	return times
}

// sideOf is a side with a run for each factor.
func sideOf(name string, slower ...float64) compare.Group {
	g := compare.Group{Name: name}
	for i, s := range slower {
		g.Runs = append(g.Runs, compare.RunOf(fmt.Sprintf("%s_%d.csv", name, i+1), someFrames(uint64(i+len(name)), s)))
	}
	return g
}

// judged compares sides as the command does once it has loaded them.
func judged(t *testing.T, f framesCompare, groups ...compare.Group) (string, error) {
	t.Helper()
	f.Side, f.Margin, f.Seed, f.Resamples, f.Block = "present", "1%", 1, 200, time.Second
	options, conditions, err := f.settings()
	if err != nil {
		t.Fatal(err)
	}
	var out, stderr bytes.Buffer
	err = f.judge(&console{ctx: t.Context(), stdout: &out, stderr: &stderr}, groups, options, conditions)
	if stderr.Len() > 0 {
		t.Errorf("stderr %q", stderr.String())
	}
	return out.String(), err
}

func TestCompareSaysFiguresDifferencesVerdictsAndHow(t *testing.T) {
	out, err := judged(t, framesCompare{}, sideOf("base", 1), sideOf("new", 1.1))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"side  run", "base  base_1.csv    2000  31.9 s     63", "metric", "difference", "95 % interval", "verdict",
		"FPS (frames / time)", "1 % low (mean)", "hitches > 2x rolling median",
		"verdict on new: worse: fps, mean, median, p95", "not enough data on new for max: the slowest frame is one frame",
		"figures: of the present intervals", "200 resamples, seed 1, circular block bootstrap", "at least 1s",
		"margin: a shown difference under 1 % of the base", "only what varies within these runs",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the text lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "\x1b") || strings.Contains(out, "NaN") || strings.Contains(out, "of its runs") {
		t.Errorf("the text has colour, NaN or the spread of one run:\n%s", out)
	}
}

func TestComparesTableIsAligned(t *testing.T) {
	var b strings.Builder
	alignTable(&b, grid{
		rows: [][]string{
			{"metric", "base", "verdict"}, {"p99", "1.5 ms", "better"}, {"median frame", "12.5 ms", "worse"},
		},
		words: []bool{true, false, true},
	})
	want := "metric           base  verdict\np99            1.5 ms  better\nmedian frame  12.5 ms  worse\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestComparesMarkdownIsATableAndEscapesNames(t *testing.T) {
	out, err := judged(t, framesCompare{Markdown: true}, sideOf("base", 1), sideOf("new", 1.1))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| metric | base | new | difference | 95 % interval | verdict |\n|---|--:|--:|--:|--:|---|\n",
		`| base | base\_1.csv | 2000 |`, `| hitches \> 50 ms |`, "- verdict on new: worse: ", "seed 1", "at least 1s"} {
		if !strings.Contains(out, want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, out)
		}
	}
}

func TestCompareSetsSeveralSidesSideBySide(t *testing.T) {
	out, err := judged(t, framesCompare{}, sideOf("base", 1, 1, 1), sideOf("new 1", 1.1, 1.1, 1.11), sideOf("new 2", 0.9))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"verdict on new 1: worse", "verdict on new 2: better",
		"new 1: runs were drawn, then blocks", "new 2: the intervals hold only what varies", "of its runs"} {
		if !strings.Contains(out, want) {
			t.Errorf("the text lacks %q:\n%s", want, out)
		}
	}
	if n := strings.Count(out, "95 % interval  verdict"); n != 2 {
		t.Errorf("%d groups of columns, want 2:\n%s", n, out)
	}
}

func TestCompareNamesOutlierRuns(t *testing.T) {
	for _, c := range []struct {
		without bool
		want    string
	}{{false, "(still counts; --without-outliers leaves it out)"}, {true, "(left out)"}} {
		out, err := judged(t, framesCompare{Without: c.without}, sideOf("base", 1, 1, 1.3, 1), sideOf("new", 1, 1, 1))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out, "outlier run base_3.csv: FPS") || !strings.Contains(out, c.want) ||
			!strings.Contains(out, "rule: a run is an outlier when its FPS, median or p99 frame time is farther than ") {
			t.Errorf("without %v:\n%s", c.without, out)
		}
	}
}

func TestCompareAnswersNoWhereAConditionHolds(t *testing.T) {
	for _, c := range []struct {
		condition string
		sure      bool
		want      string
		no        bool
	}{
		{"p99 > +5%", false, "condition p99 > +5%, new: holds: p99 is +", true},
		{"p99 > +20%", false, "condition p99 > +20%, new: does not hold: p99 is +", false},
		{"mean > 17ms", false, "condition mean > 17ms, new: holds: mean is 17.", true},
		{"mean > +5%", true, "condition sure mean > +5%, new: holds: mean is +", true},
		{"mean > +10.2%", true, "condition sure mean > +10.2%, new: does not hold: mean is +", false},
		{"hitch20ms > 1000000/min", false, "condition hitch20ms > 1000000/min, new: does not hold", false},
		{"max > +1%", true, "condition sure max > +1%, new: not judged: not enough data: the slowest frame", false},
	} {
		f := framesCompare{FailIf: []string{c.condition}, Sure: c.sure}
		out, err := judged(t, f, sideOf("base", 1), sideOf("new", 1.1))
		if errors.Is(err, errNo) != c.no || !c.no && err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, want no %v and %q:\n%s", c.condition, err, c.no, c.want, out)
		}
	}
}

func TestComparesJSONHasThePromisedShape(t *testing.T) {
	out, err := judged(t, framesCompare{JSON: true, FailIf: []string{"p99 > +5%"}}, sideOf("base", 1), sideOf("new", 1.1))
	if !errors.Is(err, errNo) {
		t.Fatal(err)
	}
	var r record.Comparison
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if r.Side != "present" || r.Seed != 1 || r.Resamples != 200 || r.Block != 1e9 || r.Margin != 0.01 || !r.Failed ||
		len(r.New) != 1 || len(r.New[0].Differences) != len(compare.Metrics()) || len(r.Conditions) != 1 ||
		!r.Conditions[0].Holds || r.Base.Runs[0].Frames != 2000 || r.Base.Figures["p99"]["q1_ns"] == 0 ||
		r.Base.Figures["fps"]["value_fps"] < 55 {
		t.Errorf("%+v", r)
	}
	for _, d := range r.New[0].Differences {
		switch d.Metric {
		case "mean":
			if d.Verdict != "worse" || d.HigherBetter || d.Ratio["low"] <= 0 || d.Change["high_ns"] <= d.Change["low_ns"] {
				t.Errorf("%+v", d)
			}
		case "max":
			if _, has := d.Ratio["low"]; has || d.Why == "" || d.Verdict != "not enough data" {
				t.Errorf("%+v", d)
			}
		}
	}
}

func TestCompareRefusesWrongUse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{}, "nothing to compare with: want two logs, the base first, or --base and --new"},
		{[]string{"a.csv"}, "nothing to compare with: want two logs, the base first, or --base and --new"},
		{[]string{"a.csv", "--base", "x", "--new", "y"}, "--base and --new name all logs: want no others beside them"},
		{[]string{"--base", "x"}, "--base and --new go together: want runs of both"},
		{[]string{"--new", "x"}, "--base and --new go together: want runs of both"},
		{[]string{"a", "b", "--json", "--markdown"}, "--json and --markdown: want one of them"},
		{[]string{"a", "b", "--resamples", "0"}, "--resamples and --block are over 0"},
		{[]string{"a", "b", "--block", "0s"}, "--resamples and --block are over 0"},
		{[]string{"a", "b", "--margin", "1"}, "--margin: share \"1\" has no percent sign"},
		{[]string{"a", "b", "--low", "slow"}, "--low: low rule \"slow\" is none"},
		{[]string{"a", "b", "--fail-if", "p99 ! 5%"}, "--fail-if: condition: want >, >=, < or <=\n  p99 ! 5%\n      ^\n"},
	} {
		code, out, stderr := try(t, append([]string{"frames", "compare"}, c.args...)...)
		if code != exitUsage || out != "" || !strings.HasPrefix(stderr, "tactus: "+c.want) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want %q", c.args, code, out, stderr, c.want)
		}
	}
}

func TestCompareTakesMetricsThatALowOrAConditionNamesOnce(t *testing.T) {
	f := framesCompare{Low: []string{"integral", "integral", "mean"}, FailIf: []string{"hitch20ms > 5%", "p99 > 5%"},
		Margin: "0%", Resamples: 100, Block: time.Second}
	o, _, err := f.settings()
	if err != nil {
		t.Fatal(err)
	}
	want := len(compare.Metrics()) + 3
	if len(o.Metrics) != want || o.Metrics[want-2] != compare.LowMetric(framelog.LowIntegral, framelog.Percent/10) ||
		o.Margin != compare.MarginNone {
		t.Errorf("%v, margin %v", o.Metrics, o.Margin)
	}
}

func TestCompareShortensNamesByTheFoldersInCommon(t *testing.T) {
	for _, c := range []struct{ in, want []string }{
		{[]string{"runs/old/1.csv", "runs/new/1.csv"}, []string{"old/1.csv", "new/1.csv"}},
		{[]string{"runs/old.csv", "runs/old2.csv"}, []string{"old.csv", "old2.csv"}},
		{[]string{"a.csv", "runs/b.csv"}, []string{"a.csv", "runs/b.csv"}},
		{[]string{`C:\x\a.csv`, `C:\y\b.csv`}, []string{`x\a.csv`, `y\b.csv`}},
		{[]string{"/a/b.csv", "/c/d.csv", "-"}, []string{"/a/b.csv", "/c/d.csv", "-"}},
	} {
		g := compare.Group{}
		for _, name := range c.in {
			g.Runs = append(g.Runs, compare.RunOf(name, nil))
		}
		shorten([]compare.Group{g})
		for i, r := range g.Runs {
			if r.Name != c.want[i] {
				t.Errorf("%q is %q, want %q", c.in[i], r.Name, c.want[i])
			}
		}
	}
}

func TestCompareSaysWhereADifferenceOverTheMarginIsRuledOut(t *testing.T) {
	out, err := judged(t, framesCompare{}, sideOf("base", 1), sideOf("base", 1))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "no difference shown, none over the margin\n") {
		t.Errorf("the same frames twice:\n%s", out)
	}
}

// writeLog writes frame times as a log into a file.
func writeLog(t *testing.T, path string, times []time.Duration) {
	t.Helper()
	var b strings.Builder
	b.WriteString("frame,frame_time_ms\n")
	for i, d := range times {
		fmt.Fprintf(&b, "%d,%d.%06d\n", i, d/time.Millisecond, d%time.Millisecond)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeSides makes a folder with three runs of an old side and three of a new one, a tenth slower.
func writeSides(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for i := range 3 {
		writeLog(t, fmt.Sprintf("%s/old/%d.csv", folder, i), someFrames(uint64(i), 1))
		writeLog(t, fmt.Sprintf("%s/new/%d.csv", folder, i), someFrames(uint64(i+9), 1.1))
	}
	return folder
}

func TestCompareReadsFilesFoldersAndPatterns(t *testing.T) {
	folder := writeSides(t)
	old, now := filepath.Join(folder, "old"), filepath.Join(folder, "new")
	for _, c := range []struct {
		args []string
		runs int
	}{
		{[]string{old, now}, 6},
		{[]string{filepath.Join(old, "0.csv"), filepath.Join(now, "0.csv")}, 2},
		{[]string{"--base", filepath.Join(old, "*"), "--new", filepath.Join(now, "*.csv")}, 6},
		{[]string{"--base", filepath.Join(old, "0.csv"), "--base", filepath.Join(old, "1.csv"), "--new", now}, 5},
	} {
		args := append([]string{"frames", "compare", "--fail-if", "fps < -5%", "--resamples", "100"}, c.args...)
		code, out, stderr := try(t, args...)
		if code != exitNo || stderr != "" || !strings.Contains(out, "verdict on new: worse: fps, mean, median") ||
			strings.Count(out, ".csv  ") != c.runs || strings.Contains(out, folder) {
			t.Errorf("%q: exit %d, stderr %q, want %d runs and exit 1:\n%s", c.args, code, stderr, c.runs, out)
		}
	}
}

func TestComparesFlagsReachTheResult(t *testing.T) {
	folder := writeSides(t)
	code, out, stderr := try(t, "frames", "compare", folder+"/old", folder+"/new", "--seed", "7", "--resamples", "123",
		"--block", "2s", "--margin", "20%", "--low", "integral", "--from", "1s", "--json")
	var r record.Comparison
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitGood {
		t.Fatalf("exit %d, %v, stderr %q", code, err, stderr)
	}
	if r.Seed != 7 || r.Resamples != 123 || r.Block != 2e9 || r.Margin != 0.2 || r.Cut == "" || !r.New[0].OverRuns ||
		r.Base.Figures["low1:integral_threshold"]["value_fps"] == 0 ||
		r.New[0].Differences[0].Verdict != "too small to matter" {
		t.Errorf("%+v", r)
	}
	if name := r.Base.Runs[0].Name; !strings.HasPrefix(name, folder) {
		t.Errorf("the run is called %q, want the path as it was given", name)
	}
}

func TestCompareGoesOnWithoutARefusedLogAndSaysSo(t *testing.T) {
	folder := writeSides(t)
	if err := os.WriteFile(folder+"/old/prose.csv", []byte("no log\nat all\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := try(t, "frames", "compare", folder+"/old", folder+"/new")
	if code != exitGood || !strings.Contains(stderr, "prose.csv") || !strings.Contains(out, "verdict on new: worse") {
		t.Errorf("exit %d, stderr %q:\n%s", code, stderr, out)
	}
	code, out, stderr = try(t, "frames", "compare", folder+"/old/prose.csv", folder+"/new")
	if code != exitUsage || out != "" || !strings.Contains(stderr, "prose.csv") {
		t.Errorf("a side without a log: exit %d, stdout %q, stderr %q", code, out, stderr)
	}
	code, out, stderr = try(t, "frames", "compare", folder+"/none.csv", folder+"/new")
	if code != exitUsage || out != "" || !strings.Contains(stderr, "none.csv") {
		t.Errorf("a file that is not there: exit %d, stdout %q, stderr %q", code, out, stderr)
	}
}

func TestCompareWarnsOfASampledRealLog(t *testing.T) {
	folder := os.Getenv("TACTUS_FRAMETIMES")
	if folder == "" {
		t.Skip("NOT RUN: TACTUS_FRAMETIMES is not set: no sampled log was compared")
	}
	_, out, _ := try(t, "frames", "compare", folder+"/mangohud-overwatch-run1-sampled.csv",
		folder+"/presentmon2-eden-default.csv", "--markdown")
	for _, want := range []string{"- warning: mangohud-overwatch-run1-sampled.csv holds samples and not frames",
		"- warning: different formats: "} {
		if !strings.Contains(out, want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, out)
		}
	}
}

func TestCompareTakesEachRunOfARecordForItself(t *testing.T) {
	twin := "../../framelog/testdata/twins/CapFrameX-runs.json"
	code, out, stderr := try(t, "frames", "compare", twin, twin, "--json")
	var r record.Comparison
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitGood {
		t.Fatalf("exit %d, %v, stderr %q", code, err, stderr)
	}
	if len(r.Base.Runs) < 2 || r.Base.Runs[0].Name != twin+", run 1" || r.Base.Runs[1].Name != twin+", run 2" {
		t.Errorf("runs of a twin: %+v", r.Base.Runs)
	}
}
