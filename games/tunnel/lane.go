package tunnel

// The range, along one line. A shot meets the wall after 0.2 s, which is long enough to see.
const (
	Speed     = 500.0                // of a ball, in units/s
	WallNear  = 100.0                // where the wall begins
	WallThick = 1.0                  // its thickness, in units: over speed, 2 ms
	WallFar   = WallNear + WallThick // where it ends
	RangeEnd  = 200.0                // where a ball that got through is caught
)

// A Method is a way of looking for the wall. The zero value is the one that is written first.
type Method uint8

const (
	// Discrete looks whether the ball is in the wall at the end of a step.
	Discrete Method = iota
	// Continuous looks whether the ball met the wall anywhere on the step's way.
	Continuous
)

// A Ball flies in one direction. The zero value lies at the origin.
type Ball struct {
	Pos   float64 // in units
	Speed float64 // in units/s, 0 where it lies
}

// A Lane is a ball, with what became of all its shots. The zero value has not fired.
type Lane struct {
	Ball    Ball
	Stopped int64   // shots that the wall stopped
	Through int64   // shots that got through
	Depth   float64 // deepest in the wall that a shot was found in, in units, before it was put back
}

// Fire puts the ball at a place before the wall and sets it off. It reports false, and does
// nothing, while a shot is still flying.
func (l *Lane) Fire(from float64) bool {
	if l.Ball.Speed != 0 {
		return false
	}
	l.Ball = Ball{Pos: from, Speed: Speed}
	return true
}

// Step moves the ball by dt seconds, 0 or more, and looks for the wall.
func (l *Lane) Step(m Method, dt float64) {
	b := &l.Ball
	from := b.Pos
	b.Pos += float64(b.Speed * dt)
	switch {
	case m == Continuous && from < WallNear && b.Pos >= WallNear:
		l.stop(0)
	case m == Discrete && b.Speed != 0 && b.Pos >= WallNear && b.Pos <= WallFar:
		l.stop(b.Pos - WallNear)
	case b.Speed != 0 && from <= WallFar && b.Pos > WallFar:
		l.Through++
	}
	if b.Pos >= RangeEnd {
		*b = Ball{Pos: RangeEnd}
	}
}

// stop leaves the ball at the wall.
func (l *Lane) stop(depth float64) {
	l.Ball = Ball{Pos: WallNear}
	l.Stopped++
	l.Depth = max(l.Depth, depth)
}
