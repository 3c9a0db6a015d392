package scene

import (
	"math"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/sim"
)

// The controls of the game on the page Proof. Those from islandLeft on are the player's and stand in no
// panel: a page says when an event happened, in its own time, and then what it was.
const (
	islandSpeed    = iota
	islandSmooth   // draw between the last two states, and not the last one
	islandSchedule // record the frames too, from the next restart on
	islandLeft
	islandRight
	islandWhen
)

// The actions.
const (
	islandPause = iota
	islandHitch
	islandRestart
)

// The codes of the player's keys.
const (
	codeLeft input.Code = iota + 1
	codeRight
)

const (
	// islandTicksMax bounds a recording that is held in memory: 30 minutes of the game.
	islandTicksMax = 30 * 60 * 125 / 2
	// islandTrail is how many ticks back the trail goes, four seconds.
	islandTrail = 256
)

// An islandScene is merge-island in real time, played by its reference run until a player takes it, and
// recorded from its first tick on. The recording grows by about 2 KB a minute, or 1 MB with its frames.
type islandScene struct {
	controls
	board    *Board
	scenario sim.Scenario
	game     *mergeisland.Game
	stepper  *tactus.Stepper
	buffer   *input.Buffer
	x        interp.Pair[float64]
	hash     sim.Hash

	last   tactus.Instant // the page's last drawing
	drawn  bool           // there was one
	away   bool           // the page was hidden since
	shift  time.Duration  // what hitches have added to the page's time, and hidden times taken off it
	paused bool
	taken  bool         // by a player
	lost   tactus.Steps // of which the board says the time
	rested bool         // the reference run is over and nobody has taken the game

	islandTape

	out struct {
		x, fall, tick, posX, posY, velX, velY, score, hashHigh, hashLow *float64
		paused, taken, rested, closed, full, golden, bytes, frames      *float64
		steps, alpha, dropped, held                                     *float64
		trail                                                           trail
	}
}

func newIsland() *islandScene {
	s := &islandScene{paused: true, board: newBoard(), scenario: mergeisland.Scenario(), controls: newControls(
		number("speed", 0.25, 4, 0.25, 1),
		toggle("smooth", true),
		toggle("schedule", false),
		toggle("left", false),
		toggle("right", false),
		Control{Name: "when", Max: math.MaxInt64},
	)}
	o, b := &s.out, s.board
	o.x, o.fall, o.tick, o.posX, o.posY = b.one("x"), b.one("fall"), b.one("tick"), b.one("posX"), b.one("posY")
	o.velX, o.velY, o.score = b.one("velX"), b.one("velY"), b.one("score")
	o.hashHigh, o.hashLow, o.golden = b.one("hashHigh"), b.one("hashLow"), b.one("golden")
	o.paused, o.taken, o.rested = b.one("paused"), b.one("taken"), b.one("rested")
	o.closed, o.full, o.bytes, o.frames = b.one("closed"), b.one("full"), b.one("bytes"), b.one("frames")
	o.steps, o.alpha, o.dropped, o.held = b.one("steps"), b.one("alpha"), b.one("dropped"), b.one("held")
	o.trail = b.trail("trail", islandTrail)
	s.restart()
	return s
}

func (s *islandScene) Board() *Board     { return s.board }
func (s *islandScene) Actions() []string { return []string{"pause", "hitch", "restart"} }

func (s *islandScene) Set(control int, value float64) {
	if !s.set(control, value) {
		return
	}
	switch control {
	case islandSpeed:
		s.setSpeed()
	case islandSchedule:
		s.restart()
	case islandLeft:
		s.event(codeLeft, s.on(islandLeft))
	case islandRight:
		s.event(codeRight, s.on(islandRight))
	}
}

// setSpeed sets the stepper's scale, to the quarter.
func (s *islandScene) setSpeed() {
	if err := s.stepper.SetScale(tactus.Ratio(int64(math.Round(s.values[islandSpeed]*4)), 4)); err != nil {
		panic(err) // the control's range is within the stepper's
	}
}

