package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

func TestABallFallsIn47TicksAndAKickTakesItUp(t *testing.T) {
	events, err := input.NewBuffer(input.BufferConfig{})
	if err != nil {
		t.Fatal(err)
	}
	stepper, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ kickAt, ticks int }{{-1, 47}, {20, 102}} {
		b := ball{height: 3}
		ticks := 0
		for ; b.height > 0; ticks++ {
			if ticks == c.kickAt {
				events.Push(input.Event{Code: kick, Kind: input.Press})
				events.Push(input.Event{Code: kick, Kind: input.Release})
			}
			plan := stepper.Grant(1)
			b.step(events.Tick(stepper.Window(), plan.First))
			for stepper.Next() {
			}
		}
		if ticks != c.ticks {
			t.Errorf("kick at tick %d: down after %d ticks, want %d", c.kickAt, ticks, c.ticks)
		}
	}
}

func TestThePagesCountTheLines(t *testing.T) {
	code, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(code)) {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	for _, page := range []string{"../../docs/guides/first-game.md", "../../docs/guides/first-game.zh-CN.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), fmt.Sprintf(" %d ", lines)) {
			t.Errorf("%s does not say %d lines", page, lines)
		}
	}
}
