package spring

// The spring swings 3.2 times a second (20 radians) and loses nine tenths of its energy in 0.4 s:
// quick enough that a display's frames are long for it, slow enough to watch. The limit for
// explicit Euler, Damping/Stiffness = 15 ms, lies between the frames of a 144 Hz and of a 60 Hz
// display.
const (
	Stiffness = 400.0 // pull back, in units/s/s for each unit of distance
	Damping   = 6.0   // brake, in units/s/s for each unit/s of speed
	PushAccel = 200.0 // of a push, in units/s/s: held, it moves the rest by half a unit
)

// A Method is a way of taking one step of motion. The zero value is explicit Euler.
type Method uint8

const (
	// ExplicitEuler moves with the speed from before the step, then updates the speed.
	ExplicitEuler Method = iota
	// SemiImplicitEuler updates the speed, then moves with it. It stays bounded up to steps of 86
	// ms here, but what it gives still depends on the steps: two schedules, two results.
	SemiImplicitEuler
)

// A Body is the weight on the spring. The zero value is at rest.
type Body struct {
	Pos   float64 // distance from rest, in units
	Speed float64 // in units/s
}

// Step moves the body by dt seconds, 0 or more, under a push from -1 to 1.
func (b *Body) Step(m Method, push, dt float64) {
	accel := float64(push*PushAccel) - float64(Stiffness*b.Pos) - float64(Damping*b.Speed)
	before := b.Speed
	b.Speed += float64(accel * dt)
	if m == ExplicitEuler {
		b.Pos += float64(before * dt)
		return
	}
	b.Pos += float64(b.Speed * dt)
}

// Energy returns what is in the spring and in the speed, for a unit of mass. Without pushes it only
// falls in nature.
func (b *Body) Energy() float64 {
	return (float64(Stiffness*b.Pos*b.Pos) + float64(b.Speed*b.Speed)) / 2
}
