package input_test

import (
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/tactustest"
)

var _ = tactustest.SeedFlag()

// reference runs a buffer and its model through the same random life.
type reference struct {
	t     *testing.T
	pick  func(n int) int // a number from 0 to n-1
	s     *tactus.Stepper
	rate  *big.Rat
	scale *big.Rat
	now   tactus.Instant
	b     *input.Buffer
	m     *model
	codes []input.Code
	count int32

	pushed, taken map[int32]bool // by Value, which is the event's number
	lossless      bool
}

// setups are steppers whose windows differ in kind: plain, with drops of each sort, carried steps,
// a lead, steps that run early or are held back.
var setups = []tactus.StepperConfig{
	{Rate: tactus.Hz(60)},
	{Rate: tactus.Hz(60), Lead: tactus.Ratio(1, 2)},
	{Rate: tactus.Hz(60), Hysteresis: tactus.Ratio(1, 5)},
	{Rate: tactus.Hz(60), Cap: 2},
	{Rate: tactus.Hz(60), Cap: 2, Overflow: tactus.DropAll},
	{Rate: tactus.Hz(60), Cap: 2, Overflow: tactus.Carry, CarryMax: 3},
	{Rate: tactus.Hz(60), Cap: 3, Overflow: tactus.CatchUp},
	{Rate: tactus.Hz(60), Cap: 3, Overflow: tactus.Spread},
	{Rate: tactus.Ratio(125, 2), Clamp: 40 * time.Millisecond},
	{Rate: tactus.Hz(1000)},
	{Rate: tactus.Ratio(60000, 1001), Scale: tactus.Ratio(3, 2)},
	{Rate: tactus.Hz(7)},
}

func newReference(t *testing.T, pick func(n int) int) *reference {
	t.Helper()
	c := setups[pick(len(setups))]
	s, err := tactus.NewStepper(c)
	if err != nil {
		t.Fatal(err)
	}
	size := []int{1, 2, 3, 8, 4096}[pick(5)]
	b, err := input.NewBuffer(input.BufferConfig{Cap: size})
	if err != nil {
		t.Fatal(err)
	}
	r := &reference{t: t, pick: pick, s: s, b: b, m: newModel(size), lossless: size == 4096,
		pushed: map[int32]bool{}, taken: map[int32]bool{}}
	r.rate, _ = new(big.Rat).SetString(c.Rate.String())
	r.scale = big.NewRat(1, 1)
	if c.Scale != (tactus.Rate{}) {
		r.scale, _ = new(big.Rat).SetString(c.Scale.String())
	}
	r.codes = []input.Code{1, 2, 63, 64, 300, input.CodeMax}[:1+pick(6)]
	s.Feed(0)
	return r
}

// push pushes an event about the present: mostly in the frame to come, now and then late or far
// ahead.
func (r *reference) push() {
	at := r.now.Add(time.Duration(r.pick(30_000_000)))
	switch r.pick(12) {
	case 0:
		at = r.now.Add(-time.Duration(r.pick(100_000_000)))
	case 1:
		at = r.now.Add(time.Duration(r.pick(1_000_000_000)))
	case 2:
		at = r.now
	}
	r.count++
	e := input.Event{At: at, Value: r.count, Code: r.codes[r.pick(len(r.codes))], Kind: input.Kind(1 + r.pick(3))}
	again := r.m.again(e)
	if got, want := r.b.Push(e), r.m.push(e); got != want {
		r.t.Fatalf("push %+v is %v, want %v", e, got, want)
	}
	if !again { // else no tick may see it
		r.pushed[e.Value] = true
	}
}

// frame feeds a frame and runs some of its steps, or all.
func (r *reference) frame() {
	d := time.Duration(r.pick(40_000_000))
	switch r.pick(10) {
	case 0:
		d = 0
	case 1:
		d = time.Duration(r.pick(600_000_000))
	}
	r.now = r.now.Add(d)
	r.run(r.s.Feed(r.now), false)
}

func (r *reference) run(plan tactus.Plan, grant bool) {
	w := r.s.Window()
	f := &frame{plan: plan, grant: grant, now: r.now, after: r.s.Phase().Rat(), speed: new(big.Rat)}
	f.after.Sub(f.after, big.NewRat(plan.Steps, 1))
	f.speed.Mul(r.rate, r.scale).Quo(f.speed, big.NewRat(int64(time.Second), 1))
	stop, leave := -1, r.pick(4) == 0
	if r.pick(4) == 0 {
		stop = r.pick(3)
	}
	for i := 0; i != stop && r.s.Next(); i++ {
		if leave && r.pick(2) == 0 {
			continue // a tick that does not ask for its input
		}
		want := r.m.tick(f, r.s.Tick())
		got := r.b.Tick(w, r.s.Tick())
		r.m.check(r.t, r.s.Tick(), got, want, r.codes)
		for _, e := range got.Events() {
			r.take(e)
		}
		if r.pick(8) == 0 {
			r.push() // while the frame runs
		}
	}
}

