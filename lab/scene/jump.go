package scene

import (
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/interp"
)

// The controls of the page Jump.
const (
	jumpSteps = frameControls + iota
	jumpMethod
	jumpSpeed
	jumpSnap // interpolation is told of a teleport
)

// The actions of the page Jump.
const (
	jumpPause = iota
	jumpStep
	jumpFrame
	jumpHitch
	jumpTeleport
	jumpRestart
)

// The lanes, by place.
const (
	lanePerFrame = iota
	laneVariable
	laneFixed
	laneInterpolated
	laneExtrapolated
	laneCount
)

// A jumpScene shows one jump in five lanes.
type jumpScene struct {
	controls
	player
	board   *Board
	stepper *tactus.Stepper
	dt      float64 // of a step, in seconds
	lanes   [laneCount]lane
	x, y    interp.Pair[float64]
	fixed   runner // what the three fixed lanes draw
	stepNow bool   // run frames until one has a step
	leaping bool   // teleport in the next step

	out struct {
		alpha, phase, steps, frame, frameRate, tick, time *float64
		dropped, clamped, theory, formula, nature, paused *float64
		away, burst, width, top, zeros, doubles           *float64
		pattern                                           pattern
	}
}

func newJump() *jumpScene {
	s := &jumpScene{player: newPlayer(), board: newBoard(), controls: frameSpecs(60, false,
		number("steps", 10, 240, 1, 60),
		choice("method", int(jump.ExplicitEuler), "explicit", "semiImplicit", "verlet"),
		number("speed", 0.05, 2, 0.05, 1),
		toggle("snap", true),
	)}
	for i, name := range [...]string{"perFrame", "variable", "fixed", "interpolated", "extrapolated"} {
		s.lanes[i].name(s.board, name)
	}
	o, b := &s.out, s.board
	o.alpha, o.phase, o.steps, o.frame = b.one("alpha"), b.one("phase"), b.one("steps"), b.one("frame")
	o.frameRate, o.tick, o.time = b.one("frameRate"), b.one("tick"), b.one("time")
	o.dropped, o.clamped, o.theory = b.one("dropped"), b.one("clamped"), b.one("theory")
	o.formula, o.nature, o.paused = b.one("formula"), b.one("nature"), b.one("paused")
	o.away, o.burst, o.width, o.top = b.one("away"), b.one("burst"), b.one("width"), b.one("top")
	o.zeros, o.doubles = b.one("zeros"), b.one("doubles")
	o.pattern = b.pattern("pattern")
	*o.nature, *o.width, *o.top = jump.TruePeak, trackLength, trackTop
	s.restart()
	return s
}

func (s *jumpScene) Board() *Board { return s.board }

func (s *jumpScene) Actions() []string {
	return []string{"pause", "step", "frame", "hitch", "teleport", "restart"}
}

func (s *jumpScene) Set(control int, value float64) {
	if !s.set(control, value) {
		return
	}
	switch control {
	case frameFPS, frameScreen, frameJitter:
		s.next = 0
		s.forget()
	case jumpSteps, jumpMethod:
		s.restart()
	}
}

func (s *jumpScene) Act(action int) {
	switch action {
	case jumpPause:
		s.paused = !s.paused
	case jumpStep:
		s.paused, s.stepNow = true, true
	case jumpFrame:
		s.paused, s.single = true, true
	case jumpHitch:
		s.hitch += 500 * time.Millisecond
	case jumpTeleport:
		s.teleport()
	case jumpRestart:
		s.restart()
	}
	s.tell()
}

func (s *jumpScene) Leave() { s.leave() }

// restart puts every lane at the start of the track.
func (s *jumpScene) restart() {
	s.player.restart()
	config := tactus.StepperConfig{Rate: tactus.Hz(int64(s.values[jumpSteps]))}
	s.stepper = must(tactus.NewStepper(config))
	s.dt = 1 / config.Rate.Float()
	s.stepper.Feed(s.now)
	s.fixed, s.leaping = runner{}, false
	s.x, s.y = interp.NewPair(0.0), interp.NewPair(0.0)
	for i := range s.lanes {
		s.lanes[i].restart()
	}
	*s.out.theory = jump.Peak(s.method(), s.dt)
	s.forget()
	s.tell()
}

