package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// TestAFloodOfOneTenantDoesNotHoldUpAnother counts, with one worker, whose jobs come between.
func TestAFloodOfOneTenantDoesNotHoldUpAnother(t *testing.T) {
	long(t)
	for _, bus := range []string{"memory", "embedded"} {
		s := startIn(t, t.TempDir(), "--bus", bus, "--workers", "1")
		flood, other := s.token("flood"), s.token("other")
		long := still(t, 16_000_000)
		const jobs = 20
		for i := range jobs {
			if r := s.post(flood, long, "Tactus-Run", strconv.Itoa(i)); r.status != http.StatusAccepted {
				t.Fatalf("%s: status %d: %s", bus, r.status, r.body)
			}
		}
		v := s.verdict(other, s.post(other, record(t, header(nil), 100, 0, nil)))
		var page list[verify.Verdict]
		got := s.call(flood, "GET", "/v1/verdicts?limit=500", nil, "")
		if err := json.Unmarshal(got.body, &page); err != nil || v.Outcome != replay.OK {
			t.Fatalf("%v, %+v: %s", err, v, got.body)
		}
		before := 0
		for _, f := range page.Items {
			if f.Decided.Before(v.Decided) {
				before++
			}
		}
		t.Logf("%s: %d of %d jobs of the flood were decided before the other tenant's one", bus, before, jobs)
		if before > jobs/2 {
			t.Errorf("%s: %d of %d jobs of the flood came first", bus, before, jobs)
		}
	}
}

// TestARunningJobIsFinishedAtTheEnd ends the service while a job runs, and looks at the verdict after a
// restart.
func TestARunningJobIsFinishedAtTheEnd(t *testing.T) {
	data := t.TempDir()
	s := startIn(t, data, "--workers", "1", "--drain-notice", "1s")
	token := s.token("acme")
	posted := s.post(token, still(t, 16_000_000))
	s.stop()
	for end := time.Now().Add(patience); ; {
		if got := s.call("", "GET", "/readyz", nil, ""); got.status == http.StatusServiceUnavailable {
			if got.problem() != "unavailable" {
				t.Errorf("readyz: %s", got.body)
			}
			break
		}
		if time.Now().After(end) {
			t.Fatal("readyz does not say that the service ends")
		}
		<-time.After(time.Millisecond)
	}
	if got := s.call("", "GET", "/healthz", nil, ""); got.status != http.StatusOK {
		t.Errorf("healthz: %d", got.status)
	}
	if got := s.post(token, record(t, header(nil), 100, 0, nil)); got.status != http.StatusServiceUnavailable {
		t.Errorf("a recording is taken at the end: %d", got.status)
	}
	if code := s.end(); code != exitGood {
		t.Fatalf("exit %d: %s", code, s.log)
	}
	s = startIn(t, data)
	if v := s.verdict(token, posted); v.Outcome != replay.OK || v.Attempt != 1 {
		t.Errorf("%+v", v)
	}
}

// TestAJobThatIsCutOffComesAgain lets the drain's time run out.
func TestAJobThatIsCutOffComesAgain(t *testing.T) {
	data := t.TempDir()
	s := startIn(t, data, "--workers", "1", "--drain", "1ms", "--lease", "1s")
	token := s.token("acme")
	long := still(t, 16_000_000)
	var posted []reply
	for i := range 3 {
		posted = append(posted, s.post(token, long, "Tactus-Run", strconv.Itoa(i)))
	}
	if code := s.end(); code != exitNo {
		t.Errorf("exit %d: %s", code, s.log)
	}
	s = startIn(t, data, "--lease", "1s")
	for i, p := range posted {
		if v := s.verdict(token, p); v.Outcome != replay.OK {
			t.Errorf("job %d: %+v", i, v)
		}
	}
}

// selfSigned writes a certificate of loopback.
func selfSigned(t *testing.T) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	hidden := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
	for name, data := range map[string][]byte{cert: text, key: hidden} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	return cert, key, pool
}

