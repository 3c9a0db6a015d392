package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
)

// startKeeping starts a service that keeps recordings for a shorter time than the flag allows.
func startKeeping(t *testing.T, keep time.Duration, args ...string) *try {
	t.Helper()
	var parsed tool
	data := t.TempDir()
	args = append([]string{"serve", "--listen", "127.0.0.1:0", "--data", data}, args...)
	if _, err := newParser(&parsed, io.Discard, io.Discard).Parse(args); err != nil {
		t.Fatal(err)
	}
	parsed.Serve.KeepRecordings = keep
	ctx, stop := context.WithCancel(context.Background())
	s := &try{t: t, data: data, stop: stop, log: new(syncBuffer), code: make(chan int, 1), ended: -1}
	up := make(chan string, 1)
	go func() {
		c := &console{ctx: ctx, stdout: io.Discard, stderr: s.log, started: func(address string) { up <- address }}
		if err := parsed.Serve.Run(c); err != nil {
			fmt.Fprintln(s.log, err)
			s.code <- exitNo
			return
		}
		s.code <- exitGood
	}()
	select {
	case s.address = <-up:
	case <-s.code:
		t.Fatalf("it does not start: %s", s.log)
	}
	t.Cleanup(func() {
		if s.end() != exitGood {
			t.Errorf("it does not end as it should: %s", s.log)
		}
	})
	return s
}

// metric reads one counter.
func (s *try) metric(name string) (v float64) {
	s.t.Helper()
	for line := range bytes.Lines(s.call("", "GET", "/metrics", nil, "").body) {
		if _, err := fmt.Sscanf(string(line), name+" %g", &v); err == nil {
			return v
		}
	}
	s.t.Fatalf("there is no metric %s", name)
	return 0
}

// TestARecordingIsDeletedAndItsVerdictAndModuleStay sends recordings, waits until they are deleted, and
// sends one of them again.
func TestARecordingIsDeletedAndItsVerdictAndModuleStay(t *testing.T) {
	long(t)
	for _, bus := range []string{"memory", "embedded"} {
		s := startKeeping(t, 4*time.Second, "--bus", bus, "--workers", "1")
		token := s.token("acme")
		module := guest(t)
		s.putModule(token, module)
		first := record(t, header(module), 100, 1, nil)
		posted := s.post(token, first)
		if v := s.verdict(token, posted); v.Outcome != replay.OK {
			t.Fatalf("%s: %+v", bus, v)
		}
		for end := time.Now().Add(patience); s.metric("tactusd_recordings_deleted_total") < 1; {
			if time.Now().After(end) {
				t.Fatalf("%s: it is never deleted: %s", bus, s.log)
			}
			<-time.After(20 * time.Millisecond)
		}
		again := s.post(token, first)
		var v decidedJob
		if err := json.Unmarshal(again.body, &v); err != nil || again.status != http.StatusOK || v.Outcome != replay.OK ||
			again.header.Get("Location") != posted.header.Get("Location") {
			t.Errorf("%s: sent again: status %d, %v: %s", bus, again.status, err, again.body)
		}
		if v := s.verdict(token, s.post(token, first, "Tactus-Run", "1")); v.Outcome != replay.OK {
			t.Errorf("%s: judged anew: %+v", bus, v)
		}
		if v := s.verdict(token, s.post(token, record(t, header(module), 100, 2, nil))); v.Outcome != replay.OK {
			t.Errorf("%s: another recording on the module: %+v", bus, v)
		}
	}
}

