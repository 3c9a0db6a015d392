//go:build linux

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify/client"
)

// A layout says where the parts of a cluster are and what of them is odd. The zero value is loopback
// with nothing odd. The functions take the number of the part, from 0.
type layout struct {
	lease   string                            // "" is 2s
	tries   string                            // of a job; "" is 100
	inside  func(server int) []string         // command before that of a server; nil is none
	hosts   func(server, of int) string       // address of a server as another sees it, or clients, which are 3
	store   func(server int) string           // folder; nil is one of the test's
	env     func(role string, n int) []string // of a part: server, api, worker
	program func(role, name string) string    // of a part; nil is as it was built
	before  func(role string, n int) []string // command before that of a part of the service
}

// A cluster is three servers, two APIs and two workers, each a process.
type cluster struct {
	t       *testing.T
	built   string // folder of the programs
	dir     string
	layout  layout
	servers [3]*daemon
	monitor [3]string
	apis    [2]*daemon
	address [2]string // of the APIs
	workers [2]*daemon
	js      jetstream.JetStream
	nc      *nats.Conn
}

// clusterTenants are those whose jobs there are.
var clusterTenants = []string{"acme", "blue", "corn"}

// lastSeat is the last port that was given out. The script has taken those from here on away from
// connections that choose one by themselves, so that a part which was killed finds its own free.
var lastSeat atomic.Int32

func init() { lastSeat.Store(20000) }

// seats gives out addresses that nobody listens on.
func seats(n int) (addresses []string) {
	for range n {
		addresses = append(addresses, fmt.Sprint("127.0.0.1:", lastSeat.Add(1)))
	}
	return addresses
}

// startCluster starts all parts, and returns when they are ready.
func startCluster(t *testing.T, built string, s *shared, l layout) *cluster {
	t.Helper()
	c := &cluster{t: t, built: built, dir: t.ArtifactDir(), layout: l}
	urls := c.startServers()
	ports := seats(4)
	for n := range 2 {
		c.address[n] = ports[n]
		c.apis[n] = c.part(s, "api", n, urls, ports[n])
		c.workers[n] = c.part(s, "worker", n, urls, ports[2+n])
	}
	for _, address := range ports {
		c.until("the part at "+address+" is ready", func() bool { return answers("http://" + address + "/readyz") })
	}
	return c
}

// part starts a part of the service.
func (c *cluster) part(s *shared, role string, n int, urls, address string) *daemon {
	c.t.Helper()
	lease := cmp.Or(c.layout.lease, "2s")
	args := append([]string{c.program(role, "tactusd"), "serve", "--role", role, "--nats", urls, "--replicas", "3",
		"--data", filepath.Join(c.t.TempDir(), role), "--tenants", s.tenants, "--keys", s.keys, "--listen", address,
		"--lease", lease, "--attempts", cmp.Or(c.layout.tries, "100"), "--workers", "2",
		"--tenant-bytes", "1000000000"}, unlimited...)
	if c.layout.before != nil {
		args = append(c.layout.before(role, n), args...)
	}
	d := c.daemon(role, n, args)
	d.start(c.t)
	return d
}

// unlimited are flags by which no tenant is held back.
var unlimited = []string{"--tenant-rate-per-s", "1e6", "--tenant-burst", "1e6", "--tenant-jobs", "1000000",
	"--tenant-uploads", "1000", "--history", "1000000"}

func (c *cluster) program(role, name string) string {
	if c.layout.program != nil {
		name = c.layout.program(role, name)
	}
	return filepath.Join(c.built, name)
}

func (c *cluster) daemon(role string, n int, args []string) *daemon {
	d := &daemon{name: fmt.Sprint(role, n), args: args}
	d.log = filepath.Join(c.dir, d.name+".log")
	if c.layout.env != nil {
		d.env = c.layout.env(role, n)
	}
	return d
}

// startServers starts the servers, connects to them, and returns their addresses.
func (c *cluster) startServers() string {
	c.t.Helper()
	ports := seats(9) // of clients, other servers and the monitor
	var urls []string
	for n := range c.servers {
		urls = append(urls, "nats://"+c.at(n, 3, ports[n]))
		c.monitor[n] = "http://" + c.at(n, 3, ports[6+n])
		args := []string{c.program("server", "nats-server"), "-c", c.configure(n, ports)}
		if c.layout.inside != nil {
			args = append(c.layout.inside(n), args...)
		}
		c.servers[n] = c.daemon("server", n, args)
		c.servers[n].start(c.t)
	}
	all := strings.Join(urls, ",")
	c.connect(all)
	return all
}

// at is where a server is for another, with a port.
func (c *cluster) at(server, of int, seat string) string {
	if c.layout.hosts == nil {
		return seat
	}
	return c.layout.hosts(server, of) + seat[strings.LastIndex(seat, ":"):]
}

