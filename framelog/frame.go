package framelog

import "time"

// A Frame is one row of a stream.
type Frame struct {
	// Interval is the time from this frame's present to that before it, or the frame time by the
	// rule that [Source] names. It is 0 where the row has none that counts: such a row is here for
	// its display interval alone.
	Interval time.Duration
	// Display is how long the picture before it stood on the screen, 0 where it was not shown or the
	// log does not tell.
	Display time.Duration
	// Clock is the log's own clock, whatever it counts from; 0 where it has none.
	Clock time.Duration
	// Tag is what the log says of the scene, "" where it says nothing.
	Tag string
	// Line is its line in the file, the first is 1; in a JSON file its place in the run's array, from 1.
	Line int
	// Dropped tells that the frame never reached the screen, Generated that no game frame made it.
	Dropped, Generated bool
}

// A Side is one of the two intervals that a frame has.
type Side uint8

const (
	// Present is the interval from present to present: what the program did.
	Present Side = iota
	// Display is the interval between pictures on the screen: what the eye got.
	Display
)

// String returns "present" or "display".
func (s Side) String() string {
	if s == Display {
		return "display"
	}
	return "present"
}

// An Engine is what a log of a fixed-timestep loop says of a frame, as tactus writes it.
type Engine struct {
	Steps   int64         // steps that ran in the frame
	Alpha   float64       // the phase left, NaN where the log has none
	Cost    time.Duration // of all its steps together
	Dropped time.Duration // simulation time cut off by clamp, cap and budget
}

const (
	flagDropped = 1 << iota
	flagGenerated
)
