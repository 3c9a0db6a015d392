package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/loop"
	"github.com/tactus-go/tactus/pace"
)

var update = flag.Bool("update", false, "rewrite the screens in testdata/screens")

// A cabinet is a game on a loop in fake time, with a screen that is no terminal.
type cabinet struct {
	*live
	model *model
	ended chan error
}

// inCabinet runs f in a bubble where time is fake, with a game that is being played.
func inCabinet(t *testing.T, game string, fps tactus.Rate, f func(t *testing.T, c *cabinet)) {
	inCabinetOf(t, game, fps, 0, 0, f)
}

func inCabinetOf(t *testing.T, game string, fps tactus.Rate, length, hitch time.Duration,
	f func(t *testing.T, c *cabinet)) {
	synctest.Test(t, func(t *testing.T) {
		chosen := gameFlags{Game: game}
		scenario, err := chosen.scenario(nil)
		if err != nil {
			t.Fatal(err)
		}
		epoch := time.Now()
		l := &live{hand: newHandover(), left: make(chan struct{}), stops: make(chan stopKind, 1)}
		l.now = func() tactus.Instant { return tactus.Instant(time.Since(epoch)) }
		l.game = newLiveGame(scenario, length, hitch, fps, l.hand)
		l.game.logErr = (*frameLog)(nil).err
		if err := l.newLoop(loop.Config{Stepper: scenario.Stepper,
			Pace: pace.Config{Rate: fps, Now: l.now}}); err != nil {
			t.Fatal(err)
		}
		c := &cabinet{live: l, model: l.newModel(false), ended: make(chan error, 1)}
		c.model.hud.cpu.Used = func() (time.Duration, bool) { return time.Since(epoch) / 50, true }
		c.model.desk.redraw = func(time.Duration) {}
		c.model.width, c.model.height = 80, 24
		ctx, cancel := context.WithCancel(context.Background())
		l.cancel, l.game.end, l.game.ctx = cancel, cancel, ctx
		l.screen = tea.NewProgram(c.model, tea.WithContext(ctx))
		close(l.left) // there is no screen to leave
		go func() { c.ended <- l.runLoop(ctx) }()
		f(t, c)
		cancel()
		time.Sleep(leaveGrace)
	})
}

// wait lets time pass, and the screen follow as it does on a terminal.
func (c *cabinet) wait(d time.Duration) {
	c.keyboard.mu.Lock() // as each frame does, so that what the test has read comes before it
	clear(c.keyboard.until[codesMax-1:])
	c.keyboard.mu.Unlock()
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(min(10*time.Millisecond, time.Until(end)))
		synctest.Wait()
		select {
		case <-c.hand.news:
			c.model.Update(newsMsg{})
		default:
		}
	}
	c.model.Update(watchMsg(c.model.watches))
}

// key presses a key.
func (c *cabinet) key(name string) {
	key := tea.Key{Text: name}
	switch {
	case name == "space":
		key = tea.Key{Code: tea.KeySpace, Text: " "}
	case name == "left":
		key = tea.Key{Code: tea.KeyLeft}
	case name == "right":
		key = tea.Key{Code: tea.KeyRight}
	case name == "tab":
		key = tea.Key{Code: tea.KeyTab}
	default:
		key.Code, _ = utf8.DecodeRuneInString(name)
	}
	c.model.Update(tea.KeyPressMsg(key))
}

// text returns the screen at a size.
func (c *cabinet) text(width, height int) string {
	c.model.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return c.model.View().Content
}

