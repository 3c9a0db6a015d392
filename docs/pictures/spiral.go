package main

import (
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/tactustest"
)

const (
	cheap    = 5 * time.Millisecond  // a step, at first
	dear     = 20 * time.Millisecond // a step, after dearFrom: over the period of 16.7 ms
	drawing  = 2 * time.Millisecond  // a picture
	dearFrom = tactus.Instant(time.Second / 2)
	overFor  = 4 * time.Second
)

// A descent is a run whose steps come to cost more than they simulate.
type descent struct {
	frame  plotter.XYs // ms a frame over s
	behind plotter.XYs // s of game time behind real time, over s
	lost   tactus.Ledger
}

// descend runs a game whose step becomes too dear. A frame waits for the display where there is time.
func descend(c tactus.StepperConfig) (d descent, err error) {
	s, err := tactus.NewStepper(c)
	if err != nil {
		return d, err
	}
	var clock tactustest.Clock
	start := clock.Now()
	s.Feed(start)
	for clock.Now() < tactus.Instant(overFor) {
		work := clock.Now()
		if wait := time.Second / 60; work.Sub(start) < wait {
			clock.Set(start.Add(wait))
		}
		now := clock.Now()
		d.frame = append(d.frame, plotter.XY{X: now.Sub(0).Seconds(), Y: now.Sub(start).Seconds() * 1000})
		start = now
		s.Feed(now)
		for s.NextAt(clock.Now()) {
			if clock.Now() < dearFrom {
				clock.Advance(cheap)
			} else {
				clock.Advance(dear)
			}
		}
		clock.Advance(drawing)
		real := clock.Now().Sub(0)
		d.behind = append(d.behind, plotter.XY{X: real.Seconds(), Y: (real - s.Rate().TimeOf(s.Tick())).Seconds()})
	}
	d.lost = s.Total()
	return d, nil
}

// drawSpiral shows the same descent under no protection and under three.
func drawSpiral() ([]byte, error) {
	frame := panel("Length of each frame", "time, s", "frame time, ms")
	behind := panel("How far the game is behind", "time, s", "behind real time, s")
	for _, lane := range []struct {
		name   string
		config tactus.StepperConfig
		paint  func(p *plot.Plot, name string, points plotter.XYs) error
	}{
		{"no limit", tactus.StepperConfig{Clamp: tactus.NoClamp, Cap: tactus.NoCap}, solid(orange)},
		{"clamp of 250 ms, the default", tactus.StepperConfig{}, solid(green)},
		{"cap of 4 steps", tactus.StepperConfig{Cap: 4}, solid(grey)},
		{"budget of 12 ms", tactus.StepperConfig{Budget: 12 * time.Millisecond}, solid(blue)},
	} {
		lane.config.Rate = tactus.Hz(60)
		d, err := descend(lane.config)
		if err != nil {
			return nil, err
		}
		if err := lane.paint(frame, lane.name, d.frame); err != nil {
			return nil, err
		}
		if err := lane.paint(behind, "", d.behind); err != nil {
			return nil, err
		}
	}
	for _, p := range []*plot.Plot{frame, behind} {
		marks(&p.X, 0, 4, 1)
		p.Legend.Top = true
	}
	marks(&frame.Y, 0, 1000, 200)
	marks(&behind.Y, 0, 1.2, 0.2)
	return figure(235, []*plot.Plot{frame, behind})
}
