package pace

import "time"

// Counts are the totals of a Pacer since it was made.
type Counts struct {
	// Frames is the number of waits that ended at a deadline, late ones included.
	Frames uint64
	// Late is how many of them began after their deadline: the frame before took too long.
	Late uint64
	// Reanchored is how many ended more than a period late, so that a new grid began there.
	Reanchored uint64
	// Missed is the number of deadlines that those new grids left out.
	Missed uint64
	// Woken is the number of waits that Wake cut short.
	Woken uint64
	// Backward is the number of times that the clock stepped back; a new grid began there too.
	Backward uint64
	// Stalled is the number of waits given up before their deadline, since the clock stood still
	// or went many times slower than the system's.
	Stalled uint64
	// Sleeps is the number of calls into the kernel's timer: one a frame, or it ends too early.
	Sleeps uint64
	// Spun is the time spent spinning: the price of precision.
	Spun time.Duration
}
