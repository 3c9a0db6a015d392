package natsbus

import (
	"slices"
	"sync"
	"time"
)

// turns are the tenants that may have a job to give, in the order in which they are asked.
type turns struct {
	mu     sync.Mutex
	ring   []string             // the next one first
	news   map[string]int       // how often a tenant of the ring was said to have something
	told   map[string]time.Time // when a tenant was last said to have something new
	leased map[string]int64
	most   func(tenant string) int64 // leases that a tenant may have at a time, 0 is any number
	signal chan struct{}             // holds something where one that waits should ask
}

// tell says that a tenant has something new.
func (t *turns) tell(tenant string) {
	t.mu.Lock()
	if t.told == nil {
		t.told = map[string]time.Time{}
	}
	t.told[tenant] = time.Now()
	t.mu.Unlock()
	t.hot(tenant)
}

// What was stored just now can be missing when it is asked for: the queue says that it is stored before
// it tells the consumer. So a tenant that had nothing is asked again, for a time after the news.
const (
	againFor   = 25 * time.Millisecond
	againAfter = 2 * time.Millisecond
	// How often and how soon it is asked where others have jobs, which would come before its own.
	soonTries = 5
	soonAfter = 200 * time.Microsecond
)

// again sees to it, where there were news a short time ago.
func (t *turns) again(tenant string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	age := time.Since(t.told[tenant])
	if age > againFor {
		delete(t.told, tenant)
		return
	}
	time.AfterFunc(max(againAfter, age), func() { t.hot(tenant) })
}

// fresh reports whether a tenant that had nothing is to be asked again at once: there were news of it a
// short time ago, and others' jobs would come before what it has.
func (t *turns) fresh(tenant string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.ring) > 1 && time.Since(t.told[tenant]) <= againFor
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

// next returns the tenant whose turn it is, and what cold has to be told. The tenant has a lease more
// from then on, until drop; one that has as many as it may have is passed over.
func (t *turns) next() (tenant string, news int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, tenant := range t.ring {
		if most := t.most(tenant); most > 0 && t.leased[tenant] >= most {
			continue
		}
		t.ring = append(slices.Delete(t.ring, i, i+1), tenant)
		if t.leased == nil {
			t.leased = map[string]int64{}
		}
		t.leased[tenant]++
		return tenant, t.news[tenant], true
	}
	return "", 0, false
}

// drop says that a lease of a tenant is over, or was none.
func (t *turns) drop(tenant string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.leased[tenant]--; t.leased[tenant] == 0 {
		delete(t.leased, tenant)
	}
	if t.news[tenant] > 0 {
		t.call()
	}
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
