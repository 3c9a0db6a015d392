package main

import "testing"

func TestASmallHeapMayGrowByMoreThanItself(t *testing.T) {
	for live, want := range map[uint64]int{0: 6400, 1 << 20: 6400, 64 << 20: 400, 256 << 20: 100, 8 << 30: 100} {
		if got := growthPercent(live); got != want {
			t.Errorf("%d bytes: %d %%, want %d", live, got, want)
		}
	}
}
