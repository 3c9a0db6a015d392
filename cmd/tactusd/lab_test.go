package main

import (
	"bytes"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/tactus-go/tactus/verify"
)

// exported is the lab in a folder, as the tool writes it. It is written once for all tests.
func exported(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "lab")
	write := exec.CommandContext(t.Context(), "go", "run", "../tactus", "lab", "--export", folder)
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("the lab is not exported: %v\n%s", err, out)
	}
	return folder
}

// TestAVerdictsRecordingOpensInTheLab clicks from the list to a verdict, and from there to the lab,
// which runs the recording again.
func TestAVerdictsRecordingOpensInTheLab(t *testing.T) {
	b := newBrowser(t, 1200, 900, false)
	s := start(t, "--lab", exported(t))
	token := s.token("acme")
	v := s.verdict(token, s.post(token, record(t, header(nil), 300, 0, nil)))
	address := b.open(t, s, token)
	b.until(t, `document.querySelectorAll("#verdicts tbody tr").length === 1`)
	b.do(t, chromedp.Click(`#verdicts a[href="#v/`+v.Job.String()+`"]`))
	b.until(t, `document.querySelector("a#lab")`)
	b.save(t, "to-the-lab")
	lab := b.opens(t, address, func() { b.do(t, chromedp.Click(`a#lab`)) })
	lab.until(t, `document.querySelector('[data-figure="judged"]')?.textContent.includes("Verified.")`)
	words := value[string](t, lab, `document.querySelector('[data-figure="words"]').textContent`)
	if !strings.Contains(words, "300") {
		t.Errorf("the lab says: %s", words)
	}
	lab.save(t, "in-the-lab")
	for _, path := range []string{"/lab/..%2ftenants.json", "/lab/js", "/lab/%00", "/lab/none.js"} {
		if got := s.call("", "GET", path, nil, ""); got.problem() != "not-found" {
			t.Errorf("%s: status %d", path, got.status)
		}
	}
	lab.clean(t, address)
	b.clean(t, address)
	if kept := value[string](t, lab, `JSON.stringify([sessionStorage.length, document.cookie])`); kept != `[0,""]` {
		t.Errorf("the lab's page has %s", kept)
	}
}

// opens returns the tab that something opens.
func (b *browser) opens(t *testing.T, address string, do func()) *browser {
	t.Helper()
	found := chromedp.WaitNewTarget(b.ctx, func(i *target.Info) bool { return strings.HasPrefix(i.URL, address) })
	do()
	ctx, end := chromedp.NewContext(b.ctx, chromedp.WithTargetID(<-found))
	t.Cleanup(end)
	other := &browser{ctx: ctx, mu: sync.Mutex{}}
	if err := chromedp.Listen(ctx, other.hear); err != nil {
		t.Fatal(err)
	}
	return other
}

func TestWithoutTheLabThePageSaysHowToGetIt(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	v := s.verdict(token, s.post(token, record(t, header(nil), 100, 0, nil)))
	b := newBrowser(t, 800, 600, false)
	address := b.open(t, s, token)
	b.until(t, `document.querySelector("#decided")`)
	_ = value[string](t, b, `location.hash = "#v/`+v.Job.String()+`"`)
	b.until(t, `document.querySelector("#download")`)
	if text := value[string](t, b, `document.querySelector("main").innerText`); !strings.Contains(text, "--lab") {
		t.Errorf("the page does not say how the lab is had: %s", text)
	}
	b.clean(t, address)
}

func TestARecordingIsGivenBackToItsTenantOnly(t *testing.T) {
	long(t)
	s := start(t)
	token, other := s.token("acme"), s.token("other")
	recording := record(t, header(nil), 100, 0, nil)
	v := s.verdict(token, s.post(token, recording, "Tactus-Challenge", s.challenge(token, "ann", ""),
		"Tactus-Player", "ann"))
	path := "/v1/recordings/" + v.Recording.String()
	got := s.call(token, "GET", path, nil, "")
	h := got.header
	if got.status != http.StatusOK || !bytes.Equal(got.body, recording) || h.Get("Content-Type") != octets ||
		!strings.HasPrefix(h.Get("Content-Disposition"), "attachment; filename=") || h.Get("Repr-Digest") == "" {
		t.Errorf("status %d, %v", got.status, h)
	}
	r := s.request(token, "GET", path, nil, "")
	r.Header.Set("If-None-Match", h.Get("ETag"))
	if again := s.do(r); again.status != http.StatusNotModified || len(again.body) > 0 {
		t.Errorf("by its tag: status %d", again.status)
	}
	module := guest(t)
	s.putModule(token, module)
	for name, path := range map[string]string{
		"a job's id": "/v1/recordings/" + v.Job.String(), "no digest": "/v1/recordings/x",
		"a module": "/v1/recordings/" + verify.DigestOf(module).String()} {
		if got := s.call(token, "GET", path, nil, ""); got.problem() != "not-found" {
			t.Errorf("%s: status %d", name, got.status)
		}
	}
	if got := s.call(other, "GET", path, nil, ""); got.problem() != "not-found" {
		t.Errorf("another tenant's: status %d", got.status)
	}
	if got := s.call("", "GET", path, nil, ""); got.problem() != "unauthorized" {
		t.Errorf("without a token: status %d", got.status)
	}
}

func TestAFolderThatIsNotTheLabsIsRefused(t *testing.T) {
	var out, errs bytes.Buffer
	c := &console{ctx: t.Context(), stdout: &out, stderr: &errs}
	code := runOn(c, []string{"serve", "--data", t.TempDir(), "--bus", "memory", "--lab", t.TempDir()})
	if code != exitUsage || !strings.Contains(errs.String(), "tactus lab --export") {
		t.Errorf("exit %d: %s", code, &errs)
	}
}
