package main

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// shares divide the processors among tenants. While one tenant alone has work, nothing is held back.
// Where several have, each gets an equal share, and what one does not use goes to those that want more.
// Work that is under way gives way between two ticks of a run, where it is over its share.
//
// A tick cannot be interrupted, neither by the work of others nor by the collector of garbage, for which
// all of the process has to wait. So a tenant whose ticks are long has one processor at most, and rests
// after each for some times as long, for as long as there are others.
type shares struct {
	processors int
	now        func() time.Time

	mu     sync.Mutex
	active map[string]*share // tenants that have work now
	slow   map[string]slowness
	last   [2]visit // of two tenants, the last ones
	looks  bool     // a look is to come
}

// A visit is when a tenant last had work.
type visit struct {
	tenant string
	at     time.Time
}

// A slowness is how long a tenant is known for slow ticks, and when it may have the next.
type slowness struct{ until, rested time.Time }

const (
	// slowTick is what no tick of a game takes: a step of 60 in a second has 16 ms for all that there is.
	slowTick = 10 * time.Millisecond
	// slowFor is how long a tenant is known for a slow tick, and how long others are expected to come
	// again.
	slowFor = 10 * time.Second
	// slowRest is how many times as long a tenant rests after a slow tick, which leaves it a twentieth of a
	// processor, and after the check of a module.
	slowRest = 19
	// checkRest is how many times as long a check rests after a slow tick: a check of all its fuel is then
	// done within its time. It is owed the rest of slowRest afterwards.
	checkRest = 3
)

// A share is the work of a tenant.
type share struct {
	tenant  string
	running []*hold
	waiting []*hold // the next one first
}

// What a tick is asked for. One word for all, since it is read at each tick.
const (
	askGive  uint32 = 1 << iota // to give way
	askMark                     // to wipe away the mark of a look
	askFirst                    // to say that it is the second one
)

// A rank says which of a tenant's work comes first. Runs and checks are watched for slow ticks.
type rank int

const (
	aRun rank = iota
	aCheck
	aRequest
)

// A hold is one piece of work: a run, a check of a module, a request. One goroutine at a time.
type hold struct {
	all    *shares
	share  *share
	rank   rank
	turn   chan struct{} // holds something where it may go on
	asks   atomic.Uint32 // of what its next tick is to take notice
	silent time.Duration // for how long looks have found the last one's mark
	waited time.Duration // for its turn, in all
	calls  int           // of tick, up to two: the first comes before a module is made ready, which may take long
}

func newShares(processors int) *shares {
	return &shares{processors: processors, now: time.Now, active: map[string]*share{}, slow: map[string]slowness{}}
}

// enter waits for the tenant's turn. The work must be ended with leave, unless there is an error, which
// is the context's.
func (s *shares) enter(ctx context.Context, tenant string, rank rank) (*hold, error) {
	return s.join(ctx, tenant, rank, time.Hour, func() error { return nil })
}

// join is enter for work that has to say now and then, while it waits, that it is alive.
func (s *shares) join(ctx context.Context, tenant string, rank rank, every time.Duration, beat func() error) (
	*hold, error) {
	s.mu.Lock()
	t := s.active[tenant]
	if t == nil {
		t = &share{tenant: tenant}
		s.active[tenant] = t
	}
	h := &hold{all: s, share: t, rank: rank, turn: make(chan struct{}, 1)}
	h.asks.Store(askFirst)
	s.wait(h)
	s.mu.Unlock()
	return h, h.await(ctx, every, beat)
}

// wait puts work among what waits. The lock is held.
func (s *shares) wait(h *hold) {
	now := s.now()
	if s.last[0].tenant != h.share.tenant {
		s.last[1] = s.last[0]
	}
	s.last[0] = visit{h.share.tenant, now}
	at := slices.IndexFunc(h.share.waiting, func(o *hold) bool { return o.rank < h.rank })
	if at < 0 {
		at = len(h.share.waiting)
	}
	h.share.waiting = slices.Insert(h.share.waiting, at, h)
	s.settle()
}

// await waits until the work may go on, and calls beat each time that so long is over.
func (h *hold) await(ctx context.Context, every time.Duration, beat func() error) (err error) {
	select {
	case <-h.turn:
		return nil
	default:
	}
	defer func(begun time.Time) { h.waited += h.all.now().Sub(begun) }(h.all.now())
	tick := time.NewTicker(every)
	defer tick.Stop()
	for err == nil {
		select {
		case <-h.turn:
			return nil
		case <-ctx.Done():
			err = ctx.Err()
		case <-tick.C:
			err = beat()
		}
	}
	h.leave()
	return err
}

// leave ends the work. It may be called again.
func (h *hold) leave() {
	s := h.all
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(h)
	if t := h.share; len(t.running)+len(t.waiting) == 0 && s.active[t.tenant] == t {
		delete(s.active, t.tenant)
	}
	s.settle()
}

// remove takes work away, whether it runs or waits. The lock is held.
func (s *shares) remove(h *hold) {
	t := h.share
	if i := slices.Index(t.running, h); i >= 0 {
		t.running = slices.Delete(t.running, i, i+1)
	} else if i := slices.Index(t.waiting, h); i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
}