func TestTheServiceSpeaksTLSByFile(t *testing.T) {
	cert, key, pool := selfSigned(t)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	defer client.CloseIdleConnections()
	ctx, stop := context.WithCancel(context.Background())
	up, code := make(chan string, 1), make(chan int, 1)
	log := new(syncBuffer)
	c := &console{ctx: ctx, stdout: io.Discard, stderr: log, started: func(address string) { up <- address }}
	go func() {
		code <- runOn(c, []string{"serve", "--bus", "memory", "--listen", "127.0.0.1:0", "--data", t.TempDir(),
			"--tls-cert", cert, "--tls-key", key})
	}()
	got, err := client.Get("https://" + <-up + "/healthz")
	if err != nil || got.StatusCode != http.StatusOK {
		t.Errorf("%v, %v", got, err)
	} else {
		got.Body.Close()
	}
	client.CloseIdleConnections()
	stop()
	if c := <-code; c != exitGood {
		t.Errorf("exit %d: %s", c, log)
	}
}

func TestFlagsThatNoServiceCanRunWithAreRefused(t *testing.T) {
	for _, args := range [][]string{{"--role", "api"}, {"--role", "king"}, {"--tls-cert", "x"}, {"--lease", "0s"},
		{"--recording-max-bytes", "1000000000"}, {"--tenant-rate-per-s", "NaN"}, {"--workers=-1"}, {"--history", "0"},
		{"--tenant-jobs", "0"}, {"--tenant-bytes=-1"}, {"--ticks-max=-1"}, {"--challenge-life-max", "800h"},
		{"--tenant-flood=-1"}, {"--tenant-burst", "NaN"}, {"--tenant-burst", "Inf"}, {"--tenant-body-rate", "Inf"},
		{"--nats", "nats://127.0.0.1:1"}, {"--listen", "nowhere:at:all"}, {"--challenges", "maybe"}, {"--nonsense"}} {
		var errs bytes.Buffer
		ctx, stop := context.WithTimeout(t.Context(), patience)
		c := &console{ctx: ctx, stdout: io.Discard, stderr: &errs, started: func(string) { stop() }}
		args := append([]string{"serve", "--bus", "memory", "--data", t.TempDir(), "--listen", "127.0.0.1:0"}, args...)
		if code := runOn(c, args); code != exitUsage || errs.Len() == 0 {
			t.Errorf("%v: exit %d: %s", args, code, &errs)
		}
		stop()
	}
}

// TestTheTableIsTheFlags holds the reference's table to the program: name, environment, default, text.
func TestTheTableIsTheFlags(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/tactusd.md")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, leaf := range newParser(new(tool), io.Discard, io.Discard).Model.Leaves(false) {
		if leaf.Name != "serve" {
			continue
		}
		for _, f := range leaf.Flags {
			text := f.Default
			if text == "" {
				text = " "
			} else {
				text = " `" + text + "` "
			}
			want.WriteString("| `--" + f.Name + "` | `" + strings.Join(f.Envs, " ") + "` |" + text + "| " + f.Help + " |\n")
		}
	}
	if want.Len() < 1000 || !strings.Contains(string(page), want.String()) {
		t.Errorf("docs/reference/tactusd.md lacks this table:\n%s", &want)
	}
	for row := range strings.Lines(want.String()) {
		if !regexp.MustCompile("`TACTUSD_[A-Z_]+`").MatchString(row) {
			t.Errorf("no variable: %s", row)
		}
	}
}

func TestFlagsWinOverEnvironmentAndThatOverTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tactusd.json")
	if err := os.WriteFile(file, []byte(`{"workers": 3, "attempts": 7, "lease": "20s"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TACTUSD_ATTEMPTS", "8")
	t.Setenv("TACTUSD_LEASE", "30s")
	var got tool
	args := []string{"serve", "--config", file, "--lease", "40s"}
	if _, err := newParser(&got, io.Discard, io.Discard).Parse(args); err != nil {
		t.Fatal(err)
	}
	if s := got.Serve; s.Workers != 3 || s.Attempts != 8 || s.Lease != 40*time.Second {
		t.Errorf("workers %d, attempts %d, lease %v", s.Workers, s.Attempts, s.Lease)
	}
	if err := os.WriteFile(file, []byte(`{"wrokers": 3}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newParser(new(tool), io.Discard, io.Discard).Parse([]string{"serve", "--config", file}); err == nil {
		t.Error("a word that is no flag is taken")
	}
}
