package pace

import "strconv"

// A Mode says what the last stretch before a deadline may cost.
type Mode uint8

const (
	// Hybrid sleeps and then spins for as long as the kernel's wake-ups have shown to be late.
	Hybrid Mode = iota
	// Saver only sleeps. It wakes as late as the kernel does and costs the least: for servers, for
	// battery, and for a window that nobody looks at. On Windows it never raises the timer's period.
	Saver
	// Spin never sleeps and costs a whole core: for measuring.
	Spin
)

// String returns the name in lower case.
func (m Mode) String() string {
	switch m {
	case Hybrid:
		return "hybrid"
	case Saver:
		return "saver"
	case Spin:
		return "spin"
	}
	return "mode " + strconv.Itoa(int(m))
}

// An End says how a wait ended.
type End uint8

const (
	// AtDeadline is a wait that came to its deadline, or that began after it.
	AtDeadline End = iota
	// ByWake is a wait that Wake cut short. The next one waits for the same deadline.
	ByWake
	// ByClose is a wait on a Pacer that is closed, or was closed during it: leave the loop.
	ByClose
)
