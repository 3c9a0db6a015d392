package natsbus

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/tactus-go/tactus/verify"
)

// historyMax is how many revisions of a record are kept: attempts, and the verdict.
const historyMax = 16

// Open makes what a bus needs on the servers that a connection leads to, or checks what is there. Where
// a cluster is not ready yet, it waits for a time. The connection stays the caller's, to be closed after
// the bus.
func Open(ctx context.Context, nc *nats.Conn, c Config) (*Bus, error) {
	c, err := c.checked()
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("tactus: natsbus.Open: %w", err)
	}
	b := &Bus{config: c, nc: nc, js: js, id: nuid.Next(), ended: make(chan struct{}), tenants: map[string]*tenant{},
		shelves: map[string]*shelf{}, scans: map[string]*scan{}, begun: map[string]bool{},
		turns: turns{signal: make(chan struct{}, 1), most: func(tenant string) int64 { return c.Limits(tenant).Running }}}
	if err := b.make(ctx); err != nil {
		return nil, fmt.Errorf("tactus: natsbus.Open: %w", err)
	}
	b.wake, err = nc.Subscribe(c.wakeSubject("*"), func(m *nats.Msg) {
		if string(m.Data) != b.id {
			b.turns.tell(strings.TrimPrefix(m.Subject, c.wakeSubject("")))
		}
	})
	if err != nil {
		return nil, fmt.Errorf("tactus: natsbus.Open: %w", err)
	}
	return b, nil
}

// make makes the streams and the bucket.
func (b *Bus) make(ctx context.Context) (err error) {
	c := &b.config
	b.jobs, err = b.stream(ctx, jetstream.StreamConfig{Name: c.jobsName(), Subjects: []string{c.Prefix + ".jobs.*.*"},
		Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxBytes: c.QueueBytes,
		Description: "jobs without a verdict"})
	if err != nil {
		return err
	}
	b.before = b.jobs.CachedInfo().State.LastSeq
	_, err = b.stream(ctx, jetstream.StreamConfig{Name: c.deadName(), Subjects: []string{c.Prefix + ".dead.*.*"},
		Retention: jetstream.LimitsPolicy, MaxAge: c.KeepDead, Description: "jobs that were given up"})
	if err != nil {
		return err
	}
	return b.try(ctx, func(ctx context.Context) error {
		if b.records, err = b.bucket(ctx); err == nil {
			b.history, err = b.js.Stream(ctx, "KV_"+c.recordsName())
		}
		return unsettled(err)
	})
}

// stream makes a stream on disk, or checks the one that is there. Reads are left to the leader: another
// copy may lag, and would say of a job that was just accepted that there is none.
func (b *Bus) stream(ctx context.Context, want jetstream.StreamConfig) (s jetstream.Stream, err error) {
	want.Storage, want.Replicas = jetstream.FileStorage, max(1, b.config.Replicas)
	err = b.try(ctx, func(ctx context.Context) error {
		s, err = b.js.Stream(ctx, want.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			if s, err = b.js.CreateStream(ctx, want); errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
				s, err = b.js.Stream(ctx, want.Name) // another process was faster
			}
		}
		return unsettled(err)
	})
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", want.Name, err)
	}
	got := s.CachedInfo().Config
	same := got.Retention == want.Retention && got.Storage == want.Storage && len(got.Subjects) == 1 &&
		got.Subjects[0] == want.Subjects[0] && !got.AllowDirect
	if !same {
		return nil, fmt.Errorf("stream %s is there, but is not what it must be: subjects %q, %v, %v, direct reads %v",
			want.Name, got.Subjects, got.Retention, got.Storage, got.AllowDirect)
	}
	if err := b.replicas(want.Name, got.Replicas); err != nil || max(got.MaxBytes, 0) == want.MaxBytes {
		return s, err
	}
	got.MaxBytes = want.MaxBytes
	err = b.try(ctx, func(ctx context.Context) error {
		s, err = b.js.UpdateStream(ctx, got)
		return err
	})
	return s, err
}

// replicas refuses another number of copies than was asked for.
func (b *Bus) replicas(name string, got int) error {
	if want := b.config.Replicas; want != 0 && got != want {
		return fmt.Errorf("%s has %d replicas: want %d; change it with the nats tool, or ask for 0, "+
			"which takes what is there", name, got, want)
	}
	return nil
}

// bucket makes the bucket of records, or binds to the one that is there.
func (b *Bus) bucket(ctx context.Context) (jetstream.KeyValue, error) {
	name := b.config.recordsName()
	kv, err := b.js.KeyValue(ctx, name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = b.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, History: historyMax, TTL: b.config.Keep,
			Storage: jetstream.FileStorage, Replicas: max(1, b.config.Replicas), Description: "attempts and verdicts"})
		if errors.Is(err, jetstream.ErrBucketExists) {
			kv, err = b.js.KeyValue(ctx, name)
		}
	}
	if err != nil {
		return nil, err
	}
	s, err := b.js.Stream(ctx, "KV_"+name)
	if err != nil {
		return nil, err
	}
	config := s.CachedInfo().Config
	if err := b.replicas(name, config.Replicas); err != nil {
		return nil, err
	}
	// A bucket answers reads directly, from any copy, and there is no option for it. With several copies
	// the leader has to, see stream; with one it is the same, and costs less.
	direct := config.Replicas == 1
	if config.AllowDirect == direct && config.MaxAge == b.config.Keep {
		return kv, nil
	}
	config.AllowDirect, config.MaxAge = direct, b.config.Keep
	config.Duplicates = 0 // to be chosen anew, as it may be no longer than the age
	if _, err := b.js.UpdateStream(ctx, config); err != nil {
		return nil, err
	}
	return b.js.KeyValue(ctx, name)
}

// known refuses a job that NewJob did not make: its id would not be that of its content.
func known(j verify.Job) error {
	k, err := verify.NewJob(j)
	if err == nil && k.ID != j.ID {
		err = fmt.Errorf("tactus: job %v has the id of another: want %v", j.ID, k.ID)
	}
	return err
}
