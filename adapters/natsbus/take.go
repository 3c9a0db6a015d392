package natsbus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// How often those that wait for a job look for one that nobody tells of: one whose worker fell silent.
const (
	surveyMin       = 200 * time.Millisecond
	surveyPerTenant = 2 * time.Millisecond // each costs a request
	surveysPerLease = 8                    // so that a job is back well within one and a half leases
)

// Take leases a job. Tenants that have some take turns.
func (b *Bus) Take(ctx context.Context) (*verify.Lease, error) {
	defer b.turns.pass()
	for {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if b.over() {
			return nil, verify.ErrClosed
		}
		l, err := b.ask(ctx)
		if l != nil || err != nil {
			return l, err
		}
		next, err := b.survey(ctx)
		if err != nil {
			return nil, err
		}
		if next <= 0 {
			continue
		}
		if err := b.await(ctx, next); err != nil {
			return nil, err
		}
	}
}

// await waits until there may be a job.
func (b *Bus) await(ctx context.Context, most time.Duration) error {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-b.ended:
		return verify.ErrClosed
	case <-b.turns.signal:
	case <-timer.C:
	}
	return nil
}

// ask asks the tenants in turn, until one gives a job or none has any.
func (b *Bus) ask(ctx context.Context) (*verify.Lease, error) {
	for ctx.Err() == nil {
		name, news, ok := b.turns.next()
		if !ok {
			return nil, nil
		}
		l, last, err := b.takeOf(ctx, name)
		for try := 0; l == nil && err == nil && try < soonTries && b.turns.fresh(name); try++ {
			_ = rest(ctx, soonAfter) // the loop looks at the context
			l, last, err = b.takeOf(ctx, name)
		}
		if l == nil {
			b.turns.drop(name)
		}
		if last {
			b.turns.cold(name, news)
			if l == nil {
				b.turns.again(name)
			}
		}
		if l != nil || err != nil {
			return l, err
		}
	}
	return nil, ctx.Err()
}

// survey looks whether jobs are undecided that nobody told of, if it is time to. It returns after how
// long it is time again, 0 where there may be a job now.
func (b *Bus) survey(ctx context.Context) (time.Duration, error) {
	b.mu.Lock()
	every := max(surveyMin, surveyPerTenant*time.Duration(len(b.tenants)))
	every = min(every, b.config.Lease/surveysPerLease)
	if left := every - time.Since(b.surveyed); left > 0 {
		b.mu.Unlock()
		return left, nil
	}
	b.surveyed = time.Now()
	names := make([]string, 0, len(b.tenants))
	for name := range b.tenants {
		names = append(names, name)
	}
	b.mu.Unlock()
	one, stop := context.WithTimeout(ctx, requestMax)
	defer stop()
	info, err := b.jobs.Info(one)
	if err != nil || info.State.Msgs == 0 {
		return every, b.bear(ctx, err)
	}
	for _, name := range names { // first: a consumer that was deleted is in no list, and is made again
		b.turns.hot(name)
	}
	list := b.jobs.ConsumerNames(one)
	for name := range list.Name() {
		b.turns.hot(name)
	}
	if list.Err() != nil && !errors.Is(list.Err(), jetstream.ErrEndOfData) {
		return every, b.bear(ctx, list.Err())
	}
	return 0, nil
}

// bear lets an error of a search pass that a later one may not have.
func (b *Bus) bear(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case b.over():
		return verify.ErrClosed
	case passing(err), errors.Is(err, verify.ErrFull): // there may be room again
		return nil
	}
	return err
}

// takeOf takes a job of a tenant; none where it has none that waits, or cannot say now. It reports
// whether there is no other.
func (b *Bus) takeOf(ctx context.Context, name string) (l *verify.Lease, last bool, err error) {
	for {
		m, err := b.fetch(ctx, name)
		if m == nil {
			return nil, true, b.bear(ctx, err)
		}
		// From here on the context counts no more: a message that was delivered and is dropped would be
		// missing for a whole lease.
		whole := context.WithoutCancel(ctx)
		l, err := b.lease(whole, m)
		if err != nil {
			_ = m.Nak() // else the lease runs out
			return nil, true, b.bear(ctx, err)
		}
		if l != nil {
			// What is delivered again comes first, and is not in the count of what is pending.
			meta, err := m.Metadata()
			return l, err == nil && meta.NumPending == 0 && meta.NumDelivered == 1, nil
		}
	}
}

// fetch asks for a message.
func (b *Bus) fetch(ctx context.Context, name string) (jetstream.Msg, error) {
	if verify.CheckTenant(name) != nil {
		return nil, nil // a consumer that is none of ours
	}
	t, err := b.tenant(ctx, name)
	if err != nil {
		return nil, err
	}
	batch, err := t.consumer.FetchNoWait(1)
	if err != nil {
		return nil, err
	}
	if m, ok := <-batch.Messages(); ok {
		return m, nil
	}
	err = batch.Error()
	if errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrConsumerNotFound) || passing(err) {
		b.forget(name)
		return nil, nil
	}
	return nil, err
}

// lease turns a message into a lease; nil where there is nothing left to do for it, which is then
// cleared away.
func (b *Bus) lease(ctx context.Context, m jetstream.Msg) (*verify.Lease, error) {
	meta, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	j, unread := b.read(m)
	if j.ID.IsZero() {
		return nil, m.TermWithReason("this is no job") // nobody was told that it is accepted: it is not of Submit
	}
	d := &delivery{bus: b, job: j, key: recordKey(j.Tenant, j.ID), message: m}
	var ok bool
	d.record, ok, err = b.begin(ctx, d.key, m.Subject(), meta)
	if errors.Is(err, errCopy) {
		return nil, d.clear(ctx)
	}
	if err != nil {
		return nil, err
	}
	if ok && unread != nil {
		return nil, d.release(ctx, b.config.Lease, unread.Error())
	}
	if ok {
		l := &verify.Lease{Job: j, Attempt: d.record.Attempts, Lasts: b.config.Lease, Handle: d}
		l.Beat, l.Release = d.beat, d.handBack
		return l, nil
	}
	if v := d.record.Verdict; v != nil {
		return nil, d.settle(ctx, *v)
	}
	return nil, d.giveUp(ctx, fmt.Sprintf("its worker was silent for %v", b.config.Lease))
}

// read reads the job of a message. Its error says that the job is one, but not one that this process
// understands: a newer one may, for which it is given back. Without an id it is none at all.
func (b *Bus) read(m jetstream.Msg) (j verify.Job, err error) {
	tenant, digits, _ := strings.Cut(strings.TrimPrefix(m.Subject(), b.config.Prefix+".jobs."), ".")
	id, err := verify.ParseDigest(digits)
	if err != nil || b.config.jobSubject(tenant, id) != m.Subject() {
		return verify.Job{}, nil
	}
	err = json.Unmarshal(m.Data(), &j)
	if err == nil {
		err = known(j)
	}
	if err == nil && (j.ID != id || j.Tenant != tenant) {
		err = errors.New("tactus: it is another job than its subject says")
	}
	if err != nil {
		return verify.Job{Tenant: tenant, ID: id}, fmt.Errorf("this process does not understand it: %w", err)
	}
	return j, nil
}
