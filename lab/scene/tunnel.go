package scene

import (
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/tunnel"
)

// The controls of the page Tunnel.
const (
	tunnelSteps = frameControls + iota
	tunnelSpeed
)

// The actions of the page Tunnel.
const (
	tunnelPause = iota
	tunnelFire
	tunnelRestart
)

const (
	shotEvery   = 0.6     // seconds from one shot to the next
	muzzleSteps = 401     // places from which shots are fired, in turn: over a frame of 10 fps
	muzzleStep  = 1.0 / 8 // units from one to the next
	wantedDepth = 0.5     // units: how deep in the wall a shot may be found
)

// A tunnelScene shoots at a thin wall in three lanes.
type tunnelScene struct {
	controls
	player
	board   *Board
	stepper *tactus.Stepper
	dt      float64
	waiting float64 // seconds to the next shot
	shots   int

	lanes [3]tunnelLane
	out   struct{ frame, time, paused, perStep, needed, near, far, end *float64 }
}

type tunnelLane struct {
	tunnel.Lane
	method                     tunnel.Method
	pos, stopped, through, max *float64
	dots                       trail
}

func newTunnel() *tunnelScene {
	s := &tunnelScene{player: newPlayer(), board: newBoard(), controls: frameSpecs(60, true,
		number("steps", 10, 1000, 10, 60),
		number("speed", 0.05, 2, 0.05, 0.25),
	)}
	for i, name := range [...]string{"variable", "discrete", "continuous"} {
		l := &s.lanes[i]
		l.pos, l.stopped = s.board.one(name+".pos"), s.board.one(name+".stopped")
		l.through, l.max = s.board.one(name+".through"), s.board.one(name+".depth")
		l.dots = s.board.trail(name+".dots", trailMax)
	}
	s.lanes[2].method = tunnel.Continuous
	o, b := &s.out, s.board
	o.frame, o.time, o.paused = b.one("frame"), b.one("time"), b.one("paused")
	o.perStep, o.needed = b.one("perStep"), b.one("needed")
	o.near, o.far, o.end = b.one("near"), b.one("far"), b.one("end")
	*o.near, *o.far, *o.end = tunnel.WallNear, tunnel.WallFar, tunnel.RangeEnd
	*o.needed = tunnel.Speed / wantedDepth
	s.restart()
	return s
}

func (s *tunnelScene) Board() *Board     { return s.board }
func (s *tunnelScene) Actions() []string { return []string{"pause", "fire", "restart"} }
func (s *tunnelScene) Leave()            { s.leave() }

func (s *tunnelScene) Set(control int, value float64) {
	if s.set(control, value) && control != tunnelSpeed {
		s.restart()
	}
}

func (s *tunnelScene) Act(action int) {
	switch action {
	case tunnelPause:
		s.paused = !s.paused
	case tunnelFire:
		s.waiting = 0
	case tunnelRestart:
		s.restart()
	}
	*s.out.paused = flag(s.paused)
}

func (s *tunnelScene) restart() {
	rate := tactus.Hz(int64(s.values[tunnelSteps]))
	s.stepper, s.dt = must(tactus.NewStepper(tactus.StepperConfig{Rate: rate})), 1/rate.Float()
	s.stepper.Feed(s.now)
	s.waiting, s.shots = 0, 0
	s.player.restart()
	for i := range s.lanes {
		l := &s.lanes[i]
		l.Lane = tunnel.Lane{}
		l.dots.clear()
		l.show()
	}
	*s.out.perStep = tunnel.Speed * s.dt
}

func (s *tunnelScene) Frame(now tactus.Instant) {
	s.frames(now, s.values[tunnelSpeed], s.length, s.run)
	*s.out.time = time.Duration(s.now).Seconds()
	*s.out.paused = flag(s.paused)
}

func (s *tunnelScene) length() time.Duration { return s.player.length(&s.controls) }

func (s *tunnelScene) run(d time.Duration) {
	seconds := d.Seconds()
	*s.out.frame = seconds
	if s.waiting -= seconds; s.waiting <= 0 {
		s.fire()
	}
	s.lanes[0].step(seconds)
	s.stepper.Feed(s.now)
	for s.stepper.Next() {
		s.lanes[1].step(s.dt)
		s.lanes[2].step(s.dt)
	}
	for i := range s.lanes {
		s.lanes[i].show()
	}
}

// fire shoots in all lanes, once the last shots lie, each time from another place: so that every way of
// meeting the wall comes up.
func (s *tunnelScene) fire() {
	for i := range s.lanes {
		if s.lanes[i].Ball.Speed != 0 {
			return
		}
	}
	s.shots++
	from := float64(s.shots*248%muzzleSteps) * muzzleStep // 248 visits all places, far from each other
	for i := range s.lanes {
		l := &s.lanes[i]
		l.Fire(from)
		l.dots.clear()
		l.dots.add(from, 0)
	}
	s.waiting = shotEvery
}

func (l *tunnelLane) step(dt float64) {
	if l.Ball.Speed == 0 {
		return
	}
	before := l.Stopped
	l.Step(l.method, dt)
	l.dots.add(l.Ball.Pos, flag(l.Stopped != before))
}

func (l *tunnelLane) show() {
	*l.pos, *l.stopped, *l.through = l.Ball.Pos, float64(l.Stopped), float64(l.Through)
	*l.max = l.Depth
}
