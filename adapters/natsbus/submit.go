package natsbus

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// Submit takes a job. It returns when as many servers as must have it on disk, or when the job is found
// to be waiting, running or decided. Of two calls at one time both may say that it is new, where it was
// decided between them; it is one job all the same.
func (b *Bus) Submit(ctx context.Context, j verify.Job) (fresh bool, err error) {
	if err := known(j); err != nil {
		return false, err
	}
	if b.over() {
		return false, verify.ErrClosed
	}
	if r, err := b.record(ctx, recordKey(j.Tenant, j.ID)); err != nil || r.Verdict != nil {
		return false, err
	}
	t, err := b.tenant(ctx, j.Tenant)
	if err != nil {
		return false, err
	}
	done, err := b.reserve(ctx, j.Tenant, t)
	var limit *verify.LimitError
	if errors.As(err, &limit) {
		if there, err := b.queued(ctx, j.Tenant, j.ID); there || err != nil {
			return false, err
		}
	}
	if err != nil {
		return false, err
	}
	fresh, err = b.publish(ctx, j)
	done(fresh)
	return fresh, err
}

// publish puts a job into the queue, unless it is there.
func (b *Bus) publish(ctx context.Context, j verify.Job) (bool, error) {
	data, err := json.Marshal(j)
	if err != nil {
		return false, err
	}
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		err := b.try(ctx, func(ctx context.Context) error {
			_, err := b.js.Publish(ctx, b.config.jobSubject(j.Tenant, j.ID), data, jetstream.WithExpectLastSequencePerSubject(0))
			return err
		})
		if err == nil {
			b.tell(j.Tenant)
			return true, nil
		}
		if !taken(err) {
			return false, err
		}
		// Another call was faster. Its message may be on its way to the other servers still, and get lost
		// there: only what is stored is accepted.
		if there, err := b.queued(ctx, j.Tenant, j.ID); there || err != nil {
			return false, err
		}
		if r, err := b.record(ctx, recordKey(j.Tenant, j.ID)); err != nil || r.Verdict != nil {
			return false, err
		}
		if err := rest(ctx, pause); err != nil {
			return false, err
		}
	}
}

// queued reports whether a job is waiting or running.
func (b *Bus) queued(ctx context.Context, tenant string, id verify.Digest) (bool, error) {
	err := b.try(ctx, func(ctx context.Context) error {
		_, err := b.jobs.GetLastMsgForSubject(ctx, b.config.jobSubject(tenant, id))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}
