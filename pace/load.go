package pace

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
)

// loadWindow is how much time one figure of a Load covers: systems count processor time in steps of up
// to 16 ms, and a figure that changes more often is not read.
const loadWindow = time.Second

// A Load says how much of one core this process uses, for display beside the frame rate: where that
// falls and the load does not rise, the machine is throttled or waits for the display; where both
// move, there is more to compute. The zero value measures this process.
type Load struct {
	// Used returns the processor time used so far, all threads together, and whether it is known. Nil
	// asks the system; WebAssembly hosts do not tell.
	Used func() (time.Duration, bool)

	percent float64
	known   bool

	at     tactus.Instant
	before time.Duration
	begun  bool
}

// Look brings the figure up to date, at most once a second, and reports whether there is a new one.
// The first call begins the first second. Call it once a frame with the frame's reading.
func (l *Load) Look(now tactus.Instant) bool {
	since := now.Sub(l.at)
	if l.begun && since < loadWindow {
		return false
	}
	used, ok := l.used()
	if !ok {
		return false
	}
	fresh := l.begun
	if fresh {
		l.percent, l.known = 100*(used-l.before).Seconds()/since.Seconds(), true
	}
	l.at, l.before, l.begun = now, used, true
	return fresh
}

func (l *Load) used() (time.Duration, bool) {
	if l.Used == nil {
		return processorTime()
	}
	return l.Used()
}

// Percent returns the load in percent of one core, over 100 where several work, and whether it is
// known yet.
func (l *Load) Percent() (percent float64, known bool) { return l.percent, l.known }

// String returns the figure as a display shows it: "CPU 12 %", "CPU <1 %", or "CPU -" where it is not
// known. It has no decimals: they would change all the time and say nothing.
func (l *Load) String() string {
	switch {
	case !l.known:
		return "CPU -"
	case l.percent < 1:
		return "CPU <1 %"
	}
	return fmt.Sprintf("CPU %.0f %%", l.percent)
}
