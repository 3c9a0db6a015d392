package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/replay"
)

// TestPartsOfAServiceFindEachOtherByNATS runs two APIs and a worker as processes of a cluster would.
func TestPartsOfAServiceFindEachOtherByNATS(t *testing.T) {
	server, err := embedded.Start(embedded.Config{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	shared := t.TempDir() // tenants and keys
	files := []string{"--nats", server.URL(), "--tenants", filepath.Join(shared, "tenants.json"), "--keys",
		filepath.Join(shared, "keys.json")}
	part := func(role string) *try { return startIn(t, t.TempDir(), append(files, "--role", role)...) }
	one, two := part("api"), part("api")
	one.data, two.data = shared, shared
	token := one.token("acme")
	recording := record(t, header(nil), 100, 0, nil)
	posted := one.post(token, recording)
	if posted.status != http.StatusAccepted {
		t.Fatalf("status %d: %s", posted.status, posted.body)
	}
	worker := part("worker")
	v := two.verdict(token, posted)
	if got := worker.call(token, "GET", "/v1/verdicts", nil, ""); got.status != http.StatusNotFound {
		t.Errorf("the worker answers as an API: %d", got.status)
	}
	worker.end() // its log is whole then
	if v.Outcome != replay.OK || !strings.Contains(worker.log.String(), v.Job.String()) {
		t.Errorf("%+v; the worker: %s", v, worker.log)
	}
	if again := two.post(token, recording); again.status != http.StatusOK {
		t.Errorf("sent to the other API: status %d: %s", again.status, again.body)
	}
	if _, err := os.Stat(filepath.Join(shared, "keys.json")); err != nil {
		t.Error(err)
	}
}
