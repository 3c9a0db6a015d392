package loop

import (
	"math"
	"math/big"
	"time"

	"github.com/tactus-go/tactus"
)

const (
	// owedMax bounds what All owes, so that sums stay within an int64: more than any machine runs.
	owedMax = math.MaxInt64 / 2
	// grantMax is the most steps of one grant: an int has 32 bits on some systems.
	grantMax = 1 << 30
)

// absence is the ticks that gaps took and that are still to run.
type absence struct {
	owed  int64
	total int64         // of the absence under way
	spent time.Duration // on catching up in the last frame
}

// add owes n more ticks, up to most.
func (a *absence) add(n, most int64) {
	n = max(min(n, most-a.owed), 0)
	a.owed += n
	a.total += n
}

// notice owes the ticks that the frame's gap took, by the policy: what the clamp cut off it, what no
// clock of the loop saw of a sleep, and the steps that cap or budget dropped.
func (l *Loop) notice() {
	f := &l.shown.Ledger
	if f.Event.Cause == 0 || l.config.Absence == Freeze {
		return
	}
	cut := f.Clamped + f.Gap
	cut -= min(cut, l.absence.spent) // or slow ticks that are caught up would owe more than they are
	ns := new(big.Int).SetUint64(uint64(cut) + uint64(l.sleep.unseen))
	lost := new(big.Rat).SetFrac(ns, big.NewInt(int64(time.Second)))
	lost.Mul(lost, l.stepper.Scale().Rat()).Mul(lost, l.stepper.Rate().Rat()).Add(lost, f.Dropped().Rat())
	n, most := int64(owedMax), int64(owedMax)
	if ticks := new(big.Int).Div(lost.Num(), lost.Denom()); ticks.IsInt64() {
		n = ticks.Int64()
	}
	if l.config.Absence == AtMost {
		most = l.config.AbsenceMax
	}
	l.absence.add(n, most)
}

// catchUp spends the frame's budget on what is owed and returns how many ticks ran. Each is the same
// Step that live ticks are, by a grant of the stepper, so that n of them equal n frames of one step, bit
// for bit. It ends where one more tick that costs what the last did would pass the budget; one runs in
// any case.
func (l *Loop) catchUp() (ticks int64) {
	a := &l.absence
	a.spent = 0
	if a.owed == 0 || l.stepper.Paused() {
		return 0
	}
	start := l.clock()
	last := start
	l.stepper.Grant(int(min(a.owed, grantMax)))
	for !l.stepper.Paused() && l.stepper.Next() {
		l.hooks.Step(l.stepper.Tick(), &l.none)
		a.owed--
		ticks++
		now := l.clock()
		a.spent = now.Sub(start)
		if a.spent+now.Sub(last) > l.config.AbsenceBudget {
			break
		}
		last = now
	}
	l.stepper.Grant(0) // what is left of the grant is for a later frame, and no tick is under way
	return ticks
}

// progress tells of the ticks that were caught up in the frame.
func (l *Loop) progress(ticks int64) {
	a := &l.absence
	if ticks == 0 {
		return
	}
	e := Event{Kind: CatchingUp, Done: a.total - a.owed, Total: a.total}
	if a.owed == 0 {
		e.Kind, a.total = CaughtUp, 0
	}
	if l.hooks.Event != nil {
		l.hooks.Event(e)
	}
}

// Owe adds n ticks to be run in the background of the loop, as an absence is: the time that a game was
// closed, read from its save. What is over Config.AbsenceMax is left out; n under 1 is none.
func (l *Loop) Owe(n tactus.Tick) { l.absence.add(int64(n), l.config.AbsenceMax) }
