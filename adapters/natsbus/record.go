package natsbus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A record is what is known of a job that was taken at least once.
type record struct {
	Attempts int             `json:"attempts"`
	Begun    time.Time       `json:"begun"` // the last attempt
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
	if taken(err) {
		return false, nil
	}
	return err == nil, err
}

// begin counts an attempt. Where there were as many as there may be, or a verdict, it counts none and
// says so.
func (b *Bus) begin(ctx context.Context, key string, delivered uint64) (r record, ok bool, err error) {
	for first := delivered == 1; ; first = false {
		if !first { // else there is most likely none, and the write will tell
			if r, err = b.record(ctx, key); err != nil {
				return r, false, err
			}
			if r.Verdict != nil || r.Attempts >= b.config.Attempts {
				return r, false, nil
			}
		}
		r.Attempts++
		r.Begun = time.Now().UTC()
		if ok, err = b.write(ctx, key, &r); ok || err != nil {
			return r, ok, err
		}
	}
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
