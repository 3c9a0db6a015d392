package pace_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

func TestALoadIsTheLastSecondsShareOfOneCore(t *testing.T) {
	var used time.Duration
	known := false
	l := pace.Load{Used: func() (time.Duration, bool) { return used, known }}
	at := func(now, usedNow time.Duration, fresh bool, want string) {
		t.Helper()
		used = usedNow
		if got := l.Look(tactus.Instant(now)); got != fresh || l.String() != want {
			t.Errorf("at %v: new %v, %q, want %v, %q", now, got, l.String(), fresh, want)
		}
	}
	at(0, 0, false, "CPU -") // the system does not tell
	known = true
	at(5*time.Second, 3*time.Second, false, "CPU -")
	at(5900*time.Millisecond, 4*time.Second, false, "CPU -")
	at(6*time.Second, 3250*time.Millisecond, true, "CPU 25 %")
	at(6500*time.Millisecond, 9*time.Second, false, "CPU 25 %")
	at(8*time.Second, 6250*time.Millisecond, true, "CPU 150 %")
	at(9*time.Second, 6255*time.Millisecond, true, "CPU <1 %")
	if percent, ok := l.Percent(); !ok || percent < 0.499 || percent > 0.501 {
		t.Errorf("%v %%, known %v", percent, ok)
	}
	known = false
	at(20*time.Second, 0, false, "CPU <1 %")
}

func ExampleLoad() {
	used := time.Duration(0)
	load := pace.Load{Used: func() (time.Duration, bool) { return used, true }} // the zero value asks the system
	for frame := range tactus.Tick(121) {
		load.Look(tactus.Instant(tactus.Hz(60).TimeOf(frame)))
		used += 2 * time.Millisecond // what a frame of 16.7 ms computes
	}
	fmt.Println(&load)
	// Output: CPU 12 %
}
