//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
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
// machine would be another, so that its process is the last to get a processor here; what it takes
// beside that, of caches and of the disk, counts as the service's.
func BenchmarkBesideAHostileTenant(b *testing.B) {
	names := []string{}
	for _, a := range (&enemy{}).all() {
		names = append(names, a.name)
	}
	for _, name := range append(slices.Clone(names), "none", "all") {
		b.Run(name, func(b *testing.B) {
			alone, beside := newHostile(b), newHostile(b)
			beside.enemy.Attacks = []string{name}
			if name == "all" {
				beside.enemy.Attacks = names
			}
			compare(b, alone, beside)
		})
	}
}

// A hostile is a service with two tenants, one of which is hostile.
type hostile struct {
	s         *try
	process   *process
	good      string // token
	recording []byte
	run       atomic.Int64 // tells jobs apart
	enemy     enemy
}

func newHostile(b *testing.B) *hostile {
	data := b.TempDir()
	args := []string{}
	if text := os.Getenv("TACTUS_HOSTILE_FLAGS"); text != "" {
		args = strings.Fields(text)
	}
	p := launch(b, append([]string{"serve", "--data", data, "--listen", "127.0.0.1:0", "--log-level", "info"}, args...)...)
	module, spins := guest(b), must(b, oddGuest)
	h := &hostile{s: &try{t: b, data: data, address: p.address}, process: p}
	h.good = h.s.token("honest")
	h.enemy = enemy{Address: p.address, Token: h.s.token("hostile"), Spins: spins, Always: must(b, spinAlwaysGuest),
		Short: record(b, header(nil), 10, 0, nil), Spin: spinning(b, spins, 3000, 10_000_000)}
	h.s.putModule(h.good, module)
	h.s.putModule(h.enemy.Token, spins)
	h.recording = record(b, header(module), 2000, 0, nil)
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

// compare watches the honest tenant alone at one service, and beside an enemy at the other.
func compare(b *testing.B, calm, h *hostile) {
	var rates, times []float64
	calm.watch(b) // modules are compiled, and connections made
	h.watch(b)
	for b.Loop() {
		h.halt()
		calm.wake()
		alone := calm.watch(b)
		calm.halt()
		h.wake()
		stop := h.enemy.start(b)
		<-time.After(phase / 3) // the attack is under way
		beside := h.watch(b)
		answers := stop()
		rates = append(rates, alone.rate/beside.rate)
		times = append(times, beside.middle.Seconds()/alone.middle.Seconds())
		b.Logf("alone %v, beside %v; the hostile one got %s", alone, beside, answers)
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