func TestTheScreenIsAsItWasReviewed(t *testing.T) {
	for _, s := range []struct {
		name, game    string
		fps           tactus.Rate
		after         time.Duration
		width, height int
		ascii         bool
		keys          string
	}{
		{"jump-80x24", "jump", tactus.Hz(60), 700 * time.Millisecond, 80, 24, false, ""},
		{"jump-120x40", "jump", tactus.Hz(144), 3 * time.Second, 120, 40, false, ""},
		{"jump-40x10", "jump", tactus.Hz(60), 700 * time.Millisecond, 40, 10, false, ""},
		{"jump-1x1", "jump", tactus.Hz(60), 700 * time.Millisecond, 1, 1, false, ""},
		{"jump-10fps", "jump", tactus.Hz(10), 1850 * time.Millisecond, 80, 24, false, ""},
		{"jump-ascii", "jump", tactus.Hz(10), 1850 * time.Millisecond, 80, 24, true, ""},
		{"jump-help", "jump", tactus.Hz(60), time.Second, 80, 24, false, "?"},
		{"jump-over", "jump", tactus.Hz(60), 5 * time.Second, 80, 24, false, "i"},
		{"mergeisland-80x24", "mergeisland", tactus.Hz(60), 1400 * time.Millisecond, 80, 24, false, ""},
		{"mergeisland-40x10", "mergeisland", tactus.Hz(60), 1400 * time.Millisecond, 40, 10, false, ""},
		{"mergeisland-ascii", "mergeisland", tactus.Hz(60), 1400 * time.Millisecond, 80, 24, true, ""},
		{"spring-80x24", "spring", tactus.Hz(60), 1100 * time.Millisecond, 80, 24, false, ""},
		{"spring-lost", "spring", tactus.Hz(15), 3 * time.Second, 80, 24, false, ""},
		{"tunnel-80x24", "tunnel", tactus.Hz(60), 1330 * time.Millisecond, 80, 24, false, ""},
	} {
		t.Run(s.name, func(t *testing.T) {
			inCabinet(t, s.game, s.fps, func(t *testing.T, c *cabinet) {
				c.model.canvas.ascii = s.ascii
				c.wait(s.after)
				for _, key := range s.keys {
					c.key(string(key))
					c.wait(50 * time.Millisecond)
				}
				sameAsFile(t, s.name, withoutInk(c.text(s.width, s.height))+"\n")
			})
		})
	}
}

// sameAsFile holds a text to its golden file.
func sameAsFile(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "screens", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("another screen than %s; see it with -update and git diff:\n%s", file, got)
	}
}

// withoutInk takes the escape sequences out of a text.
func withoutInk(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\x1b' {
			b.WriteByte(text[i])
			continue
		}
		for i++; i < len(text) && (text[i] < '@' || text[i] == '['); i++ {
		}
	}
	return b.String()
}

func TestEveryScreenFitsItsSize(t *testing.T) {
	for _, game := range gameNames() {
		inCabinet(t, game, tactus.Hz(30), func(t *testing.T, c *cabinet) {
			c.wait(1200 * time.Millisecond)
			for _, help := range []bool{false, true} {
				c.model.help = help
				for width := range 140 {
					for height := range 45 {
						fits(t, c.text(width, height), width, height, game)
					}
				}
			}
		})
	}
}

func fits(t *testing.T, text string, width, height int, game string) {
	t.Helper()
	lines := strings.Split(withoutInk(text), "\n")
	if len(lines) > max(height, 1) {
		t.Fatalf("%s at %dx%d: %d lines", game, width, height, len(lines))
	}
	for _, line := range lines {
		if n := utf8.RuneCountInString(line); n > width {
			t.Fatalf("%s at %dx%d: a line of %d columns: %q", game, width, height, n, line)
		}
	}
}

func TestASCIIScreensHoldNothingElse(t *testing.T) {
	for _, game := range gameNames() {
		inCabinet(t, game, tactus.Hz(30), func(t *testing.T, c *cabinet) {
			c.model.canvas.ascii = true
			c.wait(1200 * time.Millisecond)
			for _, help := range []bool{false, true} {
				c.model.help = help
				for _, glyph := range withoutInk(c.text(100, 30)) {
					if glyph >= utf8.RuneSelf || glyph == '?' && !help && !strings.Contains(c.text(100, 30), "? help") {
						t.Fatalf("%s: %q", game, glyph)
					}
				}
			}
		})
	}
}

