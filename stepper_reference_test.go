package tactus_test

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

var seedFlag = flag.Uint64("seed", 1, "seed of the random sequences; a failure prints the one that shows it")

// model is the stepper as the specification says it, slow and obvious: every number a fraction, one
// line for one rule, no short ways. Only where the contract rounds does it round: down, to a unit.
type model struct {
	c         tactus.StepperConfig
	rate      tactus.Rate
	scale     *big.Rat
	high      int64
	started   bool
	paused    bool
	suspended bool

	phase, first       *big.Rat
	tick               int64
	credit, wasCredit  *big.Rat // since the last change, exact, and as of the frame before
	closed             *big.Rat // before it
	behind             bool
	held               int64
	nudgeLeft          *big.Rat
	nudgeBack          bool
	nudgeMost          *big.Rat
	nudgeSum, nudgePut *big.Rat

	left    int64
	grant   bool
	ran     int64 // steps of this frame
	cost    [2]int64
	lines   lines
	start   lines
	changes int64
	// wasChanges is changes as of the last count.
	wasChanges int64
	truth      *big.Rat // all credit, never rounded
}

// lines are a ledger's.
type lines struct {
	real, clamped, gap, paused, fed, granted, run int64
	credited, nudged, phase, byCap, byBudget      *big.Rat
}

