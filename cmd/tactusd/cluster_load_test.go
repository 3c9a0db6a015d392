//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/client"
)

// A parcel is a recording to be sent, with the job that it must become.
type parcel struct {
	tenant string
	job    verify.Digest
	client.Recording
}

// longTicks is a run that takes long beside the others, so that what is killed is in the midst of one.
const longTicks = 16_000_000

// pack makes parcels of all kinds. No two are of the same job.
func pack(t *testing.T, s *shared, n int) []parcel {
	t.Helper()
	long := still(t, longTicks)
	all := make([]parcel, n)
	for i := range all {
		p := parcel{tenant: clusterTenants[i%len(clusterTenants)], Recording: client.Recording{Data: kind(t, s, i)}}
		if i%20 == 7 {
			p.Data, p.Run = long, uint32(i)
		}
		all[i] = p.as(t, "")
	}
	return all
}

// as gives a parcel its job, with the name of what it answers.
func (p parcel) as(t *testing.T, challenge string) parcel {
	t.Helper()
	j, err := verify.NewJob(verify.Job{Tenant: p.tenant, Recording: verify.DigestOf(p.Data), Run: p.Run,
		Challenge: challenge})
	if err != nil {
		t.Fatal(err)
	}
	p.job = j.ID
	return p
}

// answer is the name of what a parcel answers: of its challenge and player as the service keeps them.
func (p *parcel) answer(t *testing.T) string {
	t.Helper()
	data, err := json.Marshal(answered{p.Challenge, p.Player})
	if err != nil {
		t.Fatal(err)
	}
	return verify.DigestOf(data).String()
}

// kind makes a recording: of twenty, fourteen are good, and of these two run in the sandbox; the others
// are of each kind that is bad. The seventh gives way to a long run.
func kind(t *testing.T, s *shared, i int) []byte {
	ticks := 150 + i%100
	switch i % 20 {
	case 0, 1:
		return distinct(t, header(s.module), ticks, i)
	case 2:
		rich := header(s.module)
		rich.Plain, rich.Checkpoint = 10, 10
		return distinctSim(t, rich, slower(t), ticks, i, nil)
	case 3:
		return distinctSim(t, header(nil), slower(t), ticks, i, nil)
	case 4, 5:
		game, err := mergeisland.New(mergeisland.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		return distinctSim(t, header(nil), game, ticks, i, []byte("all the points"))
	case 6, 8:
		whole := distinct(t, header(nil), ticks, i)
		return whole[:len(whole)-9]
	}
	return distinct(t, header(nil), ticks, i)
}

// A sender sends parcels, each until it is accepted, and half of them twice, the second time to the
// other API.
type sender struct {
	t       *testing.T
	clients [2]map[string]*client.Client

	mu       sync.Mutex
	accepted map[verify.Digest]bool
	answers  int            // by which something was accepted
	again    map[string]int // why something was tried again
	refused  map[int]int    // by status: what a client does not try again by itself
}

func newSender(c *cluster, s *shared) *sender {
	a := &sender{t: c.t, accepted: map[verify.Digest]bool{}, again: map[string]int{}, refused: map[int]int{}}
	for n, address := range c.address {
		// Without idle connections to it, a killed API is not taken for one that answers nothing.
		h := &http.Client{Timeout: time.Minute, Transport: &slowly{base: &http.Transport{MaxIdleConnsPerHost: 32}}}
		a.clients[n] = s.clients(c.t, address, h, a.note)
	}
	return a
}

// A slowly sends each fourth body in two parts with a pause between, so that what is killed is in the
// midst of one.
type slowly struct {
	base http.RoundTripper
	mu   sync.Mutex
	n    int
}

func (s *slowly) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	s.n++
	slow := s.n%4 == 0
	s.mu.Unlock()
	if slow && r.Body != nil && r.ContentLength > 100 {
		r = r.Clone(r.Context())
		r.Body = &halting{body: r.Body, left: int(r.ContentLength / 2)}
	}
	return s.base.RoundTrip(r)
}

// A halting body stops for a moment in its midst.
type halting struct {
	body io.ReadCloser
	left int
}

func (h *halting) Read(p []byte) (int, error) {
	if h.left == 0 {
		h.left = -1
		<-time.After(20 * time.Millisecond)
	}
	if h.left > 0 {
		p = p[:min(len(p), h.left)]
	}
	n, err := h.body.Read(p)
	if h.left > 0 {
		h.left -= n
	}
	return n, err
}

func (h *halting) Close() error { return h.body.Close() }

// note counts why a client tries again.
func (a *sender) note(err error) {
	why := "broke off"
	if p, ok := errors.AsType[*client.Problem](err); ok {
		why = fmt.Sprint(p.Status)
	} else if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		why = "nobody there"
	} else if errors.Is(err, context.DeadlineExceeded) {
		why = "no answer"
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.again[why]++
}

