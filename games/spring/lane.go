package spring

// A Lane moves a body once a frame, by the frame's time. It is for showing what that does, beside a
// World in fixed steps; no game should be built on it. The zero value uses explicit Euler.
//
// A lane that blows up goes on to infinity and NaN: whoever draws it looks at Lost first.
type Lane struct {
	Body   Body
	Method Method
}

// lostAt is the distance, in units, beyond which a lane is lost: a thousand times the swing that
// the strongest push gives.
const lostAt = 1000

// Step moves the lane by one frame that took so many seconds, 0 or more.
func (l *Lane) Step(push, frameTime float64) { l.Body.Step(l.Method, push, frameTime) }

// Lost reports whether the lane has blown up: its body is over 1,000 units away, or nowhere.
func (l *Lane) Lost() bool {
	return !(l.Body.Pos >= -lostAt && l.Body.Pos <= lostAt) // NaN is not within either
}
