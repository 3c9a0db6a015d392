package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
)

func TestARunIsStoppedBetweenTicksAndSaysSo(t *testing.T) {
	rec := read(t, played(5000, 1).record(t))
	full := replay.Verify(rec, islandHost(), replay.Options{Stop: func() error { return nil }})
	if full.Outcome != replay.OK || full.Compared.Ticks != 5000 {
		t.Fatalf("never stopped: %v", full)
	}
	asked := 0
	got := replay.Verify(rec, islandHost(), replay.Options{Stop: func() error {
		if asked++; asked == 4 {
			return errors.New("the server ends")
		}
		return nil
	}})
	if got.Outcome != replay.LimitHit || !strings.Contains(got.Reason, "stopped: the server ends") ||
		got.Tick >= tactus.Tick(5000) || asked != 4 {
		t.Errorf("%v, asked %d times; want it stopped", got, asked)
	}
}
