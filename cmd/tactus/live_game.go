package main

import (
	"context"
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
	"github.com/tactus-go/tactus/pace"
	"github.com/tactus-go/tactus/sim"
)

// hitchTime is the frame that the key for a hitch makes.
const hitchTime = 500 * time.Millisecond

// liveGame is the loop's side of a game on a screen: its hooks, all on the loop's goroutine.
type liveGame struct {
	ctx      context.Context // ends with the run
	end      func()
	loop     *loop.Loop
	frameIn  func(time.Duration) // has a frame begin then also where the loop rests
	scenario sim.Scenario
	game     sim.Sim
	stage    stage
	length   time.Duration // 0: until the reference run's last tick
	hitch    time.Duration // of --hitch, to come
	fps      tactus.Rate
	period   time.Duration // of a frame
	hand     *handover
	cap      *pace.Cap
	logErr   func() error
	tape     *tape

	start   tactus.Instant
	begun   bool
	now     tactus.Instant
	frames  int
	active  int         // frames in which game time went on
	ran     tactus.Tick // steps of the game so far
	image   []byte      // the state after the last whole tick
	taken   bool        // by the player
	ended   bool        // the reference run is over and nobody has taken the game
	endedAt tactus.Instant
	gaps    time.Duration

	exact    bool // draw the last state and not between the last two
	notice   string
	noticeAt tactus.Instant
	logTold  bool
	fresh    bool // something has changed that the screen has not been told of
}

func newLiveGame(scenario sim.Scenario, length, hitch time.Duration, fps tactus.Rate, hand *handover) *liveGame {
	g := &liveGame{scenario: scenario, game: scenario.New(), length: length, hitch: hitch, fps: fps,
		period: fps.Period(), hand: hand}
	g.stage = stageOf(g.game)
	g.image = g.game.Save(nil)
	var err error
	if g.cap, err = pace.NewCap(tactus.Hz(pictureHz)); err != nil {
		panic(err) // a constant
	}
	return g
}

// slowFrame returns the frame time over which a frame is a hitch: what is felt as a stop, and of slow
// frames what is twice as long as they are meant to be.
func slowFrame(period time.Duration) time.Duration { return max(50*time.Millisecond, 2*period) }

// step runs one tick: with the reference run's input until the first key of the game, and from then
// on with the player's.
func (g *liveGame) step(_ tactus.Tick, in *input.State) {
	g.taken = g.taken || g.touched(in)
	if g.over() && !g.taken {
		return // the rest of the frame in which the run ended
	}
	g.fresh = true
	bytes := g.stage.input(in)
	if !g.taken {
		bytes = g.scenario.Input(g.ran)
	}
	g.game.Step(bytes)
	g.tape.tick(bytes)
	g.ran++
	g.stage.stepped(bytes)
	g.image = g.game.Save(g.image[:0])
}

// touched reports whether a key of the game went down.
func (g *liveGame) touched(in *input.State) bool {
	for _, e := range in.Events() {
		if e.Kind == input.Press {
			return true
		}
	}
	return false
}

// over reports whether the reference run's last tick has run, where that is the end.
func (g *liveGame) over() bool { return g.length == 0 && g.ran >= g.scenario.Ticks }

// draw is the frame's end: it moves what moves by frames, ends the run where it is time, and hands a
// picture over.
func (g *liveGame) draw(f *loop.Frame) {
	if !g.begun {
		g.begun, g.start = true, f.Now
		if g.length > 0 {
			g.frameIn(g.length)
		}
	}
	g.now = f.Now
	g.frames++
	g.tape.frame(f.Now, f.Alpha)
	if l := &f.Ledger; l.Real > l.Paused+l.Gap {
		g.active++
	}
	g.gaps += f.Ledger.Gap
	steps := f.Ledger.Credited.Float() + float64(f.Ledger.Granted)
	g.stage.framed(steps / g.loop.Rate().Float())
	if d, ok := g.game.(sim.Drawer); ok {
		d.Draw(f.Alpha)
	}
	g.checkEnd()
	if err := g.logErr(); err != nil && !g.logTold {
		g.logTold = true
		g.say("%s", trimmed(err))
	}
	g.hitchOnce()
	if g.wanted() {
		g.handOver(f.Alpha)
	}
}

// lingerTime is how long a reference run that is over waits for a player before it ends: long enough to
// read the last figures and to press a key.
const lingerTime = 5 * time.Second

