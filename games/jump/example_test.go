package jump_test

import (
	"fmt"

	"github.com/tactus-go/tactus/games/jump"
)

// Shows how high a jump goes that is stepped by the frame's time.
func ExampleLane() {
	for _, fps := range []float64{10, 15, 30, 60, 144} {
		var lane jump.Lane
		lane.Jump()
		for !lane.Body.Grounded() {
			lane.Step(1 / fps)
		}
		fmt.Printf("%3.0f fps: %.2f\n", fps, lane.Peak)
	}
	fmt.Printf("in nature: %.2f\n", jump.TruePeak)
	// Output:
	//  10 fps: 3.00
	//  15 fps: 2.84
	//  30 fps: 2.67
	//  60 fps: 2.58
	// 144 fps: 2.53
	// in nature: 2.50
}

// Shows the game in fixed steps, stepped by its ticks.
func ExampleScenario() {
	s := jump.Scenario()
	game := s.New()
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
	}
	fmt.Println(s.Summary(game, 0))
	// Output:
	// tick 240, x 4.000, height 0.000, jumps 3, peak 2.417, dropped 0s
}
