package natsbus

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A delivery is a job in the hands of a worker.
type delivery struct {
	bus     *Bus
	job     verify.Job
	key     string
	message jetstream.Msg
	record  record      // as this attempt wrote it
	over    atomic.Bool // the lease counts no more
}

// drop counts the lease no more. A worker that falls silent drops none, and is the end of its process.
func (d *delivery) drop() {
	if !d.over.Swap(true) {
		d.bus.ends(d.key)
		d.bus.turns.drop(d.job.Tenant)
	}
}

// The words that a consumer understands as the answer to a message.
const (
	wordBeat = "+WPI"
	wordNak  = "-NAK"
)

// say answers the message, and returns when the server has it.
func (d *delivery) say(ctx context.Context, word string) error {
	return d.bus.try(ctx, func(ctx context.Context) error {
		_, err := d.bus.nc.RequestWithContext(ctx, d.message.Reply(), []byte(word))
		return err
	})
}

// mine returns ErrLost where a later attempt has begun, or there is a verdict. JetStream would not say
// so: it takes every answer to a message that it still has.
func (d *delivery) mine(ctx context.Context) error {
	r, err := d.bus.record(ctx, d.key)
	if err == nil && r.revision != d.record.revision {
		err = verify.ErrLost
	}
	return err
}

func (d *delivery) beat(ctx context.Context) error {
	if err := d.mine(ctx); err != nil {
		return err
	}
	return d.say(ctx, wordBeat)
}

// handBack is release for a worker, whose lease ends with it.
func (d *delivery) handBack(ctx context.Context, after time.Duration, why string) error {
	defer d.drop()
	return d.release(ctx, after, why)
}

func (d *delivery) release(ctx context.Context, after time.Duration, why string) error {
	if err := d.mine(ctx); err != nil {
		return err
	}
	if d.record.Attempts >= d.bus.config.Attempts { // no use in waiting for the end
		return d.giveUp(ctx, "its worker gave it back: "+why)
	}
	word := wordNak
	if after > 0 {
		options, err := json.Marshal(map[string]int64{"delay": after.Nanoseconds()})
		if err != nil {
			return err
		}
		word += " " + string(options)
	}
	if err := d.say(ctx, word); err != nil {
		return err
	}
	if after > 0 { // others find it by their survey
		time.AfterFunc(after, func() { d.bus.turns.hot(d.job.Tenant) })
		return nil
	}
	d.bus.tell(d.job.Tenant)
	return nil
}

// Finish stores a verdict, unless there is one, and returns the one that is stored. Only then the queue
// lets go of the job.
func (b *Bus) Finish(ctx context.Context, l *verify.Lease, v verify.Verdict) (verify.Verdict, error) {
	d, ok := l.Handle.(*delivery)
	if !ok || d.bus != b {
		return verify.Verdict{}, verify.ErrUnknown
	}
	v.Job, v.Tenant, v.Recording = d.job.ID, d.job.Tenant, d.job.Recording
	stored, won, err := b.decide(ctx, d.key, d.record, v)
	if err != nil {
		return verify.Verdict{}, err
	}
	defer d.drop()
	given := stored.Outcome == verify.GivenUp || v.Outcome == verify.GivenUp // says nothing of the recording
	if b.config.Conflict != nil && !given && !stored.SameAs(&v) {
		b.config.Conflict(v, stored)
	}
	// The verdict is stored, and that is what was asked for. Where the answer is lost, the message comes
	// again and is cleared away then.
	if won {
		_ = d.settle(ctx, stored)
	}
	return stored, nil
}

// settle clears a message away whose job has a verdict, after its dead letter where it has one to have.
// Only the delivery whose verdict it is does so, and whoever finds the message later: of two acks in one
// instant, a cluster leaves one without an answer.
func (d *delivery) settle(ctx context.Context, v verify.Verdict) error {
	if v.Outcome == verify.GivenUp {
		if err := d.bus.bury(ctx, d.job, v); err != nil {
			return err
		}
	}
	return d.clear(ctx)
}

// clear takes the message out of the queue.
func (d *delivery) clear(ctx context.Context) error {
	// Whoever gives up waiting does not want the message to come again, which it does where this fails.
	one, stop := context.WithTimeout(context.WithoutCancel(ctx), ackMax)
	defer stop()
	return d.message.DoubleAck(one)
}

// ackMax is how long the answer to an ack is waited for.
const ackMax = 500 * time.Millisecond

// giveUp makes and stores the verdict on a job that nobody can finish, unless there is one.
func (d *delivery) giveUp(ctx context.Context, why string) error {
	v := verify.GiveUp(d.job, d.record.Attempts, why, time.Now())
	stored, won, err := d.bus.decide(ctx, d.key, d.record, v)
	if err != nil || !won {
		return err
	}
	return d.settle(ctx, stored)
}

// A DeadLetter is the message on a job that was given up.
type DeadLetter struct {
	Job      verify.Job `json:"job"`
	Reason   string     `json:"reason"`
	Attempts int        `json:"attempts"`
	At       time.Time  `json:"at"`
}

// bury publishes the dead letter of a job, once: after a crash it is tried again.
func (b *Bus) bury(ctx context.Context, j verify.Job, v verify.Verdict) error {
	data, err := json.Marshal(DeadLetter{Job: j, Reason: v.Reason, Attempts: v.Attempt, At: v.Decided})
	if err != nil {
		return err
	}
	err = b.try(ctx, func(ctx context.Context) error {
		_, err := b.js.Publish(ctx, b.config.deadSubject(j.Tenant, j.ID), data, jetstream.WithExpectLastSequencePerSubject(0))
		return err
	})
	if taken(err) {
		return nil
	}
	return err
}
