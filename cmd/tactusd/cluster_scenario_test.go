//go:build linux

package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tactus-go/tactus/verify"
)

// A scenario is what is done to a cluster while jobs come.
type scenario struct {
	name string
	run  func(t *testing.T, e *essay)
}

// An essay is what a scenario has to work with.
type essay struct {
	built   string
	r       *rand.Rand
	shared  *shared
	parcels []parcel
	want    map[verify.Digest]verify.Verdict
}

var scenarios = []scenario{
	{"KilledWorkers", killedWorkers},
	{"KilledAPIs", killedAPIs},
	{"KilledLeaders", killedLeaders},
	{"FullDisks", fullDisks},
	{"CutWires", cutWires},
	{"SentAgain", sentAgain},
	{"WrongClocks", wrongTimes},
}

// TestAClusterDecidesWhatItAcceptsOnceAndAsASingleProcessDoes runs all scenarios, each on a cluster of
// its own: what was accepted is decided, nothing is decided twice, and each verdict is that of a single
// process. TACTUSD_JOBS says of how many jobs, TACTUSD_SEED makes a run again as it was.
func TestAClusterDecidesWhatItAcceptsOnceAndAsASingleProcessDoes(t *testing.T) {
	built := os.Getenv("TACTUSD_CLUSTER")
	if built == "" {
		t.Skip("NOT RUN: TACTUSD_CLUSTER is not set; .ci/cluster.sh builds the programs, and runs this as root")
	}
	jobs := int(number(t, "TACTUSD_JOBS", 600))
	s := newShared(t)
	begun := time.Now()
	all := pack(t, s, jobs)
	packed := time.Since(begun)
	want := reference(t, built, s, all)
	t.Logf("%d jobs: made in %v, judged by a single process in %v", jobs, packed.Round(time.Millisecond),
		(time.Since(begun) - packed).Round(time.Millisecond))
	for _, c := range scenarios {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // with others: they mostly wait; -parallel says how many
			seed := number(t, "TACTUSD_SEED", rand.Uint64())
			begun := time.Now()
			c.run(t, &essay{built, rand.New(rand.NewPCG(seed, 7)), s, all, want})
			t.Logf("%s: seed %d, %v", t.Name(), seed, time.Since(begun).Round(100*time.Millisecond))
		})
	}
}

// begin starts a cluster that has the module, and what sends to it.
func (e *essay) begin(t *testing.T, l layout) (*cluster, *sender) {
	t.Helper()
	c := startCluster(t, e.built, e.shared, l)
	a := newSender(c, e.shared)
	e.shared.putModule(t, a.clients[0])
	return c, a
}

// within returns a random time between two.
func (e *essay) within(least, most time.Duration) time.Duration {
	return least + time.Duration(e.r.Int64N(int64(most-least)))
}

// rounds cuts the parcels into parts, as many for each of some kinds of harm.
func (e *essay) rounds(kinds int) (parts [][]parcel) {
	n := kinds * max(1, len(e.parcels)/(kinds*jobsOfRound))
	for i := range n {
		parts = append(parts, e.parcels[i*len(e.parcels)/n:(i+1)*len(e.parcels)/n])
	}
	return parts
}

// jobsOfRound is how many jobs there are at least for one harm, where there are more than for one each.
const jobsOfRound = 800

// split returns random numbers of their own, for what runs beside.
func (e *essay) split() *rand.Rand { return rand.New(rand.NewPCG(e.r.Uint64(), 7)) }

// shots does something at random moments until told to stop, and returns how often.
func (e *essay) shots(t *testing.T, least, most time.Duration, shoot func()) (stop func() int) {
	over := make(chan struct{})
	var all sync.WaitGroup
	n := 0
	all.Go(func() {
		for {
			select {
			case <-time.After(e.within(least, most)):
				shoot()
				n++
			case <-over:
				return
			case <-t.Context().Done():
				return
			}
		}
	})
	return func() int {
		close(over)
		all.Wait()
		return n
	}
}

