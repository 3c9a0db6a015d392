package natsbus_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/verifytest"
)

// A cluster is three servers on loopback, each of which can be stopped and started again.
type cluster struct {
	configs [3]embedded.Config
	servers [3]*embedded.Server
	urls    string
}

// ports finds addresses that nobody listens on, below those that systems choose for connections: a
// server that is stopped must find its own free again.
func ports(t testing.TB, n int) (addresses []string) {
	t.Helper()
	for tries := 0; len(addresses) < n; tries++ {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 15_000+rand.IntN(15_000)))
		if err != nil && tries < 1000 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() // not before all are found, so that they differ
		addresses = append(addresses, l.Addr().String())
	}
	return addresses
}

func startCluster(t testing.TB) *cluster {
	t.Helper()
	c := &cluster{}
	addresses := ports(t, 6)
	var urls []string
	for i := range c.configs {
		c.configs[i] = embedded.Config{Dir: t.TempDir(), Listen: addresses[3+i], Unsynced: true,
			Cluster: embedded.Cluster{Name: "test", Server: fmt.Sprint("server", i), Listen: addresses[i],
				Routes: addresses[:3]}}
		urls = append(urls, "nats://"+addresses[3+i])
	}
	c.urls = strings.Join(urls, ",")
	for i := range c.servers {
		c.start(t, i)
	}
	t.Cleanup(func() {
		for _, s := range c.servers {
			s.Close()
		}
	})
	return c
}

func (c *cluster) start(t testing.TB, i int) {
	t.Helper()
	s, err := embedded.Start(c.configs[i])
	if err != nil {
		t.Fatal(err)
	}
	c.servers[i] = s
}

func (c *cluster) open(t testing.TB, config natsbus.Config) (*natsbus.Bus, *nats.Conn) {
	t.Helper()
	nc, err := nats.Connect(c.urls, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond),
		nats.RetryOnFailedConnect(true))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	config.Replicas = 3
	return open(t, nc, config), nc
}

// leader returns the index of the server that leads a stream.
func (c *cluster) leader(t testing.TB, nc *nats.Conn, stream string) int {
	t.Helper()
	info := streamOf(t, nc, stream).CachedInfo()
	for i := range c.servers {
		if info.Cluster != nil && info.Cluster.Leader == c.configs[i].Cluster.Server {
			return i
		}
	}
	t.Fatalf("stream %s has no leader: %+v", stream, info.Cluster)
	return 0
}

// TestThreeServersAreABus runs the suite over a cluster, with a prefix for each of its tests.
func TestThreeServersAreABus(t *testing.T) {
	t.Parallel() // with the other long ones: they mostly wait
	c := startCluster(t)
	prefixes := 0
	verifytest.Run(t, verifytest.Bench{
		Lease: time.Second,
		New: func(t *testing.T, s verifytest.Setup) verifytest.Service {
			prefixes++
			b, _ := c.open(t, natsbus.Config{Prefix: fmt.Sprint("p", prefixes), Lease: s.Lease, Attempts: s.Attempts,
				Grace: s.Grace, Limits: func(string) verify.Limits { return s.Limits }})
			return b
		},
	})
}

// TestTheLeaderStopsAndAllAcceptedIsDecidedOnce stops the server that leads the queue, and after it has
// come back the one that leads the verdicts, while jobs are submitted and decided.
func TestTheLeaderStopsAndAllAcceptedIsDecidedOnce(t *testing.T) {
	t.Parallel() // with the other long ones: they mostly wait
	const jobs = 600
	c := startCluster(t)
	config := natsbus.Config{Lease: 2 * time.Second, Attempts: 50}
	api, nc := c.open(t, config)
	ctx, stop := context.WithCancel(patience(t))
	var mu sync.Mutex
	decided := map[int]int{}
	var workers, clients sync.WaitGroup
	for range 2 {
		b, _ := c.open(t, config)
		workers.Go(func() {
			work(ctx, b, func(n int) {
				mu.Lock()
				defer mu.Unlock()
				decided[n]++
			})
		})
	}
	var accepted atomic.Int64
	stopAt := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
	for part := range 4 {
		clients.Go(func() {
			for n := part; n < jobs; n += 4 {
				for range 1 + n%2 { // half of them twice
					j, err := newJob(killTenant(n), n)
					if err == nil {
						_, err = api.Submit(ctx, j)
					}
					if err != nil {
						t.Errorf("job %d: %v", n, err)
						return
					}
				}
				switch accepted.Add(1) {
				case jobs / 4:
					close(stopAt[0])
				case jobs * 3 / 4:
					close(stopAt[1])
				}
			}
		})
	}
	for i, stream := range []string{"tactus_jobs", "KV_tactus_verdicts"} {
		select {
		case <-stopAt[i]:
		case <-ctx.Done():
			t.Fatal(ctx.Err())
		}
		server := c.leader(t, nc, stream)
		c.servers[server].Close()
		t.Logf("server %d, which led %s, stopped after %d jobs were accepted", server, stream, accepted.Load())
		c.start(t, server)
	}
	clients.Wait()
	want := map[string]bool{}
	for n := range jobs {
		j := job(t, killTenant(n), n)
		want[j.Tenant+"."+j.ID.String()] = true
		if v, err := api.Wait(ctx, j.Tenant, j.ID); err != nil || v.Compared.Hashes != int(j.ID[0]) {
			t.Fatalf("job %d: %+v, %v", n, v, err)
		}
	}
	stop()
	workers.Wait()
	for n, times := range decided {
		if times > 1 {
			t.Errorf("job %d was decided %d times", n, times)
		}
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	checkDecided(t, js, want, func(key string) (int, int) { return history(t, nc, key) })
	idle(t, api)
	if n := stored(t, nc, "tactus_jobs"); n != 0 {
		t.Errorf("%d jobs are left in the queue", n)
	}
}

// TestPartsThatStartAtOnceAllOpen opens buses of one service at one time, on servers that have nothing
// yet: each finds, makes, or waits for what another is making.
func TestPartsThatStartAtOnceAllOpen(t *testing.T) {
	t.Parallel() // with the other long ones: they mostly wait
	const parts, services = 4, 3
	c := startCluster(t)
	var connections []*nats.Conn
	for range parts {
		nc, err := nats.Connect(c.urls)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		connections = append(connections, nc)
	}
	for service := range services {
		var all sync.WaitGroup
		for _, nc := range connections {
			all.Go(func() {
				b, err := natsbus.Open(patience(t), nc, natsbus.Config{Prefix: fmt.Sprint("p", service), Replicas: 3})
				if err != nil {
					t.Errorf("service %d: %v", service, err)
					return
				}
				b.Close()
			})
		}
		all.Wait()
	}
}
