package main

import (
	"bytes"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

// In a bubble the sleeps take no time and are exact, so that what is left is what the hand-over does.
func TestEveryPictureIsNewAndTheBallMovesEvenly(t *testing.T) {
	for _, cost := range []time.Duration{0, late / 2, late - 10*time.Microsecond} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			s, err := run(&out, cost)
			if err != nil {
				t.Fatal(err)
			}
			if s.Pictures != pictureRate || s.Same != 0 || s.Unevenest > 0.001 {
				t.Errorf("a step of %v: %+v: want %d pictures, none the same, off an even way by under 0.1 %%\n%s",
					cost, s, pictureRate, out.String())
			}
		})
	}
}

func TestAStepThatIsLaterThanThePainterShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := run(io.Discard, 2*late)
		if err != nil {
			t.Fatal(err)
		}
		if s.Unevenest < 0.1 {
			t.Errorf("%+v: the measure does not see a ball that stands for %v", s, late)
		}
	})
}
