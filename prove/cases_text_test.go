package prove

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/tactustest"
)

// What the texts of numbers in a case file look like, as patterns say it.
var (
	fractionPattern = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,39})(/[1-9][0-9]{0,39})?$`)
	stepsPattern    = regexp.MustCompile(`^(0|[1-9][0-9]{0,17})$`)
)

func TestTextsOfNumbersAreWhatThePatternsSay(t *testing.T) {
	check := func(text string) {
		if got, want := isFraction(text), fractionPattern.MatchString(text); got != want {
			t.Errorf("%q is a fraction: %v, want %v", text, got, want)
		}
		if got, want := isWhole(text, stepsNameMax), stepsPattern.MatchString(text); got != want {
			t.Errorf("%q is a number of steps: %v, want %v", text, got, want)
		}
	}
	for _, n := range []int{1, 17, 18, 19, 39, 40, 41} {
		nines := strings.Repeat("9", n)
		for _, text := range []string{nines, "-" + nines, nines + "/" + nines, nines + "/1", "1/" + nines} {
			check(text)
		}
	}
	random := rand.New(rand.NewPCG(tactustest.Seed(t), 0))
	for range 100_000 {
		text := make([]byte, random.IntN(6))
		for i := range text {
			text[i] = "0011299-/ e.+\n\xff"[random.IntN(15)]
		}
		check(string(text))
	}
}
