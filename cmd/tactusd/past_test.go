package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// records writes an attempt and a verdict for each job, as the bus does of jobs that waited when it
// started, and returns the verdicts' jobs by tenant. A job that came later mostly has a verdict only.
func records(t *testing.T, js jetstream.JetStream, tenantOf func(n int) string, count int) map[string][]verify.Digest {
	t.Helper()
	jobs := map[string][]verify.Digest{}
	for n := range count {
		v := verify.Verdict{Verdict: replay.Verdict{Outcome: "ok", Fields: []replay.FieldDifference{}},
			Tenant: tenantOf(n), Job: verify.DigestOf(fmt.Append(nil, n)), Decided: time.Unix(1_700_000_000+int64(n), 0)}
		jobs[v.Tenant] = append(jobs[v.Tenant], v.Job)
		subject := "$KV." + busPrefix + "_verdicts." + v.Tenant + "." + v.Job.String()
		for _, record := range []map[string]any{{"attempts": 1}, {"attempts": 1, "verdict": v}} {
			data, err := json.Marshal(record)
			if err == nil {
				_, err = js.PublishAsync(subject, data)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if n%1000 == 999 {
			<-js.PublishAsyncComplete()
		}
	}
	<-js.PublishAsyncComplete()
	return jobs
}

// pastOn opens a bus on a server of its own, and returns what reads its past.
func pastOn(t *testing.T) (nc *nats.Conn, js jetstream.JetStream, p *past, kv jetstream.KeyValue) {
	t.Helper()
	server, err := embedded.Start(embedded.Config{Dir: t.TempDir(), Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	if nc, err = server.Connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	bus, err := natsbus.Open(t.Context(), nc, natsbus.Config{Prefix: busPrefix})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bus.Close)
	if js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	name := busPrefix + "_verdicts"
	stream, err := js.Stream(t.Context(), "KV_"+name)
	if err == nil {
		kv, err = js.KeyValue(t.Context(), name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return nc, js, &past{stream, "$KV." + name + "."}, kv
}

// TestAStartReadsNoMoreThanTheHistory has 50,000 verdicts there: of one tenant most, of one a few at the
// very beginning, and of one every hundredth.
func TestAStartReadsNoMoreThanTheHistory(t *testing.T) {
	const count, most = 50_000, 500
	nc, js, p, kv := pastOn(t)
	jobs := records(t, js, func(n int) string {
		switch {
		case n < 30:
			return "early"
		case n%100 == 0:
			return "rare"
		}
		return "busy"
	}, count)
	before := nc.Stats().InMsgs
	ctx, stop := context.WithCancel(t.Context())
	ready, told, ended := make(chan struct{}), make(chan verify.Verdict, 1), make(chan error, 1)
	go func() { ended <- watchRecords(ctx, kv, func(v verify.Verdict) { told <- v }, func() { close(ready) }) }()
	<-ready
	if got := nc.Stats().InMsgs - before; got > 20 {
		t.Errorf("a start reads %d messages", got)
	}
	for _, tenant := range []string{"early", "rare", "busy", "nobody"} {
		before := nc.Stats().InMsgs
		list, read, err := p.last(t.Context(), tenant, most)
		if err != nil {
			t.Fatal(err)
		}
		want := jobs[tenant][max(0, len(jobs[tenant])-most):]
		got := make([]verify.Digest, len(list))
		for i, v := range list {
			got[i] = v.Job
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d verdicts, want the last %d", tenant, len(got), len(want))
		}
		if sent := nc.Stats().InMsgs - before; read > 2*recordsOfJob*most || sent > uint64(read)+100 {
			t.Errorf("%s: %d records are read, with %d messages", tenant, read, sent)
		}
		t.Logf("%s: %d of %d records for %d verdicts", tenant, read, 2*count, len(list))
	}
	records(t, js, func(int) string { return "late" }, 1)
	if v := <-told; v.Tenant != "late" {
		t.Errorf("the watch tells of %+v", v)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if info, err := p.stream.Info(t.Context()); err != nil || info.State.Consumers > 1 {
		t.Errorf("%v: %d consumers are left", err, info.State.Consumers)
	}
}

// TestAPastThatIsRememberedLateIsBeforeWhatCame asks for the past after verdicts have come, one of
// which is in it.
func TestAPastThatIsRememberedLateIsBeforeWhatCame(t *testing.T) {
	verdict := func(n int) verify.Verdict {
		return verify.Verdict{Verdict: replay.Verdict{Outcome: "ok"}, Tenant: "acme",
			Job: verify.DigestOf(fmt.Append(nil, n))}
	}
	h := newHistory(10)
	asked := 0
	h.past = func(context.Context, string, int) (list []verify.Verdict, err error) {
		if asked++; asked == 1 {
			return nil, context.DeadlineExceeded
		}
		for n := range 9 {
			list = append(list, verdict(n))
		}
		return list, nil
	}
	for n := range 3 {
		h.add(verdict(8 + n))
	}
	if err := h.remember(t.Context(), "acme"); err == nil {
		t.Error("a past that cannot be read is remembered")
	}
	for range 2 {
		if err := h.remember(t.Context(), "acme"); err != nil {
			t.Fatal(err)
		}
	}
	list, next := h.page("acme", "", 0, 100)
	got := make([]verify.Digest, 0, 10)
	for _, v := range list {
		got = append(got, v.Job)
	}
	want := []verify.Digest{}
	for n := 10; n >= 2; n-- {
		want = append(want, verdict(n).Job)
	}
	if !slices.Equal(got, want) || next != 0 || asked != 2 {
		t.Errorf("%d verdicts, want %d; asked %d times", len(got), len(want), asked)
	}
	if s := h.summarize("acme", time.Now()); s.Decided != int64(len(want)) {
		t.Errorf("%d are counted: want %d", s.Decided, len(want))
	}
}
