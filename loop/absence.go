package loop

import (
	"math/big"
	"time"

	"github.com/tactus-go/tactus"
)

// readingEvery is how many cheap ticks of an absence run between two readings of the clock.
const readingEvery = 16

// absence is the ticks that gaps took and that are still to run.
type absence struct {
	max   int64
	owed  int64
	total int64 // of the absence under way
}

// add owes n more ticks, up to the bound.
func (a *absence) add(n int64) {
	n = min(max(n, 0), a.max-a.owed)
	a.owed += n
	a.total += n
}

// notice owes the ticks that the frame's gap took, by the policy.
func (l *Loop) notice() {
	f := &l.shown.Ledger
	if f.Event.Cause == 0 || l.config.Absence == Freeze {
		return
	}
	cut := big.NewRat(int64(f.Clamped+f.Gap), int64(time.Second))
	cut.Mul(cut, l.stepper.Scale().Rat()).Mul(cut, l.stepper.Rate().Rat())
	ticks := new(big.Int).Div(cut.Num(), cut.Denom()) // at most 2^43 ns at 2^40 steps a second, or a sleep's length
	if !ticks.IsInt64() {
		ticks.SetInt64(absenceMax)
	}
	n := ticks.Int64()
	if l.config.Absence == AtMost {
		n = min(n, l.config.AbsenceMax-l.absence.owed)
	}
	l.absence.add(n)
}

// run spends the frame's budget on what is owed. Each tick is the same Step that live ticks are, by a
// grant of the stepper, so that n of them equal n frames of one step, bit for bit.
func (a *absence) run(l *Loop, told bool) {
	if a.owed == 0 {
		return
	}
	start := l.clock()
	l.stepper.Grant(int(min(a.owed, 1<<30)))
	for n := 1; l.stepper.Next(); n++ {
		l.hooks.Step(l.stepper.Tick(), &l.none)
		a.owed--
		if n%readingEvery == 0 && l.clock().Sub(start) > l.config.AbsenceBudget {
			break
		}
	}
	e := Event{Kind: CatchingUp, Done: a.total - a.owed, Total: a.total}
	if a.owed == 0 {
		e.Kind, a.total = CaughtUp, 0
	}
	if told {
		l.hooks.Event(e)
	}
}

// Owe adds n ticks to be run in the background of the loop, as an absence is: the time that a game was
// closed, read from its save. What is over Config.AbsenceMax is left out; n under 1 is none.
func (l *Loop) Owe(n tactus.Tick) { l.absence.add(int64(n)) }
