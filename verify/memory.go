package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A MemoryConfig sets up a [Memory]. The zero value is one for a program of its own.
type MemoryConfig struct {
	// Lease is how long a worker may be silent. 0 is LeaseDefault.
	Lease time.Duration
	// Attempts is how often a job is delivered before it is given up. 0 is AttemptsDefault.
	Attempts int
	// Limits says what a tenant may have. nil is no limit for anybody.
	Limits func(tenant string) Limits
	// Grace is how long what was put is safe from a sweep. 0 is GraceDefault.
	Grace time.Duration
	// Now is the clock, for tests. nil is time.Now.
	Now func() time.Time
	// After calls f after a time and returns what stops that, for tests. nil is time.AfterFunc.
	After func(d time.Duration, f func()) (stop func() bool)
}

// A Memory is a bus, with its verdicts and its store, in the memory of one process. Nothing of it is
// kept when that ends. It says what a bus is to do; it is for tests, and for a tool that judges some
// files.
type Memory struct {
	config MemoryConfig

	mu       sync.Mutex
	jobs     map[Digest]*memoryJob
	waiting  map[string][]*memoryJob // by tenant, in the order in which they were submitted
	turns    []string                // the tenants of waiting, the next one first
	open     map[string]int64        // jobs without a verdict by tenant
	leased   map[string]int64        // of these, in the hands of a worker
	arrived  chan struct{}
	verdicts map[Digest]Verdict
	order    map[string][]Digest // of the verdicts by tenant
	blobs    map[memoryBlob]memoryBytes
	bytes    map[string]int64 // of blobs by tenant
	ended    chan struct{}
	closed   bool
}

// A memoryBlob names bytes of a tenant.
type memoryBlob struct {
	tenant string
	digest Digest
}

// memoryBytes are what was put, and when it was put last.
type memoryBytes struct {
	data []byte
	at   time.Time
}

// A memoryJob is a job that has no verdict yet.
type memoryJob struct {
	job      Job
	attempts int
	lease    *Lease // nil while it waits
	held     bool   // it counts as leased
	until    time.Time
	stop     func() bool   // of the timer that takes it back
	decided  chan struct{} // closed when it has a verdict
}

// NewMemory makes a bus without jobs.
func NewMemory(c MemoryConfig) (*Memory, error) {
	if c.Lease < 0 || c.Attempts < 0 || c.Grace < 0 {
		return nil, fmt.Errorf("tactus: verify.MemoryConfig: lease %v, attempts %d, grace %v: want none under 0",
			c.Lease, c.Attempts, c.Grace)
	}
	c = c.filled()
	return &Memory{config: c, jobs: map[Digest]*memoryJob{}, waiting: map[string][]*memoryJob{},
		open: map[string]int64{}, leased: map[string]int64{}, arrived: make(chan struct{}), verdicts: map[Digest]Verdict{},
		order: map[string][]Digest{}, blobs: map[memoryBlob]memoryBytes{}, bytes: map[string]int64{},
		ended: make(chan struct{})}, nil
}

// filled returns the config with its defaults.
func (c MemoryConfig) filled() MemoryConfig {
	if c.Lease == 0 {
		c.Lease = LeaseDefault
	}
	if c.Attempts == 0 {
		c.Attempts = AttemptsDefault
	}
	if c.Grace == 0 {
		c.Grace = GraceDefault
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.After == nil {
		c.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	if c.Limits == nil {
		c.Limits = func(string) Limits { return Limits{} }
	}
	return c
}

// Submit keeps a job, once.
func (m *Memory) Submit(_ context.Context, j Job) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return false, ErrClosed
	}
	if _, decided := m.verdicts[j.ID]; decided || m.jobs[j.ID] != nil {
		return false, nil
	}
	if most := m.config.Limits(j.Tenant).Jobs; most > 0 && m.open[j.Tenant] >= most {
		return false, &LimitError{Tenant: j.Tenant, What: LimitJobs, Limit: most}
	}
	k := &memoryJob{job: j, decided: make(chan struct{})}
	m.jobs[j.ID] = k
	m.open[j.Tenant]++
	m.queue(k)
	return true, nil
}

