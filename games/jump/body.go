package jump

// The numbers are chosen so that a jump is easy to check by eye: half a second up, half a second
// down, two and a half units high.
const (
	Gravity   = 20.0                                // downwards, in units/s/s
	JumpSpeed = 10.0                                // upwards, at the start of a jump, in units/s
	TruePeak  = JumpSpeed * JumpSpeed / 2 / Gravity // height of a jump in nature, in units
)

// A Method is a way of taking one step of motion. The zero value is explicit Euler, which is the
// one that is written first and understood last.
type Method uint8

const (
	// ExplicitEuler moves with the speed from before the step, then updates the speed. On the way
	// up that speed is too high all the time.
	ExplicitEuler Method = iota
	// SemiImplicitEuler updates the speed, then moves with it. It errs as far to the other side,
	// and is the one to take: it costs the same, and what swings keeps its energy.
	SemiImplicitEuler
	// VelocityVerlet moves with the mean of the two speeds. Under constant gravity it is exact, up
	// to the rounding of floats.
	VelocityVerlet
)

// A Body is a point over flat ground. The zero value stands on it.
type Body struct {
	Height float64 // over the ground, in units, 0 or more
	Speed  float64 // upwards, in units/s
}

// Grounded reports whether the body stands.
func (b *Body) Grounded() bool { return b.Height <= 0 && b.Speed <= 0 }

// Jump throws the body up if it stands, and reports whether it did.
func (b *Body) Jump() bool {
	if !b.Grounded() {
		return false
	}
	b.Speed = JumpSpeed
	return true
}

// Step moves the body by dt seconds, 0 or more. A body that stands stays; one that comes down to
// the ground within the step stands at its end.
func (b *Body) Step(m Method, dt float64) {
	if b.Grounded() {
		return
	}
	before := b.Speed
	b.Speed -= float64(Gravity * dt)
	switch m {
	case ExplicitEuler:
		b.Height += float64(before * dt)
	case SemiImplicitEuler:
		b.Height += float64(b.Speed * dt)
	case VelocityVerlet:
		b.Height += float64((before + b.Speed) / 2 * dt)
	}
	if b.Height <= 0 && b.Speed < 0 {
		*b = Body{}
	}
}

// Peak returns the height, in units, of a jump in steps of dt seconds, over 0: that of the formula in
// the package comment at the step that is highest. With dt to 0 it becomes TruePeak.
func Peak(m Method, dt float64) float64 {
	peak := 0.0
	for n := 1; ; n++ {
		at := float64(n) * dt
		k := float64(n)
		switch m {
		case ExplicitEuler:
			k--
		case SemiImplicitEuler:
			k++
		}
		height := at * (JumpSpeed - float64(Gravity*dt*k/2))
		if height <= peak {
			return peak
		}
		peak = height
	}
}