func rat(n int64) *big.Rat       { return new(big.Rat).SetInt64(n) }
func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func least(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func floor(a *big.Rat) *big.Int { return new(big.Int).Div(a.Num(), a.Denom()) }

func ceil(a *big.Rat) int64 { return -floor(new(big.Rat).Neg(a)).Int64() }

// down rounds a down to a multiple of 1/unit.
func down(a *big.Rat, unit *big.Int) *big.Rat {
	scaled := mul(a, new(big.Rat).SetInt(unit))
	return new(big.Rat).SetFrac(floor(scaled), unit)
}

// value is what a Rate says, by its text, so that the model shares no arithmetic with it.
func value(r tactus.Rate) *big.Rat {
	text := r.String()
	if text == "unset" {
		return new(big.Rat)
	}
	var num, power int64
	if n, _ := fmt.Sscanf(text, "%d/2^%d", &num, &power); n == 2 {
		return new(big.Rat).SetFrac(big.NewInt(num), new(big.Int).Lsh(big.NewInt(1), uint(power)))
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("no number: " + text)
	}
	return v
}

// nanoUnit is one nanosecond of the rate's denominator, unit 2^-64 of that.
func (m *model) nanoUnit() *big.Int {
	return new(big.Int).Mul(value(m.rate).Denom(), big.NewInt(1e9))
}
func (m *model) unit() *big.Int { return new(big.Int).Lsh(m.nanoUnit(), 64) }

func newModel(c tactus.StepperConfig) *model {
	m := &model{c: c, rate: c.Rate, scale: rat(1)}
	m.nudgeLeft, m.nudgeMost, m.nudgeSum, m.nudgePut = rat(0), rat(0), rat(0), rat(0)
	if c.Scale != (tactus.Rate{}) {
		m.scale = value(c.Scale)
	}
	m.first = m.lead()
	m.phase = m.lead()
	m.credit, m.wasCredit, m.closed, m.truth = rat(0), rat(0), rat(0), rat(0)
	m.lines = lines{credited: rat(0), nudged: rat(0), phase: rat(0), byCap: rat(0), byBudget: rat(0)}
	m.start = m.now()
	return m
}

func (m *model) lead() *big.Rat { return down(value(m.c.Lead), m.nanoUnit()) }

func (m *model) clamp() int64 {
	switch {
	case m.c.Clamp == 0:
		return 250e6
	case m.c.Clamp < 0 || m.c.Clamp > tactus.FrameMax:
		return int64(tactus.FrameMax)
	}
	return int64(m.c.Clamp)
}

func (m *model) cap() int64 {
	switch {
	case m.c.Cap > 0:
		return int64(m.c.Cap)
	case m.c.Cap < 0:
		return math.MaxInt64
	}
	window := m.clamp()
	if window == int64(tactus.FrameMax) {
		window = 1e9
	}
	full := mul(value(m.rate), big.NewRat(window, 1e9))
	if m.scale.Cmp(rat(1)) > 0 {
		full = mul(full, m.scale)
	}
	n := min(max(ceil(full), 5), 10_000)
	if m.nudgeLeft.Sign() != 0 && !m.nudgeBack {
		n = min(n+ceil(mul(rat(n), m.nudgeMost)), 10_000)
	}
	return n
}

// keeps returns the overflow policy in force.
func (m *model) policy() tactus.Overflow {
	if m.c.Cap <= 0 && m.c.Budget == 0 && m.c.Overflow >= tactus.Carry {
		return tactus.KeepPhase
	}
	return m.c.Overflow
}

func (m *model) carryMax() int64 {
	switch {
	case m.c.CarryMax != 0:
		return m.c.CarryMax
	case m.c.Overflow == tactus.Carry:
		return 2
	}
	return 1 << 20
}

func (m *model) now() lines {
	l := m.lines
	l.phase = sub(m.phase, m.first)
	l.credited = add(m.closed, m.credit)
	return l
}

func (m *model) begin() {
	m.start = m.now()
	m.grant, m.ran, m.left = false, 0, 0
}

func (m *model) feed(now int64) {
	m.begin()
	d, first := int64(0), !m.started
	switch {
	case first:
		m.started, m.high = true, now
	case now > m.high:
		d = now - m.high
		m.high = now
	}
	announced := m.suspended && !first // before the first reading, it is of the second
	m.suspended = m.suspended && first
	m.lines.real += d
	if m.paused {
		m.lines.paused += d
		return
	}
	if over := d - m.clamp(); over > 0 {
		d = m.clamp()
		if announced {
			m.lines.gap += over
		} else {
			m.lines.clamped += over
		}
	}
	m.lines.fed += d
	carried := floor(m.phase).Int64() - m.held
	credited := mul(mul(big.NewRat(d, 1e9), m.scale), value(m.rate))
	m.credit, m.truth = add(m.credit, credited), add(m.truth, credited)
	m.phase = add(m.phase, credited)
	m.nudge()
	whole := floor(m.phase).Int64()
	due := whole
	if m.c.Hysteresis != (tactus.Rate{}) {
		due = m.decide(due)
	}
	plan := due
	if m.policy() == tactus.Spread && carried > 0 {
		plan = min(plan, due-carried+1)
	}
	m.left = max(min(plan, m.cap()), 0)
	m.overflow(m.left, &m.lines.byCap)
}

func (m *model) nudge() {
	grid := down(m.credit, m.unit())
	frame := sub(grid, m.wasCredit)
	m.wasCredit = grid
	if m.nudgeLeft.Sign() == 0 {
		return
	}
	m.nudgeSum = add(m.nudgeSum, mul(frame, m.nudgeMost))
	extra := sub(down(m.nudgeSum, m.unit()), m.nudgePut)
	m.nudgePut = add(m.nudgePut, extra)
	extra = least(extra, m.nudgeLeft)
	m.nudgeLeft = sub(m.nudgeLeft, extra)
	if m.nudgeBack {
		extra = new(big.Rat).Neg(extra)
	}
	m.phase = add(m.phase, extra)
	m.lines.nudged = add(m.lines.nudged, extra)
}

func (m *model) decide(due int64) int64 {
	h := down(value(m.c.Hysteresis), m.nanoUnit())
	f := sub(m.phase, rat(due))
	m.held = 0
	quarter := big.NewRat(1, 4)
	switch {
	case f.Cmp(h) < 0:
		if m.behind && due >= 1 {
			m.held = 1
		}
	case f.Cmp(sub(rat(1), h)) >= 0:
		if !m.behind && due < m.cap() {
			m.held = -1
		}
	case f.Cmp(quarter) < 0:
		m.behind = false
	case f.Cmp(sub(rat(1), quarter)) >= 0:
		m.behind = true
	}
	return due - m.held
}

func (m *model) overflow(plan int64, line **big.Rat) {
	over := floor(m.phase).Int64() - plan - max(m.held, 0)
	if over <= 0 {
		return
	}
	drop := rat(over)
	switch m.policy() {
	case tactus.DropAll:
		belowUnit := sub(m.phase, down(m.phase, m.unit()))
		drop = sub(sub(sub(m.phase, m.lead()), rat(plan)), belowUnit)
		m.held, m.behind = 0, false
	case tactus.Carry:
		if over < m.carryMax() {
			drop = rat(0)
		}
	case tactus.CatchUp, tactus.Spread:
		drop = rat(max(over-m.carryMax(), 0))
	}
	m.phase = sub(m.phase, drop)
	*line = add(*line, drop)
}

// next runs a step at clock reading now, for a budget.
func (m *model) next(now int64) bool {
	if m.left > 0 && !m.grant && m.c.Budget > 0 && m.spent(now) {
		m.left = 0
		m.overflow(0, &m.lines.byBudget)
	}
	if m.left == 0 {
		return false
	}
	m.left--
	m.ran++
	m.tick++
	m.lines.run++
	if m.grant {
		m.lines.granted++
	} else {
		m.phase = sub(m.phase, rat(1))
	}
	return true
}

func (m *model) spent(now int64) bool {
	if m.ran == 0 {
		m.cost = [2]int64{now, now}
		return false
	}
	now = max(now, m.cost[1])
	step := now - m.cost[1]
	m.cost[1] = now
	return now-m.cost[0]+step > int64(m.c.Budget)
}

func (m *model) doGrant(n int64) {
	m.begin()
	m.grant, m.left = true, n
}

// change is what SetRate and SetScale round: first what no unit holds, then, on another grid, each line.
func (m *model) change() {
	unit := m.unit()
	closeLines := func(l *lines) { l.credited, l.phase = down(l.credited, unit), down(l.phase, unit) }
	m.start = m.start.copy()
	closeLines(&m.start)
	if m.phase.Cmp(down(m.phase, unit)) != 0 {
		m.changes++
	}
	m.closed = add(m.closed, down(m.credit, unit))
	m.credit, m.wasCredit = rat(0), rat(0)
	m.phase = down(m.phase, unit)
}

func (l lines) copy() lines { return l }

func (m *model) setScale(r tactus.Rate) {
	m.change()
	m.scale = value(r)
}

func (m *model) setRate(r tactus.Rate) {
	m.change()
	same := value(r).Denom().Cmp(value(m.rate).Denom()) == 0
	startPhase := add(m.start.phase, m.first)
	m.rate = r
	if same {
		return
	}
	m.changes++
	unit := m.unit()
	m.first = down(m.first, unit)
	m.phase = down(m.phase, unit)
	regrid := func(l *lines, phase *big.Rat) {
		l.nudged, l.byCap, l.byBudget = down(l.nudged, unit), down(l.byCap, unit), down(l.byBudget, unit)
		l.phase = sub(phase, m.first)
		l.credited = add(add(sub(l.phase, l.nudged), add(l.byCap, l.byBudget)), rat(l.run-l.granted))
	}
	regrid(&m.start, down(startPhase, unit))
	regrid(&m.lines, m.phase)
	m.closed = m.lines.credited
	m.nudgeLeft = down(m.nudgeLeft, unit)
	m.nudgeSum, m.nudgePut = rat(0), rat(0)
}

func (m *model) setNudge(offset int64, most tactus.Rate) {
	m.nudgeBack = offset < 0
	if offset < 0 {
		offset = -offset
	}
	m.nudgeLeft = mul(big.NewRat(offset, 1e9), value(m.rate))
	m.nudgeMost, m.nudgeSum, m.nudgePut = value(most), rat(0), rat(0)
}

// compare holds the stepper to the model and the ledgers to their equations.
func (m *model) compare(s *tactus.Stepper) error {
	if got := s.Phase().Rat(); got.Cmp(m.phase) != 0 {
		return fmt.Errorf("phase %v, want %v", got, m.phase)
	}
	if err := checkAlpha(s.Alpha(), m.phase); err != nil {
		return err
	}
	zero := lines{credited: rat(0), nudged: rat(0), phase: rat(0), byCap: rat(0), byBudget: rat(0)}
	if err := checkLedger("total", s.Total(), m.now(), zero); err != nil {
		return err
	}
	if err := m.checkRounding(s.Total()); err != nil {
		return err
	}
	return checkLedger("frame", s.Frame(), m.now(), m.start)
}

// checkRounding holds what rounding took of the credit to what the ledger says that it can take: with
// each one under three units, the largest of which is 2^-64 ns at one step a nanosecond.
func (m *model) checkRounding(total tactus.Ledger) error {
	if int64(total.Roundings) != m.changes {
		return fmt.Errorf("%d roundings, want %d", total.Roundings, m.changes)
	}
	lost := sub(m.truth, total.Credited.Rat())
	most := new(big.Rat).SetFrac(big.NewInt(3*(m.changes+1)), new(big.Int).Lsh(big.NewInt(1e9), 64))
	if lost.Abs(lost).Cmp(most) > 0 {
		return fmt.Errorf("%d roundings took %v of the credit, at most %v is allowed", m.changes, lost, most)
	}
	return nil
}

func checkAlpha(got float64, phase *big.Rat) error {
	want, _ := phase.Float64()
	want = min(max(want, 0), 1)
	if math.Abs(got-want) > 1e-12 || got < 0 || got > 1 || got == 1 && phase.Cmp(rat(1)) < 0 {
		return fmt.Errorf("alpha %v, want %v", got, want)
	}
	return nil
}

func checkLedger(name string, got tactus.Ledger, to, from lines) error {
	for _, n := range []struct {
		line string
		got  int64
		want int64
	}{
		{"Real", int64(got.Real), to.real - from.real},
		{"Clamped", int64(got.Clamped), to.clamped - from.clamped},
		{"Gap", int64(got.Gap), to.gap - from.gap},
		{"Paused", int64(got.Paused), to.paused - from.paused},
		{"Fed", int64(got.Fed), to.fed - from.fed},
		{"Granted", got.Granted, to.granted - from.granted},
		{"Run", got.Run, to.run - from.run},
		{"Real less its parts", int64(got.Real - got.Clamped - got.Gap - got.Paused - got.Fed), 0},
	} {
		if n.got != n.want {
			return fmt.Errorf("%s ledger: %s %d, want %d", name, n.line, n.got, n.want)
		}
	}
	for _, n := range []struct {
		line     string
		got      *big.Rat
		to, from *big.Rat
	}{
		{"Credited", got.Credited.Rat(), to.credited, from.credited},
		{"Nudged", got.Nudged.Rat(), to.nudged, from.nudged},
		{"PhaseChange", got.PhaseChange.Rat(), to.phase, from.phase},
		{"DroppedCap", got.DroppedCap.Rat(), to.byCap, from.byCap},
		{"DroppedBudget", got.DroppedBudget.Rat(), to.byBudget, from.byBudget},
	} {
		if want := sub(n.to, n.from); n.got.Cmp(want) != 0 {
			return fmt.Errorf("%s ledger: %s %v, want %v", name, n.line, n.got, want)
		}
	}
	in := add(add(got.Credited.Rat(), got.Nudged.Rat()), rat(got.Granted))
	out := add(add(rat(got.Run), got.PhaseChange.Rat()), add(got.DroppedCap.Rat(), got.DroppedBudget.Rat()))
	if in.Cmp(out) != 0 {
		return fmt.Errorf("%s ledger does not add up: %v in, %v out", name, in, out)
	}
	return nil
}

// TestTheStepperAgreesWithTheModelInEverySequence drives both through random configurations and calls.
func TestTheStepperAgreesWithTheModelInEverySequence(t *testing.T) {
	sequences := 2000
	if testing.Short() {
		sequences = 200
	}
	var seen coverage
	for i := range sequences {
		seed := *seedFlag + uint64(i)
		if err := drive(rand.New(rand.NewPCG(seed, 7)), 300, &seen); err != nil {
			t.Fatalf("seed %d: %v\nrun again with -run %s -seed %d", seed, err, t.Name(), seed)
		}
	}
	if seen.drops == 0 || seen.budget == 0 || seen.nudged == 0 || seen.early == 0 || seen.held == 0 ||
		seen.kept == 0 || seen.rounded == 0 || seen.granted == 0 || seen.paused == 0 || seen.untaken == 0 || seen.gaps == 0 {
		t.Fatalf("the sequences never reached something that they are there for: %+v", seen)
	}
	t.Logf("seeds %d to %d: %+v", *seedFlag, *seedFlag+uint64(sequences)-1, seen)
}

// FuzzTheStepperAgreesWithTheModel lets the fuzzer choose the seed and the length.
func FuzzTheStepperAgreesWithTheModel(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint16(50))
	}
	f.Fuzz(func(t *testing.T, seed uint64, ops uint16) {
		if err := drive(rand.New(rand.NewPCG(seed, 11)), int(ops%500), new(coverage)); err != nil {
			t.Fatal(err)
		}
	})
}

