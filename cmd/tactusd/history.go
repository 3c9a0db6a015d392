package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A history is what this process knows of tenants' jobs, for lists and the status page: the last
// verdicts, counts, and the jobs that it took and that are undecided. The bus is what is true. Verdicts
// of a tenant from before this process are read when somebody first asks for them, and no more of them
// than are kept, so that a start takes as long however many there are.
type history struct {
	most int // verdicts of a tenant
	past func(ctx context.Context, tenant string, most int) ([]verify.Verdict, error)

	mu      sync.Mutex
	tenants map[string]*tenantHistory
	bus     *queueState // the bus's own count, nil where there is none
}

type tenantHistory struct {
	verdicts []verify.Verdict // the last most, the newest last
	seen     map[verify.Digest]bool
	dropped  int // verdicts before the first
	counts   map[replay.Outcome]int64
	open     map[verify.Digest]time.Time
	news     map[chan verify.Verdict]bool

	recall   sync.Mutex // is held while the past is read
	recalled bool
	summary  *summary // the last, and when it was made
	made     time.Time
}

func newHistory(most int) *history { return &history{most: most, tenants: map[string]*tenantHistory{}} }

// of returns a tenant's part. The lock is held.
func (h *history) of(tenant string) *tenantHistory {
	t := h.tenants[tenant]
	if t == nil {
		t = &tenantHistory{seen: map[verify.Digest]bool{}, counts: map[replay.Outcome]int64{},
			open: map[verify.Digest]time.Time{}, news: map[chan verify.Verdict]bool{}}
		h.tenants[tenant] = t
	}
	return t
}

// remember reads what was decided before this process was there, once for a tenant.
func (h *history) remember(ctx context.Context, tenant string) error {
	if h.past == nil {
		return nil
	}
	h.mu.Lock()
	t := h.of(tenant)
	h.mu.Unlock()
	t.recall.Lock()
	defer t.recall.Unlock()
	if t.recalled {
		return nil
	}
	old, err := h.past(ctx, tenant, h.most)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	t.recalled = true
	fresh := make([]verify.Verdict, 0, len(old)+len(t.verdicts))
	for _, v := range old[max(0, len(old)-max(0, h.most-len(t.verdicts))):] {
		if !t.seen[v.Job] { // it did not come while this was read
			t.seen[v.Job] = true
			delete(t.open, v.Job)
			t.counts[v.Outcome]++
			fresh = append(fresh, v)
		}
	}
	t.verdicts = append(fresh, t.verdicts...)
	t.summary = nil
	return nil
}

// took notes a job that was submitted.
func (h *history) took(j verify.Job) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.of(j.Tenant)
	if !t.seen[j.ID] { // its verdict may have been faster
		t.open[j.ID] = j.Received
	}
}

// undecided returns how many jobs of a tenant this process took that are.
func (h *history) undecided(tenant string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.of(tenant).open)
}

// add notes a verdict, once, and tells who listens. One that listens too slowly misses some, and sees
// by the counts that it did.
func (h *history) add(v verify.Verdict) (fresh bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.of(v.Tenant)
	if t.seen[v.Job] {
		return false
	}
	t.seen[v.Job] = true
	delete(t.open, v.Job)
	t.counts[v.Outcome]++
	t.verdicts = append(t.verdicts, v)
	if over := len(t.verdicts) - h.most; over > h.most/8 { // in steps, so that it costs little
		for _, old := range t.verdicts[:over] {
			delete(t.seen, old.Job)
		}
		t.verdicts = slices.Clone(t.verdicts[over:])
		t.dropped += over
	}
	for c := range t.news {
		select {
		case c <- v:
		default:
		}
	}
	return true
}

// heard notes a verdict that the bus answered with, where it is of a job that this process took: who has
// seen it is to find it in lists, also where the news of it is late.
func (h *history) heard(v verify.Verdict) (fresh bool) {
	h.mu.Lock()
	_, open := h.of(v.Tenant).open[v.Job]
	h.mu.Unlock()
	return open && h.add(v)
}

// listen returns what verdicts of a tenant come through from now on.
func (h *history) listen(tenant string) (news <-chan verify.Verdict, stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan verify.Verdict, 64)
	h.of(tenant).news[c] = true
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.of(tenant).news, c)
	}
}

