package main

import (
	"context"
	"math"
	"os"
	"runtime/debug"
	gauges "runtime/metrics"
	"time"
)

// heapGrowth is by how much the heap may grow before garbage is collected, or by its own size where
// that is more. Each collection stops the process for a moment, which lasts until the tick of every run
// is over: a service with a small heap would be stopped many times a second.
const heapGrowth = 256 << 20

// easeCollector sees to it until the context ends, unless GOGC says what is wanted.
func easeCollector(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []gauges.Sample{{Name: "/gc/heap/live:bytes"}}
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for last := 0; ; {
		gauges.Read(live)
		// To set it costs a stop too, so small changes are let pass.
		if percent := growthPercent(live[0].Value.Uint64()); math.Abs(float64(percent-last)) > float64(last)/8 {
			debug.SetGCPercent(percent)
			last = percent
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// growthPercent is by how many per cent of what is alive the heap may grow.
func growthPercent(live uint64) int {
	return int(max(100, 100*heapGrowth/max(live, 4<<20)))
}
