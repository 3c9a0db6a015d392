package loop_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
)

func TestAPanicAnywhereInAFrameRestoresEverything(t *testing.T) {
	for _, where := range []string{"Input", "Draw", "Present", "Event", "a posted function"} {
		bubble(t, func(t *testing.T, c loop.Config) {
			frames, closed := 0, 0
			fail := func(in string) {
				if in == where && frames > 10 {
					panic("in " + in)
				}
			}
			var l *loop.Loop
			l = newLoop(t, c, loop.Hooks{
				Input: func(tactus.Instant, *input.Buffer) {
					if frames++; frames == 20 {
						l.Post(func() { fail("a posted function") })
						l.Suspend(tactus.Debugged) // an event
					}
					fail("Input")
				},
				Step: new(world).step,
				Draw: func(*loop.Frame) { fail("Draw") },
				Present: func() {
					fail("Present")
					pass(10 * ms)
				},
				Event: func(loop.Event) { fail("Event") },
				Close: func() { closed++ },
			})
			if got := recovered(func() { play(l, time.Minute) }); got != "in "+where {
				t.Errorf("recovered %q, want the panic in %s", got, where)
			}
			if closed != 1 {
				t.Errorf("a panic in %s: Close was called %d times", where, closed)
			}
			if !loop.Freed(l) {
				t.Errorf("a panic in %s: the timer is not freed", where)
			}
		})
	}
}

// recovered returns what f panics with, "<nil>" where it does not.
func recovered(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestAnEventThatIsNonePanicsInWhoeverPushedIt(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		l := newLoop(t, c, loop.Hooks{Step: new(world).step})
		for _, e := range []input.Event{
			{Code: 9999, Kind: input.Press}, {Kind: input.Press}, {Code: 1}, {Code: 1, Kind: input.Analog + 1},
		} {
			if got := recovered(func() { l.Push(e) }); got == "<nil>" {
				t.Errorf("%+v was taken", e)
			}
		}
		if got := recovered(func() { play(l, time.Second) }); got != "<nil>" {
			t.Errorf("Run panicked: %s", got)
		}
	})
}

func TestGrantsAddUpWithoutOverflow(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		l := newLoop(t, c, loop.Hooks{Step: func(tick tactus.Tick, _ *input.State) { panicAt(tick, 5) }})
		l.Pause()
		l.Grant(math.MaxInt)
		l.Grant(3)
		l.Grant(math.MinInt)
		if got := recovered(func() { play(l, time.Second) }); got != "tick 5" {
			t.Errorf("recovered %q: the grants were lost", got)
		}
	})
}

func TestCloseFreesALoopThatNeverRan(t *testing.T) {
	descriptors := func() int {
		list, _ := os.ReadDir("/proc/self/fd") // none where there is no such directory
		return len(list)
	}
	c := loop.Config{Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}}
	c.Pace.Thread = true
	before := descriptors()
	var l *loop.Loop
	for range 50 {
		l = newLoop(t, c, loop.Hooks{Step: new(world).step})
		l.Close()
		l.Close()
		if !loop.Freed(l) {
			t.Fatal("the timer is not freed")
		}
	}
	if n := descriptors() - before; n > 5 {
		t.Errorf("%d descriptors stay of 50 loops", n)
	}
	if err := l.Run(context.Background()); err != nil {
		t.Errorf("Run after Close: %v", err)
	}
}

func TestCloseEndsRun(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		closed := 0
		l := newLoop(t, c, loop.Hooks{Step: new(world).step, Close: func() { closed++ }})
		go func() { pass(time.Second); l.Close() }()
		start := time.Now()
		if err := l.Run(context.Background()); err != nil || time.Since(start) > 1100*ms || closed != 1 {
			t.Errorf("error %v after %v, Hooks.Close called %d times", err, time.Since(start), closed)
		}
	})
}

func TestLosingTheFocusReadsNoClock(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var l *loop.Loop
		now, readings := c.Pace.Now, 0
		c.Pace.Now = func() tactus.Instant { readings++; return now() }
		l = newLoop(t, c, loop.Hooks{Step: new(world).step, Draw: func(*loop.Frame) {
			before := readings
			l.SetFocus(false)
			l.SetFocus(true)
			if readings != before {
				t.Error("a second reading of the frame's clock")
			}
		}})
		play(l, time.Second)
	})
}
