package scene_test

import (
	"math"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/lab/scene"
)

// A page draws a scene as a browser does, on a display of 60 Hz whose clock starts anywhere.
type page struct {
	scene.Scene
	t     *testing.T
	frame int64
}

func open(t *testing.T, name string) *page {
	t.Helper()
	s, ok := scene.New(name)
	if !ok {
		t.Fatalf("there is no scene %s", name)
	}
	return &page{Scene: s, t: t}
}

const displayHz = 60

func (p *page) now() tactus.Instant {
	return tactus.Instant(123_456_789_000 + p.frame*int64(time.Second)/displayHz)
}

// draw draws for some seconds.
func (p *page) draw(seconds float64) {
	for range int(math.Round(seconds * displayHz)) {
		p.Frame(p.now())
		p.frame++
	}
}

func (p *page) set(name string, value float64) {
	p.t.Helper()
	for i, c := range p.Controls() {
		if c.Name == name {
			p.Set(i, value)
			return
		}
	}
	p.t.Fatalf("there is no control %s", name)
}

func (p *page) act(name string) {
	p.t.Helper()
	for i, a := range p.Actions() {
		if a == name {
			p.Act(i)
			return
		}
	}
	p.t.Fatalf("there is no action %s", name)
}

func (p *page) get(name string) float64 {
	p.t.Helper()
	v, ok := p.Board().Get(name)
	if !ok {
		p.t.Fatalf("there is no figure %s", name)
	}
	return v
}

// run returns the numbers of a named part of the board.
func (p *page) run(name string) []float64 {
	p.t.Helper()
	for _, s := range p.Board().Slots() {
		if s.Name == name {
			return p.Board().Values()[s.At : s.At+s.Len]
		}
	}
	p.t.Fatalf("there is no slot %s", name)
	return nil
}

var names = []string{"jump", "choose", "spiral", "spring", "tunnel", "machine"}

func TestEverySceneNamesItsPartsOnce(t *testing.T) {
	for _, name := range names {
		p := open(t, name)
		seen := map[string]bool{}
		at := 0
		for _, s := range p.Board().Slots() {
			if seen[s.Name] || s.At != at || s.Len < 1 {
				t.Errorf("%s: slot %+v: want it once, at %d", name, s, at)
			}
			seen[s.Name], at = true, s.At+s.Len
		}
		if at != len(p.Board().Values()) {
			t.Errorf("%s: slots of %d numbers, a board of %d", name, at, len(p.Board().Values()))
		}
		for i, c := range p.Controls() {
			if !(c.Min <= c.Value && c.Value <= c.Max) || len(c.Choices) > 0 && len(c.Choices) != int(c.Max)+1 {
				t.Errorf("%s: control %d is %+v", name, i, c)
			}
		}
	}
	if _, ok := scene.New("nothing"); ok {
		t.Error("there is a scene of no name")
	}
}

func TestABoardStaysWhereItIs(t *testing.T) {
	for _, name := range names {
		p := open(t, name)
		before := &p.Board().Values()[0]
		p.draw(3)
		for i := range p.Controls() {
			p.Set(i, 1)
		}
		p.draw(1)
		if &p.Board().Values()[0] != before {
			t.Errorf("%s: the board has moved", name)
		}
	}
}

func TestAFrameOfASceneAllocatesNothing(t *testing.T) {
	for _, name := range []string{"jump", "spiral", "spring", "tunnel"} {
		p := open(t, name)
		p.draw(2)
		if n := testing.AllocsPerRun(300, func() { p.draw(1.5 / displayHz) }); n > 0 {
			t.Errorf("%s: %v allocations a frame", name, n)
		}
	}
}

// TestNoSettingBreaksAScene sets every control to values that no page sends.
func TestNoSettingBreaksAScene(t *testing.T) {
	for _, name := range names {
		p := open(t, name)
		for i := range p.Controls() {
			for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 1e300, 5.5} {
				p.Set(i, v)
				p.draw(0.1)
			}
		}
		p.Set(-1, 0)
		p.Set(1000, 0)
		for i := -1; i <= len(p.Actions()); i++ {
			p.Act(i)
			p.draw(0.1)
		}
		for i, v := range p.Board().Values() {
			if math.IsNaN(v) {
				t.Errorf("%s: number %d of the board is none", name, i)
				break
			}
		}
	}
}