// queue lets a job wait, and wakes all that wait for one. The lock is held.
func (m *Memory) queue(k *memoryJob) {
	k.lease = nil
	tenant := k.job.Tenant
	if len(m.waiting[tenant]) == 0 {
		m.turns = append(m.turns, tenant)
	}
	m.waiting[tenant] = append(m.waiting[tenant], k)
	m.wake()
}

// next takes a job out of the queue of the tenant whose turn it is, or returns nil. A tenant that has as
// many leases as it may have is passed over. The lock is held.
func (m *Memory) next() *memoryJob {
	for i, tenant := range m.turns {
		if most := m.config.Limits(tenant).Running; most > 0 && m.leased[tenant] >= most {
			continue
		}
		m.turns = slices.Delete(m.turns, i, i+1)
		k := m.waiting[tenant][0]
		m.waiting[tenant] = m.waiting[tenant][1:]
		if len(m.waiting[tenant]) > 0 {
			m.turns = append(m.turns, tenant)
		} else {
			delete(m.waiting, tenant)
		}
		return k
	}
	return nil
}

// drop counts a job's lease no more, and wakes those that may now have the next. The lock is held.
func (m *Memory) drop(k *memoryJob) {
	if !k.held {
		return
	}
	k.held = false
	tenant := k.job.Tenant
	if m.leased[tenant]--; m.leased[tenant] == 0 {
		delete(m.leased, tenant)
	}
	if len(m.waiting[tenant]) > 0 {
		m.wake()
	}
}

// wake wakes all that wait for a job. The lock is held.
func (m *Memory) wake() {
	close(m.arrived)
	m.arrived = make(chan struct{})
}

// unqueue takes a job out of its queue, if it is there. The lock is held.
func (m *Memory) unqueue(k *memoryJob) {
	tenant := k.job.Tenant
	if i := slices.Index(m.waiting[tenant], k); i >= 0 {
		m.waiting[tenant] = slices.Delete(m.waiting[tenant], i, i+1)
		if len(m.waiting[tenant]) == 0 {
			delete(m.waiting, tenant)
			m.turns = slices.DeleteFunc(m.turns, func(t string) bool { return t == tenant })
		}
	}
}

// Take leases the job of the next tenant that has waited longest.
func (m *Memory) Take(ctx context.Context) (*Lease, error) {
	for {
		lease, arrived, err := m.take()
		if lease != nil || err != nil {
			return lease, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-arrived:
		}
	}
}

// take leases a job, or returns what is closed when there is one.
func (m *Memory) take() (*Lease, <-chan struct{}, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, nil, ErrClosed
	}
	k := m.next()
	if k == nil {
		return nil, m.arrived, nil
	}
	k.attempts++
	k.held = true
	m.leased[k.job.Tenant]++
	l := &Lease{Job: k.job, Attempt: k.attempts, Lasts: m.config.Lease, Handle: k}
	l.Beat = func(context.Context) error { return m.beat(l, k) }
	l.Release = func(_ context.Context, after time.Duration, why string) error { return m.release(l, k, after, why) }
	k.lease = l
	m.watch(k, m.config.Lease)
	return l, nil, nil
}

// watch takes a job back after a time without a beat. The lock is held.
func (m *Memory) watch(k *memoryJob, d time.Duration) {
	l := k.lease
	k.until = m.config.Now().Add(d)
	k.stop = m.config.After(d, func() { m.expire(l, k) })
}

// expire gives a job whose worker has fallen silent to another, or gives it up.
func (m *Memory) expire(l *Lease, k *memoryJob) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || k.lease != l || m.jobs[k.job.ID] != k {
		return
	}
	if left := k.until.Sub(m.config.Now()); left > 0 { // there were beats
		k.stop = m.config.After(left, func() { m.expire(l, k) })
		return
	}
	m.again(k, fmt.Sprintf("its worker was silent for %v", m.config.Lease))
}

