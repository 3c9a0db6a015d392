package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tactus-go/tactus/verify"
)

// A lagging reader is a bus whose reads are of a moment ago, as those of a new leader may be.
type lagging struct{ verify.Verdicts }

func (lagging) Verdict(context.Context, string, verify.Digest) (verify.Verdict, error) {
	return verify.Verdict{}, verify.ErrUnknown
}

// TestWhatTheBusHasIsAcceptedWhereItsReadsLag sends a recording twice to a service whose bus has it, and
// does not find it yet.
func TestWhatTheBusHasIsAcceptedWhereItsReadsLag(t *testing.T) {
	var parsed tool
	data := t.TempDir()
	args := []string{"serve", "--bus", "memory", "--data", data}
	if _, err := newParser(&parsed, io.Discard, io.Discard).Parse(args); err != nil {
		t.Fatal(err)
	}
	s := &parsed.Serve
	fill(&s.Tenants, data+"/tenants.json")
	fill(&s.Keys, data+"/keys.json")
	var token bytes.Buffer
	c := &console{ctx: t.Context(), stdout: &token, stderr: io.Discard}
	if code := runOn(c, []string{"token", "new", "acme", "--tenants", s.Tenants}); code != exitGood {
		t.Fatalf("exit %d", code)
	}
	svc, err := s.open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer svc.backend.close()
	svc.backend.Verdicts = lagging{svc.backend.Verdicts}
	server := httptest.NewServer(svc.newAPI(t.Context()).handler())
	defer server.Close()
	try := &try{t: t, address: server.Listener.Addr().String()}
	for range 2 {
		got := try.post(string(bytes.TrimSpace(token.Bytes())), record(t, header(nil), 100, 0, nil))
		if got.status != http.StatusAccepted {
			t.Errorf("status %d: %s", got.status, got.body)
		}
	}
}