// coverage counts what the sequences reached, so that a test that reaches nothing fails.
type coverage struct {
	ops, drops, budget, nudged, early, held, kept, rounded, granted, paused, untaken, gaps int
}

func (seen *coverage) note(m *model) {
	seen.ops++
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	count(&seen.drops, m.lines.byCap.Cmp(m.start.byCap) != 0)
	count(&seen.budget, m.lines.byBudget.Cmp(m.start.byBudget) != 0)
	count(&seen.nudged, m.lines.nudged.Cmp(m.start.nudged) != 0)
	count(&seen.early, m.held < 0)
	count(&seen.held, m.held > 0)
	count(&seen.kept, m.phase.Cmp(rat(1)) >= 0)
	count(&seen.rounded, m.changes != m.wasChanges)
	m.wasChanges = m.changes
	count(&seen.granted, m.lines.granted != m.start.granted)
	count(&seen.paused, m.lines.paused != m.start.paused)
	count(&seen.untaken, m.left > 0)
	count(&seen.gaps, m.lines.gap != m.start.gap)
}

func drive(r *rand.Rand, ops int, seen *coverage) error {
	c := randomConfig(r)
	s, err := tactus.NewStepper(c)
	if err != nil {
		return fmt.Errorf("%+v: %w", c, err)
	}
	m := newModel(c)
	now := int64(r.Uint64() >> 2)
	for i := range ops {
		what := operate(r, s, m, &now)
		if err := m.compare(s); err != nil {
			return fmt.Errorf("config %+v\nafter operation %d, %s: %w", c, i, what, err)
		}
		seen.note(m)
	}
	return nil
}

