package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// TestMain makes the test binary the service where a test starts it as a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("TACTUSD_AS_SERVICE") != "" {
		os.Unsetenv("TACTUSD_AS_SERVICE") // which is no flag's
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	if os.Getenv(asEnemy) != "" {
		runEnemy()
	}
	os.Exit(m.Run())
}

// number reads a number of the environment.
func number(t *testing.T, name string, or uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return or
	}
	var n uint64
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatalf("%s=%q: %v", name, text, err)
	}
	return n
}

// A process is a service that can be killed.
type process struct {
	command *exec.Cmd
	address string
	wait    func() error // which may be called again
}

// startProcess starts one and waits until it says where it is.
func startProcess(t testing.TB, data string, args ...string) *process {
	t.Helper()
	return launch(t, append([]string{"serve", "--data", data, "--listen", "127.0.0.1:0", "--tenant-rate-per-s", "1e6",
		"--tenant-burst", "1e6", "--tenant-jobs", "1000000"}, args...)...)
}

// launch starts a process with arguments, and waits until it says where it is.
func launch(t testing.TB, args ...string) *process {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "TACTUSD_AS_SERVICE=1")
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{command: c, wait: sync.OnceValue(c.Wait)}
	t.Cleanup(p.kill)
	lines := bufio.NewScanner(out)
	var said strings.Builder
	for lines.Scan() {
		fmt.Fprintln(&said, lines.Text())
		var line struct{ Msg, Address string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
			p.address = line.Address
			go func() { _, _ = io.Copy(io.Discard, out) }() // until it is killed
			return p
		}
	}
	t.Fatalf("it does not start: %s", &said)
	return nil
}

func (p *process) kill() {
	_ = p.command.Process.Kill() // which says that it has ended, the second time
	_ = p.wait()
}

// accepted are the jobs that were answered with 202 or 200.
type accepted struct {
	mu   sync.Mutex
	jobs map[verify.Digest]bool
}

// send posts until the service is gone, half of the recordings twice.
func (a *accepted) send(s *try, token string, recordings <-chan []byte) {
	for recording := range recordings {
		for range 1 + len(recording)%2 {
			r := s.request(token, "POST", "/v1/recordings", bytes.NewReader(recording), octets)
			got, err := http.DefaultClient.Do(r)
			if err != nil {
				return // killed: what it took, it has not said
			}
			var state taken
			err = json.NewDecoder(got.Body).Decode(&state)
			got.Body.Close()
			if err == nil && (got.StatusCode == http.StatusAccepted || got.StatusCode == http.StatusOK) {
				a.mu.Lock()
				a.jobs[state.Job] = true
				a.mu.Unlock()
			}
		}
	}
}

// TestWhatWasTakenIsDecidedOnceHoweverOftenTheProcessIsKilled kills the process that is everything, at
// seeded moments, while two clients send, and then reads what is on the disk. TACTUSD_KILLS says how
// often, 6 without it; TACTUSD_SEED repeats the moments.
func TestWhatWasTakenIsDecidedOnceHoweverOftenTheProcessIsKilled(t *testing.T) {
	kills, seed := int(number(t, "TACTUSD_KILLS", 6)), number(t, "TACTUSD_SEED", rand.Uint64())
	t.Logf("TACTUSD_SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 7))
	data := t.TempDir()
	s := &try{t: t, data: data}
	all, sent := accepted{jobs: map[verify.Digest]bool{}}, map[verify.Digest]bool{}
	token, made := "", 0
	flags := []string{"--lease", "1s", "--workers", "2", "--history", "1000000"}
	for range kills {
		p := startProcess(t, data, flags...)
		s.address = p.address
		if token == "" {
			token = s.token("acme")
		}
		recordings := make(chan []byte)
		over := make(chan struct{})
		var clients sync.WaitGroup
		for range 2 {
			clients.Go(func() { all.send(s, token, recordings) })
		}
		time.AfterFunc(time.Duration(50+r.IntN(500))*time.Millisecond, func() {
			p.kill()
			close(over)
		})
		for open := true; open; {
			made++
			recording := distinct(t, header(nil), 200+made%50, made)
			select {
			case recordings <- recording:
				sent[jobOf(t, "acme", recording)] = true
			case <-over:
				open = false
			}
		}
		close(recordings)
		clients.Wait()
	}
	last := startProcess(t, data, flags...)
	s.address = last.address
	s.holdTo(token, all.jobs)
	last.kill()
	holdKept(t, data, sent, all.jobs)
	t.Logf("%d recordings sent, %d taken, %d kills", len(sent), len(all.jobs), kills)
	if len(all.jobs) < kills {
		t.Errorf("only %d jobs were taken", len(all.jobs))
	}
}

// jobOf returns the job that a recording becomes which is sent with nothing beside it.
func jobOf(t testing.TB, tenant string, recording []byte) verify.Digest {
	t.Helper()
	j, err := verify.NewJob(verify.Job{Tenant: tenant, Recording: verify.DigestOf(recording), Size: int64(len(recording))})
	if err != nil {
		t.Fatal(err)
	}
	return j.ID
}

// holdTo waits for all verdicts, and looks whether there is one of each in the list.
func (s *try) holdTo(token string, jobs map[verify.Digest]bool) {
	s.t.Helper()
	for id := range jobs {
		v := s.verdict(token, reply{status: 202, header: http.Header{"Location": {"/v1/verdicts/" + id.String()}}})
		if v.Outcome != replay.OK {
			s.t.Errorf("%v: %+v", id, v)
		}
	}
	listed := map[verify.Digest]int{}
	for cursor := ""; ; {
		var page list[verify.Verdict]
		got := s.call(token, "GET", "/v1/verdicts?limit=500&cursor="+cursor, nil, "")
		if err := json.Unmarshal(got.body, &page); err != nil {
			s.t.Fatal(err)
		}
		for _, v := range page.Items {
			listed[v.Job]++
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	for id := range jobs {
		if listed[id] != 1 {
			s.t.Errorf("%v is listed %d times", id, listed[id])
		}
	}
}
