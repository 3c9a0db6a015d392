//go:build linux

package main

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/client"
)

// wrongClocks are seconds by which the clocks of parts are wrong; of three numbers the second holds from
// the moment on that the third says. Workers may be wrong by any time. Servers may too, but a job whose
// worker falls silent while another server becomes the leader comes again later by as much as that one
// is behind. APIs compare their clocks in challenges, where they have the slack.
var wrongClocks = map[string]string{"server0": "10", "server1": "-10", "server2": "0,20,10", "api0": "0",
	"api1": "-2", "worker0": "-3600", "worker1": "3600,-3600,6"}

// wrongTimes runs all with wrong clocks, one of them also with another count since the start, and kills
// workers and a leader meanwhile, since it is redelivery that reads clocks. Each tenth recording answers
// a challenge, of which every second was given to somebody else.
func wrongTimes(t *testing.T, e *essay) {
	c, a := e.begin(t, layout{
		env: func(role string, n int) []string {
			return []string{"TACTUS_TEST_CLOCK=" + wrongClocks[fmt.Sprint(role, n)]}
		},
		program: func(_, name string) string { return name + "-skewed" },
		before: func(role string, n int) []string {
			if role == "worker" && n == 0 {
				return []string{"unshare", "--time", "--monotonic", "500000", "--boottime", "500000", "--"}
			}
			return nil
		},
	})
	asked := e.challenged(t, a)
	want := maps.Clone(e.want)
	maps.Copy(want, reference(t, e.built, e.shared, asked))
	stop := e.killWorkers(t, c)
	e.parcels = append(asked, e.parcels[:len(e.parcels)-len(asked)]...)
	for _, part := range e.rounds(1) {
		c.during(a, part, 10*time.Second, func() {
			_ = pause(t.Context(), e.within(2*time.Second, 4*time.Second))
			c.servers[c.leader(busPrefix+"_jobs")].kill()
		})
	}
	stop()
	again := c.hold(a, want)
	t.Logf("%s: %d jobs, %d kills of workers, %d of servers", t.Name(), len(e.parcels),
		c.workers[0].kills+c.workers[1].kills, c.servers[0].kills+c.servers[1].kills+c.servers[2].kills)
	if again == 0 {
		t.Error("no job was delivered again: this shows nothing")
	}
	for _, p := range asked {
		if o := want[p.job].Outcome; o != replay.OK && o != verify.Stolen {
			t.Errorf("the single process has %+v", want[p.job])
		}
	}
}

// challenged makes recordings that answer challenges, which the two APIs give in turn.
func (e *essay) challenged(t *testing.T, a *sender) (all []parcel) {
	t.Helper()
	h := header(nil)
	for i := range max(len(e.parcels)/10, 1) {
		p := parcel{tenant: clusterTenants[i%len(clusterTenants)]}
		g, err := a.clients[i%2][p.tenant].Challenge(t.Context(), client.Wish{Player: "ann", Game: h.Game, Seed: &h.Seed,
			Config: verify.DigestOf([]byte(mergeisland.ConfigFile()))})
		if err != nil {
			t.Fatal(err)
		}
		p.Recording = client.Recording{Data: distinct(t, h, 100+i%100, i), Challenge: g.Challenge,
			Player: []string{"ann", "bob"}[i/2%2]}
		all = append(all, p.as(t, p.answer(t)))
	}
	return all
}
