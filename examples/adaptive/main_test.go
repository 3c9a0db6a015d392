package main

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tactus-go/tactus"
)

// play runs a program in a bubble, where sleeps cost nothing and are exact.
func play(t *testing.T, runs time.Duration, load func(tactus.Instant) Load) (*Program, string) {
	t.Helper()
	var out bytes.Buffer
	start := time.Now()
	p, err := NewProgram(&out, func() tactus.Instant { return tactus.Instant(time.Since(start)) }, load)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), runs)
	defer cancel()
	p.Run(ctx)
	return p, out.String()
}

func TestASlowMachineDrawsLessAndThenStepsLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, out := play(t, duration, slow)
		if p.Detail > 1 || p.Game.Hz != stepLow {
			t.Errorf("detail %d, %d steps a second", p.Detail, p.Game.Hz)
		}
		for _, want := range []string{"running-slowly raised", "drawing at detail 1", "step-cost-high raised",
			"30 steps a second", "step-cost-high cleared", "lost 0s and 0 steps"} {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
			}
		}
		if even := duration.Seconds() * speed; math.Abs(p.Game.X-even) > 0.5 {
			t.Errorf("walked %v units, want about %v: the game's speed changed with its rate\n%s", p.Game.X, even, out)
		}
	})
}

func TestAFastMachineIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ms := time.Millisecond
		p, out := play(t, duration, func(tactus.Instant) Load {
			return Load{Step: 2 * ms, Draw: [3]time.Duration{ms, 2 * ms, 10 * ms}}
		})
		if p.Detail != 2 || p.Game.Hz != stepHz || strings.Contains(out, "raised") {
			t.Errorf("detail %d, %d steps a second\n%s", p.Detail, p.Game.Hz, out)
		}
	})
}

func TestADisplayOf30HzIsNoSlowMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// Vsync is waited for in Present, which this game has not: here the frame rate is what is low.
		start := time.Now()
		p, err := NewProgram(new(bytes.Buffer), func() tactus.Instant { return tactus.Instant(time.Since(start)) },
			func(tactus.Instant) Load { return Load{Step: time.Millisecond, Draw: [3]time.Duration{}} })
		if err != nil {
			t.Fatal(err)
		}
		if err := p.loop.SetFrameRate(tactus.Hz(30)); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), duration)
		defer cancel()
		if p.Run(ctx); p.Detail != 2 {
			t.Errorf("detail %d", p.Detail)
		}
	})
}
