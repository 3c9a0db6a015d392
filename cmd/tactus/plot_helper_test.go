package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A plotLog writes a log as tactus does: frames of a median with some noise, and what is put among them.
type plotLog struct {
	frames int
	median float64 // ms
	odd    map[int]float64
	scenes []string
	steps  bool
}

const plotSeed = 20

// text returns the log as CSV.
func (l *plotLog) text(t testing.TB) string {
	t.Logf("seed %d", plotSeed)
	random := rand.New(rand.NewPCG(plotSeed, uint64(l.frames)))
	var b strings.Builder
	b.WriteString("frame_ms,scene\n")
	if l.steps {
		b.Reset()
		b.WriteString("frame,time_s,frame_ms,steps,scene\n")
	}
	clock := 0.0
	for i := range l.frames {
		ms := l.median * (1 + 0.05*(random.Float64()-0.5))
		if odd, ok := l.odd[i]; ok {
			ms = odd
		}
		scene := ""
		if len(l.scenes) > 0 {
			scene = strconv.Quote(l.scenes[i*len(l.scenes)/l.frames])
			scene = strings.ReplaceAll(scene, `\"`, `""`)
		}
		if l.steps {
			fmt.Fprintf(&b, "%d,%.6f,", i, clock/1000)
		}
		clock += ms
		b.WriteString(strconv.FormatFloat(ms, 'f', 6, 64))
		if l.steps {
			b.WriteString("," + strconv.Itoa(i%3))
		}
		b.WriteString("," + scene + "\n")
	}
	return b.String()
}

// run reads the log as a command does.
func (l *plotLog) run(t testing.TB, name string) *logRun {
	log, err := framelog.Read(strings.NewReader(l.text(t)), name, framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &logRun{path: name, log: log, stream: log.Stream()}
}

// plotOf returns a picture of logs.
func plotOf(t testing.TB, kind string, runs ...*logRun) *plotPicture {
	all, err := newLines(runs, false)
	if err != nil {
		t.Fatal(err)
	}
	return &plotPicture{series: all, kind: kind, width: 1000}
}

// million is a log of a million frames with one hitch.
func million(t testing.TB) *logRun {
	l := plotLog{frames: 1_000_000, median: 5, odd: map[int]float64{600_000: 200}}
	return l.run(t, "million.csv")
}

// evil is a log whose texts try to be more than texts.
func evil(t testing.TB) *logRun {
	l := plotLog{frames: 2000, median: 8, odd: map[int]float64{900: 120}, steps: true,
		scenes: []string{"</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", `a "quoted" & 'tag'`}}
	return l.run(t, `it's "evil" </title><script>alert(3)</script>.csv`)
}

// pageFile writes a page and returns its address.
func pageFile(t testing.TB, p *plotPicture) string {
	path := filepath.Join(t.TempDir(), "page.html")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.writePage(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// hitchAt is where the hitch of million stands, in parts of the whole.
func hitchAt(r *logRun) float64 {
	e := r.stream.Hitches(r.side, framelog.Threshold{Over: 100 * time.Millisecond})[0].Events[0]
	return float64(e.Start) / float64(r.stream.Figures(r.side).Time)
}
