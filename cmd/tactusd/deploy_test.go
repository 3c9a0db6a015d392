package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/replay"
)

// natsServer builds the server that this module is pinned to.
var natsServer = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tactusd-nats-")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "nats-server")
	out, err := exec.Command("go", "build", "-o", file, "github.com/nats-io/nats-server/v2").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("nats-server does not build: %w\n%s", err, out)
	}
	return file, nil
})

// freePorts finds addresses of loopback that nobody listens on.
func freePorts(t testing.TB, n int) (addresses []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() // not before all are found, so that they differ
		addresses = append(addresses, l.Addr().String())
	}
	return addresses
}

// exampleEnv reads deploy/nats/nats-1.env.
func exampleEnv(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../deploy/nats/nats-1.env")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(line, "#") {
			all[name] = value
		}
	}
	return all
}

// A natsCluster is three servers as processes, started with the file of deploy/nats.
type natsCluster struct {
	clients, monitors []string
	urls              string
}

func startNATS(t *testing.T) *natsCluster {
	t.Helper()
	binary, err := natsServer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(filepath.Dir(binary)) })
	config, err := filepath.Abs("../../deploy/nats/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	addresses := freePorts(t, 9)
	c := &natsCluster{clients: addresses[:3], monitors: addresses[3:6]}
	routes := addresses[6:]
	var urls []string
	for i := range 3 {
		env := exampleEnv(t)
		urls = append(urls, "nats://tactusd:"+env["NATS_TACTUSD_PASSWORD"]+"@"+c.clients[i])
		for k, v := range map[string]string{"NATS_NAME": fmt.Sprint("nats-", i+1), "NATS_LISTEN": c.clients[i],
			"NATS_MONITOR": c.monitors[i], "NATS_STORE": t.TempDir(), "NATS_MAX_STORE": "10GB",
			"NATS_CLUSTER_LISTEN": routes[i]} {
			if env[k] == "" {
				t.Errorf("deploy/nats/nats-1.env does not set %s", k)
			}
			env[k] = v
		}
		for r, route := range routes {
			name := fmt.Sprint("NATS_ROUTE_", r+1)
			before, _, ok := strings.Cut(env[name], "@")
			if !ok {
				t.Fatalf("deploy/nats/nats-1.env: %s is %q", name, env[name])
			}
			env[name] = before + "@" + route
		}
		run := exec.Command(binary, "-c", config)
		for k, v := range env {
			run.Env = append(run.Env, k+"="+v)
		}
		log := new(syncBuffer)
		run.Stderr = log
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = run.Process.Kill() // which says that it has ended, the second time
			_ = run.Wait()
			if t.Failed() {
				t.Logf("server %d: %s", i+1, log)
			}
		})
	}
	c.urls = strings.Join(urls, ",")
	for _, m := range c.monitors {
		c.healthy(t, m)
	}
	return c
}

// healthy waits until a server says that it is.
func (c *natsCluster) healthy(t *testing.T, monitor string) {
	t.Helper()
	for end := time.Now().Add(patience); ; <-time.After(50 * time.Millisecond) {
		got, err := http.Get("http://" + monitor + "/healthz")
		if err == nil {
			got.Body.Close()
			if got.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(end) {
			t.Fatalf("the server at %s is not healthy: %v", monitor, err)
		}
	}
}

// TestTheClustersFileMakesAClusterThatSyncs starts three servers with deploy/nats/nats.conf, and an API
// and a worker over them; looks at what the servers say of themselves; and comes with a wrong password.
func TestTheClustersFileMakesAClusterThatSyncs(t *testing.T) {
	c := startNATS(t)
	for _, m := range c.monitors {
		got, err := http.Get("http://" + m + "/jsz")
		if err != nil {
			t.Fatal(err)
		}
		var state struct {
			Config struct {
				SyncAlways bool `json:"sync_always"`
			} `json:"config"`
			Meta struct {
				Size int `json:"cluster_size"`
			} `json:"meta_cluster"`
		}
		err = json.NewDecoder(got.Body).Decode(&state)
		got.Body.Close()
		if err != nil || !state.Config.SyncAlways || state.Meta.Size != 3 {
			t.Errorf("%s: %+v, %v", m, state, err)
		}
	}
	if nc, err := nats.Connect("nats://tactusd:guess@" + c.clients[0]); err == nil {
		nc.Close()
		t.Error("a wrong password is taken")
	}
	shared := t.TempDir()
	args := []string{"--nats", c.urls, "--replicas", "3", "--tenants", filepath.Join(shared, "tenants.json"), "--keys",
		filepath.Join(shared, "keys.json")}
	api := startIn(t, t.TempDir(), append(args, "--role", "api")...)
	api.data = shared
	token := api.token("acme")
	startIn(t, t.TempDir(), append(args, "--role", "worker", "--workers", "1")...)
	if v := api.verdict(token, api.post(token, record(t, header(nil), 100, 0, nil))); v.Outcome != replay.OK {
		t.Errorf("%+v", v)
	}
	nc, err := nats.Connect(c.urls)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	streams := 0
	for info := range js.ListStreams(ctx).Info() {
		streams++
		if info.Config.Replicas != 3 || info.Config.Storage != jetstream.FileStorage {
			t.Errorf("%s has %d copies, in %v", info.Config.Name, info.Config.Replicas, info.Config.Storage)
		}
	}
	if streams < 5 {
		t.Errorf("%d streams", streams)
	}
}

// TestThePasswordOfNATSIsNotInAnError starts with an address that leads nowhere.
func TestThePasswordOfNATSIsNotInAnError(t *testing.T) {
	log := new(syncBuffer)
	c := &console{ctx: t.Context(), stdout: io.Discard, stderr: log}
	args := []string{"serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--nats",
		"nats://tactusd:hunter2@127.0.0.1:1,nats://tactusd:hunter3@127.0.0.1:2"}
	if code := runOn(c, args); code != exitUsage {
		t.Errorf("exit %d", code)
	}
	if s := log.String(); strings.Contains(s, "hunter") || !strings.Contains(s, "nats://127.0.0.1:1,nats://127.0.0.1:2") {
		t.Error(s)
	}
}

// TestAServiceManagerIsToldWhenItIsReadyAndWhenItEnds listens where systemd would, for a process.
func TestAServiceManagerIsToldWhenItIsReadyAndWhenItEnds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Skipf("NOT RUN: no datagrams between processes here: %v", err)
	}
	defer socket.Close()
	c := exec.Command(os.Args[0], "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0")
	c.Env = append(os.Environ(), "TACTUSD_AS_SERVICE=1", "NOTIFY_SOCKET="+name)
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill() }() // which says that it has ended
	told := func() string {
		t.Helper()
		buffer := make([]byte, 100)
		_ = socket.SetReadDeadline(time.Now().Add(patience)) // which fails only on a closed socket
		n, err := socket.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		return string(buffer[:n])
	}
	if got := told(); got != notifyReady {
		t.Errorf("it says %q", got)
	}
	address := ""
	for lines := bufio.NewScanner(out); address == "" && lines.Scan(); {
		var line struct{ Msg, Address string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
			address = line.Address
		}
	}
	s := &try{t: t, address: address}
	if got := s.call("", "GET", "/readyz", nil, ""); got.status != http.StatusOK {
		t.Errorf("it says that it is ready, and answers %d", got.status)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := told(); got != notifyStopping {
		t.Errorf("it says %q", got)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // until it ends
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}
