package publish

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Base places a published pair of states in time, so that whoever has it knows the alpha at any
// instant near it without asking the stepper. It is a plain value. The zero value stands at alpha 0.
type Base struct {
	// Tick is the next tick to run: Current is the state at its start.
	Tick tactus.Tick
	// At is the reading at which the stepper had the phase below, of the clock that feeds it.
	At tactus.Instant
	// Phase is the game time fed and not yet turned into steps, in steps. It is 1 or more where steps
	// are carried, and under 0 where hysteresis ran one early.
	Phase float64
	// Rate is how many steps a second of game time has. The zero value stands still.
	Rate tactus.Rate
	// Scale is the game time per real time. The zero value is 1, as in a config.
	Scale tactus.Rate
	// Paused says that time goes on and game time does not.
	Paused bool
}

// BaseOf returns the base of a stepper after the steps of its frame. now is the reading that the
// frame was fed; where readings step back, the latest of all.
func BaseOf(s *tactus.Stepper, now tactus.Instant) Base {
	phase := s.Alpha()
	if phase == 0 || phase == 1 { // the ends of what alpha can say
		phase = s.Phase().Float()
	}
	return Base{Tick: s.Tick(), At: now, Phase: phase, Rate: s.Rate(), Scale: s.Scale(), Paused: s.Paused()}
}

// Alpha returns the weight for drawing at an instant of the clock that feeds the stepper: the phase
// at At, and what the time from there to now adds at the rate and scale, at least 0 and at most 1.
// Up to there it is what Stepper.Alpha would be after a feed of now, within 2^-50, which floats
// cost; at At itself it is the stepper's bit for bit.
//
// It is 1 while the simulation is late: a step is due and its state has not come. The picture then
// stands at Current, and goes on where it should be when the next state is there. A simulation
// whose steps take long, or that wakes late, is late in every step. To draw evenly all the same,
// draw that long ago, Alpha(now.Add(-late)), and ask for the next pair when the alpha of this one is
// 1 and not before: the next may begin after the moment that is drawn. A pause shows a step later
// then. Instants before At give the alpha that was, down to 0.
//
// It knows nothing of what the next feed will do with the time beyond adding it. Clamp, cap, gap
// and nudge can each make the stepper's own alpha less than what was drawn, in frames in which the
// game did not run as fast as time did.
func (b Base) Alpha(now tactus.Instant) float64 {
	phase := b.Phase
	if !b.Paused && now != b.At && b.Rate != (tactus.Rate{}) {
		phase += float64(float64(now.Sub(b.At)) * b.speed())
	}
	switch {
	case phase <= 0:
		return 0
	case phase < 1:
		return phase
	}
	return 1 // NaN too: the current state is the one that is certainly true
}

// speed returns the steps that a nanosecond adds.
func (b Base) speed() float64 {
	speed := b.Rate.Float() / float64(time.Second)
	if b.Scale != (tactus.Rate{}) {
		speed *= b.Scale.Float()
	}
	return speed
}
