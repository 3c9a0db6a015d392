package scene

import (
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/spring"
	"github.com/tactus-go/tactus/interp"
)

// The controls of the page Spring.
const (
	springSteps = frameControls + iota
	springSpeed
)

// The actions of the page Spring.
const (
	springPause = iota
	springPush
	springRestart
)

const (
	pushTime  = 0.25 // seconds that a push lasts
	pushEvery = 3.0  // seconds from one to the next
	traceMax  = 600  // frames
)

// A springScene shows a weight on a damped spring, pushed now and then, in three lanes.
type springScene struct {
	controls
	player
	board    *Board
	stepper  *tactus.Stepper
	dt       float64
	explicit spring.Lane
	semi     spring.Lane
	fixed    spring.Lane
	drawn    interp.Pair[float64]
	pushing  float64 // seconds left of the push, by frames
	waiting  float64 // seconds to the next one
	held     float64 // seconds left of the push, by steps

	lanes [3]springLane
	out   struct{ frame, steps, time, paused, limit, push *float64 }
}

type springLane struct {
	pos, energy, far, lost *float64
	trace                  trail
}

func newSpring() *springScene {
	s := &springScene{player: newPlayer(), board: newBoard(), controls: frameSpecs(48, true,
		number("steps", 30, 480, 10, 120),
		number("speed", 0.05, 2, 0.05, 0.5),
	)}
	for i, name := range [...]string{"explicit", "semi", "fixed"} {
		l := &s.lanes[i]
		l.pos, l.energy = s.board.one(name+".pos"), s.board.one(name+".energy")
		l.far, l.lost = s.board.one(name+".far"), s.board.one(name+".lost")
		l.trace = s.board.trail(name+".trace", traceMax)
	}
	o, b := &s.out, s.board
	o.frame, o.steps, o.time, o.paused = b.one("frame"), b.one("steps"), b.one("time"), b.one("paused")
	o.limit, o.push = b.one("limit"), b.one("push")
	*o.limit = spring.Damping / spring.Stiffness
	s.restart()
	return s
}

func (s *springScene) Board() *Board     { return s.board }
func (s *springScene) Actions() []string { return []string{"pause", "push", "restart"} }
func (s *springScene) Leave()            { s.leave() }

func (s *springScene) Set(control int, value float64) {
	if s.set(control, value) && control != springSpeed {
		s.restart()
	}
}

func (s *springScene) Act(action int) {
	switch action {
	case springPause:
		s.paused = !s.paused
	case springPush:
		s.push()
	case springRestart:
		s.restart()
	}
	*s.out.paused = flag(s.paused)
}

func (s *springScene) push() { s.pushing, s.held, s.waiting = pushTime, pushTime, pushEvery }

func (s *springScene) restart() {
	rate := tactus.Hz(int64(s.values[springSteps]))
	s.stepper, s.dt = must(tactus.NewStepper(tactus.StepperConfig{Rate: rate})), 1/rate.Float()
	s.stepper.Feed(s.now)
	s.explicit, s.semi = spring.Lane{}, spring.Lane{Method: spring.SemiImplicitEuler}
	s.fixed, s.drawn = s.semi, interp.NewPair(0.0)
	s.player.restart()
	for i := range s.lanes {
		s.lanes[i].trace.clear()
		*s.lanes[i].far = 0
	}
	s.push()
}

func (s *springScene) Frame(now tactus.Instant) {
	s.frames(now, s.values[springSpeed], s.length, s.run)
	*s.out.time = time.Duration(s.now).Seconds()
	*s.out.paused = flag(s.paused)
}

func (s *springScene) length() time.Duration { return s.player.length(&s.controls) }

// run runs one frame in all lanes. Each lane is pushed for as long as its own time says.
func (s *springScene) run(d time.Duration) {
	seconds := d.Seconds()
	if s.waiting -= seconds; s.waiting <= 0 {
		s.push()
	}
	part := min(max(s.pushing/seconds, 0), 1) // of the frame
	s.pushing -= seconds
	s.explicit.Step(part, seconds)
	s.semi.Step(part, seconds)
	plan := s.stepper.Feed(s.now)
	for s.stepper.Next() {
		s.fixed.Step(min(max(s.held/s.dt, 0), 1), s.dt)
		s.held -= s.dt
		s.drawn.Push(s.fixed.Body.Pos)
	}
	at := time.Duration(s.now).Seconds()
	s.lanes[0].show(&s.explicit, s.explicit.Body.Pos, at)
	s.lanes[1].show(&s.semi, s.semi.Body.Pos, at)
	s.lanes[2].show(&s.fixed, s.drawn.At(s.stepper.Alpha(), interp.Lerp), at)
	*s.out.frame, *s.out.steps, *s.out.push = seconds, float64(plan.Steps), part
}

// show writes a lane. One that is lost stands still where it was lost.
func (l *springLane) show(from *spring.Lane, pos, at float64) {
	*l.lost = flag(from.Lost())
	if from.Lost() {
		return
	}
	*l.pos, *l.energy, *l.far = pos, from.Body.Energy(), max(*l.far, pos, -pos)
	l.trace.add(at, pos)
}
