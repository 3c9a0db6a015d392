package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/client"
)

// TestAServiceRestoredFromACopyKnowsAllAndFinishesWhatWaits stops a service with jobs in its queue,
// copies its folder as a back-up does, loses the folder, and starts another service in the copy.
func TestAServiceRestoredFromACopyKnowsAllAndFinishesWhatWaits(t *testing.T) {
	long(t)
	data, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	s := startIn(t, data, "--workers", "1", "--drain", "1ms", "--lease", "1s")
	token := s.token("acme")
	module := guest(t)
	s.putModule(token, module)
	h := header(nil)
	asked, used := s.challenge(token, "ann", "1h"), s.challenge(token, "ann", "1h")
	answer := func(s *try, text string, recording []byte) reply {
		return s.post(token, recording, "Tactus-Challenge", text, "Tactus-Player", "ann")
	}
	known := record(t, header(module), 100, 0, nil)
	before := s.verdict(token, s.post(token, known))
	if v := s.verdict(token, answer(s, used, record(t, h, 60, 1, nil))); v.Outcome != replay.OK {
		t.Fatalf("the first answer: %+v", v)
	}
	long, waiting := still(t, 16_000_000), make([]reply, 16)
	var posts sync.WaitGroup
	for i := range waiting {
		posts.Go(func() { waiting[i] = s.post(token, long, "Tactus-Run", strconv.Itoa(i)) })
	}
	posts.Wait()
	if code := s.end(); code != exitNo { // jobs were running
		t.Fatalf("exit %d: %s", code, s.log)
	}
	if err := os.CopyFS(copied, os.DirFS(data)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(data); err != nil {
		t.Fatal(err)
	}

	s = startIn(t, copied, "--lease", "1s")
	again := s.post(token, known)
	var after decidedJob
	if err := json.Unmarshal(again.body, &after); err != nil || again.status != http.StatusOK ||
		!after.Decided.Equal(before.Decided) || after.Job != before.Job {
		t.Errorf("what was decided: status %d, %v: %s", again.status, err, again.body)
	}
	for i, p := range waiting {
		if v := s.verdict(token, p); v.Outcome != replay.OK {
			t.Errorf("job %d, which waited: %+v", i, v)
		}
	}
	if v := s.verdict(token, s.post(token, record(t, header(module), 100, 2, nil))); v.Outcome != replay.OK {
		t.Errorf("on the module from before: %+v", v)
	}
	if v := s.verdict(token, answer(s, used, record(t, h, 60, 3, nil))); v.Outcome != verify.Reused {
		t.Errorf("a challenge that was used before the copy: %+v", v)
	}
	if v := s.verdict(token, answer(s, asked, record(t, h, 60, 4, nil))); v.Outcome != replay.OK {
		t.Errorf("a challenge that was given before the copy: %+v", v)
	}
}

// A member is a process of a service that can be replaced.
type member struct {
	role    string
	process *process
	address atomic.Pointer[string]
}

// A fleet is two APIs and two workers over one NATS server.
type fleet struct {
	t     *testing.T
	args  []string
	parts []*member
}

func (f *fleet) start(p *member) {
	p.process = startProcess(f.t, f.t.TempDir(), append(f.args, "--role", p.role)...)
	p.address.Store(&p.process.address)
}

// replace ends a process as a service manager does, and starts another in its place.
func (f *fleet) replace(p *member) {
	f.t.Helper()
	if err := p.process.command.Process.Signal(syscall.SIGTERM); err != nil {
		f.t.Fatal(err)
	}
	if err := p.process.wait(); err != nil {
		f.t.Errorf("the %s does not end well: %v", p.role, err)
	}
	f.start(p)
}

// TestAllPartsAreReplacedOneByOneAndNothingIsLost replaces APIs and workers, four times each, while
// clients send, half of it twice.
func TestAllPartsAreReplacedOneByOneAndNothingIsLost(t *testing.T) {
	long(t)
	server, err := embedded.Start(embedded.Config{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	shared := t.TempDir()
	f := &fleet{t: t, args: []string{"--nats", server.URL(), "--tenants", filepath.Join(shared, "tenants.json"), "--keys",
		filepath.Join(shared, "keys.json")}}
	for _, role := range []string{"api", "api", "worker", "worker"} {
		p := &member{role: role}
		f.start(p)
		f.parts = append(f.parts, p)
	}
	s := &try{t: t, data: shared, address: f.parts[0].process.address}
	token := s.token("acme")
	all := accepted{jobs: map[verify.Digest]bool{}}
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for c := range 3 {
		clients.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				recording := distinct(t, header(nil), 500, 3*n+c)
				for i := range 1 + n%2 {
					f.send(&all, token, recording, n+i)
				}
			}
		})
	}
	for range 4 {
		for _, p := range f.parts {
			f.replace(p)
		}
	}
	close(stop)
	clients.Wait()
	s.address = f.parts[1].process.address
	s.ready()
	s.holdTo(token, all.jobs)
	t.Logf("%d recordings were taken while all parts were replaced four times", len(all.jobs))
	if len(all.jobs) < 20 {
		t.Errorf("only %d recordings were taken", len(all.jobs))
	}
}

// ready waits until a service answers that it is.
func (s *try) ready() {
	s.t.Helper()
	for end := time.Now().Add(patience); s.call("", "GET", "/readyz", nil, "").status != http.StatusOK; {
		if time.Now().After(end) {
			s.t.Fatal("it does not become ready")
		}
		<-time.After(10 * time.Millisecond)
	}
}

// send sends a recording to one API, and to the other where that one ends, until one has taken it.
func (f *fleet) send(all *accepted, token string, recording []byte, which int) {
	for ctx := f.t.Context(); ; which++ {
		address := *f.parts[which%2].address.Load()
		c, err := client.New(client.Config{Address: "http://" + address, Token: token, Tries: 1})
		if err != nil {
			f.t.Error(err)
			return
		}
		one, stop := context.WithTimeout(ctx, 10*time.Second)
		state, err := c.Submit(one, client.Recording{Data: recording})
		stop()
		if err == nil {
			all.mu.Lock()
			all.jobs[state.Job] = true
			all.mu.Unlock()
			return
		}
		var p *client.Problem
		if errors.As(err, &p) && p.Status != http.StatusServiceUnavailable {
			f.t.Errorf("refused: %v", err)
			return
		}
	}
}
