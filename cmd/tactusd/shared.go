package main

import (
	"context"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A sharedRunner runs recordings within the shares of their tenants.
type sharedRunner struct {
	verify.Runner
	shares *shares
	every  time.Duration // how often a run that waits says that it is alive
}

// Run waits for the tenant's share, and gives way to others between ticks.
func (s *sharedRunner) Run(ctx context.Context, j verify.Job, recording []byte, beat func() error) (replay.Verdict,
	uint64, error) {
	h, err := s.shares.join(ctx, j.Tenant, aRun, s.every, beat)
	if err != nil {
		return replay.Verdict{}, 0, err
	}
	defer h.leave()
	return s.Runner.Run(ctx, j, recording, func() error {
		if !h.asked() { // a look comes often enough for the beat, too
			return nil
		}
		if err := h.tick(ctx, s.every, beat); err != nil {
			return err
		}
		return beat()
	})
}

// A sharedContext is where a check of a module gives way: it is asked for its error between any two
// calls of the module.
type sharedContext struct {
	context.Context
	hold *hold
}

// Err waits where others are to have their turn.
func (c sharedContext) Err() error {
	if err := c.hold.tick(c.Context, time.Hour, func() error { return nil }); err != nil {
		return err
	}
	return c.Context.Err()
}
