package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/client"
)

// A script is a service that answers one thing after another, and notes what it was asked.
type script struct {
	answers []func(w http.ResponseWriter)
	asked   []string
	slept   []time.Duration
	again   int
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.asked = append(s.asked, r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("Authorization")+" "+string(body))
	n := min(len(s.asked), len(s.answers))
	s.answers[n-1](w)
}

func says(status int, body string, header ...string) func(w http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// cut ends the connection in the middle of an answer.
func cut(http.ResponseWriter) { panic(http.ErrAbortHandler) }

func newClient(t *testing.T, s *script, tries int) *client.Client {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{Address: server.URL + "/judge/", Token: "tactus_x", Tries: tries,
		Sleep: func(ctx context.Context, d time.Duration) error {
			s.slept = append(s.slept, d)
			return ctx.Err()
		},
		Again: func(int, error, time.Duration) { s.again++ }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var job = verify.DigestOf([]byte("job"))

var (
	waiting = `{"job":"` + job.String() + `","status":"waiting"}`
	decided = `{"job":"` + job.String() + `","status":"decided","verdict":"ok","tick":9}`
)

func TestACallIsMadeAgainUntilItSucceeds(t *testing.T) {
	s := &script{answers: []func(http.ResponseWriter){cut, says(503, "<html>"), says(429, `{"title":"rate"}`,
		"Retry-After", "7"), says(200, `{"job":`), says(202, waiting)}}
	got, err := newClient(t, s, 0).Submit(t.Context(), client.Recording{Data: []byte("r")})
	if err != nil || got.Job != job || got.Verdict != nil || len(s.asked) != 5 || s.again != 4 {
		t.Fatalf("%+v, %v after %q", got, err, s.asked)
	}
	for _, a := range s.asked {
		if a != "POST /judge/v1/recordings Bearer tactus_x r" {
			t.Errorf("it asked %s", a)
		}
	}
	if s.slept[2] < 7*time.Second || s.slept[2] > 8*time.Second {
		t.Errorf("after Retry-After: 7 it waits %v", s.slept[2])
	}
}

func TestTheTimeBetweenTriesGrowsAndVaries(t *testing.T) {
	s := &script{answers: []func(http.ResponseWriter){says(500, "")}}
	c := newClient(t, s, 12)
	if _, err := c.State(t.Context(), job); err == nil || len(s.slept) != 11 {
		t.Fatalf("%v after %v", err, s.slept)
	}
	for i, d := range s.slept {
		most := min(250*time.Millisecond<<i, 30*time.Second)
		if d < most/2 || d > most {
			t.Errorf("before try %d it waits %v: want %v to %v", i+2, d, most/2, most)
		}
	}
	first := s.slept[0]
	for range 20 {
		s.slept = nil
		_, _ = c.State(t.Context(), job)
		if s.slept[0] != first {
			return
		}
	}
	t.Error("twenty times the same first wait: clients that failed together come together")
}

func TestAProblemForGoodIsNotTriedAgain(t *testing.T) {
	for _, status := range []int{400, 401, 404, 413, 415, 422, 507} {
		s := &script{answers: []func(http.ResponseWriter){says(status, `{"type":"urn:tactus:problem:x","title":"no",
			"detail":"never","request_id":"one","report":{"points":[]}}`)}}
		_, err := newClient(t, s, 0).PutModule(t.Context(), []byte("m"), client.Trial{})
		p, ok := errors.AsType[*client.Problem](err)
		if !ok || p.Status != status || p.Detail != "never" || p.RequestID != "one" || len(s.asked) != 1 ||
			!strings.Contains(string(p.Report), "points") {
			t.Errorf("%d: %v after %q", status, err, s.asked)
		}
	}
}

func TestWaitAsksUntilThereIsAVerdict(t *testing.T) {
	s := &script{answers: []func(http.ResponseWriter){says(200, waiting), says(200, waiting), says(200, decided)}}
	v, err := newClient(t, s, 0).Wait(t.Context(), job)
	if err != nil || v.Outcome != "ok" || v.Tick != 9 || len(s.asked) != 3 || !strings.Contains(s.asked[0], "?wait=30s") {
		t.Errorf("%+v, %v after %q", v, err, s.asked)
	}
}

func TestAContextEndsACall(t *testing.T) {
	s := &script{answers: []func(http.ResponseWriter){says(500, "")}}
	c := newClient(t, s, 0)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Wait(ctx, job); !errors.Is(err, context.Canceled) || len(s.slept) != 0 {
		t.Errorf("%v after waiting %v", err, s.slept)
	}
}

func TestAChallengeIsAskedForAsTheServiceWantsIt(t *testing.T) {
	s := &script{answers: []func(http.ResponseWriter){says(201, `{"challenge":"tc1.a.b","id":"x"}`)}}
	g, err := newClient(t, s, 0).Challenge(t.Context(), client.Wish{Player: "ann", Game: "jump", Seed: &[2]uint64{1, 2},
		Life: time.Minute})
	if err != nil || g.Challenge != "tc1.a.b" {
		t.Fatalf("%+v, %v", g, err)
	}
	_, body, _ := strings.Cut(s.asked[0], "tactus_x ")
	var asked map[string]any
	if err := json.Unmarshal([]byte(body), &asked); err != nil || len(asked) != 4 || asked["life"] != "1m0s" {
		t.Errorf("%v: %s", err, body)
	}
}

func TestAConfigThatCannotBeIsRefused(t *testing.T) {
	for _, c := range []client.Config{{Token: "t"}, {Address: "ftp://x", Token: "t"}, {Address: "http://x"},
		{Address: "http://x", Token: "a b"}, {Address: "http://x", Token: "t", Tries: -1}, {Address: "//x", Token: "t"}} {
		if _, err := client.New(c); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}
