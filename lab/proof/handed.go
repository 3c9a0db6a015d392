package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
)

// A handed case is one of the published runs: frames, and what must come of them.
type handed struct {
	Name          string  `json:"name"`
	Seed          int64   `json:"seed"`
	Inputs        []int8  `json:"inputs"`
	FramesMs      []int64 `json:"framesMs"`
	MaxSteps      int64   `json:"maxStepsPerFrame"`
	StepsTotal    int64   `json:"stepsTotal"`
	StepsPerFrame []int64 `json:"stepsPerFrame"`
	RemainderMs   int64   `json:"remainderMs"`
	DroppedMs     int64   `json:"droppedMs"`
	Digest        string  `json:"digest"`
}

// A Case is one published run as it came out here.
type Case struct {
	Name    string `json:"name"`
	Frames  int    `json:"frames"`
	Steps   int64  `json:"steps"`
	Digest  string `json:"digest"`
	Golden  string `json:"golden"`
	Dropped int64  `json:"dropped_ms"`
	// Equal says that the digest, the steps of each frame, the rest and the dropped time are as published.
	Equal bool   `json:"equal"`
	Why   string `json:"why,omitempty"`
}

// Cases runs the published runs. An error says that their file is not what it was.
func Cases() ([]Case, error) { return casesOf(mergeisland.GoldenCases()) }

func casesOf(text string) ([]Case, error) {
	var file struct{ Cases []handed }
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		return nil, err
	}
	var cases []Case
	for _, h := range file.Cases {
		c, err := h.run()
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func (h *handed) run() (Case, error) {
	config := mergeisland.DefaultConfig()
	config.Seed, config.MaxStepsPerFrame = h.Seed, h.MaxSteps
	scenario, err := mergeisland.ScenarioOf(config, tactus.Tick(h.StepsTotal), h.Inputs)
	if err != nil {
		return Case{}, err
	}
	stepper, err := tactus.NewStepper(scenario.Stepper)
	if err != nil {
		return Case{}, err
	}
	game := scenario.New()
	var now tactus.Instant
	stepper.Feed(now)
	steps := make([]int64, 0, len(h.FramesMs))
	for _, ms := range h.FramesMs {
		now = now.Add(time.Duration(ms) * time.Millisecond)
		n := int64(0)
		for tick := range stepper.Ticks(now) {
			game.Step(scenario.Input(tick))
			n++
		}
		steps = append(steps, n)
	}
	total := stepper.Total()
	dropped := total.Dropped().At(stepper.Rate())
	c := Case{Name: h.Name, Frames: len(steps), Steps: total.Run, Digest: scenario.Summary(game, dropped),
		Golden: h.Digest, Dropped: dropped.Milliseconds()}
	rest := stepper.Phase().At(stepper.Rate())
	c.Why = h.differs(&c, steps, rest)
	c.Equal = c.Why == ""
	return c, nil
}

// differs says what is not as published.
func (h *handed) differs(c *Case, steps []int64, rest time.Duration) string {
	switch {
	case c.Digest != h.Digest:
		return "the digest is another"
	case c.Steps != h.StepsTotal:
		return fmt.Sprintf("%d steps, want %d", c.Steps, h.StepsTotal)
	case !slices.Equal(steps, h.StepsPerFrame):
		return "some frame has another number of steps"
	case rest.Milliseconds() != h.RemainderMs:
		return fmt.Sprintf("a rest of %v, want %d ms", rest, h.RemainderMs)
	case c.Dropped != h.DroppedMs:
		return fmt.Sprintf("%d ms dropped, want %d", c.Dropped, h.DroppedMs)
	}
	return ""
}