// event gives the player's key to the tick in whose time it happened. Where the page does not say when,
// it happened at the last drawing.
func (s *islandScene) event(code input.Code, down bool) {
	at := s.last
	if when := s.values[islandWhen]; when > 0 {
		at = tactus.InstantOfMillis(when)
	}
	kind := input.Release
	if down {
		kind = input.Press
	}
	s.buffer.Push(input.Event{At: at.Add(s.shift), Code: code, Kind: kind})
	if down && s.waits() {
		s.rested, s.taken, s.paused = false, true, false
	}
}

// waits reports whether a key of the game sets it going: before its first tick, and where the reference
// run is over.
func (s *islandScene) waits() bool { return s.rested || s.paused && s.game.State().Tick == 0 }

func (s *islandScene) Act(action int) {
	switch action {
	case islandPause:
		if !s.rested && !s.closed {
			s.paused = !s.paused
			s.buffer.Flush() // what was typed in a pause is not played after it, but what is held then is
		}
	case islandHitch:
		if !s.stopped() {
			s.shift += 500 * time.Millisecond
		}
	case islandRestart:
		s.paused = false
		s.restart()
	}
	s.tell()
}

// Leave lets go of all keys, since a page that is hidden is told of none, and stops time until the next
// drawing: this game has no clamp, and would count it as dropped.
func (s *islandScene) Leave() {
	s.away = true
	s.buffer.ReleaseAll(s.last.Add(s.shift))
	s.values[islandLeft], s.values[islandRight] = 0, 0
}

// stopped reports whether no tick runs.
func (s *islandScene) stopped() bool { return s.paused || s.rested || s.closed }

// restart puts the game at tick 0 and begins a recording.
func (s *islandScene) restart() {
	game, ok := sim.StateOf[mergeisland.Game](s.scenario.New())
	if !ok {
		panic("tactus: scene: the scenario makes another game")
	}
	s.game, s.stepper = game, must(tactus.NewStepper(s.scenario.Stepper))
	s.buffer = must(input.NewBuffer(input.BufferConfig{}))
	s.setSpeed()
	if s.drawn {
		s.stepper.Feed(s.last.Add(s.shift))
	}
	s.x = interp.NewPair(0.0)
	s.taken, s.rested = false, false
	s.beginTape()
	s.pause()
	*s.out.golden, *s.out.full = 0, 0
	s.out.trail.clear()
	s.values[islandLeft], s.values[islandRight] = 0, 0
	s.tell()
}

func (s *islandScene) Frame(now tactus.Instant) {
	if s.away {
		s.shift -= now.Sub(s.last)
	}
	s.last, s.drawn, s.away = now, true, false
	at := now.Add(s.shift)
	s.stepper.Feed(at)
	s.pause()
	window := s.stepper.Window()
	steps := 0.0
	for !s.stopped() && s.stepper.Next() {
		s.step(s.buffer.Tick(window, s.stepper.Tick()))
		steps++
	}
	s.recordFrame(at)
	*s.out.steps = steps
	s.tell()
}

// pause brings the stepper to what is asked, after its Feed, so that the time before counts as what it
// was.
func (s *islandScene) pause() {
	switch stop := s.stopped(); {
	case stop && !s.stepper.Paused():
		s.stepper.Pause()
	case !stop && s.stepper.Paused():
		s.stepper.Resume()
	}
}

// tell writes the state onto the board. A hash has more bits than a number there: it is two of them.
func (s *islandScene) tell() {
	o, state := &s.out, s.game.State()
	alpha := s.stepper.Alpha()
	*o.alpha = alpha
	if !s.on(islandSmooth) {
		alpha = 1
	}
	*o.x = s.x.At(alpha, interp.Lerp)
	*o.fall = float64(state.Tick) - 1 + alpha
	*o.tick, *o.posX, *o.posY = float64(state.Tick), float64(state.PosX), float64(state.PosY)
	*o.velX, *o.velY, *o.score = float64(state.VelX), float64(state.VelY), float64(state.Score)
	hash := s.hash.Of(s.game)
	*o.hashHigh, *o.hashLow = float64(hash>>32), float64(hash&math.MaxUint32)
	*o.paused, *o.taken, *o.rested, *o.closed = flag(s.paused), flag(s.taken), flag(s.rested), flag(s.closed)
	*o.bytes = float64(s.tape.Len())
	if lost := s.stepper.Total().Dropped(); lost != s.lost { // what it is in seconds makes garbage
		s.lost, *o.dropped = lost, s.dropped().Seconds()
	}
}