func TestJumpShowsThePeaksThatTheFormulaSays(t *testing.T) {
	for _, fps := range []float64{10, 12, 15, 40, 60, 144, 240} {
		for method := range 3 {
			p := open(t, "jump")
			p.set("fps", fps)
			p.set("method", float64(method))
			p.draw(4)
			m := jump.Method(method)
			if got, want := p.get("variable.peak"), jump.Peak(m, 1/fps); math.Abs(got-want) > 1e-6 {
				t.Errorf("method %d, %v fps: the variable lane peaks at %v, want %v", method, fps, got, want)
			}
			want := jump.Peak(m, 1.0/60)
			for _, lane := range []string{"fixed", "interpolated"} {
				if got := p.get(lane + ".peak"); math.Abs(got-want) > 1e-12 {
					t.Errorf("method %d, %v fps: the lane %s peaks at %v, want %v", method, fps, lane, got, want)
				}
				if p.get(lane+".peakOff") != 0 || p.get(lane+".airOff") != 0 {
					t.Errorf("%v fps: the lane %s is called off", fps, lane)
				}
			}
			if got := p.get("formula"); got != jump.Peak(m, 1/fps) {
				t.Errorf("%v fps: the formula says %v", fps, got)
			}
		}
	}
}

func TestOneStepAFrameIsOffInTimeAndVariableStepsInHeight(t *testing.T) {
	p := open(t, "jump")
	p.set("fps", 12)
	p.draw(8)
	if p.get("perFrame.airOff") != 1 || p.get("perFrame.peakOff") != 0 {
		t.Errorf("one step a frame: in the air for %v s, peak %v", p.get("perFrame.air"), p.get("perFrame.peak"))
	}
	if p.get("variable.peakOff") != 1 || p.get("variable.airOff") != 0 {
		t.Errorf("variable: in the air for %v s, peak %v", p.get("variable.air"), p.get("variable.peak"))
	}
}

func TestTheStepsOfTheFramesAreThoseOfTheRates(t *testing.T) {
	for _, test := range []struct {
		fps  float64
		want []float64
	}{
		{12, []float64{5, 5, 5, 5, 5, 5, 5, 5}},
		{30, []float64{2, 2, 2, 2, 2, 2, 2, 2}},
		{40, []float64{1, 2, 1, 2, 1, 2, 1, 2}},
		{60, []float64{1, 1, 1, 1, 1, 1, 1, 1}},
		{240, []float64{0, 0, 0, 1, 0, 0, 0, 1}},
	} {
		p := open(t, "jump")
		p.set("fps", test.fps)
		p.draw(3.5)
		pattern := p.run("pattern")
		same := false
		for shift := range 4 {
			last := pattern[len(pattern)-8-shift : len(pattern)-shift]
			all := true
			for i := range last {
				all = all && last[i] == test.want[i]
			}
			same = same || all
		}
		if !same {
			t.Errorf("%v fps: the steps are %v, want %v", test.fps, pattern, test.want)
		}
	}
	p := open(t, "jump")
	p.set("fps", 144)
	p.draw(4)
	if zeros, ticks := p.get("zeros"), p.get("tick"); math.Abs(zeros/ticks-84.0/60) > 0.02 {
		t.Errorf("144 fps: %v frames without a step to %v steps: want 84 to 60", zeros, ticks)
	}
}

// TestARestartBeginsFramesAndStepsTogether restarts after any number of frames: a rate whose frames are
// no whole nanoseconds would else be a part of one behind the steps, and run 4, 5 and 6 in turns.
func TestARestartBeginsFramesAndStepsTogether(t *testing.T) {
	for frames := range 7 {
		p := open(t, "jump")
		p.set("fps", 12)
		p.draw((float64(frames) + 0.5) / 12)
		p.act("restart")
		p.draw(1)
		pattern := p.run("pattern")
		for _, steps := range pattern[len(pattern)-int(pattern[0]):] {
			if steps != 5 {
				t.Fatalf("after %d frames and a restart: the steps are %v", frames, pattern)
			}
		}
		if pattern[0] < 10 {
			t.Fatalf("%v frames", pattern[0])
		}
	}
}

func TestAHitchIsClampedAndCounted(t *testing.T) {
	p := open(t, "jump")
	p.draw(1)
	p.act("hitch")
	p.draw(1)
	if got := p.get("clamped"); math.Abs(got-(0.5+1.0/60-0.25)) > 1e-6 {
		t.Errorf("%v s are clamped", got)
	}
}