// killWorkers kills workers at random moments, each a few milliseconds after a job was handed to one of
// them, now and then both.
func (e *essay) killWorkers(t *testing.T, c *cluster) (stop func() int) {
	own := *e
	own.r = e.split()
	handed := make(chan struct{})
	c.listen("_INBOX.>", func(m *nats.Msg) {
		if isDelivery(m) {
			select {
			case handed <- struct{}{}:
			default: // nobody waits
			}
		}
	})
	return own.shots(t, 300*time.Millisecond, 1500*time.Millisecond, func() {
		select {
		case <-handed:
		case <-time.After(time.Second): // there may be no more jobs
		}
		_ = pause(t.Context(), own.within(0, 5*time.Millisecond))
		n := own.r.IntN(2)
		c.workers[n].kill()
		if own.r.IntN(2) == 0 {
			c.workers[1-n].kill()
		}
	})
}

// isDelivery reports whether a message is a job on its way to a worker.
func isDelivery(m *nats.Msg) bool { return strings.HasPrefix(m.Reply, "$JS.ACK."+busPrefix+"_jobs.") }

// killedWorkers kills workers in the midst of jobs.
func killedWorkers(t *testing.T, e *essay) {
	c, a := e.begin(t, layout{})
	stop := e.killWorkers(t, c)
	a.send(e.parcels, 8*time.Second)
	shots := stop()
	again := c.hold(a, e.want)
	t.Logf("%s: %d jobs, %d kills of workers", t.Name(), len(e.parcels), c.workers[0].kills+c.workers[1].kills)
	if shots < 5 || again == 0 {
		t.Errorf("%d kills, of which none was in the midst of a job: this shows nothing", shots)
	}
}

// killedAPIs kills an API at random moments, now and then both.
func killedAPIs(t *testing.T, e *essay) {
	c, a := e.begin(t, layout{})
	stop := e.shots(t, 300*time.Millisecond, 1500*time.Millisecond, func() {
		n := e.r.IntN(2)
		c.apis[n].kill()
		if e.r.IntN(4) == 0 {
			c.apis[1-n].kill()
		}
	})
	a.send(e.parcels, 8*time.Second)
	shots := stop()
	c.hold(a, e.want)
	t.Logf("%s: %d jobs, %d kills of APIs", t.Name(), len(e.parcels), c.apis[0].kills+c.apis[1].kills)
	if shots < 5 || a.again["broke off"] == 0 {
		t.Errorf("%d kills, of which none was in the midst of an upload: this shows nothing", shots)
	}
}

// killedLeaders kills the server that leads the queue, then that of the verdicts, that of a tenant's
// recordings, that of the ledger of challenges, and in the end all three at once. Each time it waits
// until the others have gone on without it, and until it is up to date again. Each tenth recording
// answers a challenge, and a job is tried no more often than by default.
func killedLeaders(t *testing.T, e *essay) {
	c, a := e.begin(t, layout{tries: "5"})
	asked := e.challenged(t, a)
	want := maps.Clone(e.want)
	maps.Copy(want, reference(t, e.built, e.shared, asked))
	e.parcels = append(asked, e.parcels[:len(e.parcels)-len(asked)]...)
	e.r.Shuffle(len(e.parcels), func(i, j int) { e.parcels[i], e.parcels[j] = e.parcels[j], e.parcels[i] })
	streams := []string{busPrefix + "_jobs", "KV_" + busPrefix + "_verdicts", "OBJ_" + busPrefix + "_blobs_acme",
		"KV_" + busPrefix + "_ledger", ""}
	for i, part := range e.rounds(len(streams)) {
		stream := streams[i%len(streams)]
		c.during(a, part, 6*time.Second, func() {
			_ = pause(t.Context(), e.within(200*time.Millisecond, 1500*time.Millisecond))
			if stream == "" {
				for _, s := range c.servers {
					s.kill()
				}
				return
			}
			n := c.leader(stream)
			c.servers[n].stop()
			t.Logf("server %d, which leads %s, is killed", n, stream)
			c.until("another leads "+stream, func() bool { return c.leader(stream) != n })
			c.servers[n].start(t)
		})
	}
	c.hold(a, want)
	t.Logf("%s: %d jobs, %d kills of servers", t.Name(), len(e.parcels),
		c.servers[0].kills+c.servers[1].kills+c.servers[2].kills)
}

// during sends parcels while something is done, and waits for both and until the cluster is well.
func (c *cluster) during(a *sender, part []parcel, over time.Duration, do func()) {
	c.t.Helper()
	var both sync.WaitGroup
	both.Go(func() { a.send(part, over) })
	do()
	both.Wait()
	c.well()
}
