package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/verify"
)

// A kept record is all that a bus has of a job.
type keptRecord struct {
	revisions int
	verdicts  []verify.Verdict
}

// keptRecords reads the whole history of the records.
func keptRecords(t testing.TB, js jetstream.JetStream) map[string]*keptRecord {
	t.Helper()
	all := map[string]*keptRecord{}
	watchHistory(t, js, busPrefix+"_verdicts", func(e jetstream.KeyValueEntry) {
		var r struct{ Verdict *verify.Verdict }
		if err := json.Unmarshal(e.Value(), &r); err != nil {
			t.Fatalf("record %s: %v", e.Key(), err)
		}
		if all[e.Key()] == nil {
			all[e.Key()] = &keptRecord{}
		}
		all[e.Key()].revisions++
		if r.Verdict != nil {
			all[e.Key()].verdicts = append(all[e.Key()].verdicts, *r.Verdict)
		}
	})
	return all
}

// watchHistory tells of all revisions that a bucket has.
func watchHistory(t testing.TB, js jetstream.JetStream, bucket string, tell func(jetstream.KeyValueEntry)) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*patience) // a cluster may be without a leader
	defer stop()
	kv, err := js.KeyValue(ctx, bucket)
	if err != nil {
		t.Fatal(err)
	}
	w, err := kv.WatchAll(ctx, jetstream.IncludeHistory())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Stop() }() // which only says that it was stopped before
	for {
		select {
		case e := <-w.Updates():
			if e == nil {
				return
			}
			tell(e)
		case <-ctx.Done():
			t.Fatalf("the history of %s does not end: %v", bucket, ctx.Err())
		}
	}
}

// openKept opens what a service that has ended left in its folder. Nobody else can until shut is called.
func openKept(t testing.TB, data string) (js jetstream.JetStream, shut func()) {
	t.Helper()
	server, err := embedded.Start(embedded.Config{Dir: filepath.Join(data, "nats")})
	if err != nil {
		t.Fatal(err)
	}
	nc, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	if js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	return js, func() {
		nc.Close()
		server.Close()
	}
}

// holdKept reads what a service that has ended left in its folder: one verdict in the whole history of
// each job that was accepted, and nothing of a job that was never sent. A job that was sent, and whose
// answer was lost, may be in the queue still, and has no verdict then, or one.
func holdKept(t testing.TB, data string, sent, accepted map[verify.Digest]bool) {
	t.Helper()
	js, shut := openKept(t, data)
	defer shut()
	queued, records, decided := queuedJobs(t, js), keptRecords(t, js), map[verify.Digest]bool{}
	for id := range queued {
		if !sent[id] {
			t.Errorf("%v is in the queue, and was never sent", id)
		}
	}
	for key, r := range records {
		_, digits, _ := strings.Cut(key, ".")
		id, err := verify.ParseDigest(digits)
		if err != nil || !sent[id] {
			t.Errorf("%s has a record, and was never sent: %v", key, err)
		}
		if n := len(r.verdicts); n != 1 && (n != 0 || !queued[id]) {
			t.Errorf("%s has %d verdicts in %d revisions", key, n, r.revisions)
		}
		decided[id] = len(r.verdicts) > 0
	}
	for id := range accepted {
		if !sent[id] || !decided[id] {
			t.Errorf("%v was accepted: sent %v, decided %v", id, sent[id], decided[id])
		}
	}
	t.Logf("%d jobs have records, %d were accepted, %d are in the queue", len(records), len(accepted), len(queued))
}

// queuedJobs reads the ids of the jobs that are in the queue.
func queuedJobs(t testing.TB, js jetstream.JetStream) map[verify.Digest]bool {
	t.Helper()
	ids := map[verify.Digest]bool{}
	s, err := js.Stream(t.Context(), busPrefix+"_jobs")
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Info(t.Context(), jetstream.WithSubjectFilter(busPrefix+".jobs.>"))
	if err != nil {
		t.Fatal(err)
	}
	for subject := range info.State.Subjects {
		id, err := verify.ParseDigest(subject[strings.LastIndexByte(subject, '.')+1:])
		if err != nil {
			t.Fatalf("a job of subject %s: %v", subject, err)
		}
		ids[id] = true
	}
	return ids
}
