package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// A backend is where jobs, recordings and verdicts are.
type backend struct {
	verify.Bus
	verify.Verdicts
	verify.Store
	ledger ledger
	// watch tells of each verdict that comes, once, in one order, until the context ends. ready is called
	// once none is missed any more.
	watch func(ctx context.Context, tell func(verify.Verdict), ready func()) error
	// past returns the last verdicts of a tenant that there are, the newest last; nil where there are none
	// from before this process.
	past func(ctx context.Context, tenant string, most int) ([]verify.Verdict, error)
	// queue counts what is undecided, whoever took it; nil where this process takes everything.
	queue func(ctx context.Context) (queueState, error)
	// alive says what is wrong, nil where nothing is.
	alive func(ctx context.Context) error
	// disk is that of an embedded server, nil where there is none.
	disk *disk
	// close ends it, after the workers.
	close func()
}

// A queueState is what is undecided at a moment.
type queueState struct {
	open    int
	oldest  time.Time // zero where there is none
	tenants map[string]int
}

// A memoryBus tells of its verdicts, also of those that it comes to by itself.
type memoryBus struct {
	*verify.Memory
	ctx  context.Context
	told chan verify.Verdict
	all  sync.WaitGroup
}

// Submit submits a job, and waits for its verdict beside.
func (m *memoryBus) Submit(ctx context.Context, j verify.Job) (bool, error) {
	fresh, err := m.Memory.Submit(ctx, j)
	if fresh {
		m.all.Go(func() {
			v, err := m.Wait(m.ctx, j.Tenant, j.ID)
			if err != nil {
				return // the service ends
			}
			select {
			case m.told <- v:
			case <-m.ctx.Done():
			}
		})
	}
	return fresh, err
}

// newMemoryBackend keeps everything in this process.
func newMemoryBackend(c verify.MemoryConfig) (*backend, error) {
	memory, err := verify.NewMemory(c)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	bus := &memoryBus{Memory: memory, ctx: ctx, told: make(chan verify.Verdict, 1024)}
	return &backend{Bus: bus, Verdicts: memory, Store: memory, ledger: &memoryLedger{}, watch: bus.watch,
		alive: func(context.Context) error { return nil },
		close: func() {
			memory.Close()
			stop()
			bus.all.Wait()
		}}, nil
}

func (m *memoryBus) watch(ctx context.Context, tell func(verify.Verdict), ready func()) error {
	ready()
	for {
		select {
		case v := <-m.told:
			tell(v)
		case <-ctx.Done():
			return nil
		case <-m.ctx.Done():
			return errors.New("tactus: the bus is gone")
		}
	}
}