func TestAPausedPageStandsAndGoesOnByAStepOrAFrame(t *testing.T) {
	p := open(t, "jump")
	p.set("fps", 240)
	p.draw(1)
	p.act("pause")
	tick := p.get("tick")
	p.draw(1)
	if p.get("tick") != tick || p.get("paused") != 1 {
		t.Fatalf("paused, it went from tick %v to %v", tick, p.get("tick"))
	}
	p.act("step")
	p.draw(0.1)
	if got := p.get("tick"); got != tick+1 {
		t.Errorf("a step went to tick %v, want %v", got, tick+1)
	}
	p.act("frame")
	before := p.get("time")
	p.draw(0.1)
	if got := p.get("time") - before; math.Abs(got-1.0/240) > 1e-6 {
		t.Errorf("a frame took %v s", got)
	}
	p.set("screen", 1)
	p.act("frame")
	before = p.get("time")
	p.draw(0.1)
	if got := p.get("time") - before; math.Abs(got-1.0/60) > 1e-6 {
		t.Errorf("a frame of the screen took %v s", got)
	}
}

func TestAHiddenPageFreezesAndDoesNotBurst(t *testing.T) {
	for _, name := range []string{"jump", "spiral", "spring", "tunnel"} {
		p := open(t, name)
		p.draw(1)
		before := p.get("time")
		p.Leave()
		p.frame += 3600 * displayHz
		p.Frame(p.now())
		p.frame++
		if got := p.get("time") - before; got != 0 {
			t.Errorf("%s: an hour away was %v s", name, got)
		}
		p.draw(2.0 / displayHz)
		if got := p.get("time") - before; got > 0.1 {
			t.Errorf("%s: back, two frames were %v s", name, got)
		}
		// A browser that forgot to say so.
		before = p.get("time")
		p.frame += 3600 * displayHz
		p.draw(2.0 / displayHz)
		if got := p.get("time") - before; got > 0.1 {
			t.Errorf("%s: unannounced, two frames were %v s", name, got)
		}
	}
}

func TestInterpolationThatIsNotToldOfATeleportDrawsBetween(t *testing.T) {
	for _, told := range []float64{0, 1} {
		p := open(t, "jump")
		p.set("fps", 144)
		p.set("snap", told)
		p.draw(0.2)
		between := false
		before := p.get("fixed.x")
		p.act("teleport")
		for range 20 {
			p.act("frame")
			p.draw(1.0 / displayHz)
			x := p.get("interpolated.x")
			between = between || x > before+0.2 && x < before+1.7
		}
		if between == (told == 1) {
			t.Errorf("told %v: drawn between the two places: %v", told, between)
		}
	}
}

func TestWithoutProtectionTheSpiralIsDeadWithinSecondsAndWithAnyItLives(t *testing.T) {
	p := open(t, "spiral")
	p.set("clamp", 0)
	p.draw(12)
	if p.get("dead") != 1 || p.get("time") > 10 {
		t.Errorf("without protection: dead %v after %v s", p.get("dead"), p.get("time"))
	}
	for _, protection := range []string{"clamp", "cap", "budget"} {
		p := open(t, "spiral")
		p.set("clamp", 0)
		p.set(protection, 1)
		p.act("restart")
		p.draw(20)
		if p.get("dead") == 1 || p.get("time") < 19 {
			t.Errorf("%s: dead %v after %v s", protection, p.get("dead"), p.get("time"))
		}
		if p.get("worst") > 0.5 {
			t.Errorf("%s: a frame took %v s", protection, p.get("worst"))
		}
	}
}

// TestTheBandsOfAFrameAreItsTimeAndWhatWasCarried is the promise under the picture.
func TestTheBandsOfAFrameAreItsTimeAndWhatWasCarried(t *testing.T) {
	for overflow := range 5 {
		p := open(t, "spiral")
		p.set("cap", 1)
		p.set("budget", 1)
		p.set("overflow", float64(overflow))
		p.draw(4)
		band := p.run("band")
		if band[0] < 20 {
			t.Fatalf("overflow %d: %v frames", overflow, band[0])
		}
		for i := 2; i < int(band[0]); i++ {
			row, before := band[1+7*i:8+7*i], band[1+7*(i-1):8+7*(i-1)]
			sum := row[2] + row[3] + row[4] + row[5] + row[6]
			if want := row[1] + before[3]; math.Abs(sum-want) > 1e-6 {
				t.Fatalf("overflow %d, frame %d: %v make %v, want %v", overflow, i, row, sum, want)
			}
		}
	}
}

