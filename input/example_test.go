package input_test

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

// The input of a loop: events are pushed as they come, the window is taken after Feed, and each
// tick asks for its own.
func Example() {
	const jump, walk input.Code = 1, 2
	steps, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		panic(err)
	}
	buffer, err := input.NewBuffer(input.BufferConfig{})
	if err != nil {
		panic(err)
	}
	at := func(d time.Duration) tactus.Instant { return tactus.Instant(d) }

	steps.Feed(0)
	buffer.Push(input.Event{At: at(3 * time.Millisecond), Code: walk, Kind: input.Press})
	buffer.Push(input.Event{At: at(20 * time.Millisecond), Code: jump, Kind: input.Press})
	buffer.Push(input.Event{At: at(24 * time.Millisecond), Code: jump, Kind: input.Release})

	steps.Feed(at(50 * time.Millisecond)) // one long frame: three steps
	window := steps.Window()
	for steps.Next() {
		in := buffer.Tick(window, steps.Tick())
		fmt.Printf("tick %d: walk held %v, jumps %d\n", steps.Tick(), in.Held(walk), in.Pressed(jump))
		for _, e := range in.Events() {
			fmt.Printf("  code %d %v at %.2f of the step\n", e.Code, e.Kind, e.Offset)
		}
	}
	// Output:
	// tick 0: walk held true, jumps 0
	//   code 2 press at 0.18 of the step
	// tick 1: walk held true, jumps 1
	//   code 1 press at 0.20 of the step
	//   code 1 release at 0.44 of the step
	// tick 2: walk held true, jumps 0
}

// With Ticks, which feeds, the window is taken between the call and the range.
func ExampleBuffer_Tick() {
	steps, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(100)})
	if err != nil {
		panic(err)
	}
	buffer, err := input.NewBuffer(input.BufferConfig{})
	if err != nil {
		panic(err)
	}
	steps.Feed(0)
	buffer.Push(input.Event{At: 15e6, Code: 1, Kind: input.Press})

	ticks := steps.Ticks(30e6)
	window := steps.Window()
	for t := range ticks {
		fmt.Println(t, buffer.Tick(window, t).Pressed(1))
	}
	// Output:
	// 0 0
	// 1 1
	// 2 0
}

// A window that loses focus sees no releases: the game makes them itself.
func ExampleBuffer_ReleaseAll() {
	steps, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(100)})
	if err != nil {
		panic(err)
	}
	buffer, err := input.NewBuffer(input.BufferConfig{})
	if err != nil {
		panic(err)
	}
	steps.Feed(0)
	buffer.Push(input.Event{At: 1e6, Code: 1, Kind: input.Press})
	buffer.ReleaseAll(12e6)
	steps.Feed(20e6)
	window := steps.Window()
	for steps.Next() {
		fmt.Println(buffer.Tick(window, steps.Tick()).Held(1))
	}
	// Output:
	// true
	// false
}

// What was typed into a pause menu brings the levels up to date, and nothing else.
func ExampleBuffer_Flush() {
	buffer, err := input.NewBuffer(input.BufferConfig{})
	if err != nil {
		panic(err)
	}
	buffer.Push(input.Event{At: 1e6, Code: 1, Kind: input.Press})
	buffer.Push(input.Event{At: 2e6, Code: 1, Kind: input.Release})
	fmt.Println(buffer.Flush(), buffer.Waiting())
	// Output: 2 0
}
