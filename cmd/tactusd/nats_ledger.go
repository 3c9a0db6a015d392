package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/verify"
)

// A natsLedger is a ledger in a bucket.
type natsLedger struct {
	bus    *natsbus.Bus // whose patience it has
	kv     jetstream.KeyValue
	stream jetstream.Stream // that the bucket is
}

// ledgerMost bounds a list and a deletion, where the caller has no deadline.
const ledgerMost = 10 * time.Second

// ledgerTries is how often a value that is taken and cannot be read yet is read again: another copy may
// answer before it has it.
const ledgerTries = 50

func (l *natsLedger) create(ctx context.Context, key string, value []byte) ([]byte, error) {
	err := l.bus.Try(ctx, func(ctx context.Context) error {
		_, err := l.kv.Create(ctx, key, value)
		return err
	})
	if err == nil {
		return value, nil
	}
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return nil, err
	}
	for range ledgerTries {
		kept, err := l.get(ctx, key)
		if !errors.Is(err, verify.ErrUnknown) {
			return kept, err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, errors.New("tactus: the ledger has a value that nobody can read")
}

func (l *natsLedger) get(ctx context.Context, key string) ([]byte, error) {
	var e jetstream.KeyValueEntry
	err := l.bus.Try(ctx, func(ctx context.Context) (err error) {
		e, err = l.kv.Get(ctx, key)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, verify.ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	return e.Value(), nil
}

func (l *natsLedger) list(ctx context.Context, prefix string) (entries []ledgerEntry, err error) {
	ctx, stop := context.WithTimeout(ctx, ledgerMost)
	defer stop()
	w, err := l.kv.Watch(ctx, prefix+">")
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Stop() }() // which only says that it was stopped before
	for {
		select {
		case e, ok := <-w.Updates():
			switch {
			case !ok:
				return nil, errors.New("tactus: the ledger's list broke off")
			case e == nil: // that was all
				slices.SortFunc(entries, func(a, b ledgerEntry) int { return cmp.Compare(a.key, b.key) })
				return entries, nil
			case e.Operation() == jetstream.KeyValuePut:
				entries = append(entries, ledgerEntry{e.Key(), e.Value()})
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (l *natsLedger) forget(ctx context.Context, prefix string) error {
	ctx, stop := context.WithTimeout(ctx, ledgerMost)
	defer stop()
	return l.stream.Purge(ctx, jetstream.WithPurgeSubject("$KV."+l.kv.Bucket()+"."+prefix+">"))
}

// watchRecords tells of verdicts that come into the bus's bucket of records, as natsbus writes them.
// Those that there are stay unread: there may be a hundred million.
func watchRecords(ctx context.Context, records jetstream.KeyValue, tell func(verify.Verdict), ready func()) error {
	w, err := records.WatchAll(ctx, jetstream.UpdatesOnly())
	if err != nil {
		return err
	}
	ready()
	defer func() { _ = w.Stop() }() // which only says that it was stopped before
	for {
		select {
		case e, ok := <-w.Updates():
			if !ok && ctx.Err() == nil {
				return errors.New("tactus: the bus's verdicts broke off")
			}
			if !ok {
				return nil
			}
			if e == nil { // says that there was nothing before
				continue
			}
			if v := verdictIn(e.Value()); v != nil {
				tell(*v)
			}
		case <-ctx.Done():
			return nil
		}
	}
}
