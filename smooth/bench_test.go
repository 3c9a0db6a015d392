package smooth_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/smooth"
	"github.com/tactus-go/tactus/tactustest"
)

// BenchmarkFrame is what one frame costs, beside the stepper's own cost of a frame, which every
// loop pays anyway. searching is a Smoother that finds no display: every eighth frame looks for
// one.
func BenchmarkFrame(b *testing.B) {
	even := tactustest.Display(hz60).Noisy(200*us, 1).Frames(4096)
	uneven := tactustest.FPS(hz60).Jittered(0.4, 1.6, 1).Frames(4096)
	stepper, err := tactus.NewStepper(tactus.StepperConfig{Rate: hz60})
	if err != nil {
		b.Fatal(err)
	}
	snapper, err := smooth.NewSnapper(smooth.SnapperConfig{Rate: hz60})
	if err != nil {
		b.Fatal(err)
	}
	var smoothers [2]*smooth.Smoother
	for i := range smoothers {
		if smoothers[i], err = smooth.NewSmoother(smooth.EstimatorConfig{}); err != nil {
			b.Fatal(err)
		}
	}
	estimator, err := smooth.NewEstimator(smooth.EstimatorConfig{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		frames []time.Duration
		change func(tactus.Instant) tactus.Instant
	}{
		{"baseline-stepper", even, func(now tactus.Instant) tactus.Instant {
			stepper.Feed(now)
			for stepper.Next() {
			}
			return now
		}},
		{"snapper", even, snapper.Snap},
		{"estimator", even, func(now tactus.Instant) tactus.Instant {
			estimator.Observe(now)
			return now
		}},
		{"smoother", even, smoothers[0].Smooth},
		{"smoother-searching", uneven, smoothers[1].Smooth},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var now, last tactus.Instant
			i := 0
			for b.Loop() {
				now = now.Add(c.frames[i])
				i = (i + 1) % len(c.frames)
				out := c.change(now)
				if out < last {
					b.Fatal("stepped back")
				}
				last = out
			}
		})
	}
}

// BenchmarkBeat is a report of 1,000 frames, four steppers each, beside one plain stepper.
func BenchmarkBeat(b *testing.B) {
	b.Run("baseline-one-stepper", func(b *testing.B) {
		for b.Loop() {
			s, err := tactus.NewStepper(tactus.StepperConfig{Rate: hz60})
			if err != nil {
				b.Fatal(err)
			}
			for k := range tactus.Tick(1000) {
				s.Feed(tactus.Instant(hz5994.TimeOf(k)))
				for s.Next() {
				}
			}
		}
	})
	b.Run("report", func(b *testing.B) {
		c := smooth.BeatConfig{Step: hz60, Display: hz5994, Frames: 1000, Jitter: 200 * us}
		for b.Loop() {
			if _, err := smooth.NewBeat(c); err != nil {
				b.Fatal(err)
			}
		}
	})
}
