package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A past reads what was decided before this process was there.
type past struct {
	stream jetstream.Stream // of the bus's records
	prefix string           // of their subjects, before the tenant
}

// openPast opens it, where a leader may be being chosen.
func openPast(ctx context.Context, js jetstream.JetStream) (p *past, err error) {
	const name = busPrefix + "_verdicts"
	err = patiently(ctx, func(ctx context.Context) error {
		stream, err := js.Stream(ctx, "KV_"+name)
		p = &past{stream, "$KV." + name + "."}
		return err
	})
	return p, err
}

// verdictIn is the verdict in a record as natsbus writes it, nil where it is of an attempt or was
// deleted.
func verdictIn(data []byte) *verify.Verdict {
	var r struct {
		Verdict *verify.Verdict `json:"verdict"`
	}
	if json.Unmarshal(data, &r) != nil {
		return nil
	}
	return r.Verdict
}

const (
	// recordsOfJob is how many records are read for a verdict: a job that was tried again, or waited when
	// the bus started, has more than one.
	recordsOfJob = 2
	// pastSpan is how many times more of the stream is looked at where there were too few records of a
	// tenant. Each look costs the server a count, and no message.
	pastSpan = 8
	// pastLooks bounds the search for a place that is not too far back either.
	pastLooks = 12
	// pastBatch is how many records are asked for at once.
	pastBatch = 500
)

// last returns the last verdicts of a tenant, the newest last, and how many records it read for them.
// Of a tenant whose jobs have more than two records each, they may be fewer than asked for.
func (p *past) last(ctx context.Context, tenant string, most int) (list []verify.Verdict, read int, err error) {
	c, n, err := p.consumer(ctx, p.prefix+tenant+".*", uint64(recordsOfJob*most))
	if c == nil || err != nil {
		return nil, 0, err
	}
	defer p.end(ctx, c)
	for read < int(n) {
		batch, err := c.Fetch(min(pastBatch, int(n)-read), jetstream.FetchMaxWait(pastWait))
		if err != nil {
			return nil, read, err
		}
		before := read
		for m := range batch.Messages() {
			read++
			if v := verdictIn(m.Data()); v != nil {
				list = append(list, *v)
			}
		}
		if err := batch.Error(); err != nil {
			return nil, read, err
		}
		if read == before {
			break // what was counted has been deleted since
		}
	}
	return list[max(len(list)-most, 0):], read, nil
}

// pastWait bounds the wait for a batch, whose records are there.
const pastWait = 5 * time.Second

// consumer returns one that begins so many records of a tenant before the end, or somewhat more, and
// how many there are; nil where there are none. It goes back by longer and longer steps until there are
// enough, and halves the last step while there are too many.
func (p *past) consumer(ctx context.Context, subject string, want uint64) (jetstream.Consumer, uint64, error) {
	info, err := p.stream.Info(ctx)
	if err != nil || info.State.Msgs == 0 {
		return nil, 0, err
	}
	first, near := info.State.FirstSeq, info.State.LastSeq+1 // from near on there are too few
	var best jetstream.Consumer
	far, enough, span := near, uint64(0), pastSpan*want
	for looks := 0; best == nil || enough > 2*want && near-far > 1 && looks < pastLooks; looks++ {
		at := far + (near-far)/2
		if best == nil {
			at = max(first, near-min(span, near-first))
			span *= pastSpan
		}
		c, err := p.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{FilterSubject: subject, OptStartSeq: at,
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true,
			InactiveThreshold: time.Minute})
		if err != nil {
			return nil, 0, err
		}
		out := c // the one that is not needed any more
		if n := c.CachedInfo().NumPending; n >= want || at == first {
			out, best, far, enough = best, c, at, n
		} else {
			near = at
		}
		if out != nil {
			p.end(ctx, out)
		}
	}
	return best, enough, nil
}

// end deletes a consumer, which else ends by itself after a time.
func (p *past) end(ctx context.Context, c jetstream.Consumer) {
	_ = p.stream.DeleteConsumer(context.WithoutCancel(ctx), c.CachedInfo().Name)
}
