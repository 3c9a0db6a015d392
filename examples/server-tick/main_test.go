package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tactus-go/tactus"
)

// serve runs a server in a bubble, where time costs nothing. Its clock stands for stall once, after
// two seconds, as a machine does whose disk hangs.
func serve(t *testing.T, out io.Writer, runs, stall time.Duration, meanwhile func(s *Server)) *Server {
	t.Helper()
	start := time.Now()
	s, err := NewServer(out, func() tactus.Instant {
		if stall > 0 && time.Since(start) > 2*time.Second {
			time.Sleep(stall)
			stall = 0
		}
		return tactus.Instant(time.Since(start))
	})
	if err != nil {
		t.Fatal(err)
	}
	go meanwhile(s)
	ctx, cancel := context.WithTimeout(t.Context(), runs)
	defer cancel()
	s.Run(ctx)
	return s
}

func idle(*Server) {}

func TestAStallIsCaughtUpAndNoTickIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := serve(t, &out, 5*time.Second+time.Millisecond, 1400*time.Millisecond, idle)
		s.Report()
		want := `tick 40: stood still for 1.45s, unannounced
tick 40: 5 ticks, 24 still owed
tick 45: 5 ticks, 20 still owed
tick 50: 5 ticks, 16 still owed
tick 55: 5 ticks, 12 still owed
tick 60: 5 ticks, 8 still owed
tick 65: 5 ticks, 4 still owed
tick 70: 5 ticks, 0 still owed
real 5s = clamped 0s + gap 0s + paused 0s + fed 5s
credited 100.000 = run 100 + phase 0.000 + dropped 0.000
`
		if got := out.String(); !strings.HasPrefix(got, want) || s.Room.Tick != 100 {
			t.Errorf("tick %d\n%s\nwant 100 and\n%s", s.Room.Tick, got, want)
		}
	})
}

func TestAStallBeyondTheBacklogIsDroppedAndCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, io.Discard, time.Minute, 30*time.Second, idle)
		l := s.stepper.Total()
		if dropped := l.Dropped().Whole(); dropped != 30*rateHz+1-backlogMax-stepsMax || l.Real != l.Fed {
			t.Errorf("%d ticks dropped: %+v", dropped, l)
		}
	})
}

func TestEachCommandGoesToExactlyOneTick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, io.Discard, 5*time.Second, 1400*time.Millisecond, func(s *Server) {
			for range 20 {
				s.Commands <- Command{Player: 3, Move: 9}
				s.Commands <- Command{Player: players, Move: 1}
				time.Sleep(130 * time.Millisecond)
			}
		})
		if s.Room.Place != [players]int64{3: 20} {
			t.Errorf("places %v, want 20 moves of player 3 and none of others", s.Room.Place)
		}
	})
}