// sweeping is a service that does not run, with a ledger and nothing undecided but what a test says.
func sweeping(t *testing.T, l ledger, oldest *time.Time) *sweeper {
	t.Helper()
	memory, err := newMemoryBackend(verify.MemoryConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(memory.close)
	memory.ledger = l
	memory.queue = func(context.Context) (queueState, error) { return queueState{oldest: *oldest}, nil }
	return &sweeper{svc: &service{config: &serveCommand{Data: t.TempDir(), CompiledBytes: 1}, backend: memory,
		metrics: newMetrics(func() (int, time.Duration) { return 0, 0 }), history: newHistory(1),
		log: slog.New(slog.DiscardHandler)}}
}

// TestAUseIsForgottenOnlyWhenNobodyCanAnswerTheChallengeAnyMore draws challenges, sweeps and backlogs at
// random. However it is swept, no second recording that came in time is ever the first.
func TestAUseIsForgottenOnlyWhenNobodyCanAnswerTheChallengeAnyMore(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 11))
	start := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	hours := func(n int) time.Duration { return time.Duration(r.IntN(n*60)) * time.Minute }
	forgotten := 0
	for range 300 {
		l := &memoryLedger{}
		var oldest time.Time
		w := sweeping(t, l, &oldest)
		c := challenge.Challenge{Tenant: "acme", ID: "0123456789abcdef0123456789abcdef", Expires: start.Add(hours(31 * 24))}
		received := c.Expires.Add(-hours(48)) // both came in time
		for now := received.Add(-hours(24)); now.Before(received); now = now.Add(hours(24) + time.Minute) {
			if err := w.sweep(t.Context(), now); err != nil {
				t.Fatal(err)
			}
		}
		taken := received.Add(time.Duration(r.IntN(70)) * time.Minute) // a slow upload
		oldest = taken
		if _, err := (ledgerUses{l}).Use(t.Context(), c, verify.DigestOf([]byte("first"))); err != nil {
			t.Fatal(err)
		}
		now := taken
		for range 5 { // the second waits for days
			now = now.Add(hours(48))
			if err := w.sweep(t.Context(), now); err != nil {
				t.Fatal(err)
			}
		}
		first, err := (ledgerUses{l}).Use(t.Context(), c, verify.DigestOf([]byte("second")))
		if err != nil || first != verify.DigestOf([]byte("first")) {
			t.Fatalf("a challenge until %v was forgotten while a recording taken at %v waits", c.Expires, taken)
		}
		oldest = time.Time{}
		if err := w.sweep(t.Context(), c.Expires.Add(usesKept-time.Minute)); err != nil {
			t.Fatal(err)
		}
		if entries, _ := l.list(t.Context(), "challenge."); len(entries) != 1 && now.Before(c.Expires.Add(usesKept)) {
			t.Fatal("it was forgotten within a day after its end")
		}
		if err := w.sweep(t.Context(), c.Expires.Add(usesKept+time.Hour)); err != nil {
			t.Fatal(err)
		}
		if entries, _ := l.list(t.Context(), "challenge."); len(entries) == 0 {
			forgotten++
		}
	}
	if forgotten != 300 {
		t.Errorf("%d of 300 uses were forgotten in the end", forgotten)
	}
}

// TestUsesAreForgottenOnDiskAndModulesStay does it with the ledger of a real server.
func TestUsesAreForgottenOnDiskAndModulesStay(t *testing.T) {
	var parsed tool
	args := []string{"serve", "--data", t.TempDir()}
	if _, err := newParser(&parsed, io.Discard, io.Discard).Parse(args); err != nil {
		t.Fatal(err)
	}
	s := &parsed.Serve
	fill(&s.Tenants, filepath.Join(s.Data, "tenants.json"))
	fill(&s.Keys, filepath.Join(s.Data, "challenge-keys.json"))
	svc, err := s.open(&console{ctx: t.Context(), stdout: io.Discard, stderr: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer svc.backend.close()
	if _, ok := svc.backend.Bus.(*natsbus.Bus); !ok {
		t.Fatalf("the bus is %T", svc.backend.Bus)
	}
	l, now := svc.backend.ledger, time.Now()
	old := challenge.Challenge{Tenant: "acme", ID: "00", Expires: now.Add(-26 * time.Hour)}
	fresh := challenge.Challenge{Tenant: "acme", ID: "11", Expires: now.Add(-22 * time.Hour)}
	for _, c := range []challenge.Challenge{old, fresh} {
		if _, err := (ledgerUses{l}).Use(t.Context(), c, verify.DigestOf([]byte("job"))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.create(t.Context(), moduleKey("acme", verify.DigestOf(nil)), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := (&sweeper{svc: svc}).sweep(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]int{usePrefix(old.Expires): 0, usePrefix(fresh.Expires): 1, "module.": 1} {
		if entries, err := l.list(t.Context(), key); err != nil || len(entries) != want {
			t.Errorf("%s: %d entries, %v: want %d", key, len(entries), err, want)
		}
	}
}
