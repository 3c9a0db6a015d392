package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/tactus-go/tactus/adapters/wasmrunner"
	"github.com/tactus-go/tactus/verify"
)

// How often is looked for what can be deleted, and how long after the start the first time.
const (
	sweepEvery = 10 * time.Minute
	sweepFirst = time.Minute // so that a start is not slower for it
)

// keepMin is the shortest time that recordings can be kept: a job follows its recording within a quarter
// of it, however slow the disk is and whatever the clocks say.
const keepMin = time.Hour

// grace is how long the store keeps what was put, whatever is undecided.
func (s *serveCommand) grace() time.Duration {
	if s.KeepRecordings == 0 {
		return verify.GraceDefault
	}
	return min(verify.GraceDefault, s.KeepRecordings/2)
}

// A sweeper deletes what the service needs no more: old recordings, the uses of challenges that expired
// long ago, and compiled modules that take up too much room. Verdicts stay: they are what makes a
// recording that is sent again one job.
type sweeper struct {
	svc       *service
	forgotten time.Time // the hours before it have no uses of challenges any more
}

// run sweeps now and then. What fails is tried again the next time.
func (w *sweeper) run(ctx context.Context) {
	every, first := sweepEvery, sweepFirst
	if keep := w.svc.config.KeepRecordings; keep > 0 { // in tests it is short
		every, first = min(every, keep/4), min(first, keep/4)
	}
	timer := time.NewTimer(first)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		if err := w.sweep(ctx, time.Now()); err != nil && ctx.Err() == nil {
			w.svc.log.Warn("not all that is old could be deleted", "error", err)
		}
		timer.Reset(every)
	}
}

func (w *sweeper) sweep(ctx context.Context, now time.Time) error {
	config := w.svc.config
	_, err := wasmrunner.Trim(config.cacheDir(), config.CompiledBytes)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if config.Role == "worker" {
		return err
	}
	return errors.Join(err, w.recordings(ctx, now), w.uses(ctx, now))
}

// recordings deletes those that are older than they are kept, and what interrupted uploads have left.
// Modules stay.
func (w *sweeper) recordings(ctx context.Context, now time.Time) error {
	modules, err := w.svc.backend.ledger.list(ctx, "module.")
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, m := range modules {
		known[m.key] = true
	}
	var before time.Time
	if keep := w.svc.config.KeepRecordings; keep > 0 {
		before = now.Add(-keep)
	}
	n, err := w.svc.backend.Sweep(ctx, before, func(tenant string, d verify.Digest) bool {
		return known[moduleKey(tenant, d)]
	})
	w.svc.metrics.deleted.Add(float64(n))
	if n > 0 {
		w.svc.log.Info("recordings are deleted", "blobs", n, "before", before)
	}
	return err
}

// How long uses of challenges are kept after the challenge's end, and how far back the first sweep of a
// process looks for some: twice as long as a challenge can live.
const (
	usesKept = 24 * time.Hour
	usesBack = 62 * 24 * time.Hour
)

// uses forgets those of challenges that nobody can answer any more: whoever tries is told that it
// expired. A recording that came in time may be waiting for its verdict still, so what expired around
// the time of the oldest undecided job, or later, stays. The day between is for slow uploads and for
// clocks that differ.
func (w *sweeper) uses(ctx context.Context, now time.Time) error {
	until := now
	oldest, err := w.oldest(ctx, now)
	if err != nil {
		return err
	}
	if !oldest.IsZero() && oldest.Before(until) {
		until = oldest
	}
	until = until.Add(-usesKept).Truncate(time.Hour)
	if w.forgotten.IsZero() {
		w.forgotten = until.Add(-usesBack)
	}
	for w.forgotten.Before(until) {
		if err := w.svc.backend.ledger.forget(ctx, usePrefix(w.forgotten)); err != nil {
			return err
		}
		w.forgotten = w.forgotten.Add(time.Hour)
	}
	return nil
}

// oldest returns when the oldest undecided job was taken, the zero time where there is none.
func (w *sweeper) oldest(ctx context.Context, now time.Time) (time.Time, error) {
	if w.svc.backend.queue != nil {
		q, err := w.svc.backend.queue(ctx)
		return q.oldest, err
	}
	open, age := w.svc.history.queue(now)
	if open == 0 {
		return time.Time{}, nil
	}
	return now.Add(-age), nil
}
