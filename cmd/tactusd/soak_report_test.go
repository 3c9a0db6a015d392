package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A soakReport is what bench/soak.sh leaves.
type soakReport struct {
	Seed     uint64             `json:"seed"`
	Lasts    string             `json:"lasts"`
	Machine  string             `json:"machine"`
	Prices   map[string]float64 `json:"cpu_ns_per_tick"`
	Capacity float64            `json:"calibrated_per_s"`
	Rate     float64            `json:"arrivals_per_s"`
	Counts   soakCounts         `json:"uploads"`
	Samples  []soakSample       `json:"samples"`
	Jobs     int                `json:"accepted_jobs"`
	Untold   int                `json:"decided_without_an_answer"`
	Decided  int                `json:"decided_jobs"`
	Verdicts float64            `json:"verdicts_stored"`
	P50      float64            `json:"latency_p50_ms"`
	P95      float64            `json:"latency_p95_ms"`
	P99      float64            `json:"latency_p99_ms"`
	CPU      float64            `json:"cpu_cores"`
	CPUPer   float64            `json:"cpu_ms_per_verdict"`
	DiskPer  float64            `json:"disk_bytes_per_verdict"`
	Slope    float64            `json:"rss_slope_bytes_per_minute"`
}

// A soakSample is one line of the table.
type soakSample struct {
	After      float64 `json:"after_s"`
	Accepted   float64 `json:"accepted_per_s"`
	Decided    float64 `json:"decided_per_s"`
	Refused    float64 `json:"refused_per_s"`
	Queue      float64 `json:"queue_jobs"`
	P50        float64 `json:"latency_p50_ms"`
	P95        float64 `json:"latency_p95_ms"`
	P99        float64 `json:"latency_p99_ms"`
	CPU        float64 `json:"cpu_cores"`
	RSS        float64 `json:"rss_bytes"`
	Heap       float64 `json:"heap_bytes"` // in use after the last collection, and what was made since
	Disk       float64 `json:"disk_bytes"`
	Files      float64 `json:"open_files"`
	Goroutines float64 `json:"goroutines"`
	Load       string  `json:"load_average"`
}

func soakMachine() string {
	return fmt.Sprintf("%s/%s, %d processors, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
}

// watch takes a sample each so often, until it is stopped, and prints it.
func (k *soak) watch(every time.Duration, stop <-chan struct{}) (samples []soakSample) {
	fmt.Printf("%6s %10s %9s %9s %6s %8s %8s %8s %6s %7s %8s %5s %6s\n", "s", "accepted/s", "decided/s", "refused/s",
		"queue", "p50 ms", "p95 ms", "p99 ms", "cores", "RSS MB", "disk MB", "files", "gorout")
	begun, last, before := time.Now(), time.Now(), k.metrics()
	refused := k.refused()
	var latencies []time.Duration
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for over := false; !over; {
		select {
		case <-look.C:
		case <-stop:
			over = true
		}
		latencies = append(latencies, k.collect()...)
		took := time.Since(last)
		if took < every && !over || took < every/2 {
			continue
		}
		now, nowRefused := k.metrics(), k.refused()
		rate := func(name string) float64 { return (now[name] - before[name]) / took.Seconds() }
		slices.Sort(latencies)
		s := soakSample{After: time.Since(begun).Seconds(), Accepted: rate("tactusd_accepted_total"),
			Decided: rate("tactusd_jobs_total"), Refused: float64(nowRefused-refused) / took.Seconds(),
			Queue: now["tactusd_queue_jobs"], P50: percentile(latencies, 0.5), P95: percentile(latencies, 0.95),
			P99: percentile(latencies, 0.99), CPU: rate("process_cpu_seconds_total"), RSS: now["process_resident_memory_bytes"],
			Heap: now["go_memstats_heap_inuse_bytes"],
			Disk: float64(diskBytes(k.data)), Files: now["process_open_fds"], Goroutines: now["go_goroutines"],
			Load: loadAverage()}
		samples = append(samples, s)
		fmt.Printf("%6.0f %10.1f %9.1f %9.1f %6.0f %8.0f %8.0f %8.0f %6.2f %7.0f %8.0f %5.0f %6.0f\n", s.After, s.Accepted,
			s.Decided, s.Refused, s.Queue, s.P50, s.P95, s.P99, s.CPU, s.RSS/1e6, s.Disk/1e6, s.Files, s.Goroutines)
		last, before, refused, latencies = time.Now(), now, nowRefused, nil
	}
	return samples
}

// refused counts the honest uploads that were answered with 429 or 503.
func (k *soak) refused() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.counts.Status["429"] + k.counts.Status["503"]
}

