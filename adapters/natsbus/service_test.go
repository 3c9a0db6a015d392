package natsbus_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/verifytest"
)

// patience is for what takes milliseconds on an idle machine.
func patience(t testing.TB) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(stop)
	return ctx
}

// start runs a server of its own, closed at the test's end.
func start(t testing.TB, c embedded.Config) *embedded.Server {
	t.Helper()
	if c.Dir == "" {
		c.Dir = t.TempDir()
	}
	s, err := embedded.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t testing.TB, s *embedded.Server) *nats.Conn {
	t.Helper()
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func open(t testing.TB, nc *nats.Conn, c natsbus.Config) *natsbus.Bus {
	t.Helper()
	b, err := natsbus.Open(patience(t), nc, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func job(t testing.TB, tenant string, n int) verify.Job {
	t.Helper()
	j, err := newJob(tenant, n)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// newJob makes a job that no other is, with its number in Run.
func newJob(tenant string, n int) (verify.Job, error) {
	return verify.NewJob(verify.Job{Tenant: tenant, Recording: verify.DigestOf(fmt.Append(nil, "recording ", n)), Size: 1,
		Run: uint32(n)})
}

func submit(t testing.TB, b *natsbus.Bus, j verify.Job, want bool) {
	t.Helper()
	if fresh, err := b.Submit(patience(t), j); err != nil || fresh != want {
		t.Fatalf("submit: new %v, %v: want new %v", fresh, err, want)
	}
}

func take(t testing.TB, b *natsbus.Bus) *verify.Lease {
	t.Helper()
	l, err := b.Take(patience(t))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func verdict(n int) verify.Verdict {
	return verify.Verdict{Verdict: replay.Verdict{Outcome: replay.OK, Fields: []replay.FieldDifference{},
		Compared: replay.Compared{Ticks: 10, Hashes: n}}, Worker: "test"}
}

func finish(t testing.TB, b *natsbus.Bus, l *verify.Lease, n int) verify.Verdict {
	t.Helper()
	v, err := b.Finish(patience(t), l, verdict(n))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// idle fails where a bus gives a job within a short time.
func idle(t testing.TB, b *natsbus.Bus) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if l, err := b.Take(ctx); err == nil {
		t.Fatalf("there is a job: %+v, attempt %d", l.Job, l.Attempt)
	}
}

func TestNatsIsABus(t *testing.T) {
	t.Parallel() // with the other long ones: they mostly wait
	verifytest.Run(t, verifytest.Bench{
		Lease: 500 * time.Millisecond,
		New: func(t *testing.T, s verifytest.Setup) verifytest.Service {
			return open(t, connect(t, start(t, embedded.Config{})), natsbus.Config{Lease: s.Lease, Attempts: s.Attempts,
				Grace: s.Grace, Limits: func(string) verify.Limits { return s.Limits }})
		},
	})
}
