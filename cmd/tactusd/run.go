package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/tactus-go/tactus/adapters/wasmrunner"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
	"github.com/tactus-go/tactus/verify/natives"
)

// run runs all parts until the context ends, and then lets them end in turn: no new requests, no new
// jobs, the jobs that run, the bus.
func (svc *service) run(c *console, l net.Listener) error {
	hard, kill := context.WithCancel(context.Background())
	defer kill()
	soft, stop := context.WithCancel(c.ctx) // ends too where a part fails
	defer stop()
	a := svc.newAPI(soft)
	server := newServer(a.handler(), svc.log)
	failed := make(chan error, 3+svc.config.Workers*tenantsAtATime)
	fail := func(err error) {
		if err != nil {
			failed <- err
			stop()
		}
	}
	var parts, workers sync.WaitGroup
	if svc.config.Role != "worker" {
		parts.Go(func() { fail(svc.follow(hard, a)) })
		parts.Go(func() { svc.count(hard) })
	} else {
		a.ready.Store(true)
		svc.tell(notifyReady)
	}
	parts.Go(func() { (&sweeper{svc: svc}).run(hard) })
	parts.Go(func() { easeCollector(hard) })
	parts.Go(func() { fail(svc.backend.disk.watch(soft)) })
	parts.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			fail(err)
		}
	})
	runner, err := svc.startWorkers(soft, hard, &workers, fail)
	if err != nil {
		fail(err)
	}
	svc.log.Info("serving", "address", l.Addr().String(), "role", svc.config.Role, "workers", svc.config.Workers)
	if c.started != nil {
		c.started(l.Addr().String())
	}
	<-soft.Done()
	svc.tell(notifyStopping)
	svc.log.Info("draining", "at_most", svc.config.Drain.String())
	idle := make(chan struct{})
	go func() {
		workers.Wait()
		close(idle)
	}()
	err = svc.drain(server, idle)
	kill()
	parts.Wait()
	select {
	case <-idle:
		if runner != nil {
			runner.Close()
		}
	case <-time.After(killedMost): // one that compiles cannot be interrupted, and ends with the process
	}
	close(failed)
	for e := range failed {
		err = e
	}
	return err
}

// drain waits for the jobs that run, and for the time in which a proxy is to see that nothing should
// come here any more, and ends the server then. Until that, whoever waits for a verdict may still get
// it.
func (svc *service) drain(server *http.Server, idle <-chan struct{}) (err error) {
	ctx, stop := context.WithTimeout(context.Background(), svc.config.Drain)
	defer stop()
	notice := time.After(svc.config.DrainNotice)
	select {
	case <-idle:
	case <-ctx.Done():
		err = errUnclean
	}
	<-notice
	end, done := context.WithTimeout(context.Background(), requestsMost)
	defer done()
	if server.Shutdown(end) != nil {
		server.Close()
	}
	return err
}

// killedMost bounds how long workers whose runs are ended may take.
const killedMost = 5 * time.Second

// requestsMost bounds how long requests that are under way take at the end.
const requestsMost = 10 * time.Second

// follow fills the history with what comes.
func (svc *service) follow(ctx context.Context, a *api) error {
	return svc.backend.watch(ctx, func(v verify.Verdict) {
		a.counted(v, svc.history.add(v))
	}, func() {
		a.ready.Store(true)
		svc.tell(notifyReady)
	})
}

// countEvery is how often the bus is asked how much is undecided.
const countEvery = 2 * time.Second

// count asks the bus now and then how much is undecided.
func (svc *service) count(ctx context.Context) {
	if svc.backend.queue == nil {
		return
	}
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for {
		if q, err := svc.backend.queue(ctx); err == nil { // else the last count stays, and readyz says why
			svc.history.counted(q)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// startWorkers starts the workers, which end with soft, and their jobs with hard.
func (svc *service) startWorkers(soft, hard context.Context, all *sync.WaitGroup, fail func(error)) (
	*wasmrunner.Runner, error) {
	if svc.config.Role == "api" {
		return nil, nil
	}
	build := natives.Build(version())
	runner, err := wasmrunner.New(wasmrunner.Config{Store: svc.backend, CacheDir: svc.config.cacheDir(),
		CacheMax: svc.config.CompiledBytes, Ceiling: svc.ceiling,
		Native: func(game string) (replay.Host, error) { return natives.Host(game, build) }})
	if err != nil {
		return nil, err
	}
	judge := &judge{Runner: runner, store: svc.backend, keys: svc.keys.get, uses: ledgerUses{svc.backend.ledger},
		pace: challenge.Pace{Slack: svc.config.ChallengeSlack, Scale: svc.config.ChallengeScale}}
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	shared := &sharedRunner{judge, svc.shares, svc.config.Lease / 4}
	for n := range svc.config.Workers * tenantsAtATime {
		w := svc.worker(fmt.Sprintf("%s-%d-%d", host, os.Getpid(), n), shared)
		all.Go(func() { fail(svc.work(w, soft, hard)) })
	}
	return runner, nil
}

// tenantsAtATime is how many tenants can have all the jobs running that they may have, so that one
// whose jobs have no end does not keep the others' from being begun. Workers that have nothing to do
// cost nothing.
const tenantsAtATime = 4

// quietMost is how long a run may be silent, as one is that compiles a module: as long as its check.
const quietMost = checkMost

// worker makes one worker.
func (svc *service) worker(name string, r verify.Runner) *verify.Worker {
	return &verify.Worker{Name: name, Bus: svc.backend, Store: svc.backend, Runner: r, Every: svc.config.Lease / 3,
		Quiet: quietMost,
		Done: func(j verify.Job, own, stored verify.Verdict) {
			if !own.SameAs(&stored) && stored.Outcome != verify.GivenUp {
				svc.log.Error("two workers came to different verdicts", "job", j.ID.String(), "own", own.Outcome,
					"stored", stored.Outcome)
			}
			if own.Worker == stored.Worker && own.Decided.Equal(stored.Decided) {
				svc.metrics.done(j, own)
			}
			svc.log.Info("verdict", "job", j.ID.String(), "tenant", j.Tenant, "verdict", own.Outcome, "worker", name,
				"ticks", own.Compared.Ticks, "took", own.Took.String(), "attempt", own.Attempt)
		},
		Failed: func(j verify.Job, err error) {
			svc.metrics.failed.Inc()
			svc.log.Warn("an attempt came to no verdict", "job", j.ID.String(), "tenant", j.Tenant, "worker", name, "error", err)
		}}
}

// busRetry is how long a worker waits where the bus does not answer.
const busRetry = time.Second

// work runs a worker. Where the bus does not answer, it tries again: a cluster may be choosing a
// leader.
func (svc *service) work(w *verify.Worker, soft, hard context.Context) error {
	for {
		err := w.Work(soft, hard)
		if err == nil || soft.Err() != nil {
			return nil
		}
		svc.log.Error("a worker cannot take jobs", "worker", w.Name, "error", err)
		select {
		case <-time.After(busRetry):
		case <-soft.Done():
			return nil
		}
	}
}
