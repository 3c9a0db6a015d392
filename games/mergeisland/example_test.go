package mergeisland_test

import (
	"fmt"

	"github.com/tactus-go/tactus/games/mergeisland"
)

// Shows the reference run, which ends alike on every host.
func ExampleScenario() {
	s := mergeisland.Scenario()
	game := s.New()
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
	}
	fmt.Println(s.Summary(game, 0))
	// Output:
	// 100|-131|5050|18|100|323|3492529440|0
}

// Shows another run: a seed of its own and one push to the left.
func ExampleScenarioOf() {
	config := mergeisland.DefaultConfig()
	config.Seed = 7
	s, err := mergeisland.ScenarioOf(config, 10, []int8{-1})
	if err != nil {
		fmt.Println(err)
		return
	}
	game := s.New()
	for tick := range s.Ticks {
		game.Step(s.Input(tick))
	}
	fmt.Println(s.Summary(game, 0))
	// Output:
	// 10|-30|55|-3|10|41|2862681365|0
}

// Shows what a config error says.
func ExampleParseConfig() {
	_, err := mergeisland.ParseConfig("my.json", []byte(`{"version": 1, "game": "merge-island", "sead": 7}`))
	fmt.Println(err)
	_, err = mergeisland.ParseConfig("my.json", []byte(`{"version": 1, "game": "merge-island", "seed": 7}`))
	fmt.Println(err)
	// Output:
	// tactus: my.json: sead is unknown: want one of version, game, seed, stepMs, accel, frictionNum, frictionDen, maxStepsPerFrame, rngMultiplier, rngIncrement, note
	// tactus: my.json: stepMs is missing: want a whole number from 1 to 1000
}
