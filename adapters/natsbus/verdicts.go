package natsbus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// Verdict returns the verdict on a job.
func (b *Bus) Verdict(ctx context.Context, tenant string, job verify.Digest) (verify.Verdict, error) {
	if verify.CheckTenant(tenant) != nil {
		return verify.Verdict{}, verify.ErrUnknown
	}
	r, err := b.record(ctx, recordKey(tenant, job))
	if err == nil && r.revision == 0 { // it is not decided, and was not taken again
		var there bool
		if there, err = b.queued(ctx, tenant, job); err == nil && !there {
			// It is nowhere, or was taken, decided and cleared away between the two looks.
			r, err = b.record(ctx, recordKey(tenant, job))
			if err == nil && r.revision == 0 {
				err = verify.ErrUnknown
			}
		}
	}
	switch {
	case err != nil:
		return verify.Verdict{}, err
	case r.Verdict == nil:
		return verify.Verdict{}, verify.ErrUndecided
	}
	return *r.Verdict, nil
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
		var m *jetstream.RawStreamMsg
		err := b.try(ctx, func(ctx context.Context) (err error) {
			m, err = b.history.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject))
			return err
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			break
		}
		if err != nil {
			return nil, 0, err
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
