package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/wasmrunner"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/games/particles"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
	"github.com/tactus-go/tactus/verify"
)

// A usage is what a process has used so far, as Linux tells it.
type usage struct {
	cpu      time.Duration
	resident int64 // bytes
}

// usageOf reads it; "self" is this process. The system counts in hundredths of a second.
func usageOf(b *testing.B, pid string) usage {
	b.Helper()
	stat, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		b.Skipf("NOT RUN: this system does not tell what a process uses: %v", err)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	number := func(i int) int64 {
		n, err := strconv.ParseInt(fields[i-3], 10, 64) // proc(5) counts from 1, and two are cut off
		if err != nil {
			b.Fatal(err)
		}
		return n
	}
	const hundredth = 10 * time.Millisecond
	return usage{time.Duration(number(14)+number(15)) * hundredth, number(24) * int64(os.Getpagesize())}
}

func (p *process) usage(b *testing.B) usage {
	b.Helper()
	return usageOf(b, strconv.Itoa(p.command.Process.Pid))
}

// A load is a service as a process of its own, with a module.
type load struct {
	*try
	process *process
	token   string
}

func startLoad(b *testing.B, module []byte, args ...string) *load {
	b.Helper()
	data := b.TempDir()
	l := &load{try: &try{t: b, data: data}, process: startProcess(b, data, args...)}
	l.address = l.process.address
	l.token = l.try.token("acme")
	l.putModule(l.token, module)
	return l
}

// A recorded is a game that a benchmark has recordings of.
type recorded struct {
	module []byte
	header replay.Header
	fresh  func(testing.TB) sim.Sim
	claim  []byte // nil for the game's own
}