func TestPauseFreezesTheTickAndAStepAddsOne(t *testing.T) {
	inCabinet(t, "jump", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.wait(time.Second)
		c.key("p")
		c.wait(100 * time.Millisecond)
		at := c.game.ran
		if at < 55 || at > 65 {
			t.Errorf("tick %d after a second, want 60", at)
		}
		c.wait(5 * time.Second)
		if c.game.ran != at || !strings.Contains(c.text(80, 24), "paused") {
			t.Errorf("tick %d while paused, want %d:\n%s", c.game.ran, at, c.text(80, 24))
		}
		for i := range 3 {
			c.key(".")
			c.wait(100 * time.Millisecond)
			if want := at + tactus.Tick(i+1); c.game.ran != want {
				t.Errorf("tick %d after %d steps, want %d", c.game.ran, i+1, want)
			}
		}
		if want := fmt.Sprintf("tick %d of 240", at+3); !strings.Contains(c.text(80, 24), want) {
			t.Errorf("the screen lacks %q:\n%s", want, c.text(80, 24))
		}
		c.key("p")
		c.wait(time.Second)
		if d := c.game.ran - at - 3; d < 55 || d > 65 {
			t.Errorf("%d ticks in the second after the pause, want 60", d)
		}
	})
}

func TestSlowerAndFasterAreExactScales(t *testing.T) {
	inCabinetOf(t, "jump", tactus.Hz(60), time.Hour, 0, func(t *testing.T, c *cabinet) {
		for _, s := range []struct {
			keys string
			want tactus.Rate
		}{
			{"[", tactus.Ratio(1, 2)}, {"[[", tactus.Ratio(1, 8)}, {"[", tactus.Ratio(1, 8)},
			{"]]]]]", tactus.Ratio(4, 1)}, {"]]]", tactus.Ratio(8, 1)}, {"[[[", tactus.Ratio(1, 1)},
		} {
			for _, key := range s.keys {
				c.key(string(key))
			}
			c.wait(100 * time.Millisecond)
			if c.loop.Scale() != s.want {
				t.Errorf("after %q: scale %v, want %v", s.keys, c.loop.Scale(), s.want)
			}
			before := c.game.ran
			c.wait(8 * time.Second)
			if got, want := float64(c.game.ran-before), 480*s.want.Float(); got < want-8 || got > want+8 {
				t.Errorf("scale %v: %v ticks in 8 s, want %v", s.want, got, want)
			}
		}
	})
	for _, odd := range []string{"0.37", "0", "1/3", "100"} {
		scale, err := tactus.ParseRate(odd)
		if err != nil {
			t.Fatal(err)
		}
		down, up := slower(scale), faster(scale)
		if down.Float() > scale.Float() || up.Float() < scale.Float() {
			t.Errorf("beside %s: %v and %v", odd, down, up)
		}
	}
}

func TestAHitchIsOneLongFrameAndIsSeen(t *testing.T) {
	inCabinet(t, "mergeisland", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.wait(300 * time.Millisecond)
		c.key("h")
		c.wait(time.Second)
		if got := c.loop.Total().Dropped().At(c.loop.Rate()); got < 380*time.Millisecond || got > 400*time.Millisecond {
			t.Errorf("dropped %v, want what is beyond 8 steps of 16 ms", got)
		}
		screen := withoutInk(c.text(80, 24))
		if !strings.Contains(screen, "cap 38") || !strings.Contains(screen, "over 50 ms: 1") {
			t.Errorf("the screen does not tell of it:\n%s", screen)
		}
	})
}

func TestTheFlagForAHitchMakesOneInTheMiddle(t *testing.T) {
	inCabinetOf(t, "jump", tactus.Hz(60), 0, 700*time.Millisecond, func(t *testing.T, c *cabinet) {
		c.wait(6 * time.Second)
		if total := c.loop.Total(); total.Clamped < 440*time.Millisecond || total.Clamped > 480*time.Millisecond {
			t.Errorf("clamped %v, want 700 ms and a frame less 250 ms", total.Clamped)
		}
	})
}

func TestTheReferenceRunPlaysItselfToItsSummaryAndThenWaits(t *testing.T) {
	for _, fps := range []tactus.Rate{tactus.Hz(60), tactus.Hz(144), tactus.Hz(30)} {
		inCabinet(t, "mergeisland", fps, func(t *testing.T, c *cabinet) {
			c.wait(3 * time.Second)
			o := outcome{scenario: c.game.scenario, game: c.game.game, total: c.loop.Total(), rate: c.loop.Rate()}
			if got := o.summary(); got != golden {
				t.Errorf("%v fps: summary %s, want %s", fps, got, golden)
			}
			if got := c.text(80, 24); !strings.Contains(got, "a game key plays on") {
				t.Errorf("the screen does not say so:\n%s", got)
			}
			c.key("p")
			c.key(".")
			c.wait(time.Second)
			if c.game.ran != 100 {
				t.Errorf("tick %d: the run that is over went on without a player", c.game.ran)
			}
			c.key("right")
			c.wait(time.Second)
			if d := c.game.ran - 100; d < 60 || d > 65 || c.game.mode() != modePlayer {
				t.Errorf("%d ticks in the second after a key, want 62; mode %d", d, c.game.mode())
			}
		})
	}
}

