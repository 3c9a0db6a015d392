package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
)

// drawn returns the bytes of a picture.
func drawn(t testing.TB, p *plotPicture, ending string) []byte {
	t.Helper()
	var b bytes.Buffer
	if ending == ".html" {
		if err := p.writePage(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	s, err := p.sheet(ending)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func near(c color.Color, want color.NRGBA) bool {
	r, g, b, _ := c.RGBA()
	off := func(a uint32, b uint8) bool { return math.Abs(float64(a>>8)-float64(b)) < 40 }
	return off(r, want.R) && off(g, want.G) && off(b, want.B)
}

func decoded(t testing.TB, data []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAHitchAmongAMillionStandsAtItsTimeAndItsHeight(t *testing.T) {
	run := million(t)
	s := plotOf(t, "time", run).series[0]
	sh := newSheet(".png", 1000, 400)
	p := timePanel{series: s, length: s.Length}
	p.panel = panel{sheet: sh, x: 60, y: 40, width: 900, height: 300, up: timeUp(page.Lines{s}, true),
		across: timeAxis(s.Length.Seconds(), false, 10)}
	p.draw("time")
	var b bytes.Buffer
	if err := sh.write(&b); err != nil {
		t.Fatal(err)
	}
	m := decoded(t, b.Bytes())
	top := int(p.atY(200))
	first := 60 + int(900*hitchAt(run))
	last := 60 + int(900*(hitchAt(run)+0.2/s.Length.Seconds()))
	for x := 61; x < 960; x++ { // the axis is on 60
		high := 0
		for y := 339; y > 40; y-- {
			if near(m.At(x, y), plotInks[0]) {
				high = y
			}
		}
		switch {
		case x >= first && x <= last && (high < top-1 || high > top+1):
			t.Errorf("column %d reaches up to %d, 200 ms are at %d", x, high, top)
		case (x < first || x > last) && high < int(p.atY(6)):
			t.Errorf("column %d reaches up to %d, where no frame is", x, high)
		}
	}
}

func TestAHitchOverTheAxisHasAnArrowAndItsLength(t *testing.T) {
	run := million(t)
	p := plotOf(t, "all", run)
	s, err := p.sheet(".png")
	if err != nil {
		t.Fatal(err)
	}
	m := decoded(t, drawn(t, p, ".png"))
	want := marginLeft + (1000-marginLeft-marginGuide)*hitchAt(run)
	for _, spot := range s.texts {
		if spot.words != "200.0 ms" {
			continue
		}
		if mid := spot.x + spot.typeset.width(spot.words)/2; math.Abs(mid-want) > 2 {
			t.Errorf("the length stands at %v, want %v", mid, want)
		}
		if !near(m.At(int(want), int(spot.y)+6), plotWarn) {
			t.Errorf("under the length there is no arrow")
		}
		return
	}
	t.Error("the hitch's length is not in the picture")
}

func TestALongFrameCoversItsWholeLength(t *testing.T) {
	l := plotLog{frames: 400, median: 10, odd: map[int]float64{200: 4000}}
	s := plotOf(t, "time", l.run(t, "stall.csv")).series[0]
	columns := s.Columns(s.Length, 800)
	over := 0
	for _, c := range columns {
		if c.Max == 4*time.Second {
			over++
		}
	}
	if want := int(800 * 4e9 / float64(s.Length)); over < want || over > want+2 {
		t.Errorf("a frame of half the log is in %d of 800 columns, want %d", over, want)
	}
}

// pictures are logs that are awkward to draw.
func pictures(t testing.TB) map[string][]*logRun {
	var scenes []string
	for i := range 60 {
		scenes = append(scenes, fmt.Sprintf("a scene whose name is long %d", i))
	}
	odd := map[int]float64{}
	for i := range 90 {
		odd[i*40+7] = 60 + float64(i)
	}
	busy := plotLog{frames: 4000, median: 16, odd: odd, scenes: scenes, steps: true}
	one, equal := plotLog{frames: 1, median: 16}, plotLog{frames: 500, median: 16}
	fast := plotLog{frames: 5000, median: 0.3, odd: map[int]float64{9: 3, 2000: 17}, steps: true}
	stall := plotLog{frames: 3000, median: 1.2, odd: map[int]float64{2000: 12000}, scenes: scenes[:3]}
	var many []*logRun
	for i := range page.LinesMax {
		many = append(many, (&plotLog{frames: 1500 + i, median: 5 + float64(i), steps: i%2 == 0}).run(t,
			fmt.Sprintf("folder/PresentMon_AGameWithALongName-Win64-Shipping_2026-11-30_run%d.csv", i)))
	}
	return map[string][]*logRun{"one": {one.run(t, "one.csv")},
		"busy":  {busy.run(t, strings.Repeat("long/", 40)+"busy.csv")},
		"equal": {equal.run(t, "equal.csv")}, "fast": {fast.run(t, "fast.csv")}, "stall": {stall.run(t, "stall.csv")},
		"many": many, "evil": {evil(t)}, "mixed": {one.run(t, "1.csv"), busy.run(t, "2.csv"), stall.run(t, "3.csv")}}
}

func TestTextsNeitherOverlapNorLeaveThePicture(t *testing.T) {
	for name, runs := range pictures(t) {
		for _, width := range []int{480, 799, 1000, 1920} {
			for _, log := range []bool{false, true} {
				p := plotOf(t, "all", runs...)
				p.width, p.log = width, log
				s, err := p.sheet(".svg")
				if err != nil {
					t.Fatal(err)
				}
				checkTexts(t, fmt.Sprintf("%s at %d, log %v", name, width, log), s)
			}
		}
	}
}

func checkTexts(t *testing.T, name string, s *sheet) {
	t.Helper()
	for i, a := range s.texts {
		right := a.x + a.typeset.width(a.words)
		if a.x < 0 || right > s.width || a.y-a.typeset.size < 0 || a.y+3 > s.height {
			t.Errorf("%s: %q is cut: from %v to %v, %v down", name, a.words, a.x, right, a.y)
		}
		for _, b := range s.texts[:i] {
			beside := right <= b.x || b.x+b.typeset.width(b.words) <= a.x
			// Capitals are 0.73 of the size high, what hangs below is 0.21.
			under := func(a, b textSpot) bool { return a.y-0.73*a.typeset.size >= b.y+0.21*b.typeset.size }
			apart := under(a, b) || under(b, a)
			if !beside && !apart {
				t.Errorf("%s: %q overlaps %q", name, a.words, b.words)
			}
		}
	}
}

func TestAnSVGIsWellFormedAndSaysWhatItShows(t *testing.T) {
	for name, runs := range pictures(t) {
		data := drawn(t, plotOf(t, "all", runs...), ".svg")
		var all strings.Builder
		for d := xml.NewDecoder(bytes.NewReader(data)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if text, ok := token.(xml.CharData); ok {
				all.Write(text)
				all.WriteByte('\n')
			}
		}
		text := strings.ReplaceAll(all.String(), "\u00a0", " ")
		for _, want := range []string{"Frame time, ms", "Distribution, %", "percentile", "present side", "frame_ms in ms",
			"N = " + page.Counted(runs[0].stream.Count(framelog.Present), "frame", "frames"), "R type 7",
			"hitches > 50 ms", "> 2x med."} {
			if !strings.Contains(strings.ReplaceAll(text, "\n", " "), want) && !strings.Contains(text, want) {
				t.Errorf("%s: the picture does not say %q", name, want)
			}
		}
	}
}

func TestTheSameLogsGiveTheSameBytes(t *testing.T) {
	for name, runs := range pictures(t) {
		for _, ending := range plotEndings {
			if !bytes.Equal(drawn(t, plotOf(t, "all", runs...), ending), drawn(t, plotOf(t, "all", runs...), ending)) {
				t.Errorf("%s%s differs from itself", name, ending)
			}
		}
	}
}

func TestAPictureOfSamplesSaysSo(t *testing.T) {
	var b strings.Builder
	b.WriteString("time_s,frame_ms\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%.3f,%.3f\n", float64(i)/10, 4+float64(i%7)/10)
	}
	log, err := framelog.Read(strings.NewReader(b.String()), "sampled.csv", framelog.Options{})
	if err != nil || !log.Sampled {
		t.Fatalf("%v, sampled %v", err, log.Sampled)
	}
	p := plotOf(t, "all", &logRun{path: "sampled.csv", log: log, stream: log.Stream()})
	if got := p.series[0].Length; got < 29*time.Second || got > 31*time.Second {
		t.Errorf("30 s of samples are %v long", got)
	}
	for _, ending := range []string{".svg", ".html"} {
		if !bytes.Contains(drawn(t, p, ending), []byte("sampled, not frames")) {
			t.Errorf("the %s does not say that it shows samples", ending)
		}
	}
	s, err := p.sheet(".png")
	if err != nil {
		t.Fatal(err)
	}
	checkTexts(t, "sampled", s)
}

func TestTheHeightOfAPictureIsKept(t *testing.T) {
	p := plotOf(t, "all", evil(t))
	p.height = 1400
	if got := decoded(t, drawn(t, p, ".png")).Bounds().Max; got != (image.Point{X: 1000, Y: 1400}) {
		t.Errorf("the picture is %v, want 1000 x 1400", got)
	}
	p.height = 300
	if _, err := p.sheet(".png"); err == nil || !strings.Contains(err.Error(), "at least") {
		t.Errorf("a height of 300 gives %v, want what is needed at least", err)
	}
}

func TestPlotRefusesWhatItCannotWrite(t *testing.T) {
	folder := t.TempDir()
	named := filepath.Join(folder, "folder.png")
	if err := os.Mkdir(named, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-o", filepath.Join(folder, "a.gif")}, "want a file that ends in .png, .svg or .html"},
		{[]string{"-o", folder}, "want a file that ends in .png, .svg or .html"},
		{[]string{"-o", named}, "this is a folder"},
		{[]string{"-o", filepath.Join(folder, "none", "a.png")}, "there is no folder"},
		{[]string{"--width", "20"}, "want 480 to 8000"},
		{[]string{"--height", "-1"}, "want up to 8000"},
		{[]string{"--kind", "pie"}, "--kind must be one of"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"frames", "plot", "log.csv"}, c.args...), strings.NewReader(""), &stdout, &stderr)
		if code != exitUsage || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q gives %d and %q, want %q", c.args, code, stderr.String(), c.want)
		}
	}
}

