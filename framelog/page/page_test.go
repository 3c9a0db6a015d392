package page_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
)

// read reads a log and returns its run, nil where it holds no frames.
func read(t testing.TB, name string, text []byte) *page.Run {
	t.Helper()
	log, err := framelog.Read(bytes.NewReader(text), name, framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if log.Stream() == nil {
		return nil
	}
	return &page.Run{Path: name, Log: log, Stream: log.Stream()}
}

// generated returns a log of n frames of about 5 ms with stalls of 200 ms at some of them.
func generated(n int, stalls ...int) []byte {
	b := []byte("frame_ms\n")
	long := map[int]bool{}
	for _, at := range stalls {
		long[at] = true
	}
	for i := range n {
		ms := 5 + float64(i%11)/100
		if long[i] {
			ms = 200
		}
		b = append(strconv.AppendFloat(b, ms, 'f', 3, 64), '\n')
	}
	return b
}

func lines(t testing.TB, runs ...*page.Run) page.Lines {
	t.Helper()
	all, err := page.NewLines(runs, false)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// twins calls a function for every log of the tools that can be drawn, and fails where there are few.
func twins(t *testing.T, use func(name string, all page.Lines)) {
	files, err := filepath.Glob("../testdata/twins/*")
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		log, err := framelog.Read(bytes.NewReader(text), file, framelog.Options{})
		if err != nil || log.Stream() == nil || log.Stream().Count(framelog.Present) == 0 {
			continue // refused, or figures alone
		}
		drawn++
		use(filepath.Base(file), lines(t, &page.Run{Path: file, Log: log, Stream: log.Stream()}))
	}
	if drawn < 80 {
		t.Fatalf("%d of %d logs can be drawn, want at least 80", drawn, len(files))
	}
}

func TestEveryFrameIsInTheHistogramOrCountedBesideIt(t *testing.T) {
	twins(t, func(name string, all page.Lines) {
		b := all.Bins()
		for _, l := range all {
			shares, before, beyond := b.Shares(l)
			sum := float64(before+beyond) / float64(l.Count)
			for _, v := range shares {
				sum += v
			}
			if math.Abs(sum-1) > 1e-9 || b.Count > 250 {
				t.Errorf("%s: %d bins hold %v of %s", name, b.Count, sum, l.Name)
			}
		}
	})
}

func TestEveryLogGivesAPageWhosePartsAgree(t *testing.T) {
	twins(t, func(name string, all page.Lines) {
		d := all.Page(page.Options{})
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if bytes.ContainsAny(text, "<>") {
			t.Errorf("%s: the JSON holds what could end an element", name)
		}
		for i, s := range d.Series {
			if len(s.Shares) != len(d.Edges) || len(s.Curve) != len(d.Percentiles.X) {
				t.Errorf("%s: %d shares for %d edges, %d percentiles for %d places", name, len(s.Shares), len(d.Edges),
					len(s.Curve), len(d.Percentiles.X))
			}
			if !s.Counted && s.Sampled == "" && len(unpacked(t, s.Data.Longest)) != all[i].Count {
				t.Errorf("%s: %d frames of %d", name, len(unpacked(t, s.Data.Longest)), all[i].Count)
			}
		}
		for _, f := range d.Figures {
			if f.Rule == "" || len(f.Values) != len(d.Series) {
				t.Errorf("%s: the figure %q has %d values and the rule %q", name, f.Name, len(f.Values), f.Rule)
			}
		}
	})
}

func unpacked(t *testing.T, text string) []uint32 {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]uint32, len(data)/4)
	for i := range all {
		all[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return all
}

func TestAPageOfAnyNumberOfFramesIsBoundedAndKeepsEveryHitch(t *testing.T) {
	stalls := []int{7, 300_000, 300_001, 999_999, 1_500_000}
	d := lines(t, read(t, "long.csv", generated(2_000_000, stalls...))).Page(page.Options{})
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("2,000,000 frames are a page of %d bytes", len(text))
	if len(text) > 5<<19 {
		t.Errorf("2,000,000 frames are a page of %d bytes, want at most 2.5 MiB", len(text))
	}
	long := 0
	for _, ns := range unpacked(t, d.Series[0].Data.Longest) {
		if ns == 200_000_000 {
			long++
		}
	}
	if long != len(stalls) {
		t.Errorf("%d of %d stalls are a bin of their own", long, len(stalls))
	}
}

func TestNamesOfLinesAreShortAndDiffer(t *testing.T) {
	names := func(paths ...string) (all []string) {
		var runs []*page.Run
		for _, p := range paths {
			runs = append(runs, read(t, p, generated(20)))
		}
		for _, l := range lines(t, runs...) {
			all = append(all, l.Name)
		}
		return all
	}
	for _, paths := range [][]string{{"a.csv", "b/a.csv", "a.csv.gz"}, {"-", "x.csv"}, {strings.Repeat("x", 90) + ".csv"},
		{"PresentMon_Game_2026-11-30_before.csv", "PresentMon_Game_2026-11-30_after.csv"}} {
		seen := map[string]bool{}
		for _, n := range names(paths...) {
			if n == "" || seen[n] || len([]rune(n)) > 40 {
				t.Errorf("%q gives %q", paths, names(paths...))
			}
			seen[n] = true
		}
	}
	if got := names("PresentMon_Game_2026-11-30_before.csv", "PresentMon_Game_2026-11-30_after.csv"); got[0] != "before" {
		t.Errorf("what all begin with is kept: %q", got)
	}
}

func TestMoreLinesThanCanBeToldApartAreRefused(t *testing.T) {
	runs := make([]*page.Run, page.LinesMax+1)
	for i := range runs {
		runs[i] = read(t, "one.csv", generated(10))
	}
	if _, err := page.NewLines(runs, false); err == nil || !strings.Contains(err.Error(), "at most 7") {
		t.Errorf("%d logs give %v", len(runs), err)
	}
	if _, err := page.NewLines(runs[:1], true); err == nil || !strings.Contains(err.Error(), "display") {
		t.Errorf("a log without display intervals gives %v", err)
	}
}