// percentile returns one of sorted times, in milliseconds: the smallest that so many are not over.
func percentile(sorted []time.Duration, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	i := min(len(sorted)-1, max(0, int(p*float64(len(sorted))+0.999999)-1))
	return float64(sorted[i]) / float64(time.Millisecond)
}

func diskBytes(folder string) (n int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error { // what vanishes has no bytes
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

// settle waits until all that was accepted is decided, and holds the two to each other.
func (k *soak) settle(r *soakReport) {
	waiting := func() int {
		k.mu.Lock()
		defer k.mu.Unlock()
		return len(k.sent) - len(k.latency)
	}
	for end := time.Now().Add(5 * time.Minute); ; <-time.After(200 * time.Millisecond) {
		k.collect()
		if waiting() == 0 {
			break
		}
		if time.Now().After(end) {
			k.t.Errorf("%d accepted jobs have no verdict", waiting())
			break
		}
	}
	r.Verdicts = k.decidedTotal()
	r.Jobs, r.Decided = len(k.sent), len(k.latency)
	// A client that got no answer, or 503, does not know whether its job was kept; the lists do.
	r.Untold = len(k.untold)
	if float64(r.Decided+r.Untold) != r.Verdicts {
		k.t.Errorf("%d jobs were accepted and decided, %d more decided, and %.0f verdicts stored", r.Jobs, r.Untold,
			r.Verdicts)
	}
}

// finish adds up, and prints the end of the table.
func (r *soakReport) finish(k *soak) {
	r.Counts = k.counts
	var all []time.Duration
	for _, d := range k.latency {
		all = append(all, d)
	}
	slices.Sort(all)
	r.P50, r.P95, r.P99 = percentile(all, 0.5), percentile(all, 0.95), percentile(all, 0.99)
	m := k.metrics()
	r.CPUPer = m["process_cpu_seconds_total"] * 1000 / r.Verdicts
	r.DiskPer = float64(diskBytes(filepath.Join(k.data, "nats"))) / r.Verdicts
	for _, s := range r.Samples {
		r.CPU += s.CPU / float64(len(r.Samples))
	}
	r.Slope = slope(r.Samples[len(r.Samples)/3:])
	fmt.Printf("%d jobs accepted, %d decided, %.0f verdicts stored; %d sent again, %d arrivals not sent\n", r.Jobs,
		r.Decided, r.Verdicts, r.Counts.Again, r.Counts.Late)
	fmt.Printf("latency p50 %.0f ms, p95 %.0f ms, p99 %.0f ms\n", r.P50, r.P95, r.P99)
	fmt.Printf("%.2f cores, %.2f ms of CPU and %.0f bytes on disk a verdict\n", r.CPU, r.CPUPer, r.DiskPer)
	fmt.Printf("memory grows by %.2f MB a minute after the first third\n", r.Slope/1e6)
	fmt.Printf("honest uploads: %v; the hostile tenant's: %v\n", r.Counts.Status, r.Counts.Hostile)
}

// slope is that of the line of least squares through the memory, in bytes a minute.
func slope(samples []soakSample) float64 {
	var n, x, y, xx, xy float64
	for _, s := range samples {
		at := s.After / 60
		n, x, y, xx, xy = n+1, x+at, y+s.RSS, xx+at*at, xy+at*s.RSS
	}
	if d := n*xx - x*x; d > 0 {
		return (n*xy - x*y) / d
	}
	return 0
}