// island is merge-island on a module.
func island(module []byte) recorded {
	return recorded{module: module, header: header(module), fresh: func(t testing.TB) sim.Sim {
		game, err := mergeisland.New(mergeisland.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		return game
	}}
}

// cloud is 256 particles on a Go module: a tick that computes, where one of merge-island takes 7 ns.
func cloud(t testing.TB) recorded {
	module := must(t, particlesGuest)
	h := header(module)
	h.Game, h.Seed, h.Config = "particles", [2]uint64{1, 0}, nil
	return recorded{module, h, func(testing.TB) sim.Sim { return particles.New(1) }, []byte{}}
}

// tape is n recordings, each of other moves than any before.
func (r *recorded) tape(b *testing.B, ticks, n int) [][]byte {
	b.Helper()
	list := make([][]byte, n)
	for i := range list {
		list[i] = distinctSim(b, r.header, r.fresh(b), ticks, int(played.Add(1)), r.claim)
	}
	return list
}

// tape is n recordings of merge-island on a module.
func tape(b *testing.B, module []byte, ticks, n int) [][]byte {
	b.Helper()
	r := island(module)
	return r.tape(b, ticks, n)
}

var played atomic.Int64

// A bench runs recordings on two goroutines with nothing around: what the service cannot do without.
type bench struct {
	*testing.B
	runner *wasmrunner.Runner
	module verify.Digest
}

func newBench(b *testing.B, module []byte) *bench {
	b.Helper()
	store, err := verify.NewMemory(verify.MemoryConfig{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(store.Close)
	id, err := store.Put(b.Context(), "acme", module)
	if err != nil {
		b.Fatal(err)
	}
	runner, err := wasmrunner.New(wasmrunner.Config{Store: store, CacheDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(runner.Close)
	return &bench{b, runner, id}
}

// run runs all and returns the processor time.
func (r *bench) run(recordings [][]byte) time.Duration {
	r.Helper()
	runtime.GC() // of what was made before
	before := usageOf(r.B, "self").cpu
	var next atomic.Int64
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(recordings)); i = next.Add(1) - 1 {
				v, _, err := r.runner.Run(r.Context(), verify.Job{Tenant: "acme", Module: r.module}, recordings[i],
					func() error { return nil })
				if err != nil || v.Outcome != replay.OK {
					r.Errorf("%+v, %v", v, err)
				}
			}
		})
	}
	all.Wait()
	return usageOf(r.B, "self").cpu - before
}

// BenchmarkShare says what part of the service's processor time is not the run's, for recordings of
// 60,000 ticks of a Go guest and a queue on disk: the service is a process of its own, its clients are
// not counted, and the bare runs are of the same recordings in the same minute. What a job takes beside
// its run is the same whatever a tick costs, so that the part is for one game only: one whose ticks cost
// as little as any, and one whose ticks compute.
func BenchmarkShare(b *testing.B) {
	b.Run("mergeisland", func(b *testing.B) { benchShare(b, island(guest(b))) })
	b.Run("particles", func(b *testing.B) { benchShare(b, cloud(b)) })
}

func benchShare(b *testing.B, game recorded) {
	const round, ticks = 40, 60_000
	l, alone, first := startLoad(b, game.module, "--workers", "2"), newBench(b, game.module), game.tape(b, ticks, round)
	l.flood(l.token, first) // compiled and warm
	alone.run(first)
	done := round
	b.ResetTimer()
	var parts, services, runs []float64 // of each round: a busy moment spoils one
	for range b.N {
		recordings := game.tape(b, ticks, round)
		before := l.process.usage(b).cpu
		done += round
		l.floodTo(l.token, recordings, done)
		service := l.process.usage(b).cpu - before
		run := alone.run(recordings)
		services, runs = append(services, service.Seconds()*1000/round), append(runs, run.Seconds()*1000/round)
		parts = append(parts, 100*(1-run.Seconds()/service.Seconds()))
	}
	for unit, of := range map[string][]float64{"ms-service/job": services, "ms-bare/job": runs, "%-of-service": parts} {
		slices.Sort(of)
		b.ReportMetric(of[len(of)/2], unit)
	}
	b.ReportMetric(runs[len(runs)/2]*1e6/ticks, "ns-bare/tick")
}

// BenchmarkWorkers compares two workers with one, in turn, on recordings of 60,000 ticks of the Go
// guest.
func BenchmarkWorkers(b *testing.B) {
	module := guest(b)
	const round = 150
	var took [3]time.Duration
	var loads [3]*load
	for workers := 1; workers <= 2; workers++ {
		loads[workers] = startLoad(b, module, "--workers", fmt.Sprint(workers))
		loads[workers].flood(loads[workers].token, tape(b, module, 60_000, 10))
	}
	b.ResetTimer()
	for i := range b.N {
		for workers := 1; workers <= 2; workers++ {
			l := loads[workers]
			recordings := tape(b, module, 60_000, round)
			begun := time.Now()
			l.floodTo(l.token, recordings, 10+(i+1)*round)
			took[workers] += time.Since(begun)
		}
	}
	jobs := float64(b.N * round)
	b.ReportMetric(jobs/took[1].Seconds(), "jobs/s-one")
	b.ReportMetric(jobs/took[2].Seconds(), "jobs/s-two")
	b.ReportMetric(took[1].Seconds()/took[2].Seconds(), "two/one")
}

// BenchmarkSteady sends so many recordings of 1,000 ticks of the C guest, and logs ten times on the way
// what the service has in memory. go test -bench Steady -benchtime 100000x is the long run.
func BenchmarkSteady(b *testing.B) {
	module, err := cGuest()
	if err != nil {
		b.Skipf("NOT RUN: no C guest: %v", err)
	}
	l := startLoad(b, module, "--workers", "4")
	b.ResetTimer()
	part := max(1, b.N/10)
	for done := 0; done < b.N; {
		n := min(part, b.N-done)
		done += n
		l.floodTo(l.token, tape(b, module, 1000, n), done)
		u := l.process.usage(b)
		b.Logf("after %7d jobs: %4d MB resident, %v of CPU, %.0f jobs/s", done, u.resident>>20, u.cpu,
			float64(done)/b.Elapsed().Seconds())
	}
	if got := l.call(l.token, "GET", "/metrics", nil, ""); !bytes.Contains(got.body, []byte("go_goroutines")) {
		b.Errorf("no metrics: %s", got.body)
	}
}
