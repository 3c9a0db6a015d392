package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// cGuest is merge-island as a C module, which a tick costs the least of.
var cGuest = sync.OnceValues(func() ([]byte, error) {
	for _, tool := range []string{"clang", "wasm-ld"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, err
		}
	}
	return compileTo(".", nil, "clang", "--target=wasm32-unknown-unknown", "-std=c11", "-O2", "-nostdlib",
		"-ffreestanding", "-fvisibility=hidden", "-I", "../../sdk/c", "-Wl,--no-entry", "-Wl,--strip-all",
		"-Wl,--stack-first", "-Wl,-z,stack-size=16384", "-Wl,--initial-memory=327680",
		"-Wl,--max-memory=327680", "../../examples/guests/c-mergeisland/island.c")
})

// TestTheFirstVerdictComesSoonAfterTheStart logs how long a service on disk takes to it. The bound is
// that of a machine that is busy with other tests.
func TestTheFirstVerdictComesSoonAfterTheStart(t *testing.T) {
	data := t.TempDir()
	s := startIn(t, data)
	token := s.token("acme")
	s.end()
	recording := record(t, header(nil), 1000, 0, nil)
	begun := time.Now()
	s = startIn(t, data)
	up := time.Since(begun)
	v := s.verdict(token, s.post(token, recording))
	took := time.Since(begun)
	t.Logf("ready after %v, the first verdict after %v", up.Round(time.Millisecond), took.Round(time.Millisecond))
	if v.Outcome != replay.OK || took > 15*time.Second {
		t.Errorf("%+v after %v", v, took)
	}
}

// BenchmarkShortJobs sends recordings of 1,000 ticks of the C guest over HTTP, 16 at a time, and waits
// for all verdicts: jobs a second of this whole process, its clients included.
func BenchmarkShortJobs(b *testing.B) {
	module, err := cGuest()
	if err != nil {
		b.Skipf("NOT RUN: no C guest: %v", err)
	}
	for _, c := range []struct{ bus, workers string }{{"memory", "2"}, {"embedded", "2"}, {"embedded", "4"}} {
		b.Run(c.bus+"/workers="+c.workers, func(b *testing.B) {
			benchJobs(b, module, 1000, "--bus", c.bus, "--workers", c.workers)
		})
	}
}

// BenchmarkLongJobs does so with recordings of 60,000 ticks of the Go guest. A profile of it says what
// part of the time is not the run's.
func BenchmarkLongJobs(b *testing.B) { benchJobs(b, guest(b), 60_000, "--workers", "2") }

func benchJobs(b *testing.B, module []byte, ticks int, args ...string) {
	s := startIn(b, b.TempDir(), append(args, "--log-level", "warn", "--tenant-rate-per-s", "1e6", "--tenant-burst", "1e6",
		"--tenant-jobs", "1000000")...)
	token := s.token("acme")
	s.putModule(token, module)
	recordings := make([][]byte, b.N)
	for i := range recordings {
		recordings[i] = distinct(b, header(module), ticks, i)
	}
	b.ResetTimer()
	s.flood(token, recordings)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// flood sends all and waits for all, of which there were none before.
func (s *try) flood(token string, recordings [][]byte) { s.floodTo(token, recordings, len(recordings)) }

// floodTo sends all, and waits until so many are decided.
func (s *try) floodTo(token string, recordings [][]byte, decided int) {
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 32
	begun := time.Now()
	var next atomic.Int64
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(recordings)); i = next.Add(1) - 1 {
				if r := s.post(token, recordings[i]); r.status != http.StatusAccepted {
					s.t.Errorf("status %d: %s", r.status, r.body)
				}
			}
		})
	}
	all.Wait()
	s.t.Logf("%d jobs are taken after %v", len(recordings), time.Since(begun).Round(time.Millisecond))
	want := fmt.Sprintf(`"ok":%d}`, decided)
	for end := time.Now().Add(5 * time.Minute); ; <-time.After(50 * time.Millisecond) {
		if status := s.call(token, "GET", "/v1/status", nil, ""); bytes.Contains(status.body, []byte(want)) {
			return
		}
		if time.Now().After(end) {
			s.t.Fatal("not all are decided")
		}
	}
}

// distinct plays merge-island by moves that are those of a number.
func distinct(t testing.TB, h replay.Header, ticks, which int) []byte {
	t.Helper()
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return distinctSim(t, h, game, ticks, which, nil)
}

// distinctSim does so with a game of its own, and a claim; nil is the true one.
func distinctSim(t testing.TB, h replay.Header, game sim.Sim, ticks, which int, claim []byte) []byte {
	t.Helper()
	return recordMoves(t, h, game, ticks, claim, func(tick int) int8 {
		if tick < 30 {
			return int8(which >> tick & 1)
		}
		return int8(tick/7%3) - 1
	})
}
