package scene

import (
	"math"

	"github.com/tactus-go/tactus/games/jump"
)

// The track, in units: a body runs along it, jumps once, and begins again.
const (
	trackLength = 8.0
	trackTop    = 3.4
	jumpAt      = 1.5
	runSpeed    = 4.0 // units/s
	leap        = 2.0 // of a teleport
)

// trueAir is how long a jump takes in nature, in seconds.
const trueAir = 2 * jump.JumpSpeed / jump.Gravity

// trailMax is how many dots a lane leaves: more than a jump has at 144 frames a second.
const trailMax = 240

const (
	peakPart = 0.01 // how far from theory, as a part of it, a peak is called off: less cannot be seen
	airPart  = 0.25 // as much of a jump's time, which is whole steps long in any lane
)

// A runner is a body on the track.
type runner struct {
	body   jump.Body
	x      float64
	jumped bool
	air    float64 // of this jump, in seconds of its steps
	peak   float64 // of this jump
}

// A step's events.
type happened struct{ jumped, landed, wrapped bool }

// step moves the runner by dt seconds.
func (r *runner) step(m jump.Method, dt float64) (h happened) {
	r.x += float64(runSpeed * dt)
	if r.x >= trackLength {
		r.x, r.jumped, h.wrapped = 0, false, true
	}
	if !r.jumped && r.x >= jumpAt && r.body.Jump() {
		r.jumped, r.air, r.peak, h.jumped = true, 0, 0, true
	}
	if r.body.Grounded() {
		return h
	}
	r.body.Step(m, dt)
	r.air += dt
	r.peak = max(r.peak, r.body.Height)
	h.landed = r.body.Grounded()
	return h
}

// teleport moves the runner along the track, over the ground as high as it is.
func (r *runner) teleport() { r.x = min(r.x+leap, trackLength-runSpeed/60) }

// A lane is a runner as one way of stepping and drawing shows it.
type lane struct {
	runner
	// x and y are where it was drawn last, steps how many it ran in that frame. peak and air are those of
	// its last whole jump, 0 before; peakOff and airOff say that they are not what theory says.
	x, y, steps, peak, air, peakOff, airOff *float64
	dots                                    trail
	flown                                   float64 // of this jump, in seconds of the machine
	drawn                                   float64 // highest that was drawn of this jump
}

func (l *lane) name(b *Board, name string) {
	one := func(figure string) *float64 { return b.one(name + "." + figure) }
	l.x, l.y, l.steps, l.peak, l.air = one("x"), one("y"), one("steps"), one("peak"), one("air")
	l.peakOff, l.airOff = one("peakOff"), one("airOff")
	l.dots = b.trail(name+".trail", trailMax)
}

func (l *lane) restart() {
	l.runner, l.flown, l.drawn = runner{}, 0, 0
	*l.x, *l.y, *l.steps, *l.peak, *l.air, *l.peakOff, *l.airOff = 0, 0, 0, 0, 0, 0, 0
	l.dots.clear()
}

// frame moves a lane that takes one step of dt seconds in a frame of so many, and draws it.
func (l *lane) frame(m jump.Method, dt, seconds float64) {
	h := l.step(m, dt)
	if h.jumped {
		l.flown = 0
	}
	l.flown += seconds
	if h.landed {
		*l.peak, *l.air = l.runner.peak, l.flown
	}
	if h.wrapped {
		l.dots.clear()
	}
	l.place(l.runner.x, l.body.Height, 1)
}

// took tells a lane that draws the fixed steps of r what became of one.
func (l *lane) took(r *runner, h happened) {
	if h.jumped {
		l.drawn = 0
	}
	if h.landed {
		*l.peak, *l.air = max(r.peak, l.drawn), r.air
	}
	if h.wrapped {
		l.dots.clear()
	}
}

// place draws the lane.
func (l *lane) place(x, y float64, steps int64) {
	*l.x, *l.y, *l.steps = x, y, float64(steps)
	l.dots.add(x, y)
}

// judge says what is not as theory says.
func (l *lane) judge(theory float64) {
	*l.peakOff = flag(*l.peak > 0 && math.Abs(*l.peak-theory) > peakPart*theory)
	*l.airOff = flag(*l.peak > 0 && math.Abs(*l.air-trueAir) > airPart*trueAir)
}
