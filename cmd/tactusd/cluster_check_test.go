//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// emptied waits until the queue has no job left.
func (c *cluster) emptied(most time.Duration) {
	c.t.Helper()
	var left uint64
	for end := time.Now().Add(most); ; <-time.After(100 * time.Millisecond) {
		ctx, stop := context.WithTimeout(c.t.Context(), 3*time.Second)
		s, err := c.js.Stream(ctx, busPrefix+"_jobs")
		stop()
		if err == nil {
			if left = s.CachedInfo().State.Msgs; left == 0 {
				return
			}
		}
		if time.Now().After(end) {
			c.t.Fatalf("after %v the queue still has %d jobs (%v); the logs are in %s", most, left, err, c.dir)
		}
	}
}

// dead reads the ids of the dead letters.
func (c *cluster) dead() (ids []verify.Digest) {
	c.t.Helper()
	s, err := c.js.Stream(c.t.Context(), busPrefix+"_dead")
	if err != nil {
		c.t.Fatal(err)
	}
	for seq := s.CachedInfo().State.FirstSeq; seq <= s.CachedInfo().State.LastSeq && seq > 0; seq++ {
		m, err := s.GetMsg(c.t.Context(), seq)
		var letter natsbus.DeadLetter
		if err == nil {
			err = json.Unmarshal(m.Data, &letter)
		}
		if err != nil {
			c.t.Fatal(err)
		}
		ids = append(ids, letter.Job.ID)
	}
	return ids
}

// hold waits for all verdicts, and holds what the cluster has to what was accepted, and each verdict to
// that of a single process. It returns how many jobs were delivered more than once.
func (c *cluster) hold(a *sender, want map[verify.Digest]verify.Verdict) (again int) {
	t := c.t
	t.Helper()
	c.emptied(clusterPatience + time.Duration(len(a.accepted))*30*time.Millisecond)
	if dead := c.dead(); len(dead) != 0 {
		t.Errorf("%d jobs are given up: %v", len(dead), dead)
	}
	records, outcomes := keptRecords(c.t, c.js), map[replay.Outcome]int{}
	for key, r := range records {
		_, digits, _ := strings.Cut(key, ".")
		id, err := verify.ParseDigest(digits)
		switch {
		case err != nil || !a.accepted[id]:
			t.Errorf("%s has a record, and was never accepted: %v", key, err)
		case len(r.verdicts) != 1:
			t.Errorf("%s has %d verdicts in %d revisions", key, len(r.verdicts), r.revisions)
		case !alike(r.verdicts[0], want[id]):
			t.Errorf("job %v: %+v: the single process has %+v", id, r.verdicts[0], want[id])
		default:
			outcomes[r.verdicts[0].Outcome]++
			again += min(r.verdicts[0].Attempt-1, 1)
		}
	}
	if len(records) != len(a.accepted) {
		t.Errorf("%d jobs are decided, and %d were accepted", len(records), len(a.accepted))
	}
	if c.ended(); !t.Failed() { // what has no verdict is waited for in lists for long
		c.listed(a)
	}
	t.Logf("%s: %s; %d decided: %s; %d of them after more than one delivery", t.Name(), a.summary(), len(records),
		told(outcomes), again)
	return again
}

// alike reports whether two verdicts are the same in all that is of the recording, its reason included.
func alike(v, w verify.Verdict) bool {
	return reflect.DeepEqual(v.Verdict, w.Verdict) && v.Fuel == w.Fuel && v.Recording == w.Recording &&
		v.Tenant == w.Tenant && v.Job == w.Job
}

func told(outcomes map[replay.Outcome]int) string {
	var parts []string
	for _, o := range slices.Sorted(maps.Keys(outcomes)) {
		parts = append(parts, fmt.Sprintf("%s %d", o, outcomes[o]))
	}
	return strings.Join(parts, ", ")
}

// listed holds the lists of both APIs to what was accepted.
func (c *cluster) listed(a *sender) {
	c.t.Helper()
	for n := range a.clients {
		counts := map[verify.Digest]int{}
		missing := func() (left int) {
			clear(counts)
			for _, tenant := range clusterTenants {
				c.pages(a, n, tenant, counts)
			}
			for id := range a.accepted {
				if counts[id] == 0 {
					left++
				}
			}
			return left
		}
		c.until(fmt.Sprintf("all verdicts are in the lists of API %d", n), func() bool { return missing() == 0 })
		for id, times := range counts {
			if times != 1 || !a.accepted[id] {
				c.t.Errorf("API %d lists %v %d times", n, id, times)
			}
		}
	}
}

func (c *cluster) pages(a *sender, n int, tenant string, counts map[verify.Digest]int) {
	c.t.Helper()
	for cursor := ""; ; {
		page, err := a.clients[n][tenant].Verdicts(c.t.Context(), "", cursor)
		if err != nil {
			c.t.Fatal(err)
		}
		for _, v := range page.Items {
			counts[v.Job]++
		}
		if cursor = page.Next; cursor == "" {
			return
		}
	}
}
