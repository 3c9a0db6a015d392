package jump_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/games/jump"
)

// rise jumps a body and returns its greatest height and the number of steps up to there.
func rise(m jump.Method, dt float64) (peak float64, steps int) {
	var b jump.Body
	b.Jump()
	for n := 1; !b.Grounded(); n++ {
		b.Step(m, dt)
		if b.Height > peak {
			peak, steps = b.Height, n
		}
	}
	return peak, steps
}

// dyadic timesteps are exact in binary and so is every sum of theirs, so tests may ask for
// equality; each divides the half second up into whole steps.
var dyadic = []float64{1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64, 1.0 / 128, 1.0 / 1024}

func TestExplicitEulerPeaksWhereItsFormulaSays(t *testing.T) {
	const v, g = jump.JumpSpeed, jump.Gravity
	for _, dt := range dyadic {
		n := v / g / dt // steps on the way up
		got, steps := rise(jump.ExplicitEuler, dt)
		if want := v*n*dt - g*dt*dt*n*(n-1)/2; got != want || float64(steps) != n {
			t.Errorf("dt %v: peak %v after %d steps, want %v after %v", dt, got, steps, want, n)
		}
		if got-jump.TruePeak != v*dt/2 {
			t.Errorf("dt %v: over the true peak by %v, want v*dt/2 = %v", dt, got-jump.TruePeak, v*dt/2)
		}
	}
}

// TestEulerMissesThePeakByAboutHalfAStepAtAnyStep takes steps that do not divide the way up. The
// formula's parabola in n has its top between two whole numbers then, at most half a step away,
// which is g*dt*dt/8 in height: a sixtieth of the excess at 30 fps.
func TestEulerMissesThePeakByAboutHalfAStepAtAnyStep(t *testing.T) {
	const v, g, seed = jump.JumpSpeed, jump.Gravity, 11
	const rounding = 1e-12
	random := rand.New(rand.NewPCG(seed, 0))
	for range 1000 {
		dt := 0.004 + random.Float64()*0.1
		low, high := v*dt/2, v*dt/2+g*dt*dt/8
		explicit, steps := rise(jump.ExplicitEuler, dt)
		n := float64(steps)
		if want := v*n*dt - g*dt*dt*n*(n-1)/2; math.Abs(explicit-want) > rounding {
			t.Fatalf("seed %d, dt %v: peak %v, want %v", seed, dt, explicit, want)
		}
		if over := explicit - jump.TruePeak; over < low-rounding || over > high+rounding {
			t.Fatalf("seed %d, dt %v: over the true peak by %v, want %v to %v", seed, dt, over, low, high)
		}
		semi, _ := rise(jump.SemiImplicitEuler, dt)
		low, high = v*dt/2-g*dt*dt/8, v*dt/2
		if under := jump.TruePeak - semi; under < low-rounding || under > high+rounding {
			t.Fatalf("seed %d, dt %v: under the true peak by %v, want %v to %v", seed, dt, under, low, high)
		}
	}
}

func TestSemiImplicitEulerIsBelowByAsMuch(t *testing.T) {
	const v = jump.JumpSpeed
	for _, dt := range dyadic {
		if got, _ := rise(jump.SemiImplicitEuler, dt); jump.TruePeak-got != v*dt/2 {
			t.Errorf("dt %v: under the true peak by %v, want v*dt/2 = %v", dt, jump.TruePeak-got, v*dt/2)
		}
	}
}

func TestVelocityVerletIsOnThePeak(t *testing.T) {
	for _, dt := range dyadic {
		if got, _ := rise(jump.VelocityVerlet, dt); got != jump.TruePeak {
			t.Errorf("dt %v: peak %v, want %v", dt, got, jump.TruePeak)
		}
	}
	// At other steps it is on the parabola, and misses the top by less than half a step.
	for dt := 0.004; dt < 0.1; dt += 0.0007 {
		got, steps := rise(jump.VelocityVerlet, dt)
		at := float64(steps) * dt
		if want := at * (jump.JumpSpeed - jump.Gravity*at/2); math.Abs(got-want) > 1e-12 {
			t.Errorf("dt %v: %v after %v s, want %v", dt, got, at, want)
		}
	}
}

