package tactus_test

import (
	"math"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

func TestInstantsEndAtTheirLimitsAndDoNotWrap(t *testing.T) {
	const last, earliest = tactus.Instant(math.MaxInt64), tactus.Instant(math.MinInt64)
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"last + 1", last.Add(1), last},
		{"earliest - 1", earliest.Add(-1), earliest},
		{"5 + 3", tactus.Instant(5).Add(3), tactus.Instant(8)},
		{"last - earliest", last.Sub(earliest), time.Duration(math.MaxInt64)},
		{"earliest - last", earliest.Sub(last), time.Duration(math.MinInt64)},
		{"5 - 8", tactus.Instant(5).Sub(8), time.Duration(-3)},
		{"16.6667 ms", tactus.InstantOfMillis(16.6667), tactus.Instant(16666700)},
		{"NaN ms", tactus.InstantOfMillis(math.NaN()), tactus.Instant(0)},
		{"endless ms", tactus.InstantOfMillis(math.Inf(1)), last},
		{"endless ms back", tactus.InstantOfMillis(math.Inf(-1)), earliest},
		{"0.0000005 ms", tactus.InstantOfMillis(0.0000005), tactus.Instant(0)},
		{"0.0000015 ms", tactus.InstantOfMillis(0.0000015), tactus.Instant(2)},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestTheSystemsClockNeverStepsBack(t *testing.T) {
	high := tactus.Monotonic()
	for range 100_000 {
		now := tactus.Monotonic()
		if now < high {
			t.Fatalf("%d after %d", now, high)
		}
		high = now
	}
	if n := testing.AllocsPerRun(100, func() { tactus.Monotonic() }); n != 0 {
		t.Errorf("a reading allocates %v times", n)
	}
}
