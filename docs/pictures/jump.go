package main

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/tactustest"
)

const (
	fpsLeast = 8
	fpsMost  = 144
)

// laneJump returns the height and the time in seconds of one jump that is moved once a frame.
func laneJump(lane jump.Lane, fps int) (peak, seconds float64) {
	lane.Jump()
	frames := 0
	for ; !lane.Body.Grounded(); frames++ {
		lane.Step(1 / float64(fps))
	}
	return lane.Peak, float64(frames) / float64(fps)
}

// fixedJump returns the height and the time in seconds of one jump in fixed steps, at a frame rate.
func fixedJump(fps int) (peak, seconds float64, err error) {
	var world jump.World
	ticks := 0
	in := jump.Input{Jump: true}
	_, err = run(tactus.StepperConfig{Rate: tactus.Hz(jump.RateHz)},
		tactustest.FPS(tactus.Hz(int64(fps))).Take(3*fps), func() {
			world.Step(in)
			if !world.Body.Grounded() {
				ticks++
			}
		})
	return world.Peak, float64(ticks+1) / jump.RateHz, err // the tick that lands is in the air too
}

// drawJump shows the peak and the time of a jump over the frame rate.
func drawJump() ([]byte, error) {
	var explicit, implicit, perFrame, fixed [2]plotter.XYs
	add := func(to *[2]plotter.XYs, fps int, peak, seconds float64) {
		to[0] = append(to[0], plotter.XY{X: float64(fps), Y: peak})
		to[1] = append(to[1], plotter.XY{X: float64(fps), Y: seconds})
	}
	for fps := fpsLeast; fps <= fpsMost; fps++ {
		peak, seconds := laneJump(jump.Lane{}, fps)
		add(&explicit, fps, peak, seconds)
		peak, seconds = laneJump(jump.Lane{Method: jump.SemiImplicitEuler}, fps)
		add(&implicit, fps, peak, seconds)
		peak, seconds = laneJump(jump.Lane{PerFrame: true, Method: jump.SemiImplicitEuler}, fps)
		add(&perFrame, fps, peak, seconds)
		peak, seconds, err := fixedJump(fps)
		if err != nil {
			return nil, err
		}
		add(&fixed, fps, peak, seconds)
	}

	height := panel("Height of a jump", "frames a second", "peak height, units")
	nature := plotter.XYs{{X: fpsLeast, Y: jump.TruePeak}, {X: fpsMost, Y: jump.TruePeak}}
	long := panel("Time of the same jump", "frames a second", "time in the air, s")
	for _, err := range []error{
		line(height, "frame time, old speed first", explicit[0], orange),
		line(height, "frame time, new speed first", implicit[0], green),
		line(height, "in nature", nature, grey, 2, 3),
		line(height, "fixed steps, 60 a second", fixed[0], blue),
		line(long, "one step a frame", perFrame[1], orange),
		line(long, "fixed steps, 60 a second", fixed[1], blue),
	} {
		if err != nil {
			return nil, err
		}
	}
	marks(&height.Y, 1.8, 3.4, 0.2)
	marks(&long.Y, 0, 8, 1)
	for _, p := range []*plot.Plot{height, long} {
		marks(&p.X, 0, 150, 30)
		p.Legend.Top, p.Legend.XOffs = true, 50 // beside the curves
	}
	return figure(235, []*plot.Plot{height, long})
}
