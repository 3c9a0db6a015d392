// Shows a game that steps 60 times a second in one goroutine and is drawn 144 times a second in
// another, where no picture is like the one before and none waits for a step.
package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/publish"
)

const (
	stepRate    = 60
	pictureRate = 144
	speed       = 300 // units a second

	// late is how long after a step is due its state can come: a sleep's overshoot and the step's
	// own time. A picture of so much earlier never lacks a state.
	late = 3 * time.Millisecond
)

// A Ball is the whole game: it flies for ever. Its step reads neither clock nor frame.
type Ball struct{ Position, Velocity interp.Vec2 }

// Step is one tick of 1/60 s.
func (b *Ball) Step() {
	b.Position.X += b.Velocity.X / stepRate
	b.Position.Y += b.Velocity.Y / stepRate
}

// A Scene is what is drawn of it: a copy, so that the game may go on while it is drawn.
type Scene struct{ Ball interp.Vec2 }

// Show fills a scene.
func (b *Ball) Show(s *Scene) { s.Ball = b.Position }

// simulate is the goroutine of the game.
func simulate(ctx context.Context, clock func() tactus.Instant, stepper *tactus.Stepper,
	p *publish.Publisher[Scene], cost time.Duration) {
	ball := Ball{Velocity: interp.Vec2{X: speed}}
	ball.Show(p.Next()) // the state before the first step
	for ctx.Err() == nil {
		now := clock()
		stepper.Feed(now)
		for stepper.Next() {
			ball.Step()
			time.Sleep(cost) // what a larger game's step takes
			ball.Show(p.Next())
		}
		p.Publish(publish.BaseOf(stepper, now))
		time.Sleep(due(stepper, now).Sub(clock()))
	}
}

// due returns when the next step of a stepper that was fed now is due, and a microsecond later: a
// period is no whole number of nanoseconds, so whoever wakes a nanosecond early finds nothing to do.
func due(s *tactus.Stepper, now tactus.Instant) tactus.Instant {
	period := float64(s.Rate().Period())
	return now.Add(time.Duration(period*(1-s.Alpha())) + time.Microsecond)
}

// A Painter is the goroutine that draws. It shows how the game was a little ago, and keeps a pair of
// states until it is through with it: a newer one may begin after the moment that it draws.
type Painter struct {
	reader *publish.Reader[Scene]
	state  *publish.State[Scene]
}

// Place returns where the ball is in a picture at an instant, and false before there is a game.
func (p *Painter) Place(now tactus.Instant) (interp.Vec2, bool) {
	now = now.Add(-late)
	if p.state == nil || p.state.Alpha(now) == 1 {
		p.state, _ = p.reader.Latest()
	}
	if p.state == nil {
		return interp.Vec2{}, false
	}
	return interp.LerpVec2(p.state.Previous.Ball, p.state.Current.Ball, p.state.Alpha(now)), true
}

// A Summary is how evenly a second went.
type Summary struct {
	Pictures  int
	Same      int     // pictures like the one before
	Unevenest float64 // largest difference from an even way between two pictures, as a part of it
}

// run draws for a second, a game whose step takes that long beside its own time.
func run(out io.Writer, cost time.Duration) (s Summary, err error) {
	stepper, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(stepRate)})
	if err != nil {
		return s, err
	}
	start := time.Now()
	clock := func() tactus.Instant { return tactus.Instant(time.Since(start)) } // one for both goroutines
	publisher, reader := publish.New[Scene]()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		simulate(ctx, clock, stepper, publisher, cost)
		close(ended)
	}()

	painter := Painter{reader: reader}
	var last interp.Vec2
	var before tactus.Instant
	for s.Pictures < pictureRate {
		time.Sleep(time.Second / pictureRate)
		now := clock()
		place, ok := painter.Place(now)
		if !ok || place.X == 0 { // the first step is still to come
			before = now
			continue
		}
		even := speed * now.Sub(before).Seconds()
		if s.Pictures > 0 {
			s.Unevenest = max(s.Unevenest, math.Abs(place.X-last.X-even)/even)
		}
		if place == last {
			s.Same++
		}
		fmt.Fprintf(out, "%8.3f ms  x %7.3f\n", now.Sub(0).Seconds()*1000, place.X)
		last, before = place, now
		s.Pictures++
	}
	cancel()
	<-ended
	return s, nil
}

func main() {
	s, err := run(os.Stdout, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%d pictures, %d like the one before, at most %.1f %% off an even way\n",
		s.Pictures, s.Same, 100*s.Unevenest)
}