func TestPlotRefusesMoreLinesThanCanBeToldApart(t *testing.T) {
	one := (&plotLog{frames: 10, median: 16}).run(t, "one.csv")
	runs := make([]*logRun, page.LinesMax+1)
	for i := range runs {
		runs[i] = one
	}
	if _, err := newLines(runs, false); err == nil || !strings.Contains(err.Error(), "at most 7") {
		t.Errorf("%d logs give %v", len(runs), err)
	}
	if _, err := newLines(runs[:1], true); err == nil || !strings.Contains(err.Error(), "display") {
		t.Errorf("a log without display intervals gives %v", err)
	}
	f := framesPlot{Kind: "steps", Output: filepath.Join(t.TempDir(), "a.png"), Width: 1000}
	all, err := newLines(runs[:1], false)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.write(".png", all); err == nil || !strings.Contains(err.Error(), "steps") {
		t.Errorf("steps of a log without them give %v", err)
	}
}

func BenchmarkPlotFiveMillionFrames(b *testing.B) {
	l := plotLog{frames: 5_000_000, median: 5, odd: map[int]float64{600_000: 200}}
	run := l.run(b, "five.csv")
	for b.Loop() {
		drawn(b, plotOf(b, "all", run), ".png")
	}
}

func TestPlotWritesOverAFileAndSaysWhichLogsItRefused(t *testing.T) {
	folder := t.TempDir()
	log, none := filepath.Join(folder, "game.csv"), filepath.Join(folder, "none.csv")
	l := plotLog{frames: 200, median: 16, steps: true}
	if err := os.WriteFile(log, []byte(l.text(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"all", "time", "distribution", "percentiles", "steps"} {
		for _, ending := range plotEndings {
			out := filepath.Join(folder, "out"+ending)
			before, _ := os.ReadFile(out)
			var stdout, stderr bytes.Buffer
			args := []string{"frames", "plot", log, "-o", out, "--kind", kind}
			if code := run(args, strings.NewReader(""), &stdout, &stderr); code != exitGood {
				t.Fatalf("%q gives %d: %s", args, code, stderr.String())
			}
			if after, _ := os.ReadFile(out); len(after) == 0 || bytes.Equal(before, after) {
				t.Errorf("%s of %s is not written anew", out, kind)
			}
		}
	}
	var stdout, stderr bytes.Buffer
	args := []string{"frames", "plot", log, none, "-o", filepath.Join(folder, "two.png")}
	if code := run(args, strings.NewReader(""), &stdout, &stderr); code != exitUsage {
		t.Errorf("a log that is not there gives %d", code)
	}
	if !strings.Contains(stderr.String(), "none.csv") {
		t.Errorf("what was refused is not named: %q", stderr.String())
	}
}
