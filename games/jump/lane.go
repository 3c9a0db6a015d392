package jump

// A Lane moves a body once a frame. It is for showing what that does, beside a World in fixed
// steps; no game should be built on it. The zero value steps by each frame's time with explicit
// Euler.
type Lane struct {
	Body   Body
	Method Method
	// PerFrame moves the lane by one Period a frame, however long the frame was: the oldest
	// mistake, from machines whose frames all took the same. Time then runs twice as fast at 120
	// fps and in slow motion at 30.
	PerFrame bool
	Peak     float64 // greatest height of the last jump, in units
}

// Jump throws the body up if it stands, and begins a new peak.
func (l *Lane) Jump() {
	if l.Body.Jump() {
		l.Peak = 0
	}
}

// Step moves the lane by one frame that took so many seconds, 0 or more.
func (l *Lane) Step(frameTime float64) {
	if l.PerFrame {
		frameTime = Period
	}
	l.Body.Step(l.Method, frameTime)
	l.Peak = max(l.Peak, l.Body.Height)
}
