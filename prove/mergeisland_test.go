package prove_test

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/prove"
)

// islandCase is one run of merge-island-cases.json.
type islandCase struct {
	Name          string  `json:"name"`
	Seed          int64   `json:"seed"`
	Inputs        []int8  `json:"inputs"`
	FramesMs      []int64 `json:"framesMs"`
	MaxSteps      int64   `json:"maxStepsPerFrame"`
	Overflow      string  `json:"overflow"`
	StepsTotal    int64   `json:"stepsTotal"`
	StepsPerFrame []int64 `json:"stepsPerFrame"`
	RemainderMs   int64   `json:"remainderMs"`
	DroppedMs     int64   `json:"droppedMs"`
	Digest        string  `json:"digest"`
}

// TestEveryHandedRunOfMergeIslandComesOutExactly plays the ten reference runs through the engine.
func TestEveryHandedRunOfMergeIslandComesOutExactly(t *testing.T) {
	data, err := os.ReadFile("../games/mergeisland/testdata/merge-island-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []islandCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 10 {
		t.Fatalf("%d cases, want 10", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.Name, c.play)
	}
}

func (c islandCase) play(t *testing.T) {
	config := mergeisland.DefaultConfig()
	config.Seed, config.MaxStepsPerFrame = c.Seed, c.MaxSteps
	scenario, err := mergeisland.ScenarioOf(config, tactus.Tick(c.StepsTotal), c.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	if c.Overflow != "drop-all" || scenario.Stepper.Overflow != tactus.DropAll {
		t.Fatalf("overflow %q", c.Overflow)
	}
	s, err := tactus.NewStepper(scenario.Stepper)
	if err != nil {
		t.Fatal(err)
	}
	game := scenario.New()
	var now tactus.Instant
	s.Feed(now)
	for i, frame := range c.FramesMs {
		now = now.Add(time.Duration(frame) * time.Millisecond)
		var steps int64
		for tick := range s.Ticks(now) {
			game.Step(scenario.Input(tick))
			steps++
		}
		if steps != c.StepsPerFrame[i] {
			t.Fatalf("frame %d: %d steps, want %d", i, steps, c.StepsPerFrame[i])
		}
	}
	total := s.Total()
	dropped := total.Dropped().At(s.Rate())
	if got := scenario.Summary(game, dropped); got != c.Digest {
		t.Errorf("summary %s, want %s", got, c.Digest)
	}
	remainder := s.Phase().At(s.Rate())
	if total.Run != c.StepsTotal || remainder.Milliseconds() != c.RemainderMs || dropped.Milliseconds() != c.DroppedMs ||
		remainder%time.Millisecond != 0 || dropped%time.Millisecond != 0 {
		t.Errorf("%d steps, remainder %v, dropped %v; want %d, %d ms, %d ms",
			total.Run, remainder, dropped, c.StepsTotal, c.RemainderMs, c.DroppedMs)
	}
}

// golden is the reference run's end on every host: never edit it, fix the code.
const golden = "100|-131|5050|18|100|323|3492529440|"

func TestMergeIslandComesOutTheSameUnderEverySchedule(t *testing.T) {
	var rows int
	report, err := prove.Run(mergeisland.Scenario(), prove.Schedules(1), func(prove.Row) { rows++ })
	if err != nil {
		t.Fatal(err)
	}
	if report.Verdict != prove.Equal || len(report.Schedules) != 21 || rows != 21 || report.Compared.Hashes != 2100 {
		t.Fatalf("verdict %s, %d rows, %d hashes compared", report.Verdict, len(report.Schedules), report.Compared.Hashes)
	}
	dropping := 0
	for _, row := range report.Schedules {
		if row.Dropped > 0 {
			dropping++
		}
		if want := golden + strconv.FormatInt(row.Dropped.Milliseconds(), 10); row.Summary != want {
			t.Errorf("%s: summary %s, want %s", row.Name, row.Summary, want)
		}
		if !row.Equal || row.Steps != 100 {
			t.Errorf("%s: equal %t, %d steps", row.Name, row.Equal, row.Steps)
		}
	}
	if dropping != 1 {
		t.Errorf("%d schedules dropped time, want the hitch alone", dropping)
	}
}
