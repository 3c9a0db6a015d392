package verify

import (
	"context"
	"time"
)

// Put keeps bytes.
func (m *Memory) Put(_ context.Context, tenant string, data []byte) (Digest, error) {
	if err := CheckTenant(tenant); err != nil {
		return Digest{}, err
	}
	d := DigestOf(data)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return Digest{}, ErrClosed
	}
	name := memoryBlob{tenant, d}
	if there, ok := m.blobs[name]; ok {
		m.blobs[name] = memoryBytes{there.data, m.config.Now()}
		return d, nil
	}
	if most := m.config.Limits(tenant).Bytes; most > 0 && m.bytes[tenant]+int64(len(data)) > most {
		return Digest{}, &LimitError{Tenant: tenant, What: LimitBytes, Limit: most}
	}
	m.blobs[name] = memoryBytes{append([]byte{}, data...), m.config.Now()}
	m.bytes[tenant] += int64(len(data))
	return d, nil
}

// Get returns bytes. They must not be changed.
func (m *Memory) Get(_ context.Context, tenant string, d Digest) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if there, ok := m.blobs[memoryBlob{tenant, d}]; ok {
		return there.data, nil
	}
	return nil, ErrUnknown
}

// Sweep deletes what is old and what no undecided job needs.
func (m *Memory) Sweep(_ context.Context, before time.Time, spare func(tenant string, d Digest) bool) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return 0, ErrClosed
	}
	if safe := m.config.Now().Add(-m.config.Grace); safe.Before(before) {
		before = safe
	}
	needed := m.needed()
	deleted := 0
	for name, b := range m.blobs {
		if !b.at.Before(before) || needed[name] || spare != nil && spare(name.tenant, name.digest) {
			continue
		}
		delete(m.blobs, name)
		if m.bytes[name.tenant] -= int64(len(b.data)); m.bytes[name.tenant] == 0 {
			delete(m.bytes, name.tenant)
		}
		deleted++
	}
	return deleted, nil
}

// needed are the blobs of undecided jobs. The lock is held.
func (m *Memory) needed() map[memoryBlob]bool {
	all := map[memoryBlob]bool{}
	for _, k := range m.jobs {
		all[memoryBlob{k.job.Tenant, k.job.Recording}] = true
		all[memoryBlob{k.job.Tenant, k.job.Module}] = true
		if answer, err := ParseDigest(k.job.Challenge); err == nil { // else it names nothing in the store
			all[memoryBlob{k.job.Tenant, answer}] = true
		}
	}
	return all
}
