package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/natives"
)

// patience bounds what takes milliseconds, for machines that are busy.
const patience = time.Minute

// goGuest and particlesGuest are games as Go modules, and oddGuest is one that panics or spins when it
// is asked to. Each is built once, where a test wants it.
var (
	goGuest        = guestOnce("../..", "./examples/guests/go-mergeisland")
	particlesGuest = guestOnce("../..", "./examples/guests/go-particles")
	oddGuest       = guestOnce(".", "./testdata/odd")
)

func guestOnce(folder, pkg string, flags ...string) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) { return buildGuest(folder, pkg, flags...) })
}

func buildGuest(folder, pkg string, flags ...string) ([]byte, error) {
	command := append([]string{"go", "build", "-buildmode=c-shared"}, flags...)
	return compileTo(folder, []string{"GOOS=wasip1", "GOARCH=wasm", "GOWORK=off", "GOFLAGS="},
		append(command, "-o", "", pkg)...)
}

// compileTo runs a compiler in a folder and returns what it wrote: to the name after -o, which is left
// empty, or at the end.
func compileTo(folder string, env []string, command ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tactusd-guest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "guest.wasm")
	if i := slices.Index(command, "-o"); i >= 0 {
		command[i+1] = file
	} else {
		command = append(command, "-o", file)
	}
	build := exec.Command(command[0], command[1:]...)
	build.Dir = folder
	build.Env = append(os.Environ(), env...)
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%v does not build: %w\n%s", command, err, out)
	}
	return os.ReadFile(file)
}

