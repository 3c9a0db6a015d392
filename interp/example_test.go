package interp_test

import (
	"fmt"
	"math"

	"github.com/tactus-go/tactus/interp"
)

// A thing that moves 10 units a step, drawn in frames that come more often than steps do.
func ExamplePair() {
	position := interp.NewPair(0.0)
	for _, frame := range []struct {
		steps int
		alpha float64
	}{{1, 0.25}, {0, 0.75}, {1, 0.25}, {2, 0}} {
		for range frame.steps {
			position.Push(position.Current + 10)
		}
		fmt.Println(position.At(frame.alpha, interp.Lerp))
	}
	// Output:
	// 2.5
	// 7.5
	// 12.5
	// 30
}

func ExamplePair_Teleport() {
	position := interp.NewPair(interp.Vec2{X: 10, Y: 10})
	position.Push(interp.Vec2{X: 12, Y: 10})
	position.Teleport(interp.Vec2{X: 500, Y: 300})
	fmt.Println(position.At(0.5, interp.LerpVec2))
	// Output: {500 300}
}

func ExampleLerp() {
	fmt.Println(interp.Lerp(100, 200, 0.25))
	// Output: 125
}

func ExampleLerpVec3() {
	fmt.Println(interp.LerpVec3(interp.Vec3{X: 2}, interp.Vec3{X: 4, Z: 1}, 0.5))
	// Output: {3 0 0.5}
}

func ExampleLerpVec2s() {
	stars := []interp.Pair[interp.Vec2]{
		{Previous: interp.Vec2{X: 0, Y: 8}, Current: interp.Vec2{X: 4, Y: 8}},
		interp.NewPair(interp.Vec2{X: 7, Y: 7}),
	}
	var drawn []interp.Vec2 // kept from frame to frame, so that only the first one allocates
	for _, alpha := range []float64{0.25, 0.5} {
		drawn = interp.LerpVec2s(drawn, stars, alpha)
		fmt.Println(drawn)
	}
	// Output:
	// [{1 8} {7 7}]
	// [{2 8} {7 7}]
}

// From 350 to 10 degrees the way leads through 0.
func ExampleAngle() {
	const degree = math.Pi / 180
	for _, alpha := range []float64{0.25, 0.5, 0.75} {
		fmt.Printf("%.1f\n", math.Abs(interp.Angle(350*degree, 10*degree, alpha)/degree))
	}
	// Output:
	// 5.0
	// 0.0
	// 5.0
}

func ExampleScale() {
	fmt.Printf("%.3f\n", interp.Scale(1, 4, 0.5))
	// Output: 2.000
}

func ExampleSlerp() {
	quarter := interp.Quat{Z: math.Sqrt2 / 2, W: math.Sqrt2 / 2} // 90 degrees about Z
	half := interp.Slerp(interp.Quat{W: 1}, quarter, 0.5)
	fmt.Printf("%.0f degrees\n", 2*math.Acos(half.W)*180/math.Pi)
	// Output: 45 degrees
}

// The guess is right while the thing goes on as it did, and wrong after a bounce.
func ExampleExtrapolate() {
	fmt.Println(interp.Extrapolate(8, 4, 0.5))
	// Output: 10
}
