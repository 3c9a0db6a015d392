//go:build unix

package natsbus_test

import (
	"encoding/json"
	"runtime"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
)

// heap returns the bytes that are in use after a collection.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what finalizers let go
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse)
}

// BenchmarkVerdictsHeld says what a server's index of a verdict takes in memory, and a verdict on the
// disk: right after so many were written, and in a server that was started anew on them.
//
//	go test -run '^$' -bench VerdictsHeld -benchtime 1000000x
func BenchmarkVerdictsHeld(b *testing.B) {
	dir := b.TempDir()
	empty := heap()
	s := start(b, embedded.Config{Dir: dir, Unsynced: true})
	nc := connect(b, s)
	open(b, nc, natsbus.Config{})
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(1000))
	if err != nil {
		b.Fatal(err)
	}
	for n := range b.N {
		j, err := newJob("one", n)
		if err != nil {
			b.Fatal(err)
		}
		v := verdict(n)
		v.Job, v.Tenant, v.Recording, v.Decided = j.ID, j.Tenant, j.Recording, time.Now()
		data, err := json.Marshal(map[string]any{"attempts": 1, "verdict": v})
		if err != nil {
			b.Fatal(err)
		}
		subject := "$KV.tactus_verdicts.one." + j.ID.String()
		if _, err := js.PublishAsync(subject, data, jetstream.WithStallWait(time.Minute)); err != nil {
			b.Fatal(err)
		}
	}
	<-js.PublishAsyncComplete()
	info, err := streamOf(b, nc, "KV_tactus_verdicts").Info(b.Context())
	if err != nil || info.State.NumSubjects != uint64(b.N) {
		b.Fatalf("%d verdicts are stored, want %d: %v", info.State.NumSubjects, b.N, err)
	}
	written := heap()
	s.Close()
	s = start(b, embedded.Config{Dir: dir, Unsynced: true})
	streamOf(b, connect(b, s), "KV_tactus_verdicts") // it is ready
	b.ReportMetric(float64(written-empty)/float64(b.N), "B-memory/verdict")
	b.ReportMetric(float64(heap()-empty)/float64(b.N), "B-memory-anew/verdict")
	b.ReportMetric(float64(info.State.Bytes)/float64(b.N), "B-disk/verdict")
	b.ReportMetric(0, "ns/op")
	runtime.KeepAlive(s)
}
