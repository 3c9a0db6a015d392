package main

import (
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asShell makes the test's own binary be the command, since a window needs a process of its own.
const asShell = "TACTUS_EBITENGINE_SHELL"

func TestMain(m *testing.M) {
	if os.Getenv(asShell) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// runShell runs the command in a real window and returns what it printed.
func runShell(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(own, args...)
	c.Env = append(os.Environ(), asShell+"=1")
	var out, errs strings.Builder
	c.Stdout, c.Stderr = &out, &errs
	err = c.Run()
	t.Logf("%s\n%s%s", strings.Join(args, " "), errs.String(), out.String())
	return strings.TrimSpace(out.String()), errs.String(), err
}

func TestTheReferenceRunInAWindowEndsAsEverywhere(t *testing.T) {
	shot := filepath.Join(t.TempDir(), "island.png")
	got, _, err := runShell(t, "--game", "mergeisland", "--reference", "--screenshot", shot)
	if err != nil {
		t.Fatal(err)
	}
	const want = "100|-131|5050|18|100|323|3492529440|"
	if !strings.HasPrefix(got, want) {
		t.Errorf("summary %s, want %s and what was dropped", got, want)
	}
	if colours := coloursOf(t, shot); colours < 1000 {
		t.Errorf("the screenshot has %d colours", colours)
	}
	got, _, err = runShell(t, "--game", "mergeisland", "--reference", "--fps", "144")
	if err != nil || got != want+"0" {
		t.Errorf("on the clock of a 144 Hz display: summary %s, error %v, want %s0", got, err, want)
	}
	got, _, err = runShell(t, "--game", "jump", "--reference", "--fps", "59.94", "--screenshot", shot)
	if err != nil || got != "tick 240, x 4.000, height 0.000, jumps 3, peak 2.417, dropped 0s" {
		t.Errorf("summary %s, error %v", got, err)
	}
	if colours := coloursOf(t, shot); colours < 1000 {
		t.Errorf("the screenshot has %d colours", colours)
	}
}

// coloursOf returns how many colours a picture has.
func coloursOf(t *testing.T, name string) int {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	colours := map[[4]uint32]bool{}
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			r, g, b, a := img.At(x, y).RGBA()
			colours[[4]uint32{r, g, b, a}] = true
		}
	}
	return len(colours)
}

func TestAnInjectedKeyLandsOnItsTickInAWindow(t *testing.T) {
	for _, fps := range []string{"", "144"} {
		args := []string{"--game", "jump", "--frames", "260", "--script", "0.305+Space 0.31-Space"}
		if fps != "" {
			args = append(args, "--fps", fps)
		}
		_, errs, err := runShell(t, args...)
		if err != nil || !strings.Contains(errs, "jumps in ticks [18]\n") { // 0.305 s at 60 Hz
			t.Errorf("--fps %q: error %v, printed %q", fps, err, errs)
		}
	}
}

func TestPixelsAt144DrawsASecondMoveEvenlyWithInterpolationOnly(t *testing.T) {
	spread := func(interpolate bool) float64 {
		_, errs, err := runShell(t, "--game", "jump", "--fps", "144", "--frames", "340", "--track",
			"--script", "0.1+Right", fmt.Sprint("--interpolate=", interpolate))
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`pixels: 299 displacements .* spread ([0-9.]+) %`).FindStringSubmatch(errs)
		if found == nil {
			t.Fatalf("no 299 displacements in %q", errs)
		}
		percent, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		return percent
	}
	with, without := spread(true), spread(false)
	t.Logf("the drawn displacement varies by %v %% with interpolation and by %v %% without", with, without)
	if with >= 2 || without <= 30 {
		t.Error("want under 2 % and over 30 %")
	}
}

func TestKeysControlTimeInAWindow(t *testing.T) {
	got, _, err := runShell(t, "--game", "jump", "--fps", "60", "--frames", "130",
		"--script", "0.49+P 0.6+Period 0.7+Period 1+F3 1.2-P")
	if err != nil || !strings.HasPrefix(got, "tick 32,") { // the pause holds from its frame on
		t.Errorf("summary %s, error %v, want 30 ticks before the pause and two single steps", got, err)
	}
	got, _, err = runShell(t, "--game", "jump", "--fps", "60", "--script", "0.5+Escape")
	if err != nil || !strings.HasPrefix(got, "tick 3") {
		t.Errorf("escape: summary %s, error %v", got, err)
	}
}

func TestWrongFlagsSaySo(t *testing.T) {
	for want, args := range map[string][]string{
		`--game is "chess": want jump or mergeisland`: {"--game", "chess"},
		`--frames is -1: want a number of draws`:      {"--frames", "-1"},
		`--track follows the ball of --game jump`:     {"--game", "mergeisland", "--track"},
		`--script: word 1 of the script, "x"`:         {"--script", "x"},
		`--fps: tactus: rate is 0: want`:              {"--fps", "0"},
		`no such file or directory`:                   {"--frames", "1", "--screenshot", "missing/a.png"},
	} {
		_, errs, err := runShell(t, args...)
		if err == nil || !strings.Contains(errs, want) {
			t.Errorf("%v: error %v, printed %q, want %q", args, err, errs, want)
		}
	}
}
