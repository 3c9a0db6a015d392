package natsbus

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A tenant is what a process knows of one.
type tenant struct {
	consumer jetstream.Consumer

	mu      sync.Mutex
	open    int64 // jobs without a verdict when they were last counted, and what was submitted here since
	pending int64 // of these, submitted at this moment
	counted time.Time
	last    time.Time // when a job was submitted here
}

// tenant returns a tenant, whose consumer it makes where there is none.
func (b *Bus) tenant(ctx context.Context, name string) (*tenant, error) {
	b.mu.Lock()
	t := b.tenants[name]
	b.mu.Unlock()
	if t != nil {
		return t, nil
	}
	want := jetstream.ConsumerConfig{Durable: name, FilterSubject: b.config.Prefix + ".jobs." + name + ".*",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.config.Lease, MaxDeliver: -1, MaxAckPending: -1}
	var c jetstream.Consumer
	err := b.try(ctx, func(ctx context.Context) (err error) {
		c, err = b.jobs.Consumer(ctx, name)
		if err == nil && c.CachedInfo().Config.AckWait == want.AckWait {
			return nil
		}
		if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
		c, err = b.jobs.CreateOrUpdateConsumer(ctx, want)
		return err
	})
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tenants[name] == nil {
		b.tenants[name] = &tenant{consumer: c}
	}
	return b.tenants[name], nil
}

// forget lets the tenant's consumer be looked for anew, or be made anew. The name stays: surveys ask for
// it.
func (b *Bus) forget(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tenants[name] = nil
}

// countedMax is how long a count is believed, in which other processes may submit jobs too.
const countedMax = time.Second

// reserve refuses where a tenant has as many jobs as it may have; else there is one more, until done is
// called, which is told whether it stays.
func (b *Bus) reserve(ctx context.Context, name string, t *tenant) (done func(stays bool), err error) {
	most := b.config.Limits(name).Jobs
	if most <= 0 {
		return func(bool) {}, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.open+t.pending >= most {
		if err := b.catchUp(ctx, t); err != nil {
			return nil, err
		}
	}
	if t.open+t.pending >= most || time.Since(t.counted) > countedMax {
		var info *jetstream.ConsumerInfo
		err := b.try(ctx, func(ctx context.Context) (err error) {
			info, err = t.consumer.Info(ctx)
			return err
		})
		if err != nil {
			return nil, err
		}
		t.open, t.counted = int64(info.NumPending)+int64(info.NumAckPending), time.Now()
	}
	if t.open+t.pending >= most {
		return nil, &verify.LimitError{Tenant: name, What: verify.LimitJobs, Limit: most}
	}
	t.pending++
	return func(stays bool) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.pending--; stays {
			t.open++
			t.last = time.Now()
		}
	}, nil
}

// How long a consumer, which counts jobs, may take to hear of one from the queue, which stored it. In
// one server another goroutine tells it; in a cluster both have leaders of their own, and on an idle
// network it is a round trip.
const (
	lagMax    = 50 * time.Millisecond
	lagLeader = 250 * time.Millisecond
)

// catchUp waits until a count has in it what was submitted here. Only tenants that are at their limit
// wait.
func (b *Bus) catchUp(ctx context.Context, t *tenant) error {
	lag := lagMax
	if b.jobs.CachedInfo().Config.Replicas > 1 {
		lag = lagLeader
	}
	if left := lag - time.Since(t.last); left > 0 {
		return rest(ctx, left)
	}
	return nil
}
