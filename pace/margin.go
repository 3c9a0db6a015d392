package pace

import (
	"slices"
	"time"
)

const (
	// marginWindow is how many wake-ups are remembered: four seconds at 60 Hz, so that a margin which
	// a noisy moment has raised falls again soon.
	marginWindow = 256
	// marginSpared is how many of them the margin need not catch. With the largest one a single bad
	// wake-up would make each of the next 256 frames spin for it; without two of 256 the margin
	// is the 99 % quantile, and two bad wake-ups in a window change nothing.
	marginSpared = 2
	// marginStart is the lateness of all wake-ups before the first: what a Linux or Windows machine
	// shows, so that the first frames are neither late nor dear, and a first bad one is one of 256.
	marginStart = 100 * time.Microsecond
	// marginExtra is added to what was seen: a quantile is exceeded by as much as the wake-ups
	// scatter beyond it. 20 us are 0.12 % of a core at 60 Hz and took more off the 99th percentile
	// than a higher quantile did for the same.
	marginExtra = 20 * time.Microsecond
)

// A margin is how long before a deadline the kernel is asked to wake the sleeper: a high quantile of
// the lateness of its wake-ups, at most budget. Lateness beyond the budget is left out of it, since
// no margin that may be used would have caught that wake-up: another program had the processor, and
// to spin for that is to pay for nothing.
type margin struct {
	budget time.Duration
	seen   [marginWindow]time.Duration // in the order of arrival, from next on
	sorted [marginWindow]time.Duration
	next   int
	value  time.Duration
}

// newMargin returns a margin that has seen a window of wake-ups late by marginStart.
func newMargin(budget time.Duration) (m margin) {
	for i := range m.seen {
		m.seen[i] = min(marginStart, budget)
	}
	m.sorted = m.seen
	m.bound(budget)
	return m
}

// bound sets the budget.
func (m *margin) bound(budget time.Duration) {
	m.budget = budget
	m.choose()
}

// add takes the lateness of one wake-up in the place of the oldest.
func (m *margin) add(late time.Duration) {
	old := m.seen[m.next]
	m.seen[m.next] = late
	m.next = (m.next + 1) % marginWindow
	from, _ := slices.BinarySearch(m.sorted[:], old)
	to, _ := slices.BinarySearch(m.sorted[:], late)
	if from < to { // the gap that old leaves moves up to where late belongs
		to--
		copy(m.sorted[from:to], m.sorted[from+1:to+1])
	} else {
		copy(m.sorted[to+1:from+1], m.sorted[to:from])
	}
	m.sorted[to] = late
	m.choose()
}

// choose sets the margin to the largest lateness within the budget but for those that are spared.
func (m *margin) choose() {
	within, _ := slices.BinarySearch(m.sorted[:], m.budget+1)
	if within == 0 {
		m.value = 0
		return
	}
	m.value = min(m.sorted[max(within-1-marginSpared, 0)]+marginExtra, m.budget)
}
