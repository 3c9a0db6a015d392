package main

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
)

// A ledger keeps small entries that are written once: which modules tenants have, and which challenges
// are answered. Keys have parts of a-z, 0-9 and - with dots between them.
type ledger interface {
	// create keeps a value, unless there is one, and returns the one that is kept now: the first.
	create(ctx context.Context, key string, value []byte) (kept []byte, err error)
	// get returns a value, or verify.ErrUnknown.
	get(ctx context.Context, key string) ([]byte, error)
	// forget deletes the values whose keys begin with a prefix, which ends in a dot.
	forget(ctx context.Context, prefix string) error
	// list returns the values whose keys begin with a prefix, which ends in a dot, by their keys.
	list(ctx context.Context, prefix string) ([]ledgerEntry, error)
}

type ledgerEntry struct {
	key   string
	value []byte
}

// A memoryLedger lasts as long as the process.
type memoryLedger struct {
	mu     sync.Mutex
	values map[string][]byte
}

func (m *memoryLedger) create(_ context.Context, key string, value []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if first, ok := m.values[key]; ok {
		return first, nil
	}
	if m.values == nil {
		m.values = map[string][]byte{}
	}
	m.values[key] = slices.Clone(value)
	return value, nil
}

func (m *memoryLedger) get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.values[key]; ok {
		return v, nil
	}
	return nil, verify.ErrUnknown
}

func (m *memoryLedger) list(_ context.Context, prefix string) (entries []ledgerEntry, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range slices.Sorted(maps.Keys(m.values)) {
		if strings.HasPrefix(k, prefix) {
			entries = append(entries, ledgerEntry{k, m.values[k]})
		}
	}
	return entries, nil
}

func (m *memoryLedger) forget(_ context.Context, prefix string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.values, func(k string, _ []byte) bool { return strings.HasPrefix(k, prefix) })
	return nil
}

// ledgerUses are the uses of challenges in a ledger.
type ledgerUses struct{ ledger }

// usePrefix begins the keys of the uses of all challenges that expire within one hour, so that they can
// be forgotten together.
func usePrefix(expires time.Time) string {
	return "challenge." + expires.UTC().Format("2006010215") + "."
}

// Use keeps the first recording that answers a challenge.
func (l ledgerUses) Use(ctx context.Context, c challenge.Challenge, recording verify.Digest) (first verify.Digest,
	err error) {
	kept, err := l.create(ctx, usePrefix(c.Expires)+c.Tenant+"."+c.ID, []byte(recording.String()))
	if err != nil {
		return verify.Digest{}, err
	}
	return verify.ParseDigest(string(kept))
}

// A module is one that a tenant has and that passed the ten points.
type module struct {
	SHA256   verify.Digest   `json:"module_sha256"`
	Bytes    int             `json:"bytes"`
	Accepted time.Time       `json:"accepted"`
	Report   json.RawMessage `json:"report"`
}

func moduleKey(tenant string, id verify.Digest) string { return "module." + tenant + "." + id.String() }

// moduleOf returns a tenant's module; ok is whether there is one.
func moduleOf(ctx context.Context, l ledger, tenant string, id verify.Digest) (m module, ok bool, err error) {
	data, err := l.get(ctx, moduleKey(tenant, id))
	if errors.Is(err, verify.ErrUnknown) {
		return m, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	return m, err == nil, err
}
