package verify

import (
	"context"
	"sync"
	"time"
)

// A pulse renews a lease: when the runner calls, and for a time in its stead.
type pulse struct {
	ctx   context.Context
	lease *Lease
	every time.Duration // between two beats
	quiet time.Duration // without a call, after which there are none in the runner's stead

	mu     sync.Mutex
	heard  time.Time // when the runner called
	beaten time.Time // when the lease was renewed
	err    error     // of a beat in the runner's stead, which its next call is told
	timer  *time.Timer
}

// newPulse begins one, which is to be ended with end.
func newPulse(ctx context.Context, l *Lease, every, quiet time.Duration) *pulse {
	now := time.Now()
	p := &pulse{ctx: ctx, lease: l, every: every, quiet: quiet, heard: now, beaten: now}
	if quiet > 0 && every > 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.timer = time.AfterFunc(every, p.stand)
	}
	return p
}

// call is the runner's: the run goes on.
func (p *pulse) call() error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return p.err
	}
	p.heard = time.Now()
	return p.renew(p.heard)
}

// renew renews the lease where it is time to. The lock is held.
func (p *pulse) renew(now time.Time) error {
	if now.Sub(p.beaten) < p.every {
		return nil
	}
	p.beaten = now
	return p.lease.Beat(p.ctx)
}

// stand renews the lease in the stead of a runner that has not called, and comes again.
func (p *pulse) stand() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil {
		return
	}
	now := time.Now()
	if now.Sub(p.heard) < p.quiet {
		p.err = p.renew(now)
	}
	if p.err == nil {
		p.timer.Reset(max(p.every-now.Sub(p.beaten), p.every/8))
	}
}

// end ends it: there is no beat after it.
func (p *pulse) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
}