// operate does one random thing to both and returns what it was.
func operate(r *rand.Rand, s *tactus.Stepper, m *model, now *int64) string {
	switch n := r.IntN(100); {
	case n < 70:
		d := randomFrame(r)
		*now += d
		plan := s.Feed(tactus.Instant(*now))
		m.feed(*now)
		runBoth(r, s, m, *now)
		return fmt.Sprintf("feed %d (plan %+v)", d, plan)
	case n < 74:
		r := randomRate(r)
		if err := s.SetRate(r); err != nil {
			panic(err)
		}
		m.setRate(r)
		return "rate " + r.String()
	case n < 79:
		scale := randomScale(r)
		if err := s.SetScale(scale); err != nil {
			panic(err)
		}
		m.setScale(scale)
		return "scale " + scale.String()
	case n < 83:
		s.Pause()
		m.paused = true
		return "pause"
	case n < 91:
		s.Resume()
		m.paused = false
		return "resume"
	case n < 94:
		grant := r.IntN(5)
		s.Grant(grant)
		m.doGrant(int64(grant))
		runBoth(r, s, m, *now)
		return fmt.Sprintf("grant %d", grant)
	case n < 97:
		offset := r.Int64N(2e9) - 1e9
		most := []tactus.Rate{tactus.Ratio(1, 20), tactus.Float(0.05), tactus.Ratio(1, 1), tactus.Ratio(3, 7)}[r.IntN(4)]
		if err := s.Nudge(time.Duration(offset), most); err != nil {
			panic(err)
		}
		m.setNudge(offset, most)
		return fmt.Sprintf("nudge %d at %s", offset, most)
	}
	s.Suspend(tactus.Dragged)
	m.suspended = true
	return "suspend"
}

