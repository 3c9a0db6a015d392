package verify_test

import (
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/verifytest"
)

// A scripted clock runs timers when it is told that time passes.
type scripted struct {
	*verify.Memory
	mu     sync.Mutex
	now    time.Time
	timers []*timer
}

type timer struct {
	at time.Time
	f  func() // nil once it has run or was stopped
}

func (s *scripted) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *scripted) after(d time.Duration, f func()) func() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &timer{s.now.Add(d), f}
	s.timers = append(s.timers, t)
	return func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		was := t.f != nil
		t.f = nil
		return was
	}
}

// pass lets time pass and runs what is due, in turn.
func (s *scripted) pass(d time.Duration) {
	s.mu.Lock()
	s.now = s.now.Add(d)
	for {
		var due *timer
		for _, t := range s.timers {
			if t.f != nil && !t.at.After(s.now) && (due == nil || t.at.Before(due.at)) {
				due = t
			}
		}
		if due == nil {
			break
		}
		f := due.f
		due.f = nil
		s.mu.Unlock()
		f()
		s.mu.Lock()
	}
	s.mu.Unlock()
}

func newScripted(t *testing.T, lease time.Duration, attempts int) *scripted {
	s := &scripted{now: time.Unix(1_700_000_000, 0)}
	m, err := verify.NewMemory(verify.MemoryConfig{Lease: lease, Attempts: attempts, Now: s.clock, After: s.after})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	s.Memory = m
	return s
}

func TestMemoryIsABus(t *testing.T) {
	verifytest.Run(t, verifytest.Bench{
		New: func(t *testing.T, lease time.Duration, attempts int) verifytest.Service {
			return newScripted(t, lease, attempts)
		},
		Pass: func(s verifytest.Service, d time.Duration) { s.(*scripted).pass(d) },
	})
}

// TestMemoryIsABusInRealTime lets the leases run out by themselves.
func TestMemoryIsABusInRealTime(t *testing.T) {
	verifytest.Run(t, verifytest.Bench{
		Lease: 100 * time.Millisecond,
		New: func(t *testing.T, lease time.Duration, attempts int) verifytest.Service {
			m, err := verify.NewMemory(verify.MemoryConfig{Lease: lease, Attempts: attempts})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(m.Close)
			return m
		},
	})
}
