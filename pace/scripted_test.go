package pace_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// A world is a clock that moves by readings and sleeps alone, and a kernel that wakes late.
type world struct {
	now      tactus.Instant
	reading  time.Duration                                // what one reading costs
	late     func() time.Duration                         // how late a sleep is; nil is never
	cut      time.Duration                                // sleeps are cut to whole multiples of it; 0 is none
	onSleep  func(now, until tactus.Instant) (again bool) // runs before a sleep; again does not sleep
	sleeps   int
	readings int
}

func (w *world) Now() tactus.Instant {
	w.readings++
	w.now = w.now.Add(w.reading)
	return w.now
}

func (w *world) sleep(now, until tactus.Instant, _ bool) error {
	w.sleeps++
	if w.onSleep != nil && w.onSleep(now, until) {
		return nil
	}
	d := until.Sub(now)
	if w.cut > 0 {
		d = d / w.cut * w.cut
	}
	if w.late != nil {
		d += w.late()
	}
	w.now = w.now.Add(d)
	return nil
}

// pacer returns a Pacer in the world and its sleeper.
func (w *world) pacer(t testing.TB, c pace.Config) (*pace.Pacer, *pace.ScriptedSleeper) {
	t.Helper()
	if w.reading == 0 {
		w.reading = 50 * time.Nanosecond
	}
	c.Now = w.Now
	s := &pace.ScriptedSleeper{Sleep: w.sleep}
	p, err := pace.NewScripted(c, s)
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

// must waits and fails the test where the wait does not end as it should.
func must(t testing.TB, p *pace.Pacer, want pace.End) tactus.Instant {
	t.Helper()
	now, end := p.Wait()
	if end != want {
		t.Fatalf("the wait ended by %d, want %d", end, want)
	}
	return now
}

// seeded returns random numbers and prints the seed.
func seeded(t testing.TB, seed uint64) *rand.Rand {
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// around returns a lateness that is uniform in mid±spread.
func around(r *rand.Rand, mid, spread time.Duration) func() time.Duration {
	return func() time.Duration { return mid - spread + time.Duration(r.Int64N(int64(2*spread)+1)) }
}
