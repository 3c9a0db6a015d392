package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// A part is a part of a form.
type part struct{ name, file, text string }

// formOf writes a form.
func formOf(t *testing.T, parts ...part) (body []byte, kind string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, p := range parts {
		var to io.Writer
		var err error
		if p.file != "" {
			to, err = w.CreateFormFile(p.name, p.file)
		} else {
			to, err = w.CreateFormField(p.name)
		}
		if err == nil {
			_, err = io.WriteString(to, p.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), w.FormDataContentType()
}

// A bad request is one with its answer.
type bad struct {
	name, token, method, path string
	body                      []byte
	kind                      string
	status                    int
	problem                   string
}

func TestEveryBadRequestGetsAClearStatus(t *testing.T) {
	s := start(t, "--recording-max-bytes", "4096", "--module-max-bytes", "5000")
	token, other := s.token("acme"), s.token("other")
	whole := record(t, header(nil), 100, 0, nil)
	owned := s.post(other, record(t, header(nil), 100, 1, nil))
	s.verdict(other, owned)
	giant := append(bytes.Clone(whole), make([]byte, 4096)...)
	form := func(parts ...part) ([]byte, string) { return formOf(t, parts...) }
	file := part{"recording", "game.tactus", string(whole)}
	all := []bad{
		{"no token", "", "POST", "/v1/recordings", whole, octets, 401, "unauthorized"},
		{"a token of nobody", "tactus_" + strings.Repeat("A", 43), "GET", "/v1/verdicts", nil, "", 401, "unauthorized"},
		{"no token of this kind", "secret", "GET", "/v1/verdicts", nil, "", 401, "unauthorized"},
		{"a token of a megabyte's beginning", "tactus_" + strings.Repeat("A", 9000), "GET", "/v1/modules", nil, "", 401,
			"unauthorized"},
		{"another tenant's verdict", token, "GET", owned.header.Get("Location"), nil, "", 404, "not-found"},
		{"another tenant's verdict, waited for", token, "GET", owned.header.Get("Location") + "?wait=20s", nil, "", 404,
			"not-found"},
		{"a verdict of nobody", token, "GET", "/v1/verdicts/" + strings.Repeat("0", 64), nil, "", 404, "not-found"},
		{"a verdict of no name", token, "GET", "/v1/verdicts/x", nil, "", 404, "not-found"},
		{"a path upwards", token, "GET", "/v1/verdicts/..%2f..%2f..%2fetc%2fpasswd", nil, "", 404, "not-found"},
		{"a path with a zero", token, "GET", "/v1/verdicts/%00", nil, "", 404, "not-found"},
		{"a file of the page that is none", "", "GET", "/js/..%2f..%2fserve.go", nil, "", 404, "not-found"},
		{"another version", token, "GET", "/v2/verdicts", nil, "", 404, "not-found"},
		{"another method", token, "DELETE", "/v1/verdicts", nil, "", 405, "method"},
		{"an empty body", token, "POST", "/v1/recordings", nil, octets, 400, "bad-request"},
		{"no recording", token, "POST", "/v1/recordings", []byte("GIF89a and so on"), octets, 415, "type"},
		{"less than the magic", token, "POST", "/v1/recordings", whole[:5], octets, 415, "type"},
		{"a module as a recording", token, "POST", "/v1/recordings", []byte(magicModule + "x"), octets, 415, "type"},
		{"another type", token, "POST", "/v1/recordings", whole, "text/html", 415, "type"},
		{"no type", token, "POST", "/v1/recordings", whole, "", 415, "type"},
		{"a recording that is too large", token, "POST", "/v1/recordings", giant, octets, 413, "too-large"},
		{"a form without a boundary", token, "POST", "/v1/recordings", whole, "multipart/form-data", 400, "bad-request"},
		{"a form that is none", token, "POST", "/v1/recordings", whole, "multipart/form-data; boundary=x", 400,
			"bad-request"},
		{"a challenge of nobody", token, "POST", "/v1/challenges", nil, "application/json", 400, "bad-request"},
		{"a challenge of no game", token, "POST", "/v1/challenges", []byte(`{"player":"ann"}`), "", 400, "bad-request"},
		{"a challenge with more in it", token, "POST", "/v1/challenges", []byte(`{"player":"a","game":"b","tenant":"other"}`),
			"", 400, "bad-request"},
		{"two challenges", token, "POST", "/v1/challenges", []byte(`{"player":"a","game":"b"}{}`), "", 400, "bad-request"},
		{"an endless challenge", token, "POST", "/v1/challenges", []byte(`{"player":"a","game":"b","life":"9000h"}`), "", 400,
			"bad-request"},
		{"a giant challenge", token, "POST", "/v1/challenges", []byte(`{"player":"` + strings.Repeat("a", 70_000) + `"}`), "",
			413, "too-large"},
		{"a wait that is none", token, "GET", owned.header.Get("Location") + "?wait=soon", nil, "", 400, "bad-request"},
		{"a limit of too many", token, "GET", "/v1/verdicts?limit=501", nil, "", 400, "bad-request"},
		{"a cursor of nobody", token, "GET", "/v1/verdicts?cursor=%21", nil, "", 400, "bad-request"},
		{"a cursor of another list", token, "GET", "/v1/verdicts?cursor=bW9kdWxl", nil, "", 400, "bad-request"},
		{"no module", token, "PUT", "/v1/modules", whole, octets, 415, "type"},
		{"a module that is too large", token, "PUT", "/v1/modules", []byte(magicModule + strings.Repeat("x", 5000)), octets,
			413, "too-large"},
		{"a module of another version", token, "PUT", "/v1/modules", []byte("\x00asm\x02\x00\x00\x00"), octets, 415, "type"},
	}
	for _, f := range []struct {
		name    string
		parts   []part
		status  int
		problem string
	}{
		{"no recording in the form", []part{{"player", "", "ann"}}, 400, "bad-request"},
		{"two recordings in the form", []part{file, file}, 400, "bad-request"},
		{"another part in the form", []part{file, {"tenant", "", "other"}}, 400, "bad-request"},
		{"a long part in the form", []part{file, {"player", "", strings.Repeat("x", 70_000)}}, 413, "too-large"},
		{"many parts in the form", slices.Repeat([]part{{"player", "", "x"}}, 9), 400, "bad-request"},
		{"a long player", []part{file, {"player", "", strings.Repeat("x", 129)}}, 400, "bad-request"},
		{"a module of no name", []part{file, {"module", "", "../x"}}, 400, "bad-request"},
		{"a module that the tenant does not have", []part{file, {"module", "", strings.Repeat("1", 64)}}, 422,
			"unknown-module"},
		{"a module of zeros", []part{file, {"module", "", strings.Repeat("0", 64)}}, 400, "bad-request"},
		{"a file's name with a zero", []part{{"recording", "a\x00b", string(whole)}}, 400, "bad-request"},
		{"a run of no number", []part{file, {"run", "", "-1"}}, 400, "bad-request"},
		{"a challenge that nobody signed", []part{file, {"challenge", "", "tc1.e30.x"}}, 422, "challenge"},
	} {
		body, kind := form(f.parts...)
		all = append(all, bad{f.name, token, "POST", "/v1/recordings", body, kind, f.status, f.problem})
	}
	for _, b := range all {
		got := s.call(b.token, b.method, b.path, b.body, b.kind)
		if got.status != b.status || got.problem() != b.problem {
			t.Errorf("%s: status %d, %q: %s; want %d, %q", b.name, got.status, got.problem(), got.body, b.status, b.problem)
		}
		if bytes.Contains(got.body, []byte("goroutine")) || bytes.Contains(got.body, []byte(s.data)) {
			t.Errorf("%s: the answer tells of the inside: %s", b.name, got.body)
		}
	}
	if got := s.call(token, "DELETE", "/v1/verdicts", nil, ""); got.header.Get("Allow") == "" {
		t.Error("405 does not say what is allowed")
	}
	if v := s.verdict(token, s.post(token, whole)); v.Outcome != "ok" {
		t.Errorf("after all that: %+v", v)
	}
}

// TestACompressedBodyIsRefusedAndOneThatSaysThatItIsNoneIsTaken sends whole bodies, so that nothing but
// the header is wrong with them.
func TestACompressedBodyIsRefusedAndOneThatSaysThatItIsNoneIsTaken(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	whole := record(t, header(nil), 100, 0, nil)
	for _, c := range []struct {
		method, path, kind string
		body               []byte
		codings            []string
		status             int
	}{
		{"POST", "/v1/recordings", octets, whole, []string{"gzip"}, 415},
		{"POST", "/v1/recordings", octets, whole, []string{"identity, br"}, 415},
		{"POST", "/v1/recordings", octets, whole, []string{"identity", "zstd"}, 415},
		{"PUT", "/v1/modules", octets, []byte(magicModule), []string{"gzip"}, 415},
		{"POST", "/v1/challenges", "application/json", []byte(`{"player":"ann","game":"x"}`), []string{"deflate"}, 415},
		{"POST", "/v1/recordings", octets, whole, []string{"Identity"}, 202},
		{"POST", "/v1/challenges", "application/json", []byte(`{"player":"ann","game":"x"}`), []string{""}, 201},
	} {
		r := s.request(token, c.method, c.path, bytes.NewReader(c.body), c.kind)
		r.Header["Content-Encoding"] = c.codings
		got := s.do(r)
		if got.status != c.status {
			t.Errorf("%s %s with %q: status %d: %s; want %d", c.method, c.path, c.codings, got.status, got.body, c.status)
		}
		if c.status != 415 {
			continue
		}
		if got.problem() != "type" || got.header.Get("Accept-Encoding") != "identity" ||
			!bytes.Contains(got.body, []byte("Content-Encoding")) {
			t.Errorf("%s with %q: %v: %s: it does not say what is wanted", c.path, c.codings, got.header, got.body)
		}
	}
}

// TestAnUnknownIDAndAnothersAreTheSameAnswer compares all of it but what is new for each request.
func TestAnUnknownIDAndAnothersAreTheSameAnswer(t *testing.T) {
	s := start(t)
	token, other := s.token("acme"), s.token("other")
	owned := s.post(other, record(t, header(nil), 100, 1, nil))
	s.verdict(other, owned)
	text := func(path string) string {
		r := s.request(token, "GET", path, nil, "")
		r.Header.Set("X-Request-Id", "one")
		got := s.do(r)
		got.header.Del("Date")
		return fmt.Sprintf("%d %v %s", got.status, got.header, got.body)
	}
	if a, b := text(owned.header.Get("Location")), text("/v1/verdicts/"+strings.Repeat("0", 64)); a != b {
		t.Errorf("another tenant's: %s\nunknown: %s", a, b)
	}
	var page list[verify.Verdict]
	got := s.call(token, "GET", "/v1/verdicts", nil, "")
	if json.Unmarshal(got.body, &page) != nil || len(page.Items) > 0 {
		t.Errorf("another tenant's verdicts are listed: %s", got.body)
	}
}

func TestNamesOfFilesAreNotLookedAt(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	before := tree(t, s.data)
	for i, name := range []string{"../../../../tmp/evil", "/etc/passwd", strings.Repeat("../", 50) + "x", "CON"} {
		body, kind := formOf(t, part{"recording", name, string(record(t, header(nil), 100, i, nil))})
		if v := s.verdict(token, s.call(token, "POST", "/v1/recordings", body, kind)); v.Outcome != "ok" {
			t.Errorf("%q: %+v", name, v)
		}
	}
	if after := tree(t, s.data); !slices.Equal(before, after) {
		t.Errorf("the folder has %v, and had %v", after, before)
	}
}

func tree(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		names = append(names, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// raw sends bytes, ends the sending, and returns the answer.
func (s *try) raw(t *testing.T, text string, end bool) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	if end {
		if err := c.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	got, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestHalfAndSlowBodiesAreCutAndNothingIsTaken(t *testing.T) {
	s := start(t, "--body-grace", "200ms", "--body-min-rate", "1000000")
	token := s.token("acme")
	whole := record(t, header(nil), 100, 0, nil)
	head := "POST /v1/recordings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token +
		"\r\nContent-Type: " + octets + "\r\n"
	sized := fmt.Sprintf("%sContent-Length: %d\r\n\r\n", head, len(whole))
	for _, c := range []struct {
		name, text string
		end        bool
		want       int
	}{
		{"half a body", sized + string(whole[:len(whole)/2]), true, 400},
		{"half a chunk", head + "Transfer-Encoding: chunked\r\n\r\nff\r\n" + string(whole[:90]), true, 400},
		{"a body that stops coming", sized + string(whole[:len(whole)/2]), false, 408},
		{"a body that does not begin", sized, false, 408},
	} {
		got := s.raw(t, c.text, c.end)
		if got.StatusCode != c.want || got.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: status %d, %v; want %d", c.name, got.StatusCode, got.Header, c.want)
		}
	}
	if got := s.call(token, "GET", "/v1/status", nil, ""); !bytes.Contains(got.body, []byte(`"open":0,`)) ||
		!bytes.Contains(got.body, []byte(`"decided":0,`)) {
		t.Errorf("something was taken: %s", got.body)
	}
}

// TestAGiantUploadIsRefusedBeforeItIsRead sends a body that never ends.
func TestAGiantUploadIsRefusedBeforeItIsRead(t *testing.T) {
	s := start(t, "--recording-max-bytes", "100000")
	token := s.token("acme")
	r := s.request(token, "POST", "/v1/recordings", io.MultiReader(strings.NewReader(magicRecording), endless{}), octets)
	got, err := http.DefaultClient.Do(r)
	if err != nil { // the connection may be cut while the client still sends
		t.Logf("the client saw %v", err)
	} else if got.Body.Close(); got.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", got.StatusCode)
	}
	if v := s.verdict(token, s.post(token, record(t, header(nil), 100, 0, nil))); v.Outcome != "ok" {
		t.Errorf("after that: %+v", v)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestHostileModulesAreRefusedWithAReport sends those that the host's own tests have.
func TestHostileModulesAreRefusedWithAReport(t *testing.T) {
	s := start(t, "--check-fuel", "100000000")
	token := s.token("acme")
	text, err := os.ReadFile("../../adapters/wazerohost/testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(text)) {
		digits, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		binary, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		got := s.call(token, "PUT", "/v1/modules", binary, "application/wasm")
		var p problem
		if got.status != http.StatusUnprocessableEntity || got.problem() != "module-refused" ||
			json.Unmarshal(got.body, &p) != nil || !bytes.Contains(p.Report, []byte(`"points"`)) {
			t.Errorf("%s: status %d: %s", name, got.status, got.body)
		}
		count++
	}
	if count < 20 {
		t.Errorf("only %d modules were tried", count)
	}
	var page list[module]
	if got := s.call(token, "GET", "/v1/modules", nil, ""); json.Unmarshal(got.body, &page) != nil || len(page.Items) > 0 {
		t.Errorf("a module is listed: %s", got.body)
	}
}

func TestTenantsAreHeldToTheirLimits(t *testing.T) {
	s := start(t, "--tenant-rate-per-s", "0.001", "--tenant-burst", "6", "--tenant-bytes", "4000")
	token := s.token("acme") // which asks once or more
	other := s.token("other")
	got := map[string]int{}
	for i := range 8 {
		r := s.post(token, record(t, header(nil), 100+i, i, nil))
		got[r.problem()]++
		if r.problem() == "rate" && r.header.Get("Retry-After") == "" {
			t.Error("429 does not say when to come again")
		}
	}
	if got["rate"] < 3 || got["storage"] < 1 || len(got) > 3 {
		t.Errorf("the answers are %v", got)
	}
	if r := s.post(other, record(t, header(nil), 100, 0, nil)); r.status != http.StatusAccepted {
		t.Errorf("the other tenant: status %d: %s", r.status, r.body)
	}
}

func TestUndecidedJobsAreBounded(t *testing.T) {
	s := start(t, "--tenant-jobs", "3", "--workers", "1")
	token := s.token("acme")
	recording := still(t, 16_000_000) // some tenths of a second of work
	var mu sync.Mutex
	got := map[int]int{}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			r := s.post(token, recording, "Tactus-Run", strconv.Itoa(i))
			mu.Lock()
			defer mu.Unlock()
			got[r.status]++
			if r.status != http.StatusAccepted && r.problem() != "jobs" {
				t.Errorf("status %d: %s", r.status, r.body)
			}
		})
	}
	all.Wait()
	if got[http.StatusAccepted] < 3 || got[http.StatusTooManyRequests] == 0 {
		t.Errorf("the answers are %v", got)
	}
}

// events opens the stream of events, and returns what waits for its end.
func (s *try) events(token string) (end func() error) {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), patience)
	s.t.Cleanup(stop)
	got, err := http.DefaultClient.Do(s.request(token, "GET", "/v1/events", nil, "").WithContext(ctx))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { got.Body.Close() })
	if got.StatusCode != http.StatusOK {
		s.t.Fatal(got.Status)
	}
	return func() error {
		_, err := io.Copy(io.Discard, got.Body)
		return err
	}
}

