package loop_test

import (
	"math"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/loop"
)

func TestADraggedWindowRunsAtMostTheClampAndKeepsAlpha(t *testing.T) {
	for _, c := range []struct {
		length  time.Duration
		suspend bool
		cause   tactus.Cause
	}{
		{300 * ms, true, tactus.Dragged}, {300 * ms, false, 0},
		{900 * ms, true, tactus.Dragged}, {900 * ms, false, 0},
		{3 * time.Second, true, tactus.Dragged}, {3 * time.Second, false, tactus.Unannounced},
	} {
		bubble(t, func(t *testing.T, config loop.Config) {
			config.Pace.Rate = tactus.Hz(144) // so that alpha is not always the same
			var l *loop.Loop
			var before, gap loop.Frame
			var told []tactus.Gap
			frames := 0
			l = newLoop(t, config, loop.Hooks{
				Step: new(world).step,
				Draw: func(f *loop.Frame) {
					switch frames++; frames {
					case 100:
						before = *f
					case 101:
						gap = *f
					}
				},
				Present: func() {
					if frames == 100 { // the system holds the loop
						if c.suspend {
							l.Suspend(tactus.Dragged)
						}
						pass(c.length)
					}
				},
				Event: func(e loop.Event) { told = append(told, e.Gap) },
			})
			play(l, 5*time.Second)
			g := gap.Ledger
			if g.Event.Cause != c.cause || c.cause != 0 && g.Event.Length != g.Real || g.Real < c.length {
				t.Errorf("%+v: the ledger has %+v of %v", c, g.Event, g.Real)
			}
			if (len(told) == 1) != (c.cause != 0) || len(told) == 1 && told[0] != g.Event {
				t.Errorf("%+v: told of %+v", c, told)
			}
			cut := g.Real - 250*ms
			if c.suspend && (g.Gap != cut || g.Clamped != 0) || !c.suspend && (g.Clamped != cut || g.Gap != 0) {
				t.Errorf("%+v: %v clamped and %v of a gap, want %v of one of them", c, g.Clamped, g.Gap, cut)
			}
			// 250 ms at 60 Hz are 15 steps and nothing else.
			if g.Run != 15 || math.Abs(gap.Alpha-before.Alpha) > 1e-12 || gap.Alpha == 0 {
				t.Errorf("%+v: %d steps, alpha %v after %v", c, g.Run, gap.Alpha, before.Alpha)
			}
		})
	}
}
