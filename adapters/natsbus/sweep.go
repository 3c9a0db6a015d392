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

// orphanAge is how old pieces are that no put is still at work on: putMax and the differences of clocks.
var orphanAge = time.Hour // a variable for tests

// putMax bounds how long a put takes, so that its pieces and the message that makes them a blob have
// about the same age.
const putMax = 10 * time.Minute

// A scan is how far a store was looked through for pieces without a blob.
type scan struct {
	place  uint64               // of the last message that was looked at
	pieces map[string]time.Time // by put, those whose blob has not come by; when the last was written
}

// Sweep deletes old blobs of all tenants, and pieces that interrupted puts have left. What is old is at
// the beginning of a store, since a put of something old writes it anew: a sweep costs some requests for
// each blob that it deletes or spares, and one for each that was put since the last. The first one of a
// bus looks through all.
//
// A blob is older than each job that needs it by no more than the grace. So nothing goes that is younger
// than the tenant's oldest undecided job by that, and no job has to be read.
func (b *Bus) Sweep(ctx context.Context, before time.Time, spare func(tenant string, d verify.Digest) bool,
) (deleted int, err error) {
	b.sweeping.Lock()
	defer b.sweeping.Unlock()
	names := b.js.StreamNames(ctx)
	prefix := "OBJ_" + b.config.blobsName("")
	for name := range names.Name() {
		tenant, ours := strings.CutPrefix(name, prefix)
		if !ours || verify.CheckTenant(tenant) != nil {
			continue
		}
		n, e := b.sweepTenant(ctx, tenant, before, spare)
		if deleted += n; e != nil {
			err = errors.Join(err, fmt.Errorf("tactus: sweeping what tenant %s has stored: %w", tenant, e))
		}
	}
	return deleted, errors.Join(err, names.Err())
}

func (b *Bus) sweepTenant(ctx context.Context, tenant string, before time.Time,
	spare func(tenant string, d verify.Digest) bool) (deleted int, err error) {
	s, err := b.shelf(ctx, tenant, false)
	if err != nil || s == nil {
		return 0, err
	}
	oldest, err := b.oldest(ctx, tenant)
	if err != nil {
		return 0, err
	}
	for _, most := range []time.Time{time.Now().Add(-b.config.Grace), oldest} {
		if !most.IsZero() && most.Before(before) {
			before = most
		}
	}
	w := &sweeper{bus: b, store: b.config.blobsName(tenant), stream: s.stream}
	if spare != nil {
		w.spare = func(d verify.Digest) bool { return spare(tenant, d) }
	}
	if err := w.blobs(ctx, before); err != nil {
		return w.deleted, err
	}
	return w.deleted, w.orphans(ctx)
}

// oldest returns a time before which no undecided job's recording was put; zero where there is no job.
func (b *Bus) oldest(ctx context.Context, tenant string) (time.Time, error) {
	m, err := b.next(ctx, b.jobs, b.config.Prefix+".jobs."+tenant+".*", 0)
	if m == nil || err != nil {
		return time.Time{}, err
	}
	return m.Time.Add(-b.config.Grace), nil
}

