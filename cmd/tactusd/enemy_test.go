package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// An enemy is a hostile tenant, as a process of its own. Its fields are what that process is told.
type enemy struct {
	Address, Token string
	Attacks        []string // by name
	Spins, Always  []byte   // modules: one spins as it is told to, one always does
	Short, Spin    []byte   // recordings

	client *http.Client
	run    atomic.Int64 // tells jobs apart

	mu      sync.Mutex
	answers map[string]int // by status, or what kind of error came
}

// asEnemy is in the environment of such a process.
const asEnemy = "TACTUSD_AS_ENEMY"

// start starts the process, the last to get a processor, and returns what ends it and says which answers
// it got.
func (e *enemy) start(t testing.TB) (stop func() string) {
	t.Helper()
	told, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("nice", "-n", "19", os.Args[0])
	c.Env = append(os.Environ(), asEnemy+"=1")
	var answers bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(told), &answers, os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return func() string {
		_ = c.Process.Signal(syscall.SIGTERM) // where it has ended already, it has said all it had to
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
		return answers.String()
	}
}

// runEnemy is that process, which attacks until it is asked to end.
func runEnemy() {
	e := &enemy{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}, answers: map[string]int{}}
	if err := json.NewDecoder(os.Stdin).Decode(e); err != nil {
		panic(err)
	}
	e.run.Store(16 * time.Now().UnixMilli() % (1 << 32)) // another range each time
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	for _, a := range e.attacks() {
		for range a.clients {
			go func() {
				for {
					a.once(ctx, e.run.Add(1))
				}
			}()
		}
	}
	<-ctx.Done()
	e.mu.Lock()
	fmt.Print(e.answers)
	os.Exit(0)
}

// count counts an answer.
func (e *enemy) count(answer string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answers[answer]++
}

// refusedRest is how long a client rests that was refused: one that did not would measure the kernel's
// sockets.
const refusedRest = 10 * time.Millisecond

// An attack is done again and again, by so many clients at a time.
type attack struct {
	name    string
	clients int
	once    func(ctx context.Context, n int64)
}

// runNumber is one that a run may have.
func runNumber(n int64) string { return strconv.FormatUint(uint64(uint32(n)), 10) }

// send sends what the hostile tenant sends, and reads whatever comes back.
func (e *enemy) send(ctx context.Context, method, path string, body io.Reader, headers ...string) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+e.Address+path, body)
	if err != nil {
		panic(err)
	}
	r.Header.Set("Authorization", "Bearer "+e.Token)
	r.Header.Set("Content-Type", octets)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := e.client.Do(r)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		e.count("cut off")
		_ = pause(ctx, refusedRest)
		return
	}
	e.count(strconv.Itoa(got.StatusCode))
	_, _ = io.Copy(io.Discard, got.Body) // as above
	got.Body.Close()
	if got.StatusCode == http.StatusTooManyRequests || got.StatusCode == http.StatusServiceUnavailable {
		_ = pause(ctx, refusedRest)
	}
}

// attacks are those that it is told to make.
func (e *enemy) attacks() []attack {
	return slices.DeleteFunc(e.all(), func(a attack) bool { return !slices.Contains(e.Attacks, a.name) })
}

// all is all that a hostile tenant does.
func (e *enemy) all() []attack {
	giant := append([]byte(magicRecording), make([]byte, 17<<20)...)
	tricks := []string{"/v1/verdicts/..%2f..%2f..%2fetc%2fpasswd", "/v1/verdicts/%00", "/js/..%2f..%2fserve.go",
		"/v1/modules?cursor=%2e%2e", "/v1/verdicts?limit=500", "//v1//status"}
	return []attack{
		{"endless-runs", 2, func(ctx context.Context, n int64) {
			e.send(ctx, "POST", "/v1/recordings", bytes.NewReader(e.Spin), "Tactus-Run", runNumber(n))
			_ = pause(ctx, 100*time.Millisecond)
		}},
		{"endless-modules", 2, func(ctx context.Context, n int64) {
			// What follows a module's last section is a section of its own, so that each has another digest.
			other := binary.LittleEndian.AppendUint64(append(bytes.Clone(e.Always), 0, 10, 1, 'x'), uint64(n))
			e.send(ctx, "PUT", "/v1/modules", bytes.NewReader(other))
		}},
		{"flood", 16, func(ctx context.Context, n int64) {
			e.send(ctx, "POST", "/v1/recordings", bytes.NewReader(e.Short), "Tactus-Run", runNumber(n))
		}},
		{"giant-uploads", 16, func(ctx context.Context, _ int64) {
			e.send(ctx, "POST", "/v1/recordings", struct{ io.Reader }{bytes.NewReader(giant)})
		}},
		{"slow-bodies", 64, e.slow},
		{"path-tricks", 16, func(ctx context.Context, n int64) {
			e.send(ctx, "GET", tricks[n%int64(len(tricks))], nil)
		}},
		{"listeners", 200, func(ctx context.Context, _ int64) {
			e.send(ctx, "GET", "/v1/events", nil, "Accept", "text/event-stream")
		}},
	}
}

// slow sends a recording byte by byte.
func (e *enemy) slow(ctx context.Context, _ int64) {
	c, err := net.Dial("tcp", e.Address)
	if err != nil {
		return // as in send
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /v1/recordings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\n"+
		"Content-Length: 1000000\r\n\r\n%s", e.Token, octets, magicRecording)
	for ctx.Err() == nil {
		if _, err := c.Write([]byte{0}); err != nil {
			_ = pause(ctx, 50*time.Millisecond)
			return
		}
		_ = pause(ctx, 50*time.Millisecond)
	}
}
