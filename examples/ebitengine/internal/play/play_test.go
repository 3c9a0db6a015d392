package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
	"github.com/tactus-go/tactus/examples/ebitengine/internal/play"
	"github.com/tactus-go/tactus/input"
)

var (
	keys  = play.Keys{Left: 1, Right: 2, Jump: 3, Interpolate: 4, Pause: 5, Step: 6, Slow: 7, Hitch: 8}
	codes = map[string]input.Code{"Left": 1, "Right": 2, "Space": 3, "I": 4, "P": 5, "Period": 6, "S": 7, "H": 8}
)

type game interface {
	play.Game
	Stepper() tactus.StepperConfig
}

// on returns a game on a display with a script.
func on(t *testing.T, g game, fps tactus.Rate, script string) (*play.Play, *play.Display) {
	t.Helper()
	s, err := play.ParseScript(script, codes)
	if err != nil {
		t.Fatal(err)
	}
	d := play.NewDisplay(fps)
	b, err := beat.New(beat.Config{Stepper: g.Stepper(), Now: d.Now, Source: s})
	if err != nil {
		t.Fatal(err)
	}
	return &play.Play{Beat: b, Game: g, Keys: keys, Interpolate: true, Stall: d.Stall}, d
}

// run runs n frames.
func run(p *play.Play, d *play.Display, n int) {
	for range n {
		p.Frame()
		d.Next()
	}
}

var displays = []tactus.Rate{tactus.Hz(30), tactus.Hz(60), tactus.Ratio(60000, 1001), tactus.Hz(75),
	tactus.Hz(144), tactus.Hz(240)}

func TestTheReferenceRunEndsTheSameOnEveryDisplay(t *testing.T) {
	for _, fps := range displays {
		g := play.NewIsland(keys)
		g.Reference = true
		p, d := on(t, g, fps, "")
		for !g.Over() {
			run(p, d, 1)
		}
		if got, want := p.Summary(), "100|-131|5050|18|100|323|3492529440|0"; got != want {
			t.Errorf("at %v Hz: %s, want %s", fps, got, want)
		}
		j := play.NewJump(keys)
		j.Reference = true
		p, d = on(t, j, fps, "")
		for !j.Over() {
			run(p, d, 1)
		}
		if got, want := p.Summary(), "tick 240, x 4.000, height 0.000, jumps 3, peak 2.417, dropped 0s"; got != want {
			t.Errorf("at %v Hz: %s, want %s", fps, got, want)
		}
	}
}

func TestAnInjectedKeyLandsOnItsTickOnEveryDisplay(t *testing.T) {
	for _, fps := range displays {
		var words []string
		var want []tactus.Tick
		for n := range 5 {
			at := 0.4031 + 1.3007*float64(n)
			words = append(words, fmt.Sprintf("%.4f+Space %.4f-Space", at, at+0.003))
			want = append(want, tactus.Hz(60).TickAt(time.Duration(at*1e9)))
		}
		g := play.NewJump(keys)
		p, d := on(t, g, fps, strings.Join(words, " "))
		for d.Now() < tactus.Instant(7*time.Second) {
			run(p, d, 1)
		}
		if !slices.Equal(g.Jumps, want) {
			t.Errorf("at %v Hz: jumps in ticks %v, want %v", fps, g.Jumps, want)
		}
	}
}

func TestMotionAt144HzIsEvenWithInterpolationAndNotWithout(t *testing.T) {
	measure := func(interpolate bool) *play.Even {
		g := play.NewJump(keys)
		p, d := on(t, g, tactus.Hz(144), "0.1+Right")
		p.Interpolate = interpolate
		run(p, d, 30)
		e := &play.Even{}
		for range 300 {
			run(p, d, 1)
			e.Add(g.At(p.Alpha()).X)
		}
		return e
	}
	with, without := measure(true), measure(false)
	t.Logf("with interpolation:    %v", with)
	t.Logf("without interpolation: %v", without)
	if with.Spread() >= 0.02 || with.Deviation() >= 0.02 {
		t.Errorf("with interpolation the displacement varies by %v: want under 2 %%", with)
	}
	if without.Spread() <= 0.30 || without.Deviation() <= 0.30 {
		t.Errorf("without interpolation it varies by %v: want over 30 %%", without)
	}
}

