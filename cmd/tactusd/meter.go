package main

import (
	"sync"
	"time"
)

// A meter holds tenants to rates by token buckets for each, and to a number of uploads at a time.
type meter struct {
	now        func() time.Time
	processors int

	mu      sync.Mutex
	buckets map[string]*bucket
}

type bucket struct {
	left    float64 // requests
	bytes   float64 // of bodies; less than 0 is to be waited for
	at      time.Time
	uploads int
	checks  int
	waits   int
	refused int
	rested  time.Time // when it may have the next check of a module

	took      time.Time // when a recording last came
	there     time.Time // until when it counts as one that sends
	floods    time.Time // until when recordings are known to come faster than they are decided
	submitted float64   // recordings that came since as many had come as may
}

func newMeter(now func() time.Time, processors int) *meter {
	return &meter{now: now, processors: processors, buckets: map[string]*bucket{}}
}

// of returns a tenant's bucket, filled up to now. The lock is held.
func (m *meter) of(tenant string, l tenantLimits) *bucket {
	now := m.now()
	b := m.buckets[tenant]
	if b == nil {
		b = &bucket{left: l.Burst, bytes: bodyBurst * l.BodyRate, at: now}
		m.buckets[tenant] = b
	}
	since := max(now.Sub(b.at).Seconds(), 0)
	b.left = min(l.Burst, b.left+since*m.rate(b, l, now))
	b.bytes = min(bodyBurst*l.BodyRate, b.bytes+since*l.BodyRate)
	b.at = now
	return b
}

// rate is how many requests a second a tenant may make now. The lock is held.
func (m *meter) rate(b *bucket, l tenantLimits, now time.Time) float64 {
	if !b.flooding(now) || !m.calmer(b, now) {
		return l.RatePerS
	}
	return min(l.RatePerS, max(l.RatePerS/floodPart, asksPerJob*l.FloodPerS))
}

// inSeconds is so many seconds, a day at most: rates may be so low that no Duration is as long.
func inSeconds(s float64) time.Duration {
	return time.Duration(min(s, 24*60*60) * float64(time.Second))
}

// allow takes one request, or returns after how long there is one to take.
func (m *meter) allow(tenant string, l tenantLimits) (wait time.Duration, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.of(tenant, l)
	if b.left < 1 {
		b.floods = b.at.Add(slowFor)
		return inSeconds((1 - b.left) / m.rate(b, l, b.at)), false
	}
	b.left--
	return 0, true
}

// bodyBurst is how many seconds' bytes of bodies may come at once.
const bodyBurst = 4

// read takes bytes that have come, and returns how long to wait before more are read. Bytes are taken
// that are not there yet, so that what reads at the same time waits longer.
func (m *meter) read(tenant string, l tenantLimits, n int) (wait time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.of(tenant, l)
	b.bytes -= float64(n)
	return inSeconds(max(-b.bytes, 0) / l.BodyRate)
}

// A tenant floods whose recordings come faster than they are decided, or which asks more often than it
// may, until slowFor after that. While there is a tenant that does not, it may ask a fifth as often, and
// submitsPerS of its recordings a second and processor are taken, or as many as its limits say. To take
// one in costs the store of all tenants, which no share of the processors divides, a write to disk.
//
// A tenant is there for calmEach after each recording, and for slowFor after many: so one that sends
// now and then holds nobody back for long, and one that pauses finds no backlog when it goes on.
const (
	submitsPerS = 50
	floodPart   = 5
	calmEach    = time.Second
	// asksPerJob is how often may be asked for each recording that is taken: to send it, for its verdict.
	asksPerJob = 3
	// floodJobs is how many undecided jobs for each processor tell a flood.
	floodJobs = 4
	// submitWaitMost is how long a recording may have to wait to be taken.
	submitWaitMost = 2 * time.Second
)

// submit returns how long a tenant's recording has to wait before it is taken, and whether it may.
func (m *meter) submit(tenant string, l tenantLimits, undecided int) (wait time.Duration, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.of(tenant, l)
	now := b.at
	rate := l.FloodPerS
	if rate == 0 {
		rate = float64(submitsPerS * m.processors)
	}
	b.submitted = max(0, b.submitted-now.Sub(b.took).Seconds()*rate)
	b.took = now
	if b.there.Before(now) {
		b.there = now
	}
	if b.there = b.there.Add(calmEach); b.there.After(now.Add(slowFor)) {
		b.there = now.Add(slowFor)
	}
	if undecided >= floodJobs*m.processors {
		b.floods = now.Add(slowFor)
	}
	if !b.flooding(now) || !m.calmer(b, now) {
		return 0, true
	}
	wait = inSeconds(b.submitted / rate)
	if wait > submitWaitMost {
		return wait, false
	}
	b.submitted++
	return wait, true
}

// flooding reports whether the tenant floods.
func (b *bucket) flooding(now time.Time) bool { return now.Before(b.floods) }

// calmer reports whether another tenant sends recordings that does not flood. The lock is held.
func (m *meter) calmer(b *bucket, now time.Time) bool {
	for _, o := range m.buckets {
		if o != b && now.Before(o.there) && !o.flooding(now) {
			return true
		}
	}
	return false
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

// refusedMost is how many of a tenant's refused requests may wait for their answers at a time.
const refusedMost = 500

// refuse takes one of those waits.
func (m *meter) refuse(tenant string, l tenantLimits) (done func()) {
	return m.hold(tenant, l, func(b *bucket) *int { return &b.refused }, refusedMost)
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
