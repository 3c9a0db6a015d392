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

// upload takes one of the uploads that a tenant may have at a time, and returns how to give it back; nil
// where there is none left.
func (m *meter) upload(tenant string, l tenantLimits) (done func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.of(tenant, l)
	if b.uploads >= l.Uploads {
		return nil
	}
	b.uploads++
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		b.uploads--
	}
}