// checkEnd ends a run by time, and holds a reference run that is over for a while.
func (g *liveGame) checkEnd() {
	if g.length > 0 && g.now.Sub(g.start) >= g.length {
		g.end()
	}
	if g.over() && !g.taken && !g.loop.Paused() {
		g.ended, g.endedAt, g.fresh = true, g.now, true
		g.loop.Pause()
		g.frameIn(lingerTime)
	}
	if g.ended && g.now.Sub(g.endedAt) >= lingerTime {
		g.end()
	}
}

// hitchOnce makes the frame of --hitch in the middle of the run.
func (g *liveGame) hitchOnce() {
	half := g.ran >= g.scenario.Ticks/2
	if g.length > 0 {
		half = g.now.Sub(g.start) >= g.length/2
	}
	if g.hitch > 0 && half {
		g.block(g.hitch)
		g.hitch = 0
	}
}

// block makes a hitch and says so.
func (g *liveGame) block(d time.Duration) {
	g.say("hitch: the loop stood still for %v", d)
	block(g.ctx, d)
}

// wanted reports whether this frame is to be shown: at most as many as a terminal shows, and while
// nothing moves none but after an order, since a game that idles must cost next to nothing.
func (g *liveGame) wanted() bool {
	if g.loop.Paused() {
		return g.fresh
	}
	return g.cap.Present(g.now)
}

func (g *liveGame) handOver(alpha float64) {
	g.fresh = false
	p := g.hand.blank()
	of := g.scenario.Ticks
	if g.length > 0 {
		of = 0
	}
	*p = picture{at: g.now, game: g.scenario.Name, tick: g.ran, of: of,
		scale: g.loop.Scale(), rate: g.loop.Rate(), period: g.period, mode: g.mode(), gaps: g.gaps, slow: slowFrame(g.period),
		interpolate: !g.exact, notice: g.notice, noticeAt: g.noticeAt, scene: g.stage.scene(p.scene, alpha)}
	g.hand.put(p)
}

func (g *liveGame) mode() mode {
	switch {
	case g.ended:
		return modeOver
	case g.loop.Paused():
		return modePaused
	case g.taken:
		return modePlayer
	}
	return modeAuto
}

// event tells the player what the loop tells.
func (g *liveGame) event(e loop.Event) {
	switch e.Kind {
	case loop.GapEnded:
		g.say("gap of %.2f s, %s", e.Gap.Length.Seconds(), e.Gap.Cause)
	case loop.HealthChanged:
		g.say("%v", e.Health)
	}
}

// say shows a line for a while.
func (g *liveGame) say(format string, args ...any) {
	g.notice, g.noticeAt, g.fresh = fmt.Sprintf(format, args...), g.now, true
}

// order does what a key asks.
func (g *liveGame) order(o order) {
	g.fresh = true
	switch o {
	case orderPause:
		g.pause(!g.loop.Paused())
	case orderStep:
		if !g.ended {
			g.pause(true)
			g.loop.Grant(1)
		}
	case orderSlower:
		g.setScale(slower(g.loop.Scale()))
	case orderFaster:
		g.setScale(faster(g.loop.Scale()))
	case orderHitch:
		g.block(hitchTime)
	case orderInterpolation:
		g.exact = !g.exact
	}
}

// pause stops and resumes game time. A run that is over waits for a key of the game.
func (g *liveGame) pause(on bool) {
	switch {
	case g.ended:
	case on:
		g.loop.Pause()
	default:
		g.loop.Resume()
	}
}

func (g *liveGame) setScale(scale tactus.Rate) {
	if err := g.loop.SetScale(scale); err != nil {
		g.say("%v", err)
	}
}

// takeOver lets a player go on where the reference run has ended.
func (g *liveGame) takeOver() {
	if g.ended {
		g.ended, g.taken, g.fresh = false, true, true
		g.loop.Resume()
	}
}

// focus follows the terminal's window: without it, keys are let go and frames are few.
func (g *liveGame) focus(on bool) {
	g.fresh = true
	g.loop.SetFocus(on)
}

// lastWhole returns the summary of the last whole tick, after a panic in the one that followed.
func (g *liveGame) lastWhole() string {
	game := g.scenario.New()
	if err := game.Load(g.image); err != nil {
		return err.Error()
	}
	o := outcome{scenario: g.scenario, game: game, total: g.loop.Total(), rate: g.loop.Rate()}
	return o.summary()
}
