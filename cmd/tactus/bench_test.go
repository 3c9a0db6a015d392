package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/pace"
)

// bench runs the command on the real clock, for as short a time as it takes.
func bench(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	c := &console{ctx: context.Background(), stdout: &out, stderr: &err}
	code = runOn(c, append([]string{"bench", "--rounds", "1", "--time", "20ms", "--hz", "200,500"}, args...))
	return code, out.String(), err.String()
}

func TestBenchMeasuresEveryMethodClockAndPath(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "late.svg")
	code, out, stderr := bench("--json", "--picture", picture)
	if code != exitGood || stderr != "" {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	var r benchReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Pacing) != 2*len(pace.Methods()) || len(r.Clocks) < 3 || len(r.Paths) != 11 || r.Rounds != 1 {
		t.Errorf("%d ways to wait, %d clocks, %d paths in %d rounds", len(r.Pacing), len(r.Clocks), len(r.Paths), r.Rounds)
	}
	for _, p := range r.Pacing {
		if p.Method == "" || p.Hz != 200 && p.Hz != 500 || p.Rate == "" || p.Recovered != -1 ||
			p.P50 > p.P99 || p.P99 > p.Max || p.Max == 0 {
			t.Errorf("pacing %+v", p)
		}
	}
	for _, c := range r.Clocks {
		if c.Step <= 0 || c.Cost <= 0 || c.Backward != 0 && c.Name != "time.Now, wall" {
			t.Errorf("clock %+v", c)
		}
	}
	for _, p := range r.Paths {
		if p.NS <= 0 || p.BaselineNS <= 0 || p.Ratio <= 0 || p.Allocs != 0 {
			t.Errorf("path %+v", p)
		}
	}
	if svg, err := os.ReadFile(picture); err != nil || !bytes.Contains(svg, []byte("hybrid")) {
		t.Errorf("picture: %v, %d bytes", err, len(svg))
	}
}

func TestBusyTellsHowTheWaitIsAfterwards(t *testing.T) {
	code, out, stderr := bench("--json", "--only", "pacing", "--busy")
	var r benchReport
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitGood {
		t.Fatalf("exit %d, %v, stderr %q", code, err, stderr)
	}
	for _, p := range r.Pacing {
		if p.Recovered < 0 {
			t.Errorf("%+v", p)
		}
	}
}

func TestBenchShowsOneTableForEachPart(t *testing.T) {
	for part, want := range map[string]string{
		"pacing": "late p50 us", "clocks": "smallest step ns", "paths": "baseline ns",
	} {
		code, out, stderr := bench("--only", part)
		if code != exitGood || !strings.Contains(out, want) || strings.Count(out, "\n\n") != 1 {
			t.Errorf("--only %s: exit %d, stderr %q, stdout\n%s", part, code, stderr, out)
		}
	}
}

func TestNoRateAtAllIsRefused(t *testing.T) {
	if code, _, stderr := try(t, "bench", "--hz="); code != exitUsage || !strings.Contains(stderr, "--hz is empty") {
		t.Errorf("exit %d, stderr %q", code, stderr)
	}
}

func TestAnInterruptLeavesWhatWasMeasured(t *testing.T) {
	for after, want := range map[time.Duration]int{0: 0, 700 * time.Millisecond: 1} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		var out, err bytes.Buffer
		code := runOn(&console{ctx: ctx, stdout: &out, stderr: &err},
			[]string{"bench", "--only", "pacing", "--rounds", "100", "--time", "10ms", "--hz", "1000"})
		rows := strings.Count(out.String(), "\n") - 3 // below the title, a blank line and the head
		if (code == exitGood) != (want > 0) || (rows == len(pace.Methods())) != (want > 0) ||
			!strings.Contains(err.String(), "interrupted after ") {
			t.Errorf("after %v: exit %d, stdout %q, stderr %q", after, code, out.String(), err.String())
		}
	}
}

func TestBenchRefusesWhatItCannotMeasure(t *testing.T) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--rounds is 0:", []string{"--rounds", "0"}},
		{"--time is 1ms:", []string{"--time", "1ms"}},
		{"--time is 20ms: want at least a frame of 1/100 Hz", []string{"--hz", "1/100"}},
		{"--time is 20s: 20971520 frames", []string{"--hz", "1048576", "--time", "20s"}},
		{"there is no folder /nosuch", []string{"--picture", "/nosuch/x.svg"}},
		{"--hz is 0:", []string{"--hz", "0"}},
		{"must be one of", []string{"--only", "disks"}},
		{"--picture x.gif: want a file that ends in .svg or .png", []string{"--picture", "x.gif"}},
		{"which --only clocks leaves out", []string{"--only", "clocks", "--picture", "x.svg"}},
	} {
		if code, out, stderr := bench(c.args...); code != exitUsage || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q; want %q", c.args, code, out, stderr, c.want)
		}
	}
}