func TestAReferenceRunThatNobodyTakesEndsByItself(t *testing.T) {
	inCabinet(t, "mergeisland", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.wait(6 * time.Second) // 1.6 s of the run and 4 of the wait
		select {
		case err := <-c.ended:
			t.Fatalf("it ended too soon: %v", err)
		default:
		}
		c.wait(3 * time.Second)
		select {
		case err := <-c.ended:
			c.ended <- err
		default:
			t.Error("it did not end")
		}
	})
}

func TestTheFirstKeyOfTheGameTakesItOver(t *testing.T) {
	inCabinet(t, "jump", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.wait(500 * time.Millisecond)
		for _, key := range []string{"i", "?", "?", "tab", "tab", "x"} {
			c.key(key)
		}
		c.wait(100 * time.Millisecond)
		if c.game.taken {
			t.Fatal("a key that is not the game's took it over")
		}
		c.key("left")
		c.wait(10 * time.Second)
		world := c.game.stage.(*jumpStage).world
		if !c.game.taken || world.Jumps != 1 || c.game.ran < 600 {
			t.Errorf("taken %v, %d jumps, tick %d: want the player's game, in which nobody jumps",
				c.game.taken, world.Jumps, c.game.ran)
		}
		c.key("space")
		c.wait(200 * time.Millisecond)
		if world.Jumps != 2 {
			t.Errorf("%d jumps after the key for it, want 2", world.Jumps)
		}
	})
}

func TestAGivenTimeEndsTheRun(t *testing.T) {
	inCabinetOf(t, "mergeisland", tactus.Hz(60), 3*time.Second, 0, func(t *testing.T, c *cabinet) {
		c.wait(3100 * time.Millisecond)
		select {
		case err := <-c.ended:
			if err != nil || c.game.ran != 187 {
				t.Errorf("error %v after %d ticks, want 187", err, c.game.ran)
			}
		default:
			t.Error("the run goes on")
		}
	})
}

func TestTheVariableLaneJumpsHigherAtAFewFrames(t *testing.T) {
	peaks := map[int64]float64{}
	for _, fps := range []int64{10, 15, 60, 144} {
		inCabinet(t, "jump", tactus.Hz(fps), func(t *testing.T, c *cabinet) {
			c.wait(1200 * time.Millisecond)
			s := c.game.stage.(*jumpStage)
			peaks[fps] = s.variable.Peak
			if s.world.Peak < 2.41 || s.world.Peak > 2.42 {
				t.Errorf("%d fps: the fixed lane's peak is %v, want 2.417 at every rate", fps, s.world.Peak)
			}
		})
	}
	if !(peaks[10] > 2.9 && peaks[15] > 2.75 && peaks[60] < 2.65 && peaks[144] < 2.57) {
		t.Errorf("peaks of the variable lane %v, want about 2.5 + 5/fps", peaks)
	}
}

func TestAPanicIsAnErrorWithTheLastWholeTick(t *testing.T) {
	inCabinet(t, "jump", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.wait(500 * time.Millisecond)
		c.loop.Post(func() { panic("a bug") })
		c.wait(100 * time.Millisecond)
		select {
		case err := <-c.ended:
			if err == nil || !strings.Contains(err.Error(), "a bug") || !strings.Contains(err.Error(), "; before it: tick ") {
				t.Errorf("error %v", err)
			}
		default:
			t.Error("the loop goes on")
		}
	})
}

