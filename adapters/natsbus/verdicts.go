package natsbus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tactus-go/tactus/verify"
)

// Verdict returns the verdict on a job.
func (b *Bus) Verdict(ctx context.Context, tenant string, job verify.Digest) (verify.Verdict, error) {
	if verify.CheckTenant(tenant) != nil {
		return verify.Verdict{}, verify.ErrUnknown
	}
	r, err := b.look(ctx, tenant, job)
	// A new leader may not have read all yet, so that in a cluster it is asked again.
	for pause := pauseMin; errors.Is(err, verify.ErrUnknown) && pause < unknownMax &&
		b.jobs.CachedInfo().Config.Replicas > 1; pause *= 2 {
		if err := rest(ctx, pause); err != nil {
			return verify.Verdict{}, err
		}
		r, err = b.look(ctx, tenant, job)
	}
	switch {
	case err != nil:
		return verify.Verdict{}, err
	case r.Verdict == nil:
		return verify.Verdict{}, verify.ErrUndecided
	}
	return *r.Verdict, nil
}

// unknownMax bounds the pause before a job is looked for once more.
const unknownMax = 200 * time.Millisecond

// look returns what is known of a job; verify.ErrUnknown where there is none.
func (b *Bus) look(ctx context.Context, tenant string, job verify.Digest) (record, error) {
	r, err := b.record(ctx, recordKey(tenant, job))
	if err != nil || r.revision > 0 {
		return r, err
	}
	if there, err := b.queued(ctx, tenant, job); there || err != nil {
		return r, err
	}
	// It is nowhere, or was taken, decided and cleared away between the two looks.
	r, err = b.record(ctx, recordKey(tenant, job))
	if err == nil && r.revision == 0 {
		err = verify.ErrUnknown
	}
	return r, err
}

// lookEvery is how often one that waits for a verdict looks for it without being told.
const lookEvery = 2 * time.Second

// Wait returns the verdict on a job when there is one. Each call listens to a subject of its own, which
// costs the servers little; thousands may wait.
func (b *Bus) Wait(ctx context.Context, tenant string, job verify.Digest) (verify.Verdict, error) {
	v, err := b.Verdict(ctx, tenant, job)
	if !errors.Is(err, verify.ErrUndecided) {
		return v, err
	}
	told := make(chan *nats.Msg, 8) // more than there can be of a job
	sub, err := b.nc.ChanSubscribe(b.config.decidedSubject(tenant, job), told)
	if err != nil {
		return verify.Verdict{}, err
	}
	defer func() { _ = sub.Unsubscribe() }() // fails only where the connection is closed
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for { // once more before it waits, for it may have come before anybody listened
		v, err := b.Verdict(ctx, tenant, job)
		if !errors.Is(err, verify.ErrUndecided) {
			return v, err
		}
		select {
		case <-told:
		case <-look.C:
		case <-b.ended:
			return verify.Verdict{}, verify.ErrClosed
		case <-ctx.Done():
			return verify.Verdict{}, ctx.Err()
		}
	}
}

// List returns verdicts of a tenant. A place is a sequence number of the bucket's stream. Each record on
// the way is a request, so that a page of a hundred is some two hundred.
func (b *Bus) List(ctx context.Context, tenant string, after uint64, most int) ([]verify.Verdict, uint64, error) {
	if verify.CheckTenant(tenant) != nil {
		return nil, after, nil
	}
	var list []verify.Verdict
	subject := "$KV." + b.config.recordsName() + "." + tenant + ".*"
	for len(list) < most {
		m, err := b.next(ctx, b.history, subject, after)
		if err != nil {
			return nil, 0, err
		}
		if m == nil {
			break
		}
		after = m.Sequence
		var r record
		if len(m.Data) == 0 { // something was deleted by hand
			continue
		}
		if err := json.Unmarshal(m.Data, &r); err != nil {
			return nil, 0, fmt.Errorf("tactus: record %d of tenant %s: %w", after, tenant, err)
		}
		if r.Verdict != nil {
			list = append(list, *r.Verdict)
		}
	}
	return list, after, nil
}