// configure writes a server's file.
func (c *cluster) configure(n int, ports []string) string {
	c.t.Helper()
	store := ""
	if c.layout.store != nil {
		store = c.layout.store(n)
	} else {
		store = c.t.TempDir()
	}
	var routes []string
	for other := range c.servers {
		if other != n {
			routes = append(routes, fmt.Sprintf("%q", "nats-route://"+c.at(other, n, ports[3+other])))
		}
	}
	file := filepath.Join(c.dir, fmt.Sprintf("server%d.conf", n))
	text := fmt.Sprintf(serverConfig, n, c.at(n, n, ports[n]), c.at(n, n, ports[6+n]), store, c.at(n, n, ports[3+n]),
		strings.Join(routes, ", "))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return file
}

// serverConfig is a server's file. Routes are asked often whether they live, so that a cut is seen.
const serverConfig = `
server_name: "server%d"
listen: %q
http: %q
jetstream { store_dir: %q, sync_interval: always, max_mem: 64MB, max_file: 20GB }
cluster {
  name: "cluster"
  listen: %q
  routes: [%s]
  no_advertise: true
  ping_interval: "2s"
}
`

func (c *cluster) connect(urls string) {
	c.t.Helper()
	nc, err := nats.Connect(urls, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond),
		nats.RetryOnFailedConnect(true), nats.PingInterval(2*time.Second))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(nc.Close)
	c.nc = nc
	if c.js, err = jetstream.New(nc); err != nil {
		c.t.Fatal(err)
	}
	c.well()
}

// clusterPatience bounds what a cluster does by itself: it chooses leaders, and brings a server up to
// date.
const clusterPatience = 3 * time.Minute

// until looks again and again until something is so.
func (c *cluster) until(what string, so func() bool) {
	c.t.Helper()
	for end := time.Now().Add(clusterPatience); !so(); <-time.After(50 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("after %v it is not so that %s; the logs are in %s", clusterPatience, what, c.dir)
		}
	}
}

// answers reports whether a page is there.
func answers(url string) bool {
	h := http.Client{Timeout: 3 * time.Second}
	got, err := h.Get(url)
	if err != nil {
		return false
	}
	defer got.Body.Close()
	return got.StatusCode == http.StatusOK
}

// well waits until all servers say that what they keep is up to date.
func (c *cluster) well() {
	c.t.Helper()
	for n, url := range c.monitor {
		c.until(fmt.Sprintf("server %d is well", n), func() bool { return answers(url + "/healthz") })
	}
}

// leader returns the server that leads a stream.
func (c *cluster) leader(stream string) int {
	c.t.Helper()
	leader := -1
	c.until("stream "+stream+" has a leader", func() bool {
		ctx, stop := context.WithTimeout(c.t.Context(), 3*time.Second)
		defer stop()
		s, err := c.js.Stream(ctx, stream)
		if err != nil || s.CachedInfo().Cluster == nil {
			return false
		}
		for n, d := range c.servers {
			if s.CachedInfo().Cluster.Leader == d.name {
				leader = n
			}
		}
		return leader >= 0
	})
	return leader
}

// ended fails where a part of the service has ended by itself.
func (c *cluster) ended() {
	c.t.Helper()
	for _, d := range []*daemon{c.apis[0], c.apis[1], c.workers[0], c.workers[1]} {
		d.mu.Lock()
		if len(d.ends) > 0 {
			c.t.Errorf("%s ended by itself: %q: the log is %s", d.name, d.ends, d.log)
		}
		d.mu.Unlock()
	}
}

// A shared is what all clusters of a run have: files, tokens and the module.
type shared struct {
	tenants, keys string
	tokens        map[string]string
	module        []byte
}

// newShared makes the files.
func newShared(t *testing.T) *shared {
	t.Helper()
	dir := t.TempDir()
	s := &shared{tenants: filepath.Join(dir, "tenants.json"), keys: filepath.Join(dir, "keys.json"),
		tokens: map[string]string{}, module: must(t, cGuest)}
	make := func(args ...string) string {
		var out, errs bytes.Buffer
		if code := runOn(&console{ctx: t.Context(), stdout: &out, stderr: &errs}, args); code != exitGood {
			t.Fatalf("%v: exit %d: %s", args, code, &errs)
		}
		return strings.TrimSpace(out.String())
	}
	make("key", "new", "--keys", s.keys)
	for _, tenant := range clusterTenants {
		s.tokens[tenant] = make("token", "new", tenant, "--tenants", s.tenants)
	}
	return s
}

// clients returns one of each tenant, all of one API. They try as often as they must, and not so rarely
// that a test waits for them.
func (s *shared) clients(t *testing.T, address string, h *http.Client, again func(error)) map[string]*client.Client {
	t.Helper()
	all := map[string]*client.Client{}
	for tenant, token := range s.tokens {
		c, err := client.New(client.Config{Address: "http://" + address, Token: token, HTTP: h, Tries: 1 << 20,
			Sleep: func(ctx context.Context, d time.Duration) error { return pause(ctx, min(d, 500*time.Millisecond)) },
			Again: func(_ int, why error, _ time.Duration) { again(why) }})
		if err != nil {
			t.Fatal(err)
		}
		all[tenant] = c
	}
	return all
}