// runBoth runs the plan in both, mostly to its end, with readings between the steps, and panics where
// they disagree on whether there is a next or which it is.
func runBoth(r *rand.Rand, s *tactus.Stepper, m *model, now int64) {
	take := int64(math.MaxInt64)
	if r.IntN(10) == 0 {
		take = r.Int64N(4)
	}
	if m.left > 20_000 { // without a cap a long frame makes millions due
		take = r.Int64N(100)
	}
	for ; take > 0; take-- {
		got, want := s.NextAt(tactus.Instant(now)), m.next(now)
		if got != want {
			panic(fmt.Sprintf("NextAt %t, want %t at tick %d", got, want, m.tick))
		}
		if !got {
			break
		}
		if int64(s.Tick()) != m.tick-1 {
			panic(fmt.Sprintf("tick %d, want %d", s.Tick(), m.tick-1))
		}
		now += r.Int64N(6e6) - 1e6
	}
}

func randomConfig(r *rand.Rand) tactus.StepperConfig {
	pick := func(n int) bool { return r.IntN(n) == 0 }
	c := tactus.StepperConfig{Rate: randomRate(r), Overflow: tactus.Overflow(r.IntN(5))}
	if pick(2) {
		c.Scale = randomScale(r)
	}
	if pick(3) {
		c.Clamp = []time.Duration{tactus.NoClamp, 100 * time.Millisecond, time.Second, 1}[r.IntN(4)]
	}
	if pick(2) {
		c.Cap = 1 + r.IntN(10)
	} else if pick(4) {
		c.Cap = tactus.NoCap
	}
	if pick(3) {
		c.Budget = time.Duration(1 + r.IntN(20e6))
	}
	if pick(5) {
		c.GapAfter = time.Duration(1 + r.Int64N(2e9))
	}
	if pick(3) {
		c.CarryMax = 1 + r.Int64N(20)
	}
	if pick(3) {
		c.Lead = []tactus.Rate{tactus.Ratio(1, 2), tactus.Ratio(1, 3), tactus.Float(0.9), tactus.Ratio(6, 7)}[r.IntN(4)]
	}
	if pick(3) {
		widths := []tactus.Rate{tactus.Ratio(1, 10), tactus.Ratio(6, 25), tactus.Float(0.1), tactus.Ratio(1, 33)}
		c.Hysteresis = widths[r.IntN(4)]
	}
	return c
}

