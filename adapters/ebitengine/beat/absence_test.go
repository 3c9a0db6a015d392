package beat_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
	"github.com/tactus-go/tactus/tactustest"
)

func TestADragOfAnyLengthIsAGapOfThatLength(t *testing.T) {
	here, there := image.Rect(0, 0, 640, 480), image.Rect(90, 20, 730, 500)
	for _, long := range []time.Duration{300 * time.Millisecond, 900 * time.Millisecond, 3 * time.Second} {
		for _, c := range []struct {
			name     string
			from, to image.Rectangle
			suspend  bool
		}{
			{"found by its place", here, there, false},
			{"announced", image.Rectangle{}, image.Rectangle{}, true},
			{"announced, and found by its place", here, there, true},
		} {
			h, b := start(t, beat.Config{})
			h.at = c.from
			h.press(0)
			h.frame(b, 20*time.Millisecond)
			before := len(h.ticks)
			if c.suspend {
				b.Suspend(tactus.Dragged)
			}
			h.at = c.to
			h.release(0)
			h.frame(b, long)
			l := b.Stepper().Frame()
			if l.Event != (tactus.Gap{Length: long, Cause: tactus.Dragged}) || l.Clamped != 0 ||
				l.Gap != long-250*time.Millisecond {
				t.Errorf("%v, %s: the ledger says %v, clamped %v, gap %v", long, c.name, l.Event, l.Clamped, l.Gap)
			}
			steps := len(h.ticks) - before
			if a := b.Alpha(); steps < 14 || steps > 15 || a < 0 || a >= 1 || h.held[h.ticks[len(h.ticks)-1]] {
				t.Errorf("%v, %s: %d steps, alpha %v, held %v", long, c.name, steps, a, h.held)
			}
			h.frame(b, 20*time.Millisecond)
			if e := b.Stepper().Frame().Event; e != (tactus.Gap{}) || b.Stats().Counts().Gaps != 1 {
				t.Errorf("%v, %s: then %v, %d gaps", long, c.name, e, b.Stats().Counts().Gaps)
			}
		}
	}
}

func TestAMinimisedWindowComesBackClear(t *testing.T) {
	for _, long := range []time.Duration{300 * time.Millisecond, 900 * time.Millisecond, 3 * time.Second, time.Hour} {
		for _, c := range []struct {
			name          string
			blind, blinds bool // without the keyboard before no Update came, and in the first after
			want          tactus.Cause
		}{
			{"nothing was said", false, false, tactus.Unannounced},
			{"the keyboard went first", true, false, tactus.Unfocused},
			{"the keyboard comes later", false, true, tactus.Unfocused},
			{"first and later", true, true, tactus.Unfocused},
		} {
			h, b := start(t, beat.Config{})
			h.press(0)
			h.frame(b, 20*time.Millisecond)
			before := len(h.ticks)
			away := long + 40*time.Millisecond
			h.blind = c.blind
			h.frame(b, 20*time.Millisecond)
			h.blind = c.blinds
			h.release(0)
			h.frame(b, long)
			h.blind = false
			h.frame(b, 20*time.Millisecond)
			if b.Away() || strings.Contains(b.Text(), "away") {
				t.Errorf("%v, %s: away still", long, c.name)
			}
			gaps := uint64(1)
			if c.want == tactus.Unannounced && long <= time.Second {
				gaps = 0 // a slow frame
			}
			if n := b.Stats().Counts().Gaps; n != gaps {
				t.Errorf("%v, %s: %d gaps, want %d", long, c.name, n, gaps)
			}
			total := b.Stepper().Total()
			if gaps == 1 && (total.Event.Cause != c.want || total.Event.Length < long || total.Event.Length > away) {
				t.Errorf("%v, %s: the ledger says %v, want %v", long, c.name, total.Event, c.want)
			}
			steps := len(h.ticks) - before // 250 ms and two frames of 20 ms at most
			if a := b.Alpha(); steps < 14 || steps > 18 || a < 0 || a >= 1 {
				t.Errorf("%v, %s: %d steps, alpha %v", long, c.name, steps, a)
			}
			if h.held[h.ticks[len(h.ticks)-1]] {
				t.Errorf("%v, %s: a key stays down that nobody holds", long, c.name)
			}
			before = len(h.ticks)
			for range 50 {
				h.frame(b, 20*time.Millisecond)
			}
			if n := len(h.ticks) - before; n < 60 || n > 61 || b.Stats().Counts().Gaps != gaps {
				t.Errorf("%v, %s: %d steps in the second after, %d gaps", long, c.name, n, b.Stats().Counts().Gaps)
			}
		}
	}
}

func TestAMoveToAScreenOfAnotherRateKeeps60StepsASecond(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, smooth := range []bool{false, true} {
		for _, screens := range [][2]int64{{144, 60}, {60, 144}} {
			h, b := start(t, beat.Config{Smooth: smooth})
			moved := tactus.Instant(0)
			for i, hz := range screens {
				h.at = image.Rect(2000*i, 0, 2000*i+640, 480)
				before := len(h.ticks)
				screen := tactustest.Display(tactus.Hz(hz)).Noisy(100*time.Microsecond, seed)
				for now := range screen.From(moved) {
					if now > h.Clock.Now() {
						h.Set(now)
					}
					b.Update(h.step)
					if a := b.Alpha(); a < 0 || a >= 1 {
						t.Fatalf("smooth %v, %d Hz: alpha %v at %v", smooth, hz, a, now)
					}
					if n := b.Stepper().Frame().Run; n > 2 {
						t.Fatalf("smooth %v, %d Hz: %d steps in a frame at %v", smooth, hz, n, now)
					}
					if now >= moved+tactus.Instant(10*time.Second) {
						break
					}
				}
				moved = h.Clock.Now()
				if n := len(h.ticks) - before; n < 599 || n > 602 {
					t.Errorf("smooth %v, %d Hz: %d steps in 10 s", smooth, hz, n)
				}
			}
			if c := b.Stats().Counts(); c.Gaps != 0 || b.Stats().Lost().Clamped != 0 {
				t.Errorf("smooth %v, %v Hz: %d gaps, lost %+v", smooth, screens, c.Gaps, b.Stats().Lost())
			}
			for i, tick := range h.ticks {
				if tick != tactus.Tick(i) {
					t.Fatalf("smooth %v: step %d is tick %d", smooth, i, tick)
				}
			}
		}
	}
}
