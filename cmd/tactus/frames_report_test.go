package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
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