// TestAFileOfTenantsIsNotChangedByWhoReadsIt misspells a limit: it is said, and still there afterwards.
func TestAFileOfTenantsIsNotChangedByWhoReadsIt(t *testing.T) {
	for text, good := range map[string]bool{
		`{"tenants": {"acme": {"tokens": [], "limits": {"rate_per_sec": 20}}}}`: false,
		`{"tenants": {"acme": null}}`:                                           true,
		`{"tenants": }`:                                                         false,
		`{"tenants": {"acme": {"tokens": []}}}, "beta": {"tokens": []}}}`:       false,
	} {
		file := filepath.Join(t.TempDir(), "tenants.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"token", "list"}, {"token", "revoke", "0123456789"},
			{"serve", "--bus", "memory", "--data", t.TempDir(), "--listen", "127.0.0.1:0"}} {
			var errs bytes.Buffer
			ctx, stop := context.WithTimeout(t.Context(), patience)
			c := &console{ctx: ctx, stdout: io.Discard, stderr: &errs, started: func(string) { stop() }}
			code := runOn(c, append(args, "--tenants", file))
			if fine := good && args[1] != "revoke"; (code == exitGood) != fine {
				t.Errorf("%v on %s: exit %d: %s", args, text, code, &errs)
			}
			stop()
			if after, err := os.ReadFile(file); err != nil || string(after) != text {
				t.Errorf("%v has changed %s to %s, %v", args, text, after, err)
			}
		}
		var errs bytes.Buffer
		c := &console{ctx: t.Context(), stdout: io.Discard, stderr: &errs}
		if code := runOn(c, []string{"token", "new", "other", "--tenants", file}); (code == exitGood) != good {
			t.Errorf("a token beside %s: exit %d: %s", text, code, &errs)
		}
	}
}

