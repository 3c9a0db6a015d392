//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
)

// phase is how long the honest tenant is watched at a time.
const phase = 3 * time.Second

var spinAlwaysGuest = guestOnce(".", "./testdata/odd", "-ldflags=-X main.always=yes")

// BenchmarkBesideAHostileTenant watches an honest tenant alone and beside a hostile one, in turn, each
// at a service that is a process of its own, while the other is stopped. slower is the honest tenant's
// jobs a second, or the middle of its times to a verdict, without the hostile one and with it, one over
// the other: 1.2 is 20 % slower. The honest one sends one recording after another, which keeps less
// than half of two cores busy: more than an equal share nobody is promised. Each iteration is a pair of
// phases; take several, as with -benchtime 5x, and nothing else on the machine. The hostile one's own
// work is on the same processors, and counts as the service's.
func BenchmarkBesideAHostileTenant(b *testing.B) {
	names := []string{}
	for _, a := range (&hostile{}).attacks() {
		names = append(names, a.name)
	}
	for _, name := range append(names, "none", "all") {
		b.Run(name, func(b *testing.B) {
			alone, beside := newHostile(b), newHostile(b)
			compare(b, alone, beside, slices.DeleteFunc(beside.attacks(), func(a attack) bool {
				return name != "all" && a.name != name
			}))
		})
	}
}

// An attack is done again and again, by so many clients at a time.
type attack struct {
	name    string
	clients int
	once    func(ctx context.Context, n int64)
}

// A hostile is a service with two tenants, one of which is hostile.
type hostile struct {
	s           *try
	process     *process
	good, bad   string // tokens
	client      *http.Client
	module      []byte // of the good one
	recording   []byte
	run         atomic.Int64 // tells jobs apart
	spins       []byte       // module of the hostile one, which spins as it is told to
	always      []byte       // module that always does
	short, spin []byte       // recordings
}

func newHostile(b *testing.B) *hostile {
	data := b.TempDir()
	args := []string{}
	if text := os.Getenv("TACTUS_HOSTILE_FLAGS"); text != "" {
		args = strings.Fields(text)
	}
	p := launch(b, append([]string{"serve", "--data", data, "--listen", "127.0.0.1:0", "--log-level", "info"}, args...)...)
	h := &hostile{s: &try{t: b, data: data, address: p.address}, process: p, module: guest(b),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}}
	h.good, h.bad = h.s.token("honest"), h.s.token("hostile")
	h.spins, h.always = must(b, oddGuest), must(b, spinAlwaysGuest)
	h.s.putModule(h.good, h.module)
	h.s.putModule(h.bad, h.spins)
	h.recording = record(b, header(h.module), 2000, 0, nil)
	h.short = record(b, header(nil), 10, 0, nil)
	h.spin = spinning(b, h.spins, 3000, 10_000_000)
	return h
}

// spinning is a recording whose run takes as long as its ticks spin. Nobody has to have run it: the
// first hash that is compared comes late.
func spinning(b *testing.B, module []byte, ticks, loops int) []byte {
	h := header(module)
	h.Game, h.Seed, h.Config = "spins", [2]uint64{1, 0}, nil
	h.Limits.Fuel, h.Plain, h.Chain = 1_000_000_000_000, 1<<16, 1<<16
	var out bytes.Buffer
	r, err := replay.Record(&out, h, &count{sum: 1})
	if err != nil {
		b.Fatal(err)
	}
	for range ticks {
		r.Step(binary.LittleEndian.AppendUint32([]byte("spin"), uint32(loops)))
	}
	if err := r.Close(replay.Claim{}); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// halt stops the service's process, and wake lets it go on.
func (h *hostile) halt() { _ = h.process.command.Process.Signal(syscall.SIGSTOP) }
func (h *hostile) wake() { _ = h.process.command.Process.Signal(syscall.SIGCONT) }

// compare watches the honest tenant alone at one service, and beside attacks at the other.
func compare(b *testing.B, calm, h *hostile, attacks []attack) {
	var rates, times []float64
	calm.watch(b) // modules are compiled, and connections made
	h.watch(b)
	for b.Loop() {
		h.halt()
		calm.wake()
		alone := calm.watch(b)
		calm.halt()
		h.wake()
		stop := h.begin(attacks)
		<-time.After(phase / 3) // the attack is under way
		beside := h.watch(b)
		stop()
		rates = append(rates, alone.rate/beside.rate)
		times = append(times, beside.middle.Seconds()/alone.middle.Seconds())
		b.Logf("alone %v, beside %v", alone, beside)
	}
	slices.Sort(rates)
	slices.Sort(times)
	b.ReportMetric(rates[len(rates)/2], "slower-jobs")
	b.ReportMetric(times[len(times)/2], "slower-time")
	b.ReportMetric(0, "ns/op") // which says nothing
}

// A pace is how fast the honest tenant gets its verdicts.
type pace struct {
	rate         float64 // a second
	middle, most time.Duration
}

func (p pace) String() string {
	return fmt.Sprintf("%.1f/s, %v in the middle, %v at most", p.rate, p.middle.Round(100*time.Microsecond),
		p.most.Round(time.Millisecond))
}

// watch plays the honest tenant for a phase.
func (h *hostile) watch(b *testing.B) pace {
	var times []time.Duration
	begun := time.Now()
	for time.Since(begun) < phase {
		one := time.Now()
		v := h.s.verdict(h.good, h.s.post(h.good, h.recording, "Tactus-Run", strconv.FormatInt(h.run.Add(1), 10)))
		if v.Outcome != replay.OK {
			b.Fatalf("the honest tenant's verdict: %+v", v)
		}
		times = append(times, time.Since(one))
	}
	took := time.Since(begun)
	slices.Sort(times)
	return pace{float64(len(times)) / took.Seconds(), times[len(times)/2], times[len(times)-1]}
}

// begin begins attacks, and returns what ends them.
func (h *hostile) begin(attacks []attack) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, a := range attacks {
		for range a.clients {
			all.Go(func() {
				for ctx.Err() == nil {
					a.once(ctx, h.run.Add(1))
				}
			})
		}
	}
	return func() {
		cancel()
		all.Wait()
	}
}