func TestThePauseKeyStopsAndTheStepKeyRunsOneTick(t *testing.T) {
	g := play.NewIsland(keys)
	p, d := on(t, g, tactus.Hz(60), "0.5+P 0.6-P 1+Period 1.1-Period 1.2+Period 1.3-Period 2+P")
	run(p, d, 35)
	before := g.State().Tick
	run(p, d, 20)
	if got := g.State().Tick; got != before {
		t.Errorf("%d ticks in the pause", got-before)
	}
	run(p, d, 50)
	if got := g.State().Tick; got != before+2 {
		t.Errorf("two single steps ran %d ticks", got-before)
	}
	run(p, d, 60)
	if p.Beat.Stepper().Paused() || g.State().Tick < before+30 {
		t.Errorf("still at tick %d", g.State().Tick)
	}
}

func TestSlowMotionIsAQuarterAndComesBack(t *testing.T) {
	g := play.NewJump(keys)
	p, d := on(t, g, tactus.Hz(60), "0.99+S 4.99+S")
	run(p, d, 61+240)
	if got := g.World.Tick; got < 118 || got > 122 {
		t.Errorf("%d ticks after 1 s and 4 s at a quarter, want about 120", got)
	}
	run(p, d, 60)
	if got := g.World.Tick; got < 178 || got > 182 {
		t.Errorf("%d ticks after another second, want about 180", got)
	}
}

func TestTheHitchKeyCostsWhatTheLedgerSays(t *testing.T) {
	g := play.NewJump(keys)
	p, d := on(t, g, tactus.Hz(60), "0.5+H")
	run(p, d, 90)
	total := p.Beat.Stepper().Total()
	if want := tactus.Hz(60).TimeOf(1) + 150*time.Millisecond; total.Clamped < want-2 || total.Clamped > want+2 {
		t.Errorf("clamped %v, want 400 ms and a frame less 250 ms", total.Clamped)
	}
	if over := p.Beat.Stats().Over(1); over != 1 {
		t.Errorf("%d frames over 50 ms", over)
	}
}

func TestTheInterpolateKeyShowsTheLastState(t *testing.T) {
	g := play.NewJump(keys)
	p, d := on(t, g, tactus.Hz(144), "0+I 0.5-I 1+I")
	run(p, d, 100)
	if p.Interpolate || p.Alpha() != 1 || g.At(p.Alpha()).X != g.World.X {
		t.Error("the key does not switch interpolation off")
	}
	run(p, d, 100)
	if !p.Interpolate {
		t.Error("the key does not switch it on again")
	}
}

func TestTheBodyMovedByFrameTimesJumpsHigherOnASlowDisplay(t *testing.T) {
	peaks := func(fps int64) (world, lane float64) {
		g := play.NewJump(keys)
		p, d := on(t, g, tactus.Hz(fps), "0.5+Space 0.6-Space")
		run(p, d, int(3*fps))
		return g.World.Peak, g.LanePeak
	}
	fast, fastLane := peaks(240)
	slow, slowLane := peaks(12)
	if fast != slow || slowLane < fastLane+0.2 {
		t.Errorf("fixed steps peak at %v and %v, frame times at %v and %v", fast, slow, fastLane, slowLane)
	}
}

func TestAScriptThatIsWrongSaysWhere(t *testing.T) {
	for text, want := range map[string]string{
		"0.5Space":                     `word 1 of the script, "0.5Space": want a time, + or -, and a key`,
		"1+Space x+Space":              `word 2 of the script, "x+Space": the time is "x"`,
		"1+Space -1+Space":             `word 2 of the script, "-1+Space": want a time`,
		"NaN+Space":                    `the time is "NaN": want seconds from 0 to 3600`,
		"99999+Space":                  `the time is "99999"`,
		"1+Foo":                        `no key is called "Foo"`,
		"1+":                           `want a time, + or -, and a key`,
		strings.Repeat("0+I ", 10_001): "over 10000 words",
	} {
		if _, err := play.ParseScript(text, codes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want %q", text, err, want)
		}
	}
}

func FuzzParseScript(f *testing.F) {
	for _, text := range []string{"", "0.5+Space 0.6-Space", "1e3+I", "-", "+", "0x1p3-P"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := play.ParseScript(text, codes)
		if (s == nil) == (err == nil) {
			t.Fatalf("script %v and error %v", s, err)
		}
		if err != nil {
			return
		}
		var r beat.Report
		s.Poll(0, &r)
		s.Poll(tactus.Instant(2*time.Hour), &r)
		if len(r.Events) != len(strings.Fields(text)) {
			t.Errorf("%d events of %d words", len(r.Events), len(strings.Fields(text)))
		}
	})
}
