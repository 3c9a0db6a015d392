package main

import (
	"sync"
	"time"
)

// A meter holds tenants to a rate by a token bucket for each, and to a number of uploads at a time.
type meter struct {
	now func() time.Time

	mu      sync.Mutex
	buckets map[string]*bucket
}

type bucket struct {
	left    float64
	at      time.Time
	uploads int
	checks  int
	waits   int
	rested  time.Time // when it may have the next check of a module
}

func newMeter(now func() time.Time) *meter { return &meter{now: now, buckets: map[string]*bucket{}} }

// of returns a tenant's bucket, filled up to now. The lock is held.
func (m *meter) of(tenant string, l tenantLimits) *bucket {
	now := m.now()
	b := m.buckets[tenant]
	if b == nil {
		b = &bucket{left: l.Burst, at: now}
		m.buckets[tenant] = b
	}
	b.left = min(l.Burst, b.left+max(now.Sub(b.at).Seconds(), 0)*l.RatePerS)
	b.at = now
	return b
}

// allow takes one request, or returns after how long there is one to take.
func (m *meter) allow(tenant string, l tenantLimits) (wait time.Duration, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.of(tenant, l)
	if b.left < 1 {
		return time.Duration((1 - b.left) / l.RatePerS * float64(time.Second)), false
	}
	b.left--
	return 0, true
}

// upload takes one of the uploads that a tenant may have at a time, and returns how to give it back;
// nil where there is none left.
func (m *meter) upload(tenant string, l tenantLimits) (done func()) {
	return m.hold(tenant, l, func(b *bucket) *int { return &b.uploads }, l.Uploads)
}

// check takes the one check of a module that a tenant may have at a time.
func (m *meter) check(tenant string, l tenantLimits) (done func()) {
	return m.hold(tenant, l, func(b *bucket) *int { return &b.checks }, 1)
}

// rest returns for how long a tenant is to wait before its next check.
func (m *meter) rest(tenant string, l tenantLimits) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return max(m.of(tenant, l).rested.Sub(m.now()), 0)
}

// tire lets a tenant wait for so long more before its next check.
func (m *meter) tire(tenant string, l tenantLimits, rest time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.of(tenant, l)
	if now := m.now(); b.rested.Before(now) {
		b.rested = now
	}
	b.rested = b.rested.Add(rest)
}

// waitsMost is how many requests of a tenant may wait at a time: each is a connection and some memory.
const waitsMost = 1000

// wait takes one of the waits that a tenant may have at a time.
func (m *meter) wait(tenant string, l tenantLimits) (done func()) {
	return m.hold(tenant, l, func(b *bucket) *int { return &b.waits }, waitsMost)
}

// hold counts up to a number, and returns what counts down again.
func (m *meter) hold(tenant string, l tenantLimits, count func(*bucket) *int, most int) (done func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := count(m.of(tenant, l))
	if *n >= most {
		return nil
	}
	*n++
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		*n--
	}
}
