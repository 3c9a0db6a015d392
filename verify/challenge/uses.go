package challenge

import (
	"context"
	"sync"

	"github.com/tactus-go/tactus/verify"
)

// Uses keep which recording has answered a challenge.
type Uses interface {
	// Use says that a recording answers a challenge, and returns the one that was first to: this one,
	// however often it comes and is judged, or another.
	Use(ctx context.Context, c Challenge, recording verify.Digest) (first verify.Digest, err error)
}

// MemoryUses keeps uses in the memory of one process. The zero value is ready.
type MemoryUses struct {
	mu    sync.Mutex
	first map[string]verify.Digest
}

// Use keeps the first job.
func (m *MemoryUses) Use(_ context.Context, c Challenge, recording verify.Digest) (verify.Digest, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if first, ok := m.first[c.ID]; ok {
		return first, nil
	}
	if m.first == nil {
		m.first = map[string]verify.Digest{}
	}
	m.first[c.ID] = recording
	return recording, nil
}