func randomRate(r *rand.Rand) tactus.Rate {
	switch r.IntN(7) {
	case 0, 1:
		return tactus.Hz(60)
	case 6:
		if r.IntN(4) == 0 {
			return tactus.Ratio(1<<32-1-r.Int64N(1000), 1<<12+r.Int64N(1<<20))
		}
	case 2:
		return tactus.Ratio(60000, 1001)
	case 3:
		return tactus.Every(time.Duration(1e6 + r.Int64N(4e9)))
	case 4:
		return tactus.Ratio(1+r.Int64N(1<<12), 1+r.Int64N(1<<20))
	}
	return tactus.Hz(1 + r.Int64N(300))
}

func randomScale(r *rand.Rand) tactus.Rate {
	switch r.IntN(8) {
	case 6:
		if r.IntN(20) == 0 {
			return tactus.Ratio(1<<20*(1<<11)-1-r.Int64N(1000), 1<<11)
		}
	case 0:
		return tactus.Ratio(0, 1)
	case 1:
		return tactus.Float(r.Float64())
	case 2:
		return tactus.Float(r.Float64() * 1e-6)
	case 3:
		return tactus.Ratio(1, 1+r.Int64N(1<<32-1))
	case 4:
		return tactus.Ratio(1+r.Int64N(50), 1+r.Int64N(10))
	case 5:
		return tactus.Hz(r.Int64N(1 << 10))
	}
	return tactus.Hz(1)
}

// randomFrame returns frame times as hosts have them, and some that they should not have.
func randomFrame(r *rand.Rand) int64 {
	switch r.IntN(12) {
	case 0:
		return 0
	case 1:
		return -r.Int64N(1e9)
	case 2:
		return r.Int64N(5e9)
	case 3:
		return r.Int64N(1 << 45)
	case 4, 5:
		return 16666666 + r.Int64N(2)
	case 6:
		return 8333333
	}
	return r.Int64N(60e6)
}