// next returns the first message of a subject after a place; nil where there is none.
func (b *Bus) next(ctx context.Context, s jetstream.Stream, subject string, after uint64) (m *jetstream.RawStreamMsg,
	err error) {
	err = b.try(ctx, func(ctx context.Context) (err error) {
		m, err = s.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return m, err
}

// A sweeper goes through the store of one tenant.
type sweeper struct {
	bus     *Bus
	store   string
	stream  jetstream.Stream
	spare   func(d verify.Digest) bool
	deleted int
}

// blobs deletes those that were put before a time. They are in the order in which they were put.
func (w *sweeper) blobs(ctx context.Context, before time.Time) error {
	for place := uint64(0); ; {
		m, err := w.bus.next(ctx, w.stream, "$O."+w.store+".>", place)
		if m == nil || err != nil || !m.Time.Before(before) {
			return err
		}
		place = m.Sequence
		info, ok, err := w.blob(m)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := w.delete(ctx, m.Subject, m.Sequence, &info); err != nil {
			return err
		}
	}
}

// blob returns which blob a message is of, where that may be deleted; ok is false for a piece of one,
// for what is not of Put, and for what is still wanted.
func (w *sweeper) blob(m *jetstream.RawStreamMsg) (info jetstream.ObjectInfo, ok bool, err error) {
	if id, piece := strings.CutPrefix(m.Subject, pieceSubject(w.store, "")); piece {
		info.Name = id // of a blob of one message; the pieces of others have ids that are no digests
	} else if err := json.Unmarshal(m.Data, &info); err != nil {
		return info, false, fmt.Errorf("message %d: %w", m.Sequence, err)
	}
	d, err := verify.ParseDigest(info.Name)
	if err != nil {
		return info, false, nil
	}
	return info, info.Deleted || w.spare == nil || !w.spare(d), nil
}

// delete deletes the very message that was looked at, and after it the pieces, which are of no other.
// Where the blob was put anew in between, that message is gone, and the newer one stays.
func (w *sweeper) delete(ctx context.Context, subject string, seq uint64, info *jetstream.ObjectInfo) error {
	err := w.bus.try(ctx, func(ctx context.Context) error {
		return w.stream.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(seq+1))
	})
	if err != nil {
		return err
	}
	if !info.Deleted {
		w.deleted++
	}
	return w.drop(ctx, info.NUID)
}

// drop deletes the pieces of a put.
func (w *sweeper) drop(ctx context.Context, id string) error {
	if id == "" {
		return nil // it would be those of all
	}
	return w.bus.try(ctx, func(ctx context.Context) error {
		return w.stream.Purge(ctx, jetstream.WithPurgeSubject(pieceSubject(w.store, id)))
	})
}

// orphans deletes pieces that no blob has come for. What was looked at is not looked at again.
func (w *sweeper) orphans(ctx context.Context) error {
	s := w.bus.scans[w.store]
	if s == nil {
		s = &scan{pieces: map[string]time.Time{}}
		w.bus.scans[w.store] = s
	}
	for {
		m, err := w.bus.next(ctx, w.stream, "$O."+w.store+".>", s.place)
		if err != nil {
			return err
		}
		if m == nil {
			break
		}
		s.place = m.Sequence
		if id, ok := strings.CutPrefix(m.Subject, pieceSubject(w.store, "")); ok {
			if _, err := verify.ParseDigest(id); err != nil { // else it is a blob of one message
				s.pieces[id] = m.Time
			}
			continue
		}
		var info jetstream.ObjectInfo
		if json.Unmarshal(m.Data, &info) == nil {
			delete(s.pieces, info.NUID)
		}
	}
	for id, written := range s.pieces {
		if time.Since(written) < orphanAge {
			continue
		}
		if err := w.drop(ctx, id); err != nil {
			return err
		}
		delete(s.pieces, id)
	}
	return nil
}

// renew puts something old anew, pieces and all, so that a sweep that saw the old message can delete
// nothing of the new one. It looks until there is a new one, by whomever.
func (b *Bus) renew(ctx context.Context, s *shelf, store string, d verify.Digest, data []byte) error {
	var past []string // puts whose message is no more
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		m, err := b.next(ctx, s.stream, blobSubject(store, d), 0)
		if err != nil {
			return err
		}
		over := uint64(0)
		if m != nil {
			if time.Since(m.Time) <= b.config.Grace/2 {
				break
			}
			var old jetstream.ObjectInfo
			if err := json.Unmarshal(m.Data, &old); err != nil {
				return err
			}
			over, past = m.Sequence, append(past, old.NUID)
		}
		if err := b.writeBlob(ctx, store, d, data, over); err != nil {
			return err
		}
		if err := rest(ctx, pause); err != nil { // another copy may not have it yet, or a sweep may have been faster
			return err
		}
	}
	for _, id := range past {
		b.drop(ctx, store, id)
	}
	return nil
}
