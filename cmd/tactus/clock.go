package main

import (
	"context"
	"time"

	"github.com/tactus-go/tactus"
)

// clock is how a command reads and spends real time; tests script it.
type clock interface {
	Now() tactus.Instant
	// SleepUntil returns at the instant, or when the context ends.
	SleepUntil(ctx context.Context, at tactus.Instant)
}

type systemClock struct{}

func (systemClock) Now() tactus.Instant { return tactus.Monotonic() }

func (systemClock) SleepUntil(ctx context.Context, at tactus.Instant) {
	t := time.NewTimer(at.Sub(tactus.Monotonic()))
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