// again delivers a job once more, or gives it up. The lock is held.
func (m *Memory) again(k *memoryJob, why string) {
	m.drop(k)
	if k.attempts < m.config.Attempts {
		m.queue(k)
		return
	}
	m.decide(k, GiveUp(k.job, k.attempts, why, m.config.Now()))
}

func (m *Memory) beat(l *Lease, k *memoryJob) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k.lease != l || m.jobs[k.job.ID] != k {
		return ErrLost
	}
	k.until = m.config.Now().Add(m.config.Lease)
	return nil
}

func (m *Memory) release(l *Lease, k *memoryJob, after time.Duration, why string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	if k.lease != l || m.jobs[k.job.ID] != k {
		return ErrLost
	}
	k.stop()
	why = "its worker gave it back: " + why
	if after <= 0 || k.attempts >= m.config.Attempts { // no use in waiting for the end
		m.again(k, why)
		return nil
	}
	m.drop(k)
	back := new(Lease) // nobody's, so that the old one is lost at once
	k.lease = back
	k.stop = m.config.After(after, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if !m.closed && k.lease == back && m.jobs[k.job.ID] == k {
			m.again(k, why)
		}
	})
	return nil
}

// Finish stores the verdict on a job, if it is the first.
func (m *Memory) Finish(_ context.Context, l *Lease, v Verdict) (Verdict, error) {
	k, ok := l.Handle.(*memoryJob)
	if !ok {
		return Verdict{}, ErrUnknown
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return Verdict{}, ErrClosed
	}
	if first, ok := m.verdicts[l.Job.ID]; ok {
		return first, nil
	}
	m.decide(k, v)
	return v, nil
}

// decide stores a verdict and forgets the job. The lock is held.
func (m *Memory) decide(k *memoryJob, v Verdict) {
	if k.stop != nil {
		k.stop()
	}
	m.verdicts[k.job.ID] = v
	m.order[k.job.Tenant] = append(m.order[k.job.Tenant], k.job.ID)
	delete(m.jobs, k.job.ID)
	if m.open[k.job.Tenant]--; m.open[k.job.Tenant] == 0 {
		delete(m.open, k.job.Tenant)
	}
	m.drop(k)
	m.unqueue(k) // it is there where a late verdict is on a job that was to be delivered again
	k.lease = nil
	close(k.decided)
}

// Verdict returns the verdict on a job.
func (m *Memory) Verdict(_ context.Context, tenant string, job Digest) (Verdict, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.verdicts[job]; ok {
		if v.Tenant != tenant {
			return Verdict{}, ErrUnknown
		}
		return v, nil
	}
	if k := m.jobs[job]; k != nil && k.job.Tenant == tenant {
		return Verdict{}, ErrUndecided
	}
	return Verdict{}, ErrUnknown
}

// Wait returns the verdict on a job when there is one.
func (m *Memory) Wait(ctx context.Context, tenant string, job Digest) (Verdict, error) {
	for {
		v, err := m.Verdict(ctx, tenant, job)
		if !errors.Is(err, ErrUndecided) {
			return v, err
		}
		select {
		case <-m.decided(job):
		case <-m.ended:
			return Verdict{}, ErrClosed
		case <-ctx.Done():
			return Verdict{}, ctx.Err()
		}
	}
}

// decided returns what is closed when a job has a verdict.
func (m *Memory) decided(job Digest) <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.jobs[job]; k != nil {
		return k.decided
	}
	c := make(chan struct{})
	close(c)
	return c
}

// List returns verdicts of a tenant. A place is the number of verdicts up to it.
func (m *Memory) List(_ context.Context, tenant string, after uint64, most int) ([]Verdict, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Verdict
	for order := m.order[tenant]; after < uint64(len(order)) && len(list) < most; after++ {
		list = append(list, m.verdicts[order[after]])
	}
	return list, after, nil
}

// Close ends the bus: all that wait are told so.
func (m *Memory) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.arrived)
		close(m.ended)
	}
}
