package main

import (
	"context"

	"github.com/tactus-go/tactus/verify"
)

// openBackend opens the bus that the flags ask for.
func (s *serveCommand) openBackend(_ context.Context, svc *service) (*backend, error) {
	return newMemoryBackend(verify.MemoryConfig{Lease: s.Lease, Attempts: s.Attempts, Limits: svc.busLimits})
}
