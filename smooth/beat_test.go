package smooth_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/smooth"
	"github.com/tactus-go/tactus/tactustest"
)

func newBeat(t *testing.T, c smooth.BeatConfig) smooth.Beat {
	t.Helper()
	b, err := smooth.NewBeat(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHysteresisTakesTheNoiseFrom60StepsOn5994Hz(t *testing.T) {
	trace := tactustest.Display(hz5994).EarlyLate(200 * us)
	plain, _ := run(t, tactus.StepperConfig{Rate: hz60}, trace, 10_000, nil)
	steady, _ := run(t, tactus.StepperConfig{Rate: hz60, Hysteresis: tactus.Ratio(1, 20)}, trace, 10_000, nil)
	t.Logf("plain: %d doubles, %d zeros; hysteresis 1/20: %d and %d", plain[2], plain[0], steady[2], steady[0])
	if plain != (stepsPerFrame{120, 9750, 130}) {
		t.Errorf("plain: frames by steps %v, want 120, 9750 and 130", plain)
	}
	if steady[0] != 0 || steady[2] > 10 || steady[3] != 0 {
		t.Errorf("hysteresis: frames by steps %v, want none of 0 and at most 10 of 2", steady)
	}
	b := newBeat(t, smooth.BeatConfig{Step: hz60, Display: hz5994, Jitter: 200 * us})
	if b.Plain.Doubles != plain[2] || b.Plain.Zeros != plain[0] ||
		b.Hysteresis.Doubles != steady[2] || b.Hysteresis.Zeros != 0 {
		t.Errorf("the report says plain %+v, hysteresis %+v", b.Plain, b.Hysteresis)
	}
}

func TestA120HzDisplayStaysAtOneStepInTwoFramesUnderNoise(t *testing.T) {
	seed := tactustest.Seed(t)
	for name, trace := range noises(hz120, 200*us, seed) {
		for _, h := range []tactus.Rate{tactus.Ratio(1, 20), tactus.Ratio(1, 10)} {
			_, each := run(t, tactus.StepperConfig{Rate: hz60, Hysteresis: h}, trace, 10_000, nil)
			for i, steps := range each {
				if steps != int64(i%2) {
					t.Errorf("%s, hysteresis %v: frame %d runs %d steps, want 0, 1, 0, 1", name, h, i, steps)
					break
				}
			}
		}
	}
}

func TestHalfAStepOfLeadKeepsA60HzDisplayAtOneStepAFrame(t *testing.T) {
	seed := tactustest.Seed(t)
	for name, trace := range noises(hz60, 200*us, seed) {
		lead, _ := run(t, tactus.StepperConfig{Rate: hz60, Lead: tactus.Ratio(1, 2)}, trace, 10_000, nil)
		if lead != (stepsPerFrame{1: 10_000}) {
			t.Errorf("%s: frames by steps %v", name, lead)
		}
	}
	plain, _ := run(t, tactus.StepperConfig{Rate: hz60}, tactustest.Display(hz60).EarlyLate(200*us), 10_000, nil)
	if plain != (stepsPerFrame{5000, 0, 5000}) {
		t.Errorf("plain: frames by steps %v, want 0, 2, 0, 2", plain)
	}
}

func TestSixtyStepsOn5994HzSlipEvery16683Milliseconds(t *testing.T) {
	for _, c := range []struct {
		step, display tactus.Rate
		cadence       int
		period        time.Duration
	}{
		{hz60, hz5994, 1, 16_683_333_333},
		{hz60, tactus.Ratio(120000, 1001), 2, 8_341_666_667},
		{hz60, hz60, 1, 0},
		{hz5994, hz5994, 1, 0},
		{hz60, hz120, 2, 0},
		{hz60, hz144, 12, 0},
		{hz60, tactus.Hz(75), 5, 0},
		{hz60, tactus.Hz(30), 1, 0},
		{hz60, tactus.Hz(59), 1, time.Second},
		{hz60, tactus.Hz(58), 0, 0}, // one step a frame is off by more than a 32nd
		{hz60, tactus.Hz(85), 0, 0},
		{tactus.Ratio(24000, 1001), hz5994, 5, 0},
		{tactus.Hz(128), tactus.Hz(64), 1, 0},
		{hz60, tactus.Ratio(60_000_001, 1_000_000), 1, 1_000_000 * time.Second},
	} {
		b := newBeat(t, smooth.BeatConfig{Step: c.step, Display: c.display, Frames: 100})
		if off := b.Period - c.period; b.Cadence != c.cadence || off > c.period/1e6+1 || off < -c.period/1e6-1 {
			t.Errorf("%v on %v Hz: cadence %d, a slip every %v; want %d and %v",
				c.step, c.display, b.Cadence, b.Period, c.cadence, c.period)
		}
	}
}

func TestTheReportSaysWhatEachRemedyDoes(t *testing.T) {
	own := newBeat(t, smooth.BeatConfig{Step: hz60, Display: hz60, Jitter: 200 * us})
	if own.Plain != (smooth.Cadence{Doubles: 5000, Zeros: 5000, Breaks: 9999}) || own.Lead != (smooth.Cadence{}) ||
		own.Snapped != (smooth.Cadence{}) || own.Hysteresis != (smooth.Cadence{}) || own.StepsPerFrame != 1 {
		t.Errorf("60 on 60: %+v", own)
	}
	half := newBeat(t, smooth.BeatConfig{Step: hz60, Display: hz120, Jitter: 200 * us, Seed: tactustest.Seed(t)})
	if half.Plain.Breaks < 1000 || half.Plain.Doubles != 0 || half.Plain.Zeros != 0 || half.Snapped.Breaks != 0 ||
		half.Hysteresis.Breaks != 0 || half.StepsPerFrame != 0.5 {
		t.Errorf("60 on 120: %+v", half)
	}
	beat := newBeat(t, smooth.BeatConfig{Step: hz60, Display: hz5994, Jitter: 200 * us})
	if beat.Snapped.Doubles != 10 || beat.Snapped.Zeros != 0 {
		t.Errorf("snapped 60 on 59.94: %+v, want the 10 slips alone", beat.Snapped)
	}
	twice := newBeat(t, smooth.BeatConfig{Step: hz60, Display: tactus.Hz(30), Jitter: 200 * us})
	if twice.Plain.Doubles == 0 || twice.Plain.Zeros == 0 || twice.Lead != (smooth.Cadence{}) {
		t.Errorf("60 on 30, two steps a frame: %+v", twice)
	}
	odd := newBeat(t, smooth.BeatConfig{Step: hz60, Display: tactus.Hz(85)})
	if odd.Plain.Breaks != 0 || odd.Plain.Doubles != 0 || odd.Plain.Zeros != 0 {
		t.Errorf("60 on 85, some frames of 0 and some of 1 as it must be: %+v", odd)
	}
}

func TestAReportIsTheSameEveryTime(t *testing.T) {
	c := smooth.BeatConfig{Step: hz60, Display: hz144, Jitter: 300 * us, Seed: 9}
	a, b := newBeat(t, c), newBeat(t, c)
	if a != b || a.String() != b.String() {
		t.Errorf("two reports of one config differ:\n%v\n%v", a, b)
	}
	c.Seed = 10
	if newBeat(t, c) == a {
		t.Error("another seed gives the same report")
	}
}

func TestReportsNameTheirBeat(t *testing.T) {
	for _, c := range []struct {
		config smooth.BeatConfig
		want   string
	}{
		{smooth.BeatConfig{Step: hz60, Display: hz5994, Frames: 10}, "a slip every 16.683s"},
		{smooth.BeatConfig{Step: hz60, Display: hz60, Frames: 10}, "no beat"},
		{smooth.BeatConfig{Step: hz60, Display: tactus.Hz(85), Frames: 10}, "no cadence"},
		{smooth.BeatConfig{Step: hz60, Display: hz60, Frames: 10, Seed: 77}, "at random, seed 77"},
		{smooth.BeatConfig{Step: hz60, Display: hz60, Frames: 10, Hysteresis: tactus.Ratio(1, 8)}, "hysteresis 1/8"},
	} {
		if text := newBeat(t, c.config).String(); !strings.Contains(text, c.want) {
			t.Errorf("%q is not in\n%s", c.want, text)
		}
	}
}

func TestBadBeatSettingsAreRefused(t *testing.T) {
	good := smooth.BeatConfig{Step: hz60, Display: hz60, Frames: 10}
	for _, c := range []struct {
		field  string
		change func(c *smooth.BeatConfig)
	}{
		{"Step", func(c *smooth.BeatConfig) { c.Step = tactus.Rate{} }},
		{"Step", func(c *smooth.BeatConfig) { c.Step = tactus.Hz(60*64 + 1) }},
		{"Display", func(c *smooth.BeatConfig) { c.Display = tactus.Rate{} }},
		{"Display", func(c *smooth.BeatConfig) { c.Step, c.Display = tactus.Hz(1), tactus.Ratio(99, 100) }},
		{"Frames", func(c *smooth.BeatConfig) { c.Frames = -1 }},
		{"Frames", func(c *smooth.BeatConfig) { c.Frames = 1_000_001 }},
		{"Jitter", func(c *smooth.BeatConfig) { c.Jitter = -1 }},
		{"Jitter", func(c *smooth.BeatConfig) { c.Jitter = 8333333 }},
		{"Hysteresis", func(c *smooth.BeatConfig) { c.Hysteresis = tactus.Ratio(1, 4) }},
		{"Hysteresis", func(c *smooth.BeatConfig) { c.Hysteresis = tactus.Hz(0) }},
		{"Hysteresis", func(c *smooth.BeatConfig) { c.Hysteresis = tactus.Float(math.NaN()) }},
		{"Hysteresis", func(c *smooth.BeatConfig) { c.Hysteresis = tactus.Ratio(1, 1<<61+1) }},
	} {
		config := good
		c.change(&config)
		_, err := smooth.NewBeat(config)
		var bad *tactus.ConfigError
		if !errors.As(err, &bad) || !strings.HasSuffix(bad.Field, "."+c.field) || bad.Want == "" {
			t.Errorf("%s: %v", c.field, err)
		}
	}
	newBeat(t, good)
	newBeat(t, smooth.BeatConfig{Step: tactus.Hz(60 * 64), Display: hz60, Frames: 10, Jitter: 8333332})
}

func FuzzBeat(f *testing.F) {
	f.Add(int64(60), int64(1), int64(60000), int64(1001), int64(200_000), uint64(0), int64(1), int64(20))
	f.Add(int64(1), int64(7), int64(1<<20), int64(1), int64(1), uint64(3), int64(1), int64(5))
	f.Fuzz(func(t *testing.T, stepNum, stepDen, displayNum, displayDen, jitter int64, seed uint64, hNum, hDen int64) {
		b, err := smooth.NewBeat(smooth.BeatConfig{
			Step: tactus.Ratio(stepNum, stepDen), Display: tactus.Ratio(displayNum, displayDen), Frames: 50,
			Jitter: time.Duration(jitter), Seed: seed, Hysteresis: tactus.Ratio(hNum, hDen)})
		var bad *tactus.ConfigError
		if err != nil {
			if !errors.As(err, &bad) || bad.Want == "" {
				t.Fatal(err)
			}
			return
		}
		if b.Cadence < 0 || b.Cadence > 12 || b.Period < 0 || b.String() == "" {
			t.Fatalf("%+v", b)
		}
		for _, c := range []smooth.Cadence{b.Plain, b.Lead, b.Snapped, b.Hysteresis} {
			if c.Doubles < 0 || c.Zeros < 0 || c.Doubles+c.Zeros > 50 || c.Breaks > 50 {
				t.Fatalf("%+v", b)
			}
		}
	})
}

func ExampleNewBeat() {
	b, err := smooth.NewBeat(smooth.BeatConfig{Step: tactus.Hz(60), Display: tactus.Ratio(60000, 1001),
		Jitter: 200 * time.Microsecond})
	if err != nil {
		panic(err)
	}
	fmt.Print(b)
	// Output:
	// 60 steps/s on a display of 60000/1001 Hz: 1.001 steps a frame, a slip every 16.683s
	// 10000 frames, readings off by 200µs alternately early and late
	//                   doubles    zeros   breaks
	// plain                 130      120      259
	// lead 1/2              130      120      260
	// snapped                10        0       19
	// hysteresis 1/20         9        0       18
}