func TestAStopIsAGapThatIsAnnounced(t *testing.T) {
	inCabinetOf(t, "jump", tactus.Hz(60), time.Hour, 0, func(t *testing.T, c *cabinet) {
		c.wait(time.Second)
		goOn := c.park(c.game.ctx)
		before := c.game.ran
		time.Sleep(3 * time.Second)
		goOn()
		c.wait(500 * time.Millisecond)
		if total := c.loop.Total(); total.Gap < 2700*time.Millisecond || total.Clamped != 0 {
			t.Errorf("gap %v, clamped %v, want the clamp's cut of 3 s as gap", total.Gap, total.Clamped)
		}
		if d := c.game.ran - before; d < 40 || d > 50 {
			t.Errorf("%d ticks in 0.25 s of the gap and 0.5 s after it, want 45", d)
		}
		if got := withoutInk(c.text(80, 24)); !strings.Contains(got, "gap of 3.0") || !strings.Contains(got, "stopped") {
			t.Errorf("the screen does not tell of the stop:\n%s", got)
		}
	})
}

func TestALoopThatHangsIsSeen(t *testing.T) {
	inCabinetOf(t, "jump", tactus.Hz(60), time.Hour, 0, func(t *testing.T, c *cabinet) {
		c.wait(time.Second)
		goOn := c.park(c.game.ctx)
		c.wait(4 * time.Second)
		if got := c.text(80, 24); !strings.Contains(got, "no frame comes") {
			t.Errorf("the screen does not say so:\n%s", got)
		}
		goOn()
		c.wait(time.Second)
		if got := c.text(80, 24); strings.Contains(got, "no frame comes") {
			t.Errorf("the screen still says so:\n%s", got)
		}
	})
}

func TestALoopThatHangsAtRestIsSeenOnceAKeyAsksIt(t *testing.T) {
	inCabinet(t, "jump", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.key("p")
		c.wait(time.Minute)
		if got := c.text(80, 24); strings.Contains(got, "no frame comes") {
			t.Errorf("a loop at rest owes no frame:\n%s", got)
		}
		goOn := c.park(c.game.ctx)
		c.wait(10 * time.Millisecond)
		c.key("p")
		c.wait(4 * time.Second)
		if got := c.text(80, 24); !strings.Contains(got, "no frame comes") {
			t.Errorf("the screen does not say so:\n%s", got)
		}
		goOn()
	})
}

// Each wake-up of a machine that sleeps costs up to 13 ms of a processor on some, so that few of them
// are what keeps an idle game under 1 %.
func TestAPausedGameWakesHardlyEver(t *testing.T) {
	inCabinet(t, "jump", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.wait(time.Second)
		c.key("p")
		c.wait(time.Second)
		before := c.game.frames
		c.wait(time.Minute)
		if frames := c.game.frames - before; frames > 2 {
			t.Errorf("%d frames in a minute of pause, want at most 2", frames)
		}
		tick, dropped := c.game.ran, c.loop.Total().Dropped().Float()
		c.key("p")
		c.wait(time.Second)
		if d := c.game.ran - tick; d < 55 || d > 65 {
			t.Errorf("%d ticks in the second after the pause, want 60", d)
		}
		if got := c.text(80, 24); strings.Contains(got, "gap of") {
			t.Errorf("the screen tells of a gap:\n%s", got)
		}
		if d := c.loop.Total().Dropped().Float() - dropped; d != 0 || c.game.gaps != 0 {
			t.Errorf("%v dropped and gaps of %v for a pause, want none", d, c.game.gaps)
		}
	})
}

func TestAGivenTimeEndsAPausedRunToo(t *testing.T) {
	inCabinetOf(t, "jump", tactus.Hz(60), 10*time.Second, 0, func(t *testing.T, c *cabinet) {
		c.key("p")
		c.wait(10*time.Second + 100*time.Millisecond)
		select {
		case err := <-c.ended:
			if err != nil {
				t.Error(err)
			}
		default:
			t.Error("it runs on after its 10 s")
		}
	})
}

func TestAPausedGameHandsNothingOver(t *testing.T) {
	inCabinet(t, "jump", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		c.wait(500 * time.Millisecond)
		c.key("p")
		c.wait(time.Second)
		pictures := 0
		for range 1000 {
			time.Sleep(10 * time.Millisecond)
			select {
			case <-c.hand.news:
				pictures++
			default:
			}
		}
		if pictures > 0 {
			t.Errorf("%d pictures in 10 s of pause, want none", pictures)
		}
	})
}
