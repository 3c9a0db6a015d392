package natsbus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A record is what is known of a job that was taken more than once, or is decided.
type record struct {
	Attempts int             `json:"attempts"`
	Verdict  *verify.Verdict `json:"verdict,omitempty"`

	revision uint64 // 0 where there is none yet
}

// record reads the record of a job; one without attempts where there is none.
func (b *Bus) record(ctx context.Context, key string) (r record, err error) {
	var e jetstream.KeyValueEntry
	err = b.try(ctx, func(ctx context.Context) error {
		e, err = b.records.Get(ctx, key)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return record{}, nil
	}
	if err != nil {
		return record{}, err
	}
	if err := json.Unmarshal(e.Value(), &r); err != nil {
		return record{}, fmt.Errorf("tactus: the record of job %s: %w", key, err)
	}
	r.revision = e.Revision()
	return r, nil
}

// write writes a record over the revision that it was read at. It reports whether it was that one still;
// the record is then of the new revision.
func (b *Bus) write(ctx context.Context, key string, r *record) (bool, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	err = b.try(ctx, func(ctx context.Context) error {
		var revision uint64
		if r.revision == 0 {
			revision, err = b.records.Create(ctx, key, data)
		} else {
			revision, err = b.records.Update(ctx, key, data, r.revision)
		}
		if err == nil {
			r.revision = revision
		}
		return err
	})
	if err == nil || taken(err) {
		b.ends(key)
	}
	if taken(err) {
		return false, nil
	}
	return err == nil, err
}

// errCopy says of a message that another before it in the queue is of the same job.
var errCopy = errors.New("tactus: a copy of a job that is in the queue")

// begin counts an attempt. Where there were as many as there may be, or a verdict, it counts none and
// says so. Of a copy it counts none: each would end the other's attempt, and a job that takes longer
// than a lease would never be decided. What is first in the queue stays there until there is a verdict.
//
// The first attempt is not written down, which would cost each job one synced write more: that a later
// one is not the first, the delivery says. JetStream can forget that, so that a first one is written
// down of a job that is older than this bus, and of one that this bus began already. A job that kills
// its worker, and perhaps the server with it, is so tried at most once more for each process that there
// is, and a copy that another process gets is run beside its job; the first verdict of the two counts.
func (b *Bus) begin(ctx context.Context, key, subject string, m *jetstream.MsgMetadata) (r record, ok bool, err error) {
	for {
		if r, err = b.record(ctx, key); err != nil {
			return r, false, err
		}
		known := false
		if r.revision == 0 {
			switch known = b.begins(key); {
			case known || m.NumDelivered > 1:
				r.Attempts = 1
			case m.Sequence.Stream > b.before:
				return record{Attempts: 1}, true, nil
			}
		}
		if r.Verdict == nil {
			first, err := b.next(ctx, b.jobs, subject, 0)
			if err == nil && first != nil && first.Sequence < m.Sequence.Stream {
				err = errCopy
			}
			if err != nil {
				if !known { // else it is the job's own mark
					b.ends(key)
				}
				return r, false, err
			}
		}
		// Without a record it is only inferred that there was an attempt: the message may have been lost.
		if r.Verdict != nil || r.Attempts >= b.config.Attempts && r.revision > 0 {
			return r, false, nil
		}
		r.Attempts++
		if ok, err = b.write(ctx, key, &r); ok || err != nil {
			return r, ok, err
		}
	}
}

// begins notes that this bus has begun a job, and reports whether it had before.
func (b *Bus) begins(key string) (before bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before = b.begun[key]
	b.begun[key] = true
	return before
}

// ends forgets it: there is a record now, which says more.
func (b *Bus) ends(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.begun, key)
}

// decide stores a verdict where there is none, returns the one that is stored then, and whether it is
// this one. r is what the caller knows of the record.
func (b *Bus) decide(ctx context.Context, key string, r record, v verify.Verdict,
) (stored verify.Verdict, won bool, err error) {
	for {
		mine := r
		mine.Verdict = &v
		ok, err := b.write(ctx, key, &mine)
		if err != nil {
			return verify.Verdict{}, false, err
		}
		if ok {
			// Who waits is told. Where this is lost, a look now and then finds the verdict.
			_ = b.nc.Publish(b.config.decidedSubject(v.Tenant, v.Job), nil)
			return v, true, nil
		}
		if r, err = b.record(ctx, key); err != nil {
			return verify.Verdict{}, false, err
		}
		if r.Verdict != nil {
			_ = b.nc.Publish(b.config.decidedSubject(v.Tenant, v.Job), nil)
			return *r.Verdict, false, nil
		}
	}
}