func TestTokensAreKeptAsHashesAndCanBeTakenAway(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	file := filepath.Join(s.data, "tenants.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 || bytes.Contains(data, []byte(token)) ||
		bytes.Contains(data, []byte(strings.TrimPrefix(token, tokenPrefix))) {
		t.Errorf("%v, %v: %s", info.Mode(), err, data)
	}
	var f tenantsFile
	if err := json.Unmarshal(data, &f); err != nil || len(f.Tenants["acme"].Tokens) != 1 {
		t.Fatalf("%v: %s", err, data)
	}
	var out, errs bytes.Buffer
	c := &console{ctx: t.Context(), stdout: &out, stderr: &errs}
	first := f.Tenants["acme"].Tokens[0].SHA256[:10]
	open := s.events(token)
	if code := runOn(c, []string{"token", "revoke", first, "--tenants", file}); code != exitGood {
		t.Fatalf("exit %d: %s", code, &errs)
	}
	for end := time.Now().Add(patience); s.call(token, "GET", "/v1/status", nil, "").status != http.StatusUnauthorized; {
		if time.Now().After(end) {
			t.Fatal("the token still opens")
		}
		<-time.After(20 * time.Millisecond)
	}
	if strings.Contains(s.log.String(), token) {
		t.Error("the log has the token")
	}
	if err := open(); err != nil {
		t.Errorf("events still come for a token that was taken away: %v", err)
	}
	for name := range maps.Keys(map[string]bool{"../x": true, "": true, "A": true}) {
		if code := runOn(c, []string{"token", "new", name, "--tenants", file}); code != exitUsage {
			t.Errorf("a token of the tenant %q: exit %d", name, code)
		}
	}
}