// TestTheVariableLaneJumpsVisiblyHigherAt10To15Fps takes a tenth of the height as visible: a
// quarter of a unit, more than a person of two units notices of a step.
func TestTheVariableLaneJumpsVisiblyHigherAt10To15Fps(t *testing.T) {
	for fps := 10.0; fps <= 15; fps++ {
		var lane jump.Lane
		lane.Jump()
		for !lane.Body.Grounded() {
			lane.Step(1 / fps)
		}
		if lane.Peak < 1.1*jump.TruePeak {
			t.Errorf("%v fps: peak %v", fps, lane.Peak)
		}
		if world, _ := rise(jump.SemiImplicitEuler, jump.Period); math.Abs(world-jump.TruePeak) > 0.04*jump.TruePeak {
			t.Errorf("the fixed step peaks at %v", world)
		}
	}
}

// airTime returns how many seconds a lane that steps once a frame is in the air at a frame rate.
func airTime(lane jump.Lane, fps float64) float64 {
	lane.Jump()
	frames := 0.0
	for ; !lane.Body.Grounded(); frames++ {
		lane.Step(1 / fps)
	}
	return frames / fps
}

func TestOneStepAFrameIsTwiceAsFastAt120FpsAndSlowMotionAt30(t *testing.T) {
	lane := jump.Lane{PerFrame: true, Method: jump.SemiImplicitEuler}
	at60 := airTime(lane, 60)
	if math.Abs(at60-2*jump.JumpSpeed/jump.Gravity) > 0.04 {
		t.Errorf("a second at 60 fps takes %v s", at60)
	}
	if got := airTime(lane, 120); got != at60/2 {
		t.Errorf("at 120 fps %v s, want half of %v", got, at60)
	}
	if got := airTime(lane, 30); got != at60*2 {
		t.Errorf("at 30 fps %v s, want twice %v", got, at60)
	}
	if lane.PerFrame = false; math.Abs(airTime(lane, 120)-airTime(lane, 30)) > 0.04 {
		t.Error("the variable lane is not near real time either")
	}
}

func TestABodyStandsUntilItJumpsAndLandsOnTheGround(t *testing.T) {
	for _, m := range []jump.Method{jump.ExplicitEuler, jump.SemiImplicitEuler, jump.VelocityVerlet} {
		var b jump.Body
		if b.Step(m, 0.1); b != (jump.Body{}) {
			t.Errorf("method %d: a standing body moves", m)
		}
		if !b.Jump() || b.Jump() {
			t.Errorf("method %d: jumped %v", m, b)
		}
		up := b
		if b.Step(m, 0); b != up {
			t.Errorf("method %d: a step of no time changed %v to %v", m, up, b)
		}
		for range 1000 {
			if b.Step(m, 0.01); b.Height < 0 {
				t.Fatalf("method %d: under the ground, %v", m, b)
			}
		}
		if b != (jump.Body{}) {
			t.Errorf("method %d: does not come to rest, %v", m, b)
		}
	}
}

// TestAStepOfAnHourThrowsExplicitEulerIntoTheSky is what a variable step does after a laptop's
// sleep.
func TestAStepOfAnHourThrowsExplicitEulerIntoTheSky(t *testing.T) {
	for m, want := range map[jump.Method]float64{jump.ExplicitEuler: 36_000, jump.SemiImplicitEuler: 0,
		jump.VelocityVerlet: 0} {
		var b jump.Body
		b.Jump()
		if b.Step(m, 3600); b.Height != want {
			t.Errorf("method %d: height %v, want %v", m, b.Height, want)
		}
	}
}

func TestPeakSaysHowHighAJumpGoes(t *testing.T) {
	for _, m := range []jump.Method{jump.ExplicitEuler, jump.SemiImplicitEuler, jump.VelocityVerlet} {
		for _, dt := range append([]float64{1.0 / 60, 1.0 / 12, 1.0 / 144, 0.7}, dyadic...) {
			got, _ := rise(m, dt)
			if want := jump.Peak(m, dt); math.Abs(got-want) > 1e-12 {
				t.Errorf("method %d, dt %v: the jump peaks at %v, Peak says %v", m, dt, got, want)
			}
		}
	}
}