// sendersAtATime is how many parcels are under way at once.
const sendersAtATime = 12

// send sends parcels evenly over a time, or for as long as it takes, and returns when all are accepted.
func (a *sender) send(all []parcel, over time.Duration) {
	a.t.Helper()
	next := make(chan int)
	var clients sync.WaitGroup
	for range sendersAtATime {
		clients.Go(func() {
			for i := range next {
				a.one(i, &all[i])
			}
		})
	}
	begun := time.Now()
	for i := range all {
		if early := time.Until(begun.Add(over * time.Duration(i) / time.Duration(len(all)))); early > 0 {
			_ = pause(a.t.Context(), early) // which ends early only where the test does
		}
		next <- i
	}
	close(next)
	clients.Wait()
}

// one sends a parcel: to one API, and of four the first to both at one time, the second to both in turn.
func (a *sender) one(i int, p *parcel) {
	first := i / 4 % 2
	switch i % 4 {
	case 0:
		var both sync.WaitGroup
		both.Go(func() { a.until(first, p) })
		both.Go(func() { a.until(1-first, p) })
		both.Wait()
	case 1:
		a.until(first, p)
		a.until(1-first, p)
	default:
		a.until(first, p)
	}
}

// until sends until it is accepted.
func (a *sender) until(api int, p *parcel) {
	for {
		state, err := a.clients[api][p.tenant].Submit(a.t.Context(), p.Recording)
		if err == nil {
			if state.Job != p.job {
				a.t.Errorf("accepted as job %v: want %v", state.Job, p.job)
			}
			a.mu.Lock()
			defer a.mu.Unlock()
			a.accepted[p.job] = true
			a.answers++
			return
		}
		if a.t.Context().Err() != nil {
			return // the test has failed elsewhere
		}
		problem, ok := errors.AsType[*client.Problem](err)
		if !ok || problem.Status < 500 {
			a.t.Errorf("a recording is not accepted: %v", err)
			return
		}
		a.mu.Lock()
		a.refused[problem.Status]++
		a.mu.Unlock()
		if pause(a.t.Context(), 500*time.Millisecond) != nil {
			return
		}
	}
}

// reference judges parcels in one process with nothing beside it, and returns the verdicts by jobs.
func reference(t *testing.T, built string, s *shared, all []parcel) map[verify.Digest]verify.Verdict {
	t.Helper()
	address := seats(1)[0]
	d := &daemon{name: "single", log: filepath.Join(t.ArtifactDir(), "single.log"), args: append([]string{
		filepath.Join(built, "tactusd"), "serve", "--bus", "memory", "--data", t.TempDir(), "--tenants", s.tenants, "--keys",
		s.keys, "--listen", address}, unlimited...)}
	d.start(t)
	defer d.stop()
	c := s.clients(t, address, nil, func(error) {})
	s.putModule(t, c)
	for i := range all {
		if state, err := c[all[i].tenant].Submit(t.Context(), all[i].Recording); err != nil || state.Job != all[i].job {
			t.Fatalf("%v, %v", state.Job, err)
		}
	}
	verdicts := map[verify.Digest]verify.Verdict{}
	for i := range all {
		v, err := c[all[i].tenant].Wait(t.Context(), all[i].job)
		if err != nil {
			t.Fatal(err)
		}
		verdicts[all[i].job] = *v
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.ends) > 0 {
		t.Fatalf("the single process ended: %q", d.ends)
	}
	return verdicts
}

// putModule gives each tenant the module.
func (s *shared) putModule(t *testing.T, clients map[string]*client.Client) {
	t.Helper()
	for _, c := range clients {
		if _, err := c.PutModule(t.Context(), s.module, client.Trial{Rate: "125/2"}); err != nil {
			t.Fatal(err)
		}
	}
}

// clear fails where a call had no clear answer: where one broke off, or was refused with a status other
// than those.
func (a *sender) clear(statuses ...string) {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	for why := range a.again {
		if !slices.Contains(statuses, why) {
			a.t.Errorf("calls were tried again for another reason than %v: %v", statuses, a.again)
		}
	}
	for status := range a.refused {
		if !slices.Contains(statuses, fmt.Sprint(status)) {
			a.t.Errorf("calls were refused with another status than %v: %v", statuses, a.refused)
		}
	}
}

// refusals counts answers that refused something for a while.
func (a *sender) refusals() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.again["503"] + a.refused[507]
}

// summary counts what happened to a sender's calls.
func (a *sender) summary() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprintf("%d accepted in %d answers; tried again: %v; refused by status: %v", len(a.accepted), a.answers,
		a.again, a.refused)
}
