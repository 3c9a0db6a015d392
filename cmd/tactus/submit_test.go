package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A fakeService takes everything, fails each first request once, and judges by the first byte.
type fakeService struct {
	mu   sync.Mutex
	seen map[string]bool
	jobs map[string]replay.Outcome
}

func (f *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	if r.Header.Get("Authorization") != "Bearer tactus_t" {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"title":"A token is wanted","status":401}`)
		return
	}
	if what := r.URL.Path + string(body); !f.seen[what] {
		f.seen[what] = true
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	job := verify.DigestOf(body)
	v := map[string]any{"job": job, "status": "waiting"}
	if r.Method == http.MethodPost {
		f.jobs[job.String()] = map[byte]replay.Outcome{'o': replay.OK, 'd': replay.Diverged}[body[0]]
	} else {
		id := filepath.Base(r.URL.Path)
		v = map[string]any{"job": id, "status": "decided", "verdict": f.jobs[id], "reason": "because"}
	}
	_ = json.NewEncoder(w).Encode(v)
}

// newFake starts such a service and lets the tool find it.
func newFake(t *testing.T, files ...string) (names []string) {
	t.Helper()
	server := httptest.NewServer(&fakeService{seen: map[string]bool{}, jobs: map[string]replay.Outcome{}})
	t.Cleanup(server.Close)
	t.Setenv("TACTUS_SERVER", server.URL)
	t.Setenv("TACTUS_TOKEN", "tactus_t")
	dir := t.TempDir()
	for _, text := range files {
		name := filepath.Join(dir, text+".tactus")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// online runs the tool where time is real, since a network is.
func online(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	code = runOn(&console{ctx: t.Context(), stdout: &out, stderr: &errs}, args)
	return code, out.String(), errs.String()
}

func TestSubmitSendsFilesAndTriesAgain(t *testing.T) {
	names := newFake(t, "o1", "d2")
	code, out, stderr := online(t, append([]string{"submit"}, names...)...)
	if code != exitGood || !strings.Contains(out, "2 files: 2 waiting") || stderr != "" {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
}

func TestSubmitExitsZeroOnlyForOkWhereItWaits(t *testing.T) {
	names := newFake(t, "o1", "o2", "d3")
	code, out, _ := online(t, append([]string{"submit", "--wait"}, names[:2]...)...)
	if code != exitGood || !strings.Contains(out, "2 files: 2 ok") {
		t.Errorf("exit %d: %s", code, out)
	}
	code, out, _ = online(t, append([]string{"submit", "--wait", "--json"}, names...)...)
	var results []submitted
	if err := json.Unmarshal([]byte(out), &results); err != nil || code != exitNo || len(results) != 3 ||
		results[0].File != names[0] || results[0].Verdict.Outcome != replay.OK || results[2].Status != "decided" ||
		results[2].Verdict.Outcome != replay.Diverged {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
}

func TestSubmitSaysWhatTheServiceRefuses(t *testing.T) {
	names := newFake(t, "o1")
	t.Setenv("TACTUS_TOKEN", "tactus_other")
	code, out, _ := online(t, "submit", names[0])
	if code != exitNo || !strings.Contains(out, "A token is wanted") || !strings.Contains(out, "1 files: 1 failed") {
		t.Errorf("exit %d: %s", code, out)
	}
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("tactus_t\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := online(t, "submit", "--token-file", token, names[0]); code != exitGood {
		t.Errorf("with the file: exit %d: %s", code, out)
	}
}

func TestSubmitRefusesWrongUseBeforeItSends(t *testing.T) {
	names := newFake(t, "o1", "o2")
	for _, args := range [][]string{
		{"nowhere.tactus"}, {t.TempDir()}, {names[0], "--parallel", "0"}, {names[0], "--tries", "0"},
		{names[0], names[1], "--challenge", "tc1.a.b"}, {names[0], "--module", "x"}, {names[0], "--server", "nowhere"},
		{names[0], "--token-file", "nowhere"}, {},
	} {
		code, out, stderr := online(t, append([]string{"submit"}, args...)...)
		if code != exitUsage || stderr == "" || out != "" {
			t.Errorf("%v: exit %d: %s%s", args, code, out, stderr)
		}
	}
	t.Setenv("TACTUS_TOKEN", "")
	if code, _, stderr := online(t, "submit", names[0]); code != exitUsage || !strings.Contains(stderr, "TACTUS_TOKEN") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}