func must(t testing.TB, made func() ([]byte, error)) []byte {
	t.Helper()
	binary, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

func guest(t testing.TB) []byte { return must(t, goGuest) }

// putModule sends a module that passes.
func (s *try) putModule(token string, binary []byte) {
	s.t.Helper()
	r := s.request(token, "PUT", "/v1/modules", bytes.NewReader(binary), "application/wasm")
	r.Header.Set("Tactus-Rate", "125/2")
	if got := s.do(r); got.status != http.StatusCreated {
		s.t.Fatalf("status %d: %s", got.status, got.body)
	}
}

// A try is a service that runs, on loopback, with all its parts.
type try struct {
	t       testing.TB
	address string
	data    string
	stop    func()
	log     *syncBuffer
	code    chan int
	ended   int // exit code, -1 before the end
}

// A syncBuffer may be read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// startIn starts a service with its data in a folder.
func startIn(t testing.TB, data string, args ...string) *try {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s := &try{t: t, data: data, stop: stop, log: new(syncBuffer), code: make(chan int, 1), ended: -1}
	up := make(chan string, 1)
	c := &console{ctx: ctx, stdout: io.Discard, stderr: s.log, started: func(address string) { up <- address }}
	go func() {
		s.code <- runOn(c, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", data}, args...))
	}()
	select {
	case s.address = <-up:
	case code := <-s.code:
		t.Fatalf("exit %d: %s", code, s.log)
	case <-time.After(patience):
		t.Fatalf("it does not start: %s", s.log)
	}
	for end := time.Now().Add(patience); s.call("", "GET", "/readyz", nil, "").status != http.StatusOK; {
		if time.Now().After(end) {
			t.Fatalf("it does not become ready: %s", s.log)
		}
		<-time.After(10 * time.Millisecond)
	}
	t.Cleanup(func() {
		if s.ended < 0 && s.end() != exitGood {
			t.Errorf("it does not end as it should: %s", s.log)
		}
	})
	return s
}

// start starts a service whose bus is in memory.
func start(t testing.TB, args ...string) *try {
	t.Helper()
	return startIn(t, t.TempDir(), append([]string{"--bus", "memory"}, args...)...)
}

// end ends the service and returns its exit code.
func (s *try) end() int {
	s.t.Helper()
	s.stop()
	select {
	case s.ended = <-s.code:
	case <-time.After(patience):
		s.t.Fatalf("it does not end: %s", s.log)
	}
	return s.ended
}

// token makes a token of a tenant, and waits until the service has seen it.
func (s *try) token(tenant string) string {
	s.t.Helper()
	var out, errs bytes.Buffer
	c := &console{ctx: context.Background(), stdout: &out, stderr: &errs}
	args := []string{"token", "new", tenant, "--tenants", filepath.Join(s.data, "tenants.json")}
	if code := runOn(c, args); code != exitGood {
		s.t.Fatalf("exit %d: %s", code, &errs)
	}
	token := strings.TrimSpace(out.String())
	for end := time.Now().Add(patience); ; {
		if got := s.call(token, "GET", "/v1/status", nil, ""); got.status == http.StatusOK {
			return token
		}
		if time.Now().After(end) {
			s.t.Fatal("the token does not take effect")
		}
		<-time.After(20 * time.Millisecond)
	}
}

// A reply is an answer that was read whole.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// problem is the kind of the problem, "" where it is none.
func (r reply) problem() string {
	var p problem
	if r.header.Get("Content-Type") != "application/problem+json" || json.Unmarshal(r.body, &p) != nil ||
		p.Status != r.status || p.RequestID != r.header.Get("X-Request-Id") {
		return ""
	}
	return strings.TrimPrefix(p.Type, problemType)
}

func (s *try) request(token, method, path string, body io.Reader, kind string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequest(method, "http://"+s.address+path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	return r
}

func (s *try) do(r *http.Request) reply {
	s.t.Helper()
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{got.StatusCode, got.Header, body}
}

func (s *try) call(token, method, path string, body []byte, kind string) reply {
	s.t.Helper()
	return s.do(s.request(token, method, path, bytes.NewReader(body), kind))
}

const octets = "application/octet-stream"

// post sends a recording, with headers in pairs.
func (s *try) post(token string, recording []byte, headers ...string) reply {
	s.t.Helper()
	r := s.request(token, "POST", "/v1/recordings", bytes.NewReader(recording), octets)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(r)
}

// verdict waits for the verdict on what was posted.
func (s *try) verdict(token string, posted reply) verify.Verdict {
	s.t.Helper()
	if posted.status != http.StatusAccepted && posted.status != http.StatusOK {
		s.t.Fatalf("status %d: %s", posted.status, posted.body)
	}
	for end := time.Now().Add(patience); time.Now().Before(end); {
		got := s.call(token, "GET", posted.header.Get("Location")+"?wait=30s", nil, "")
		var v decidedJob
		if got.status != http.StatusOK || json.Unmarshal(got.body, &v) != nil {
			s.t.Fatalf("status %d: %s", got.status, got.body)
		}
		if v.Status == "decided" {
			return v.Verdict
		}
	}
	s.t.Fatalf("no verdict: %s", s.log)
	return verify.Verdict{}
}

// header is that of a run of merge-island, on a module or natively.
func header(module []byte) replay.Header {
	h := replay.Header{Game: "mergeisland", Players: 1, RateNum: 125, RateDen: 2, Config: []byte(mergeisland.ConfigFile()),
		Seed:  [2]uint64{uint64(mergeisland.DefaultConfig().Seed), 0},
		Build: replay.Build{Go: "go1", OS: "linux", Arch: "amd64"}}
	if module != nil {
		h.Kind, h.Hash, h.Build = replay.Module, verify.DigestOf(module), replay.Build{}
		h.Limits = replay.Limits{FuelSchedule: 1, Fuel: 1_000_000, Depth: 1000, Pages: 1024}
	}
	return h
}

// record plays merge-island; which tells recordings of one length apart. claim is nil for the true one.
func record(t testing.TB, h replay.Header, ticks, which int, claim []byte) []byte {
	t.Helper()
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return recordSim(t, h, game, ticks, which, claim)
}

func recordSim(t testing.TB, h replay.Header, game sim.Sim, ticks, which int, claim []byte) []byte {
	t.Helper()
	return recordMoves(t, h, game, ticks, claim, func(tick int) int8 { return int8((tick/7+which>>(tick%16))%3) - 1 })
}

// recordMoves plays by moves.
func recordMoves(t testing.TB, h replay.Header, game sim.Sim, ticks int, claim []byte,
	move func(tick int) int8) []byte {
	t.Helper()
	var out bytes.Buffer
	r, err := replay.Record(&out, h, game)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range ticks {
		r.Step(mergeisland.Input(move(tick)))
	}
	if claim == nil {
		claim = natives.Result(h.Game, game)
	}
	if err := r.Close(replay.Claim{Result: claim}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// still is merge-island left alone for many ticks, which is a short file and a long run. It must end
// before the game's own last tick.
func still(t testing.TB, ticks int) []byte {
	t.Helper()
	game, err := mergeisland.New(mergeisland.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	h := header(nil)
	h.Plain, h.Chain = 1<<16, 1<<20
	var out bytes.Buffer
	r, err := replay.Record(&out, h, game)
	if err != nil {
		t.Fatal(err)
	}
	for range ticks {
		r.Step(nil)
	}
	if err := r.Close(replay.Claim{Result: natives.Result(h.Game, game)}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// long leaves a test out of a short run, as that with the race detector is: with that, compiling a
// module takes twenty seconds, and what such a test does beside is in others.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes over twenty seconds with the race detector")
	}
}
