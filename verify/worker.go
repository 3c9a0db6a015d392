package verify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tactus-go/tactus/replay"
)

// A Runner runs a recording again and judges it. An error says that it cannot be judged here and now,
// and that another worker may; what is wrong with a recording is a verdict. beat is called now and then
// while it runs, and its error ends the run and is returned.
type Runner interface {
	Run(ctx context.Context, j Job, recording []byte, beat func() error) (v replay.Verdict, fuel uint64, err error)
}

// A Worker takes jobs from a bus and finishes them, one at a time.
type Worker struct {
	Name   string
	Bus    Bus
	Store  Store
	Runner Runner
	// Every is how often at most a job's lease is renewed. 0 is a third of what the
	// lease lasts.
	Every time.Duration
	// Quiet is for how long a runner may call nothing while the worker renews the lease in its stead: one
	// that compiles a module cannot call, and may take longer than a lease. A job whose runner hangs comes
	// again so much later. 0 is not at all.
	Quiet time.Duration
	// Retry is after how long a job comes again that could not be judged here. 0 is a second.
	Retry time.Duration
	// Done is told of each verdict that this worker came to, and of the one that was stored: the same,
	// but where somebody else was first. nil is nobody.
	Done func(j Job, own, stored Verdict)
	// Failed is told of each job that was given back. nil is nobody.
	Failed func(j Job, err error)
}

// Work takes and finishes jobs until the context ends or the bus is closed. A job that is running when
// the context ends is finished first, unless hard ends too.
func (w *Worker) Work(ctx, hard context.Context) error {
	for {
		l, err := w.Bus.Take(ctx)
		switch {
		case ctx.Err() != nil && l == nil, errors.Is(err, ErrClosed):
			return nil
		case err != nil:
			return err
		}
		w.one(hard, l)
	}
}

// one brings a job to its verdict, or gives it back.
func (w *Worker) one(ctx context.Context, l *Lease) {
	begun := time.Now()
	v, err := w.judge(ctx, l)
	if err == nil {
		v.Job, v.Recording, v.Tenant, v.Attempt, v.Worker = l.Job.ID, l.Job.Recording, l.Job.Tenant, l.Attempt, w.Name
		v.Decided = time.Now().UTC()
		v.Took = v.Decided.Sub(begun)
		v.shorten()
		var stored Verdict
		if stored, err = w.Bus.Finish(ctx, l, v); err == nil {
			if w.Done != nil {
				w.Done(l.Job, v, stored)
			}
			return
		}
	}
	if w.Failed != nil {
		w.Failed(l.Job, err)
	}
	retry := w.Retry
	if retry == 0 {
		retry = time.Second
	}
	_ = l.Release(ctx, retry, err.Error()) // else the lease runs out, which comes to the same
}

// judge runs the recording of a lease.
func (w *Worker) judge(ctx context.Context, l *Lease) (v Verdict, err error) {
	defer func() {
		if r := recover(); r != nil { // of a runner: the next attempt may be luckier, and in the end it is given up
			err = fmt.Errorf("tactus: the runner panicked: %v", r)
		}
	}()
	every := w.Every
	if every == 0 {
		every = l.Lasts / 3
	}
	p := newPulse(ctx, l, every, w.Quiet)
	defer p.end()
	recording, err := w.Store.Get(ctx, l.Job.Tenant, l.Job.Recording)
	if err != nil {
		return Verdict{}, err
	}
	v.Verdict, v.Fuel, err = w.Runner.Run(ctx, l.Job, recording, p.call)
	return v, err
}

// GiveUp makes the verdict on a job that no worker could bring to an end.
func GiveUp(j Job, attempts int, why string, now time.Time) Verdict {
	v := Verdict{
		Verdict: replay.Verdict{Outcome: GivenUp, Tick: -1, Fields: []replay.FieldDifference{},
			Reason: fmt.Sprintf("delivered %d times; the last time %s", attempts, why)},
		Job: j.ID, Recording: j.Recording, Tenant: j.Tenant, Attempt: attempts, Decided: now.UTC(),
	}
	v.shorten()
	return v
}
