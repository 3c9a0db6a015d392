package main

import (
	"time"

	"github.com/tactus-go/tactus"
)

// clockRow is what one clock can do.
type clockRow struct {
	Name     string  `json:"name"`
	Step     int64   `json:"step_ns"` // the smallest difference of two readings that was not 0
	Cost     float64 `json:"cost_ns"`
	Backward int     `json:"backward"` // readings before the one before them
}

// clockReadings are taken of each clock: enough for some steps of one that moves each millisecond.
const clockReadings = 200_000

// measureClocks measures Go's clocks, the engine's, and what the system has beside them.
func measureClocks() []clockRow {
	start := time.Now()
	rows := []clockRow{
		measureClock("time.Now, wall", func() int64 { return time.Now().UnixNano() }),
		measureClock("time.Since, monotonic", func() int64 { return int64(time.Since(start)) }),
		measureClock("tactus.Monotonic", func() int64 { return int64(tactus.Monotonic()) }),
	}
	for _, c := range systemClocks() {
		rows = append(rows, measureClock(c.name, c.read))
	}
	return rows
}

// namedClock is a clock of the system's that Go does not use.
type namedClock struct {
	name string
	read func() int64
}

func measureClock(name string, read func() int64) clockRow {
	row := clockRow{Name: name}
	begin := tactus.Monotonic()
	last := read()
	for range clockReadings {
		now := read()
		switch d := now - last; {
		case d < 0:
			row.Backward++
		case d > 0 && (row.Step == 0 || d < row.Step):
			row.Step = d
		}
		last = now
	}
	row.Cost = float64(tactus.Monotonic().Sub(begin)) / clockReadings
	return row
}