// page returns a tenant's verdicts from the newest before a position on, and the position after them, 0
// where there are no more. Position 0 is the end.
func (h *history) page(tenant string, outcome replay.Outcome, before, limit int) (list []verify.Verdict, next int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.of(tenant)
	list = []verify.Verdict{}
	end := len(t.verdicts)
	if before > 0 {
		end = min(max(before-1-t.dropped, 0), end)
	}
	for i := end - 1; i >= 0; i-- {
		if v := &t.verdicts[i]; outcome == "" || v.Outcome == outcome {
			if len(list) == limit {
				return list, t.dropped + i + 2
			}
			list = append(list, *v)
		}
	}
	return list, 0
}

// A summary is what the status page shows of a tenant.
type summary struct {
	Open     int                      `json:"open"`
	Oldest   float64                  `json:"oldest_s"`
	Decided  int64                    `json:"decided"`
	Minute   int                      `json:"decided_last_minute"`
	TicksPS  float64                  `json:"ticks_per_s"` // of the jobs of the last minute, while they ran
	Outcomes map[replay.Outcome]int64 `json:"outcomes"`
	Slowest  []verify.Verdict         `json:"slowest"`
	Workers  []workerSummary          `json:"workers"`
}

type workerSummary struct {
	Name string    `json:"name"`
	Jobs int       `json:"jobs"`
	Last time.Time `json:"last"`
}

const (
	slowestShown = 5
	recentMost   = 5 * time.Minute
)

// summaryFor is how long a summary stands, so that many who look cost no more than one.
const summaryFor = 400 * time.Millisecond

// summarize sums up a tenant's jobs as they are now, or were a moment ago. What it returns is shared.
func (h *history) summarize(tenant string, now time.Time) *summary {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.of(tenant)
	if age := now.Sub(t.made); t.summary == nil || age < 0 || age >= summaryFor {
		t.summary, t.made = h.sum(t, tenant, now), now
	}
	return t.summary
}

// sum sums up a tenant's jobs. The lock is held.
func (h *history) sum(t *tenantHistory, tenant string, now time.Time) *summary {
	s := &summary{Open: len(t.open), Outcomes: map[replay.Outcome]int64{}, Slowest: []verify.Verdict{},
		Workers: []workerSummary{}}
	if h.bus != nil {
		s.Open = h.bus.tenants[tenant]
	}
	for outcome, n := range t.counts {
		s.Outcomes[outcome] = n
		s.Decided += n
	}
	for _, since := range t.open {
		s.Oldest = max(s.Oldest, now.Sub(since).Seconds())
	}
	workers := map[string]*workerSummary{}
	var ticks, took float64
	for i := range t.verdicts {
		v := &t.verdicts[len(t.verdicts)-1-i]
		age := now.Sub(v.Decided)
		if age > recentMost {
			break
		}
		if age <= time.Minute {
			s.Minute++
			ticks += float64(v.Compared.Ticks)
			took += v.Took.Seconds()
		}
		s.Slowest = slowestWith(s.Slowest, *v)
		w := workers[v.Worker]
		if w == nil {
			w = &workerSummary{Name: v.Worker, Last: v.Decided}
			workers[v.Worker] = w
		}
		w.Jobs++
	}
	if took > 0 {
		s.TicksPS = ticks / took
	}
	for _, w := range workers {
		s.Workers = append(s.Workers, *w)
	}
	slices.SortFunc(s.Workers, func(a, b workerSummary) int { return b.Last.Compare(a.Last) })
	return s
}

// counted notes what the bus says is undecided.
func (h *history) counted(q queueState) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bus = &q
}

// slowestWith puts a verdict among the slowest, the slowest first, where it is one of them.
func slowestWith(all []verify.Verdict, v verify.Verdict) []verify.Verdict {
	at := len(all)
	for at > 0 && all[at-1].Took < v.Took {
		at--
	}
	if at == slowestShown {
		return all
	}
	return slices.Insert(all, at, v)[:min(len(all)+1, slowestShown)]
}

// queue returns how many jobs of all tenants are undecided, and for how long the oldest is.
func (h *history) queue(now time.Time) (open int, oldest time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bus != nil {
		if !h.bus.oldest.IsZero() {
			oldest = max(now.Sub(h.bus.oldest), 0)
		}
		return h.bus.open, oldest
	}
	for _, t := range h.tenants {
		open += len(t.open)
		for _, since := range t.open {
			oldest = max(oldest, now.Sub(since))
		}
	}
	return open, oldest
}