// forget clears what is counted over frames of one kind.
func (s *jumpScene) forget() {
	s.out.pattern.clear()
	*s.out.zeros, *s.out.doubles = 0, 0
	*s.out.formula = 0
	if !s.on(frameScreen) {
		*s.out.formula = jump.Peak(s.method(), 1/s.values[frameFPS])
	}
}

func (s *jumpScene) method() jump.Method { return jump.Method(s.values[jumpMethod]) }

func (s *jumpScene) Frame(now tactus.Instant) {
	before := s.stepper.Tick()
	if s.stepNow {
		for n := 0; n < burstMax && s.stepper.Tick() == before; n++ {
			s.single = true
			s.player.frames(now, 1, s.length, s.run)
		}
		s.stepNow = false
	}
	s.player.frames(now, s.values[jumpSpeed], s.length, s.run)
	*s.out.burst = float64(s.stepper.Tick() - before)
	*s.out.away = s.away.Seconds()
	s.tell()
}

func (s *jumpScene) length() time.Duration { return s.player.length(&s.controls) }

// run runs one frame in all lanes.
func (s *jumpScene) run(d time.Duration) {
	seconds := d.Seconds()
	s.lanes[lanePerFrame].frame(s.method(), s.dt, seconds)
	s.lanes[laneVariable].frame(s.method(), seconds, seconds)
	plan := s.stepper.Feed(s.now)
	for s.stepper.Next() {
		h := s.fixed.step(s.method(), s.dt)
		if s.leaping {
			s.fixed.teleport()
		}
		s.push(h.wrapped || s.leaping && s.on(jumpSnap))
		s.leaping = false
		for i := laneFixed; i < laneCount; i++ {
			s.lanes[i].took(&s.fixed, h)
		}
	}
	s.draw(plan.Steps)
	*s.out.frame, *s.out.frameRate = seconds, 1/seconds
}

// push keeps the last two states for drawing, or the last alone after a teleport that drawing is told
// of. Running off the track's end is one, to its start.
func (s *jumpScene) push(teleported bool) {
	if teleported {
		s.x.Teleport(s.fixed.x)
		s.y.Teleport(s.fixed.body.Height)
		return
	}
	s.x.Push(s.fixed.x)
	s.y.Push(s.fixed.body.Height)
}

// draw places the fixed lanes as each of them draws.
func (s *jumpScene) draw(steps int64) {
	alpha := s.stepper.Alpha()
	s.lanes[laneFixed].place(s.fixed.x, s.fixed.body.Height, steps)
	s.lanes[laneInterpolated].place(s.x.At(alpha, interp.Lerp), s.y.At(alpha, interp.Lerp), steps)
	x := interp.Extrapolate(s.fixed.x, runSpeed*s.dt, alpha)
	y := interp.Extrapolate(s.fixed.body.Height, s.fixed.body.Speed*s.dt, alpha)
	guess := &s.lanes[laneExtrapolated]
	guess.drawn = max(guess.drawn, y)
	guess.place(x, y, steps)
	s.count(steps)
}

// count keeps how many steps the last frames had.
func (s *jumpScene) count(steps int64) {
	s.out.pattern.add(steps)
	if steps == 0 {
		*s.out.zeros++
	}
	if steps > 1 {
		*s.out.doubles++
	}
	*s.out.steps = float64(steps)
}

// teleport moves every lane forward by a part of the track: those of one step a frame at once, the fixed
// ones in their next step.
func (s *jumpScene) teleport() {
	for i := range laneFixed {
		s.lanes[i].runner.teleport()
	}
	s.leaping = true
}

// tell writes what is not the lanes' own onto the board.
func (s *jumpScene) tell() {
	o, total := &s.out, s.stepper.Total()
	*o.alpha, *o.phase = s.stepper.Alpha(), s.stepper.Phase().Float()
	*o.tick, *o.time = float64(s.stepper.Tick()), time.Duration(s.now).Seconds()
	*o.dropped = total.Dropped().Float() * s.dt
	*o.clamped = total.Clamped.Seconds()
	*o.paused = flag(s.paused)
	for i := range s.lanes {
		s.lanes[i].judge(*o.theory)
	}
}