// take notes that a tick saw an event.
func (r *reference) take(e input.TickEvent) {
	if e.Value == 0 {
		return // a merged release has lost its number
	}
	if !r.pushed[e.Value] || r.taken[e.Value] {
		r.t.Fatalf("event %d is seen twice, or was never pushed", e.Value)
	}
	r.taken[e.Value] = true
}

// live takes one random action.
func (r *reference) live() {
	switch r.pick(20) {
	default:
		r.push()
	case 0, 1, 2, 3, 4, 5:
		r.frame()
	case 6:
		r.s.Pause()
	case 7, 8:
		r.s.Resume()
	case 9:
		r.run(r.s.Grant(r.pick(4)), true)
	case 10:
		n := []int64{0, 1, 2, 4}[r.pick(4)]
		if err := r.s.SetScale(tactus.Ratio(n, 2)); err != nil {
			r.t.Fatal(err)
		}
		r.scale = big.NewRat(n, 2)
	case 11:
		if r.pick(8) == 0 {
			if got, want := r.b.Flush(), r.m.flush(); got != want {
				r.t.Fatalf("flushed %d events, want %d", got, want)
			}
			r.lossless = false
		}
	case 12:
		r.b.ReleaseAll(r.now)
		r.m.releaseAll(r.now, r.codes)
	}
	want := len(r.m.waiting) + len(r.m.merged)
	if r.b.Waiting() != want || r.b.Dropped() != r.m.dropped || r.b.Merged() != r.m.merges {
		r.t.Fatalf("%d wait, %d dropped, %d merged; want %d, %d, %d",
			r.b.Waiting(), r.b.Dropped(), r.b.Merged(), want, r.m.dropped, r.m.merges)
	}
}

// end lets all that waits come due and checks that nothing was lost.
func (r *reference) end() {
	r.s.Resume()
	if err := r.s.SetScale(tactus.Ratio(1, 1)); err != nil {
		r.t.Fatal(err)
	}
	r.scale = big.NewRat(1, 1)
	for range 3 {
		r.now = r.now.Add(2 * time.Second)
		r.run(r.s.Feed(r.now), false)
	}
	r.run(r.s.Grant(5), true)
	r.pick = func(int) int { return 1 } // leave no tick out any more
	r.run(r.s.Grant(1), true)
	if r.b.Waiting() != 0 {
		r.t.Fatalf("%d events still wait", r.b.Waiting())
	}
	if r.lossless && len(r.taken) != len(r.pushed) {
		r.t.Fatalf("%d events pushed and %d seen", len(r.pushed), len(r.taken))
	}
	for _, c := range r.codes {
		r.b.ReleaseAll(r.now)
		if r.m.down[c] {
			r.m.push(input.Event{At: r.now, Code: c, Kind: input.Release})
			r.m.down[c] = false
		}
	}
	if r.b.Waiting() != len(r.m.waiting)+len(r.m.merged) {
		r.t.Fatalf("%d releases after ReleaseAll, want %d", r.b.Waiting(), len(r.m.waiting)+len(r.m.merged))
	}
}

func TestEveryEventIsSeenExactlyOnceInOrderAndNeverEarly(t *testing.T) {
	seed := tactustest.Seed(t)
	for run := range uint64(600) {
		draw := rand.New(rand.NewPCG(seed, run))
		r := newReference(t, draw.IntN)
		for range 300 {
			r.live()
		}
		r.end()
		if t.Failed() {
			t.Fatalf("run %d", run)
		}
	}
}

func FuzzBuffer(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{2, 0, 3, 20, 20, 200, 1, 5, 0, 0, 100, 100, 6, 19, 19, 19, 7, 0})
	f.Add([]byte("the rest is silence, and silence is a frame without a step"))
	f.Fuzz(func(t *testing.T, life []byte) {
		if len(life) > 4096 {
			return
		}
		r := newReference(t, func(n int) int {
			v := 0
			for m := n; m > 1; m >>= 8 { // as many bytes as n has
				v <<= 8
				if len(life) > 0 {
					v |= int(life[0])
					life = life[1:]
				}
			}
			return v % n
		})
		for len(life) > 0 {
			r.live()
		}
		r.end()
	})
}
