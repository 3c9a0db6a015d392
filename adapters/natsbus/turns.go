package natsbus

import (
	"slices"
	"sync"
)

// turns are the tenants that may have a job to give, in the order in which they are asked.
type turns struct {
	mu     sync.Mutex
	ring   []string       // the next one first
	news   map[string]int // how often a tenant of the ring was said to have something
	signal chan struct{}  // holds something where one that waits should ask
}

// hot says that a tenant may have something.
func (t *turns) hot(tenant string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.news == nil {
		t.news = map[string]int{}
	}
	if t.news[tenant]++; t.news[tenant] == 1 {
		t.ring = append(t.ring, tenant)
	}
	t.call()
}

// call wakes one that waits. The lock is held.
func (t *turns) call() {
	select {
	case t.signal <- struct{}{}:
	default:
	}
}

// pass wakes one that waits, where there may be something. Whoever was woken and leaves does it, so that
// all that wait are woken in the end, but no more of them than there is something for.
func (t *turns) pass() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.ring) > 0 {
		t.call()
	}
}

// next returns the tenant whose turn it is, and what cold has to be told.
func (t *turns) next() (tenant string, news int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.ring) == 0 {
		return "", 0, false
	}
	tenant = t.ring[0]
	t.ring = append(t.ring[1:], tenant)
	return tenant, t.news[tenant], true
}

// cold says that a tenant had nothing, which counts unless it was said to have something since.
func (t *turns) cold(tenant string, news int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.news[tenant] != news {
		return
	}
	delete(t.news, tenant)
	if i := slices.Index(t.ring, tenant); i >= 0 {
		t.ring = slices.Delete(t.ring, i, i+1)
	}
}
