package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/games/spring"
	"github.com/tactus-go/tactus/games/tunnel"
)

const choosing = "../guides/choosing-a-step.md"

// threeDigits is how the page writes a number: 16.7, 0.0833, 100.
func threeDigits(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

func TestTheTableOfStepRatesIsWhatItsFormulasGive(t *testing.T) {
	text, err := os.ReadFile(choosing)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 8 {
			continue
		}
		rate, err := strconv.Atoi(strings.TrimSpace(cells[2]))
		if err != nil {
			continue // the head
		}
		rows++
		period := 1000 / float64(rate)
		want := []string{threeDigits(period), threeDigits(10 * period / 1000), threeDigits(period / 2),
			threeDigits(1.5 * period)}
		for i, w := range want {
			if got := strings.TrimSpace(cells[3+i]); got != w {
				t.Errorf("%d steps a second, column %d: %s, want %s", rate, 3+i, got, w)
			}
		}
	}
	if rows != 6 {
		t.Errorf("%d rows, want 6", rows)
	}
}

func TestTheBoundsOfAStepAreWhatTheGamesSay(t *testing.T) {
	through := tunnel.Speed / tunnel.WallThick
	unstable := spring.Damping / spring.Stiffness // s
	says(t, []string{choosing}, fmt.Sprintf("%.0f", through), fmt.Sprintf("%.1f", tunnel.Speed/60),
		fmt.Sprintf("%.0f", tunnel.Speed/0.5), fmt.Sprintf("%.0f", unstable*1000),
		fmt.Sprintf("%.0f", math.Ceil(1/unstable)), fmt.Sprintf("%.3f", jump.JumpSpeed*jump.Period/2))
}
