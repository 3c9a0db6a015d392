package natsbus

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// A Queue is what is undecided at a moment.
type Queue struct {
	Jobs    int64     // without a verdict
	Oldest  time.Time // when the oldest of them was stored; zero where there is none
	Tenants []Load    // by name; those without jobs too
}

// A Load is what a tenant has undecided.
type Load struct {
	Tenant  string
	Waiting int64
	Running int64
	Again   int64 // of these, were delivered more than once
}

// Queue counts what is undecided, for a status page and for metrics. In a cluster it asks the leader of
// each tenant's consumer.
func (b *Bus) Queue(ctx context.Context) (q Queue, err error) {
	err = b.try(ctx, func(ctx context.Context) error {
		q = Queue{}
		info, err := b.jobs.Info(ctx)
		if err != nil {
			return err
		}
		if q.Jobs = int64(info.State.Msgs); q.Jobs > 0 {
			q.Oldest = info.State.FirstTime
		}
		list := b.jobs.ListConsumers(ctx)
		for c := range list.Info() {
			q.Tenants = append(q.Tenants, Load{Tenant: c.Name, Waiting: int64(c.NumPending),
				Running: int64(c.NumAckPending), Again: int64(c.NumRedelivered)})
		}
		return list.Err()
	})
	slices.SortFunc(q.Tenants, func(x, y Load) int { return cmp.Compare(x.Tenant, y.Tenant) })
	return q, err
}
