package tunnel_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/tactus-go/tactus/games/tunnel"
)

// shots fires from every 64th of a unit over a step of 60 Hz, so that each way of meeting the wall
// comes up as often as any other, and returns the lane after the last.
func shots(m tunnel.Method, dt float64) (lane tunnel.Lane, fired int64) {
	for from := 0.0; from < tunnel.Speed*tunnel.Period; from += 1.0 / 64 {
		if lane.Fire(from) {
			fired++
		}
		for lane.Ball.Speed != 0 {
			lane.Step(m, dt)
		}
	}
	return lane, fired
}

func TestAt60HzMostShotsGoThroughWithoutContinuousCollision(t *testing.T) {
	lane, fired := shots(tunnel.Discrete, tunnel.Period)
	if lane.Stopped+lane.Through != fired || fired != 534 {
		t.Errorf("%d shots, %d stopped, %d through", fired, lane.Stopped, lane.Through)
	}
	// The wall is as thick as 0.12 of a step is long.
	want := tunnel.WallThick / (tunnel.Speed * tunnel.Period)
	if got := float64(lane.Stopped) / float64(fired); math.Abs(got-want) > 0.005 {
		t.Errorf("%.2f of the shots were stopped, want about %.2f", got, want)
	}
}

func TestContinuousCollisionStopsEveryShotAtEveryStep(t *testing.T) {
	for _, dt := range []float64{0.0001, 0.001, 1.0 / 144, tunnel.Period, 1.0 / 30, 0.25, 1, 3600} {
		lane, fired := shots(tunnel.Continuous, dt)
		if lane.Stopped != fired || lane.Through != 0 || lane.Depth != 0 || lane.Ball.Pos != tunnel.WallNear {
			t.Errorf("dt %v: %d of %d shots stopped, %+v", dt, lane.Stopped, fired, lane)
		}
	}
}

// TestAPenetrationOfHalfAUnitNeedsStepsUnder1Ms looks for the deepest of 534 shots: at 1 ms and
// under none is deeper than Speed*dt, half a unit, and from a little over 1 ms on some are.
func TestAPenetrationOfHalfAUnitNeedsStepsUnder1Ms(t *testing.T) {
	const half, rounding = 0.5, 1e-9
	for _, dt := range []float64{0.0002, 0.0005, 0.0009, 0.00099, 0.001} {
		lane, fired := shots(tunnel.Discrete, dt)
		if lane.Depth > half+rounding || lane.Depth > tunnel.Speed*dt+rounding || lane.Stopped != fired {
			t.Errorf("dt %v: %v deep, %d of %d stopped", dt, lane.Depth, lane.Stopped, fired)
		}
	}
	for _, dt := range []float64{0.00105, 0.0015, 0.0019, tunnel.Period} {
		if lane, _ := shots(tunnel.Discrete, dt); lane.Depth <= half {
			t.Errorf("dt %v: at most %v deep", dt, lane.Depth)
		}
	}
}

func TestNoShotIsMissedOnlyWhereAStepIsShorterThanTheWall(t *testing.T) {
	for dt, missed := range map[float64]bool{0.0019: false, 0.0021: true, 1.0 / 144: true, 1.0 / 480: true} {
		if lane, _ := shots(tunnel.Discrete, dt); (lane.Through > 0) != missed {
			t.Errorf("dt %v: %d shots through", dt, lane.Through)
		}
	}
}

func TestAShotInFlightIsNotFiredAgain(t *testing.T) {
	var lane tunnel.Lane
	if !lane.Fire(3) || lane.Fire(4) || lane.Ball != (tunnel.Ball{Pos: 3, Speed: tunnel.Speed}) {
		t.Errorf("lane %+v", lane)
	}
	lane.Step(tunnel.Continuous, 0)
	if lane.Ball.Pos != 3 || lane.Stopped != 0 {
		t.Errorf("a step of no time moved it: %+v", lane)
	}
}

// Shows how many shots a wall stops that is looked for only at the end of each step.
func ExampleLane() {
	for _, hz := range []float64{30, 60, 144, 480, 1000} {
		var lane tunnel.Lane
		for shot := range 100 {
			lane.Fire(float64(shot) / 2)
			for lane.Ball.Speed != 0 {
				lane.Step(tunnel.Discrete, 1/hz)
			}
		}
		fmt.Printf("%4.0f Hz: %3d of 100 stopped\n", hz, lane.Stopped)
	}
	// Output:
	//   30 Hz:   6 of 100 stopped
	//   60 Hz:  12 of 100 stopped
	//  144 Hz:  29 of 100 stopped
	//  480 Hz:  96 of 100 stopped
	// 1000 Hz: 100 of 100 stopped
}