// asked reports whether a tick has to be called, or may be left out.
func (h *hold) asked() bool { return h.asks.Load() != 0 }

// tick gives way where others are to have their turn, and waits then. It is called between two ticks of
// a run, where asked says so: to read a clock there would cost more than a tick of some games does. beat
// is called each so often meanwhile; an error is its or the context's, and the work is then ended.
func (h *hold) tick(ctx context.Context, every time.Duration, beat func() error) error {
	done := askMark
	if h.calls++; h.calls >= 2 {
		done |= askFirst
	}
	if h.asks.And(^done)&askGive == 0 {
		return nil
	}
	s := h.all
	s.mu.Lock()
	if h.asks.Load()&askGive == 0 {
		s.mu.Unlock()
		return nil
	}
	if now := s.now(); h.silent > 0 && s.isSlow(h.share.tenant, now) {
		rest := time.Duration(slowRest)
		if h.rank == aCheck {
			rest = checkRest
		}
		s.slow[h.share.tenant] = slowness{now.Add(slowFor), now.Add(rest * (h.silent + lookEvery))}
	}
	s.remove(h)
	h.ask(askGive, false)
	s.wait(h)
	s.mu.Unlock()
	return h.await(ctx, every, beat)
}

// lookEvery is how often what runs is looked at.
const lookEvery = slowTick / 2

// look notes the tenants whose ticks are slow, and comes again for as long as anything runs.
func (s *shares) look() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks = false
	now := s.now()
	for tenant := range s.slow {
		if !s.isSlow(tenant, now) {
			delete(s.slow, tenant)
		}
	}
	for _, t := range s.active {
		for _, h := range t.running {
			if h.rank != aRequest && h.late() {
				s.slow[t.tenant] = slowness{now.Add(slowFor), s.slow[t.tenant].rested}
			}
		}
	}
	s.settle()
}

// isSlow reports whether a tenant is known for slow ticks. The lock is held.
func (s *shares) isSlow(tenant string, now time.Time) bool { return now.Before(s.slow[tenant].until) }

// late marks the work, and reports whether its tick has taken too long by now. The lock is held.
func (h *hold) late() bool {
	before := h.asks.Or(askMark)
	if before&askMark == 0 || before&askFirst != 0 {
		h.silent = 0
		return false
	}
	h.silent += lookEvery
	return h.silent >= slowTick
}

// ask asks the next tick for something, or no more.
func (h *hold) ask(what uint32, on bool) {
	if on {
		h.asks.Or(what)
	} else {
		h.asks.And(^what)
	}
}

// settle lets go on what may, asks to give way what is over its share, and sees to it that what runs is
// looked at. The lock is held.
func (s *shares) settle() {
	now := s.now()
	for _, t := range s.active {
		for len(t.waiting) > 0 && len(t.running) < s.limit(t, now) {
			h := t.waiting[0]
			if h.rank != aRequest && s.heldBack(t, now) && now.Before(s.slow[t.tenant].rested) {
				break // a look will come
			}
			t.waiting = slices.Delete(t.waiting, 0, 1)
			t.running = append(t.running, h)
			h.silent = 0
			h.ask(askMark, false)
			h.turn <- struct{}{}
		}
	}
	for _, t := range s.active {
		if !s.looks {
			s.looks = true
			time.AfterFunc(lookEvery, s.look)
		}
		over := len(t.running) - s.limit(t, now)
		first := aRun // of what waits
		if len(t.waiting) > 0 {
			first = t.waiting[0].rank
		}
		if over <= 0 && slices.ContainsFunc(t.running, func(h *hold) bool { return h.rank < first }) {
			over = 1
		}
		for _, h := range t.running {
			gives := h.rank != aRequest && (over > 0 || s.heldBack(t, now))
			h.ask(askGive, gives)
			if gives && over > 0 {
				over--
			}
		}
	}
}

// heldBack reports whether a tenant's ticks are slow, and there are others. The lock is held.
func (s *shares) heldBack(t *share, now time.Time) bool {
	return s.isSlow(t.tenant, now) && s.others(t)
}

// limit is how much of a tenant's work may run now. The lock is held.
func (s *shares) limit(t *share, now time.Time) int {
	most := math.MaxInt
	if s.heldBack(t, now) {
		most = 1
	}
	if len(s.active) < 2 {
		return most
	}
	equal := max(1, s.processors/len(s.active))
	left := s.processors
	for _, other := range s.active {
		if other != t {
			left -= min(len(other.running)+len(other.waiting), equal)
		}
	}
	return min(max(equal, left), most)
}

// othersThan reports whether other tenants than one had work a short time ago.
func (s *shares) othersThan(tenant string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.others(&share{tenant: tenant})
}

// others reports whether other tenants had work a short time ago. The lock is held.
func (s *shares) others(t *share) bool {
	v := s.last[0]
	if v.tenant == t.tenant {
		v = s.last[1]
	}
	return v.tenant != "" && s.now().Sub(v.at) < slowFor
}
