package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/plotter"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/smooth"
	"github.com/tactus-go/tactus/tactustest"
)

// essays are the pages in each language: every figure that is computed below must stand in each.
var essays = []string{"../concepts/time.md", "../concepts/time.zh-CN.md"}

var number = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// says checks that pages have figures.
func says(t *testing.T, pages []string, figures ...string) {
	t.Helper()
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all := number.FindAllString(string(text), -1)
		for i := range all {
			all[i] = strings.TrimRight(all[i], ".,")
		}
		for _, f := range figures {
			if !slices.Contains(all, f) {
				t.Errorf("%s lacks %s", name, f)
			}
		}
	}
}

func TestTheEssaysJumpsAreThoseOfTheGame(t *testing.T) {
	var want []string
	for _, fps := range []int{10, 30, 60, 144} {
		peak, _ := laneJump(jump.Lane{}, fps)
		want = append(want, fmt.Sprintf("%.2f", peak))
	}
	for _, fps := range []int{10, 144} {
		peak, _ := laneJump(jump.Lane{Method: jump.SemiImplicitEuler}, fps)
		want = append(want, fmt.Sprintf("%.2f", peak))
	}
	for _, fps := range []int{10, 30, 120, 144} {
		_, seconds := laneJump(jump.Lane{PerFrame: true, Method: jump.SemiImplicitEuler}, fps)
		want = append(want, fmt.Sprintf("%.2g", seconds))
	}
	_, seconds := laneJump(jump.Lane{}, 10)
	first, _, err := fixedJump(fpsLeast)
	for fps := fpsLeast; fps <= fpsMost; fps++ {
		peak, _, err := fixedJump(fps)
		if err != nil || peak != first {
			t.Fatalf("%d fps: a fixed jump of %v, error %v, want %v", fps, peak, err, first)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	says(t, essays, append(want, fmt.Sprintf("%.2g", seconds), fmt.Sprintf("%.2f", first))...)
}

func TestTheEssaysWalkerMovesEvenly(t *testing.T) {
	w, err := walkAt144(200)
	if err != nil {
		t.Fatal(err)
	}
	stands, jumps := 0, 0.0
	for i := 4; i < len(w.at); i++ {
		if even := 4.0 / 144; w.shown[i]-w.shown[i-1] < even*0.999 || w.shown[i]-w.shown[i-1] > even*1.001 {
			t.Errorf("frame %d: moved %v, want %v", i, w.shown[i]-w.shown[i-1], even)
		}
		if w.current[i] == w.current[i-1] {
			stands++
		}
		jumps = max(jumps, w.current[i]-w.current[i-1])
	}
	if stands < 100 {
		t.Errorf("the current state stands in %d of 196 frames", stands)
	}
	says(t, essays, fmt.Sprintf("%.4f", jumps), fmt.Sprintf("%.4f", 4.0/144))
}

// at returns the height of a line at a place.
func at(points plotter.XYs, x float64) float64 {
	i := slices.IndexFunc(points, func(p plotter.XY) bool { return p.X >= x })
	a, b := points[i-1], points[i]
	return a.Y + (b.Y-a.Y)*(x-a.X)/(b.X-a.X)
}

func TestTheEssaysSpiralIsTheEngines(t *testing.T) {
	for _, c := range []tactus.StepperConfig{{Clamp: tactus.NoClamp, Cap: tactus.NoCap}, {}, {Cap: 4},
		{Budget: 12 * time.Millisecond}} {
		c.Rate = tactus.Hz(60)
		d, err := descend(c)
		if err != nil {
			t.Fatal(err)
		}
		most := 0.0
		for _, f := range d.frame {
			most = max(most, f.Y)
		}
		says(t, essays, fmt.Sprintf("%.0f", most))
		if behind := at(d.behind, 4); behind < 0.6 || behind > 0.9 {
			t.Errorf("%+v: %v s behind, the page says 0.6 to 0.9", c, behind)
		}
	}
}

func TestTheEssaysBeatIsTheEngines(t *testing.T) {
	report, err := smooth.NewBeat(smooth.BeatConfig{
		Step:    tactus.Hz(60),
		Display: tactus.Ratio(60000, 1001),
		Jitter:  200 * time.Microsecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	if report.Hysteresis.Zeros != 0 || report.Lead.Doubles != report.Plain.Doubles {
		t.Errorf("%+v", report)
	}
	says(t, essays, fmt.Sprintf("%.1f", report.Period.Seconds()), fmt.Sprint(report.Plain.Doubles),
		fmt.Sprint(report.Plain.Zeros), fmt.Sprint(report.Hysteresis.Doubles))
	for _, c := range []tactus.StepperConfig{withLead, withHysteresis} {
		shots, err := run(c, tactustest.Display(tactus.Hz(60)).EarlyLate(noise).Take(1000), nil)
		if err != nil || len(uneven(shots)) > 0 {
			t.Errorf("%d frames of a noisy 60 Hz display do not run one step, error %v", len(uneven(shots)), err)
		}
	}
}

// floatSteps is a loop as it is often written.
func floatSteps(frames int, frameTime, step float64) (first, all int) {
	accumulator := 0.0
	for frame := range frames {
		accumulator += frameTime
		for accumulator >= step {
			accumulator -= step
			all++
		}
		if frame == 0 {
			first = all
		}
	}
	return first, all
}

func TestAFloatLoopMissesAStepAtAnExactMultiple(t *testing.T) {
	if first, all := floatSteps(600, 0.05, 0.01); first != 4 || all != 2999 {
		t.Errorf("%d steps in the first frame and %d in all, the pages say 4 and 2,999", first, all)
	}
	shots, err := run(tactus.StepperConfig{Rate: tactus.Hz(100)}, tactustest.Steady(50*time.Millisecond).Take(600), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shots {
		if s.steps != 5 {
			t.Fatalf("the stepper runs %d steps", s.steps)
		}
	}
	says(t, essays, "2,999", "3,000", "16,666,666", "40", "3.5", "4.6")
}