func TestSpringsOfTheFixedLaneSwingTheSameUnderAnyFrames(t *testing.T) {
	far := -1.0
	for _, fps := range []float64{30, 48, 66, 144, 240} {
		p := open(t, "spring")
		p.set("fps", fps)
		p.set("jitter", 0)
		p.set("speed", 1)
		p.draw(2.5)
		if p.get("fixed.lost") != 0 || p.get("semi.lost") != 0 {
			t.Errorf("%v fps: a bounded lane is lost", fps)
		}
		if lost := p.get("explicit.far") > 2 || p.get("explicit.lost") == 1; lost != (fps < 60) {
			t.Errorf("%v fps: the explicit lane went %v far", fps, p.get("explicit.far"))
		}
		// What is drawn is between two states, so that the farthest drawing is a little nearer.
		if got := p.get("fixed.far"); far >= 0 && math.Abs(got-far) > 0.03 {
			t.Errorf("%v fps: the fixed lane went %v far, before %v", fps, got, far)
		} else {
			far = got
		}
	}
}

func TestOnlyLookingAlongTheWayStopsEveryShot(t *testing.T) {
	p := open(t, "tunnel")
	p.set("speed", 2)
	p.draw(60)
	if p.get("continuous.through") != 0 || p.get("continuous.stopped") < 100 {
		t.Errorf("looking along the way: %v stopped, %v through", p.get("continuous.stopped"), p.get("continuous.through"))
	}
	through, stopped := p.get("discrete.through"), p.get("discrete.stopped")
	if part := stopped / (stopped + through); math.Abs(part-0.12) > 0.05 {
		t.Errorf("looking at places stopped %v of shots, want about 12 %%", part)
	}
	p.set("steps", 500)
	p.draw(30)
	if p.get("discrete.through") != 0 || p.get("discrete.stopped") < 20 {
		t.Errorf("500 steps a second: %v stopped, %v through", p.get("discrete.stopped"), p.get("discrete.through"))
	}
	p.set("fps", 10)
	p.draw(250)
	through, stopped = p.get("variable.through"), p.get("variable.stopped")
	if part := stopped / (stopped + through); through < 300 || math.Abs(part-0.02) > 0.01 {
		t.Errorf("10 fps: %v stopped, %v through, want about 2 %%", stopped, through)
	}
}

func TestTheMachineFindsItsDisplayAndLeavesPausesOut(t *testing.T) {
	p := open(t, "machine")
	p.draw(5)
	if got := p.get("nominal"); got != 60 {
		t.Errorf("a display of 60 Hz is found to be %v", got)
	}
	if got := p.get("mean"); math.Abs(got-1000.0/60) > 0.01 {
		t.Errorf("the mean interval is %v ms", got)
	}
	p.Leave()
	p.frame += 100 * displayHz
	p.draw(1)
	p.frame += 100 * displayHz
	p.draw(1)
	if got := p.get("longest"); got > 17 {
		t.Errorf("a pause was measured: %v ms", got)
	}
	if got := p.get("gaps"); got != 1 {
		t.Errorf("%v pauses that nobody announced: want 1", got)
	}
	if p.get("lead.doubles") > 0 {
		t.Errorf("the pause was stepped: %v frames with two steps", p.get("lead.doubles"))
	}
	for i := range 10 {
		p.set("sample", 100+float64(i/2)*0.005)
	}
	if got := p.get("resolution"); math.Abs(got-0.005) > 1e-9 {
		t.Errorf("a clock of 5 us is found to step by %v ms", got)
	}
}

func TestTheCalculatorFindsAStepOrSaysThatNoneFits(t *testing.T) {
	p := open(t, "choose")
	for _, test := range []struct {
		apart, speed, thick, cost, share, swept float64
		rate, fits                              float64
	}{
		{40, 20, 1, 2, 50, 0, 60, 1},
		{8, 20, 1, 2, 50, 0, 480, 0},
		{40, 500, 1, 2, 50, 0, 1000, 0},
		{40, 500, 1, 2, 50, 1, 60, 1},
		{200, 5, 1, 20, 50, 0, 10, 1},
	} {
		p.set("apart", test.apart)
		p.set("bodySpeed", test.speed)
		p.set("thick", test.thick)
		p.set("cost", test.cost)
		p.set("share", test.share)
		p.set("swept", test.swept)
		if p.get("rate") != test.rate || p.get("fits") != test.fits {
			t.Errorf("%+v: it says %v Hz, fits %v", test, p.get("rate"), p.get("fits"))
		}
	}
}
