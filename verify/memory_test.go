package verify_test

import (
	"fmt"
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

// memoryConfig is what a test of the suite asks for, by a scripted clock or, where that is nil, the real
// one.
func memoryConfig(c verifytest.Setup, s *scripted) verify.MemoryConfig {
	m := verify.MemoryConfig{Lease: c.Lease, Attempts: c.Attempts, Grace: c.Grace,
		Limits: func(string) verify.Limits { return c.Limits }}
	if s != nil {
		m.Now, m.After = s.clock, s.after
	}
	return m
}

func newScripted(t *testing.T, c verifytest.Setup) *scripted {
	s := &scripted{now: time.Unix(1_700_000_000, 0)}
	m, err := verify.NewMemory(memoryConfig(c, s))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	s.Memory = m
	return s
}

func TestMemoryIsABus(t *testing.T) {
	verifytest.Run(t, verifytest.Bench{
		New:  func(t *testing.T, c verifytest.Setup) verifytest.Service { return newScripted(t, c) },
		Pass: func(s verifytest.Service, d time.Duration) { s.(*scripted).pass(d) },
	})
}

// TestMemoryIsABusInRealTime lets the leases run out by themselves.
func TestMemoryIsABusInRealTime(t *testing.T) {
	verifytest.Run(t, verifytest.Bench{
		Lease: 100 * time.Millisecond,
		New: func(t *testing.T, c verifytest.Setup) verifytest.Service {
			m, err := verify.NewMemory(memoryConfig(c, nil))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(m.Close)
			return m
		},
	})
}

// TestAVerdictWinsOverAnExpiryInTheSameInstant races a worker that finishes with the end of its lease,
// which is the end of the job: whichever comes first is the verdict, and the worker is told that one.
func TestAVerdictWinsOverAnExpiryInTheSameInstant(t *testing.T) {
	outcomes := map[bool]int{}
	for n := range 10_000 {
		s := newScripted(t, verifytest.Setup{Lease: time.Second, Attempts: 1})
		j, err := verify.NewJob(verify.Job{Tenant: "one", Recording: verify.DigestOf(fmt.Append(nil, n))})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Submit(t.Context(), j); err != nil {
			t.Fatal(err)
		}
		l, err := s.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var stored verify.Verdict
		var all sync.WaitGroup
		all.Go(func() { s.pass(time.Second) })
		all.Go(func() {
			stored, err = s.Finish(t.Context(), l, verify.Verdict{Job: j.ID, Tenant: "one", Worker: "the worker"})
		})
		all.Wait()
		v, verr := s.Verdict(t.Context(), "one", j.ID)
		if err != nil || verr != nil || v.Outcome != stored.Outcome || v.Worker != stored.Worker {
			t.Fatalf("run %d: the verdict is %+v, %v: the worker was told %+v, %v", n, v, verr, stored, err)
		}
		outcomes[v.Worker == "the worker"]++
	}
	t.Logf("the worker was first %d times, the clock %d times", outcomes[true], outcomes[false])
}
