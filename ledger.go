package tactus

import "time"

// A Ledger says what became of time, in one frame ([Stepper.Frame]) or since the start
// ([Stepper.Total]). Nothing is lost between its lines. After any sequence of calls
//
//	Real = Clamped + Gap + Paused + Fed
//	Credited + Nudged + Granted = Run + PhaseChange + DroppedCap + DroppedBudget
//
// hold exactly, the first in nanoseconds, the second in steps. Times hold to 292 years, counts of steps
// to 2^63: 278,000 years at the highest rate, 97 days at the highest rate and scale together.
type Ledger struct {
	// Real is the time measured.
	Real time.Duration
	// Clamped is what the clamp cut off.
	Clamped time.Duration
	// Gap is what the clamp cut off a gap that the host announced; of a long frame of which the host
	// said nothing that is Clamped.
	Gap time.Duration
	// Paused is the time of paused frames, whole.
	Paused time.Duration
	// Fed is the time that was scaled and credited.
	Fed time.Duration

	// Credited is Fed times scale times rate, at those in force at the time.
	Credited Steps
	// Nudged is what nudges added, negative where they took.
	Nudged Steps
	// Granted is the number of single steps that ran by Grant.
	Granted int64
	// Run is the number of steps that ran, granted ones among them.
	Run int64
	// PhaseChange is the phase now less the phase at the start.
	PhaseChange Steps
	// DroppedCap is what was dropped because the cap was reached.
	DroppedCap Steps
	// DroppedBudget is what was dropped because the budget was spent.
	DroppedBudget Steps

	// Frames is the number of frames fed.
	Frames uint64
	// Backward is the number of readings before an earlier one; each counted as no time.
	Backward uint64
	// Roundings is the number of changes of rate or of a fraction scale that rounded. Each rounds
	// the phase and the lines above down by less than one unit, 2^-64 ns of the rate's denominator;
	// Credited is then what the other lines make it, at most three units from what it was.
	Roundings uint64
	// Event is the gap that the frame was. In a total it is the latest.
	Event Gap
}

// Dropped returns the steps dropped by cap and by budget together.
func (l Ledger) Dropped() Steps {
	sum := l.DroppedCap
	sum.span = sum.span.add(l.DroppedBudget.span, max(sum.unit, 1))
	return sum
}

// EffectiveScale returns how fast game time really went, at rate r: the steps that were not dropped,
// as time, over real time. It is 0 where no real time passed. It panics where r is no step rate.
func (l Ledger) EffectiveScale(r Rate) float64 {
	r.mustStep()
	if l.Real == 0 {
		return 0
	}
	kept := l.Credited.Float() + l.Nudged.Float() + float64(l.Granted) - l.DroppedCap.Float() - l.DroppedBudget.Float()
	return kept / r.Float() / l.Real.Seconds()
}

// account is a Ledger on the stepper's grid, with the two things from which the rest is worked out:
// the tick, which counts the steps, and the phase.
type account struct {
	often
	rare
}

// often is what every frame moves.
type often struct {
	real, fed time.Duration
	frames    uint64
	tick      Tick // the next to run
	phase     span
}

// rare is what most frames leave alone: a frame begins without copying it.
type rare struct {
	clamped, gap, paused time.Duration

	credited span          // up to the last change of rate or scale, when fed was marked
	marked   time.Duration // fed at that change: what came since is credited when it is asked for
	rest     uint64        // of a unit of credit, over the scale's denominator
	nudged   span
	granted  int64
	dropped  [2]span // by cap, by budget

	backward, roundings uint64
}

const (
	byCap = iota
	byBudget
)

// close credits what was fed since the mark, and reports whether that rounded.
func (a *account) close(g *gain, unit uint64) bool {
	a.credited = a.credited.add(spanOf(g.sum(uint64(a.fed-a.marked)), unit), unit)
	a.marked = a.fed
	rounded := a.rest != 0
	a.rest = 0
	return rounded
}

// regrid moves a closed account to another grid. Each line is rounded down by less than one unit, and
// Credited becomes what they make it, so that the ledger adds up on every grid.
func (a *account) regrid(first span, from, to uint64) {
	a.phase = a.phase.regrid(from, to)
	a.nudged = a.nudged.regrid(from, to)
	sum := a.phase.sub(first, to).sub(a.nudged, to)
	for i := range a.dropped {
		a.dropped[i] = a.dropped[i].regrid(from, to)
		sum = sum.add(a.dropped[i], to)
	}
	sum.whole += int64(a.tick) - a.granted
	a.credited = sum
}

// ledger returns what was counted from one account to the present one.
func (s *Stepper) ledger(from account) Ledger {
	to := s.total
	rest, restFrom := to.rest, from.rest
	to.close(&s.gain, s.unit)
	from.close(&s.gain, s.unit)
	steps := func(a, b span) Steps { return Steps{span: a.sub(b, s.unit), unit: s.unit} }
	credit := func(a, b span) Steps { return s.steps(a.sub(b, s.unit), rest, restFrom) }
	return Ledger{
		Real: to.real - from.real, Clamped: to.clamped - from.clamped, Gap: to.gap - from.gap,
		Paused: to.paused - from.paused, Fed: to.fed - from.fed,
		Credited:      credit(to.credited, from.credited),
		Nudged:        steps(to.nudged, from.nudged),
		Granted:       to.granted - from.granted,
		Run:           int64(to.tick - from.tick),
		PhaseChange:   credit(to.phase, from.phase),
		DroppedCap:    steps(to.dropped[byCap], from.dropped[byCap]),
		DroppedBudget: steps(to.dropped[byBudget], from.dropped[byBudget]),
		Frames:        to.frames - from.frames,
		Backward:      to.backward - from.backward,
		Roundings:     to.roundings - from.roundings,
	}
}

// steps returns a span with the part of a unit that is rest less restFrom, of the scale's denominator.
func (s *Stepper) steps(n span, rest, restFrom uint64) Steps {
	of := uint64(s.gain.scale.den)
	if rest < restFrom {
		n, rest = n.sub(span{lo: 1}, s.unit), rest+of
	}
	return Steps{span: n, unit: s.unit, rest: rest - restFrom, restOf: of}
}