// send sends what the hostile tenant sends, and reads whatever comes back.
func (h *hostile) send(ctx context.Context, method, path string, body io.Reader, headers ...string) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+h.s.address+path, body)
	if err != nil {
		panic(err)
	}
	r.Header.Set("Authorization", "Bearer "+h.bad)
	r.Header.Set("Content-Type", octets)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := h.client.Do(r)
	if err != nil {
		return // the service may cut it off
	}
	_, _ = io.Copy(io.Discard, got.Body) // as above
	got.Body.Close()
	if got.StatusCode == http.StatusTooManyRequests || got.StatusCode == http.StatusServiceUnavailable {
		select { // a hostile one that did not rest would measure the kernel's sockets
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// attacks are all that the hostile tenant does.
func (h *hostile) attacks() []attack {
	giant := append([]byte(magicRecording), make([]byte, 17<<20)...)
	tricks := []string{"/v1/verdicts/..%2f..%2f..%2fetc%2fpasswd", "/v1/verdicts/%00", "/js/..%2f..%2fserve.go",
		"/v1/modules?cursor=%2e%2e", "/v1/verdicts?limit=500", "//v1//status"}
	return []attack{
		{"endless-runs", 2, func(ctx context.Context, n int64) {
			h.send(ctx, "POST", "/v1/recordings", bytes.NewReader(h.spin), "Tactus-Run", strconv.FormatInt(n, 10))
			_ = pause(ctx, 100*time.Millisecond)
		}},
		{"endless-modules", 2, func(ctx context.Context, n int64) {
			// What follows a module's last section is a section of its own, so that each has another digest.
			other := binary.LittleEndian.AppendUint64(append(bytes.Clone(h.always), 0, 10, 1, 'x'), uint64(n))
			h.send(ctx, "PUT", "/v1/modules", bytes.NewReader(other))
		}},
		{"flood", 16, func(ctx context.Context, n int64) {
			h.send(ctx, "POST", "/v1/recordings", bytes.NewReader(h.short), "Tactus-Run", strconv.FormatInt(n, 10))
		}},
		{"giant-uploads", 16, func(ctx context.Context, _ int64) {
			h.send(ctx, "POST", "/v1/recordings", struct{ io.Reader }{bytes.NewReader(giant)})
		}},
		{"slow-bodies", 64, h.slow},
		{"path-tricks", 16, func(ctx context.Context, n int64) {
			h.send(ctx, "GET", tricks[n%int64(len(tricks))], nil)
		}},
		{"listeners", 200, func(ctx context.Context, _ int64) {
			h.send(ctx, "GET", "/v1/events", nil, "Accept", "text/event-stream")
		}},
	}
}

// slow sends a recording byte by byte.
func (h *hostile) slow(ctx context.Context, _ int64) {
	c, err := net.Dial("tcp", h.s.address)
	if err != nil {
		return // as in send
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /v1/recordings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\n"+
		"Content-Length: 1000000\r\n\r\n%s", h.bad, octets, magicRecording)
	for ctx.Err() == nil {
		if _, err := c.Write([]byte{0}); err != nil {
			_ = pause(ctx, 50*time.Millisecond)
			return
		}
		_ = pause(ctx, 50*time.Millisecond)
	}
}
