package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// sampleFolder is where real logs stand with their figures: other people's files, which are not ours to
// copy. TACTUS_FRAMETIMES names it.
func sampleFolder(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("TACTUS_FRAMETIMES")
	if folder == "" {
		t.Skip("NOT RUN: TACTUS_FRAMETIMES does not name the folder of real logs and expected.json")
	}
	return folder
}

func TestReportGivesEveryFigureOfTheRealLogs(t *testing.T) {
	folder := sampleFolder(t)
	text, err := os.ReadFile(filepath.Join(folder, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Files map[string]any }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	args := []string{"frames", "report", "--json"}
	for name := range want.Files {
		args = append(args, filepath.Join(folder, name))
	}
	sort.Strings(args[3:])
	code, stdout, stderr := try(t, args...)
	if code != exitGood {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var got struct{ Files map[string]any }
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, w := range want.Files {
		compared += compareJSON(t, name, got.Files[name], w)
	}
	t.Logf("%d values of %d files compared", compared, len(want.Files))
	if len(want.Files) < 13 || compared < 1000 {
		t.Errorf("compared %d values of %d files: too few to mean something", compared, len(want.Files))
	}
}

// compareJSON holds every value of want to that of got, and returns how many it compared.
func compareJSON(t *testing.T, at string, got, want any) (compared int) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for key, v := range w {
			x, ok := g[key]
			if !ok {
				t.Errorf("%s has no %s", at, key)
				continue
			}
			if key == "note" { // words of our own
				v = x
			}
			compared += compareJSON(t, at+"."+key, x, v)
		}
		return compared
	case []any:
		g, _ := got.([]any)
		if len(g) != len(w) {
			t.Errorf("%s has %d elements, want %d", at, len(g), len(w))
			return 0
		}
		for i := range w {
			compared += compareJSON(t, fmt.Sprintf("%s[%d]", at, i), g[i], w[i])
		}
		return compared
	case float64:
		g, ok := got.(float64)
		if !ok || math.Abs(g-w) > 1e-4*math.Abs(w) {
			t.Errorf("%s is %v, want %v", at, got, want)
		}
	default:
		if got != want {
			t.Errorf("%s is %v, want %v", at, got, want)
		}
	}
	return 1
}

func TestReportSaysEveryFigureWithItsRuleColumnUnitAndStream(t *testing.T) {
	code, out, stderr := try(t, "frames", "report", "--low", "frameview", "--slowest", "2",
		twins+"presentmon-2.1-frametype.csv")
	if code != exitGood || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	contains(t, out, "PresentMon 2.1", "frame times  FrameTime, in milliseconds", "stream       Harbour.exe, process ",
		"present        display   rule", "frames / time", "linear (R type 7)", "FrameView: mean of", "generated: ",
		"over 33.333ms", "over 50ms", "over 2x", "adjacent frames are one event", "longest frames")
}

func TestReportSaysWhatWasLeftOutAndWhy(t *testing.T) {
	_, out, _ := try(t, "frames", "report", twins+"bad-values.csv")
	contains(t, out, "left out", "the frame time is zero", "the frame time is negative", "no frame time", "not finite",
		"first in line")
}

func TestReportOfOurOwnLogHasStepsAlphaCostAndDroppedTime(t *testing.T) {
	_, out, _ := try(t, "frames", "report", twins+"tactus-log.csv")
	contains(t, out, "frames by their steps:", "alpha        ", "step cost    a frame: mean", "dropped      ", "tag ",
		"menu")
}

func TestAnUnverifiedReaderSaysSo(t *testing.T) {
	_, out, _ := try(t, "frames", "report", twins+"stadia-frametimes.csv")
	contains(t, out, "reader       unverified")
	_, out, _ = try(t, "frames", "report", twins+"mangohud-0.8.csv")
	if strings.Contains(out, "unverified") {
		t.Errorf("MangoHud 0.8 is called unverified:\n%s", out)
	}
}

func TestAMatrixHasTheMedianOfTheRunsOfEachCell(t *testing.T) {
	folder := logFolder(t, map[string]string{
		"quay/fast/high_1.csv": "all-equal.csv", "quay/fast/high_2.csv": "all-equal.csv",
		"quay/fast/high_3.csv": "ties-one-long.csv",
		"quay/slow/high_1.csv": "ties-one-long.csv", "harbour/slow/low_1.csv": "mangohud-sampled.csv",
	})
	code, out, stderr := try(t, "frames", "report", "--group-by", "1,2,3", "--figure", "fps", folder)
	if code != exitGood || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	_, equal, _ := try(t, "frames", "report", "--json", filepath.Join(folder, "quay/fast/high_1.csv"))
	var one struct {
		Files map[string]struct {
			Default struct {
				FPS float64 `json:"avg_fps"`
			} `json:"default"`
		}
	}
	if err := json.Unmarshal([]byte(equal), &one); err != nil {
		t.Fatal(err)
	}
	contains(t, out, "FPS, frames / time by 1, 2, 3", "high", "low",
		fmt.Sprintf("%.2f (3)", one.Files["high_1.csv"].Default.FPS), "quay  slow", "harbour  slow", "*",
		"of samples and not of frames", "█", "> 50 ms")
	code, out, _ = try(t, "frames", "report", "--json", "--group-by", "1", folder)
	var got struct {
		Matrix struct {
			Cells []struct{ Keys, Files []string }
		}
		Files map[string]any
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitGood {
		t.Fatal(err, code)
	}
	if len(got.Matrix.Cells) != 2 || len(got.Matrix.Cells[1].Files) != 4 || len(got.Files) != 5 {
		t.Errorf("cells %v, %d files", got.Matrix.Cells, len(got.Files))
	}
}

func TestAMatrixByAFieldOfTheFiles(t *testing.T) {
	_, out, _ := try(t, "frames", "report", "--group-by", "GPU,format", "--figure", "median",
		twins+"FrameView_Harbour.exe_2024_04_02T101112_Log.csv", twins+"mangohud-0.8.csv")
	contains(t, out, "Graphite", "FrameView", "MangoHud 0.8")
}

func TestWarningsAreOfTheStreamAndThePartThatFiguresAreFor(t *testing.T) {
	_, out, _ := try(t, "frames", "report", "--to", "50ms", twins+"thousand-frames.csv")
	contains(t, out, "! few-frames", "cut: to 50ms")
	_, out, _ = try(t, "frames", "report", twins+"thousand-frames.csv")
	if strings.Contains(out, "few-frames") {
		t.Errorf("a thousand frames are called few:\n%s", out)
	}
	_, out, _ = try(t, "frames", "report", "--process", "run 2", twins+"CapFrameX-runs.json")
	contains(t, strings.Join(strings.Fields(out), " "), "stream run 2", "figures are for run 2")
}
