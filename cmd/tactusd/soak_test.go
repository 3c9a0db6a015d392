package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// The load of the soak. Honest tenants send by a Poisson process at a rate over what the service was
// just found to decide, so that queues are full and some uploads are refused; a part of the uploads is
// sent again. The hostile tenant sends as fast again whatever costs the most.
var (
	soakTenants = []struct {
		name   string
		weight float64
	}{{"huge", 0.5}, {"large", 0.25}, {"small", 0.15}, {"tiny", 0.1}}
	soakTicks = []struct {
		ticks  int
		weight float64
	}{{600, 0.5}, {3600, 0.3}, {18_000, 0.15}, {60_000, 0.05}}
	soakKinds = []string{"native", "C guest", "Go guest"} // a third each
)

const (
	soakHostile  = "hostile"
	soakOver     = 1.2 // arrivals per recording that can be decided
	soakTwice    = 0.05
	soakJobs     = 100 // undecided of a tenant; the hostile one may have a tenth
	soakInFlight = 256
	soakRoom     = 32 << 20 // bytes a minute that a tenant's recordings take at most, and its modules
)

// A soak is a service in a process of its own, and who sends to it.
type soak struct {
	*try
	process *process
	seed    uint64
	tokens  map[string]string
	modules map[string][]byte

	mu       sync.Mutex
	r        *rand.Rand
	sent     map[verify.Digest]time.Time // accepted jobs, by when their upload began
	latency  map[verify.Digest]time.Duration
	untold   map[verify.Digest]bool // decided jobs whose upload was not answered, or not yet
	recent   []soakUpload           // some that were accepted
	counts   soakCounts
	slots    chan struct{}
	requests sync.WaitGroup
}

// A soakUpload is a recording of a tenant.
type soakUpload struct {
	tenant    string
	recording []byte
	job       verify.Digest // zero before it was accepted
}

// soakCounts are what became of the uploads.
type soakCounts struct {
	Arrivals int            `json:"arrivals"`
	Accepted int            `json:"accepted"`
	Again    int            `json:"sent_again"`
	Late     int            `json:"not_sent_for_want_of_connections"`
	Status   map[string]int `json:"answers_by_status"`
	Hostile  map[string]int `json:"answers_to_the_hostile_tenant"`
}

// TestWhatIsTakenUnderSaturationIsDecidedOnce is the soak. Without TACTUSD_SOAK, which is how long it
// lasts, it is a short one that shows that it works; bench/soak.sh runs the long one.
func TestWhatIsTakenUnderSaturationIsDecidedOnce(t *testing.T) {
	long(t)
	lasts := 6 * time.Second
	if text := os.Getenv("TACTUSD_SOAK"); text != "" {
		var err error
		if lasts, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	k := newSoak(t, lasts)
	report := soakReport{Seed: k.seed, Lasts: lasts.String(), Machine: soakMachine()}
	report.Prices = k.prices()
	report.Capacity = k.calibrate(min(lasts/3, 30*time.Second))
	report.Rate = soakOver * report.Capacity
	fmt.Printf("CPU of a tick, in ns: %v\n", report.Prices)
	fmt.Printf("seed %d, %.1f recordings a second can be decided, %.1f arrive\n", k.seed, report.Capacity, report.Rate)
	stop := make(chan struct{})
	var senders, watch sync.WaitGroup
	senders.Go(func() { k.arrivals(report.Rate, stop, k.honest) })
	senders.Go(func() { k.arrivals(report.Rate, stop, k.attack) })
	watch.Go(func() { report.Samples = k.watch(min(time.Minute, lasts/5), stop) })
	<-time.After(lasts)
	close(stop)
	senders.Wait()
	k.requests.Wait()
	watch.Wait()
	k.settle(&report)
	report.finish(k)
	if name := os.Getenv("TACTUSD_SOAK_OUT"); name != "" {
		data, err := json.MarshalIndent(report, "", "  ")
		if err == nil {
			err = os.WriteFile(name, append(data, '\n'), 0o644)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// A tenant has room for what it sends in so long: with the default of 1 GiB, the largest one's is full
// after 52 minutes, and it is refused with 507 from then on.
func newSoak(t *testing.T, lasts time.Duration) *soak {
	t.Helper()
	k := &soak{tokens: map[string]string{}, modules: map[string][]byte{"Go guest": guest(t)}, seed: rand.Uint64(),
		sent: map[verify.Digest]time.Time{}, latency: map[verify.Digest]time.Duration{}, untold: map[verify.Digest]bool{},
		slots: make(chan struct{}, soakInFlight), counts: soakCounts{Status: map[string]int{}, Hostile: map[string]int{}}}
	if text := os.Getenv("TACTUSD_SOAK_SEED"); text != "" {
		var err error
		if k.seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	k.r = rand.New(rand.NewPCG(k.seed, 13))
	c, err := cGuest()
	if err != nil {
		t.Skipf("NOT RUN: no C guest: %v", err)
	}
	k.modules["C guest"] = c
	data := t.TempDir()
	k.process = startProcess(t, data, "--lease", "10s", "--workers", "0", "--tenant-jobs", strconv.Itoa(soakJobs),
		"--history", "20000", "--tenant-bytes", strconv.Itoa(1<<30+int(lasts.Minutes())*soakRoom))
	k.try = &try{t: t, data: data, address: k.process.address}
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = soakInFlight
	for _, w := range soakTenants {
		k.tokens[w.name] = k.token(w.name)
		for _, kind := range slices.Sorted(maps.Keys(k.modules)) {
			k.putModule(k.tokens[w.name], k.modules[kind])
		}
	}
	k.tokens[soakHostile] = k.token(soakHostile)
	err = edit(filepath.Join(data, "tenants.json"), func(f *tenantsFile) error {
		f.Tenants[soakHostile].Limits = tenantLimits{Jobs: soakJobs / 10, Uploads: 8}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// draw makes a recording that no other is, of a tenant.
func (k *soak) draw() soakUpload {
	k.mu.Lock()
	who, size, kind, which := k.r.Float64(), k.r.Float64(), k.r.IntN(len(soakKinds)), int(k.r.Int32N(1<<30))
	k.mu.Unlock()
	u := soakUpload{tenant: soakTenants[0].name}
	for _, w := range soakTenants {
		if who -= w.weight; who < 0 {
			u.tenant = w.name
			break
		}
	}
	ticks := soakTicks[0].ticks
	for _, w := range soakTicks {
		if size -= w.weight; size < 0 {
			ticks = w.ticks
			break
		}
	}
	u.recording = distinct(k.t, header(k.modules[soakKinds[kind]]), ticks, which)
	return u
}

// send uploads, and notes what was answered. It returns the status.
func (k *soak) send(u soakUpload) int {
	begun := time.Now()
	r := k.request(k.tokens[u.tenant], "POST", "/v1/recordings", bytes.NewReader(u.recording), octets)
	got, err := http.DefaultClient.Do(r)
	if err != nil { // a client sends it again then; whether it was kept, the lists say
		k.mu.Lock()
		defer k.mu.Unlock()
		k.counts.Status["no answer"]++
		return 0
	}
	defer got.Body.Close()
	var state taken
	err = json.NewDecoder(got.Body).Decode(&state)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.counts.Status[strconv.Itoa(got.StatusCode)]++
	switch got.StatusCode {
	case http.StatusAccepted, http.StatusOK:
		_, known := k.sent[state.Job]
		if err != nil || !u.job.IsZero() && state.Job != u.job {
			k.t.Errorf("an upload of %s is job %v, %v: want %v", u.tenant, state.Job, err, u.job)
		}
		if !known {
			k.sent[state.Job] = begun
			k.counts.Accepted++
		}
		u.job = state.Job
		if k.recent = append(k.recent, u); len(k.recent) > 500 {
			k.recent = k.recent[1:]
		}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
	default:
		k.t.Errorf("an upload of %s: status %d", u.tenant, got.StatusCode)
	}
	return got.StatusCode
}

// prices returns what a tick costs the service in CPU, in nanoseconds, by kind: from the difference of
// long and short recordings, so that what a job costs besides is not in it.
func (k *soak) prices() map[string]float64 {
	cpu := func(kind string, ticks int) float64 {
		before := k.metrics()["process_cpu_seconds_total"]
		for n := range 4 {
			k.verdict1(soakUpload{tenant: soakTenants[0].name,
				recording: distinct(k.t, header(k.modules[kind]), ticks, 1<<29+n+ticks)})
		}
		return (k.metrics()["process_cpu_seconds_total"] - before) / 4
	}
	all := map[string]float64{}
	for _, kind := range soakKinds {
		cpu(kind, 500) // which makes the module ready
		all[kind] = (cpu(kind, 60_000) - cpu(kind, 600)) * 1e9 / (60_000 - 600)
	}
	return all
}

// verdict1 uploads one recording and waits for its verdict.
func (k *soak) verdict1(u soakUpload) {
	if status := k.send(u); status != http.StatusAccepted {
		k.t.Errorf("an upload of %s: status %d", u.tenant, status)
	}
	for job := k.last(); ; {
		got := k.call(k.tokens[u.tenant], "GET", "/v1/verdicts/"+job.String()+"?wait=30s", nil, "")
		var v decidedJob
		if err := json.Unmarshal(got.body, &v); err != nil || got.status != http.StatusOK || v.Status == "decided" {
			return // or collect finds what is wrong with it
		}
	}
}

// last is the job that was accepted last.
func (k *soak) last() verify.Digest {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.recent) == 0 {
		return verify.Digest{}
	}
	return k.recent[len(k.recent)-1].job
}

// calibrate sends as fast as recordings are decided, and returns how many that are a second in the
// second half of the time: in the first, modules are compiled.
func (k *soak) calibrate(lasts time.Duration) float64 {
	var all sync.WaitGroup
	begun := time.Now()
	for range 48 {
		all.Go(func() {
			for time.Since(begun) < lasts {
				if k.send(k.draw()) != http.StatusAccepted {
					<-time.After(20 * time.Millisecond)
				}
			}
		})
	}
	<-time.After(lasts / 2)
	half, before := time.Now(), k.decidedTotal()
	all.Wait()
	return (k.decidedTotal() - before) / time.Since(half).Seconds()
}

// arrivals calls f by a Poisson process. What arrives while too many uploads are under way is counted
// and not sent, as it would wait in a client.
func (k *soak) arrivals(rate float64, stop <-chan struct{}, f func()) {
	next := time.Now()
	for {
		k.mu.Lock()
		next = next.Add(time.Duration(k.r.ExpFloat64() / rate * float64(time.Second)))
		k.mu.Unlock()
		select {
		case <-stop:
			return
		case <-time.After(time.Until(next)):
		}
		k.mu.Lock()
		k.counts.Arrivals++
		k.mu.Unlock()
		select {
		case k.slots <- struct{}{}:
			k.requests.Go(func() {
				defer func() { <-k.slots }()
				f()
			})
		default:
			k.mu.Lock()
			k.counts.Late++
			k.mu.Unlock()
		}
	}
}

// honest sends one recording, new or known.
func (k *soak) honest() {
	k.mu.Lock()
	again := soakUpload{}
	if k.r.Float64() < soakTwice && len(k.recent) > 0 {
		again = k.recent[k.r.IntN(len(k.recent))]
		k.counts.Again++
	}
	k.mu.Unlock()
	if again.recording == nil {
		again = k.draw()
	}
	k.send(again)
}

// An attempt is something that is no honest upload.
type attempt struct {
	what, method, path, token, run string
	body                           []byte
}

// attempt draws one. Bodies that are too large are rarer, for they cost the client as much.
func (k *soak) attempt() attempt {
	k.mu.Lock()
	kind, n := k.r.IntN(21), k.r.Uint32()
	k.mu.Unlock()
	a := attempt{"garbage", "POST", "/v1/recordings", k.tokens[soakHostile], "", []byte(magicRecording)}
	switch {
	case kind == 0:
		a.what, a.body = "too large", append(a.body, make([]byte, 17<<20)...)
	case kind <= 4:
		a.body = append(a.body, bytes.Repeat([]byte{byte(n), byte(n >> 8), byte(n >> 16)}, 3000)...)
	case kind <= 8:
		whole := distinct(k.t, header(nil), 3600, int(n>>2))
		a.what, a.body = "cut off", whole[:len(whole)*2/3]
	case kind <= 12:
		a.what, a.token = "wrong token", tokenPrefix+strings.Repeat("A", 43)
	case kind <= 16:
		a.what, a.body, a.run = "endless", soakEndless(k.t), strconv.Itoa(int(n))
	default:
		a.what, a.method, a.path = "no module", "PUT", "/v1/modules"
		a.body = append([]byte(magicModule), make([]byte, 1000)...)
	}
	return a
}

// attack sends something that is no honest upload.
func (k *soak) attack() {
	a, begun := k.attempt(), time.Now()
	r := k.request(a.token, a.method, a.path, bytes.NewReader(a.body), octets)
	r.Header.Set("Tactus-Run", a.run)
	got, err := http.DefaultClient.Do(r)
	status := "the connection was closed" // as it may be before the whole of a body was sent
	if err == nil {
		defer got.Body.Close()
		status = strconv.Itoa(got.StatusCode)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.counts.Hostile[a.what+": "+status]++
	var state taken
	if err == nil && got.StatusCode == http.StatusAccepted && json.NewDecoder(got.Body).Decode(&state) == nil {
		if _, known := k.sent[state.Job]; !known {
			k.sent[state.Job] = begun
		}
	}
}

var (
	soakEndlessOnce sync.Once
	soakEndlessRun  []byte
)

// soakEndless is the longest run for the fewest bytes.
func soakEndless(t testing.TB) []byte {
	soakEndlessOnce.Do(func() { soakEndlessRun = still(t, 1_000_000) })
	return soakEndlessRun
}

// metrics reads all plain numbers of /metrics; those with labels are added up by name.
func (k *soak) metrics() map[string]float64 {
	all := map[string]float64{}
	for line := range bytes.Lines(k.call("", "GET", "/metrics", nil, "").body) {
		name, value, ok := strings.Cut(strings.TrimSpace(string(line)), " ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil && !strings.HasPrefix(name, "#") {
			name, _, _ = strings.Cut(name, "{")
			all[name] += v
		}
	}
	return all
}

func (k *soak) decidedTotal() float64 { return k.metrics()["tactusd_jobs_total"] }

// collect reads the verdicts that it does not know yet, of all tenants.
func (k *soak) collect() (fresh []time.Duration) {
	for _, tenant := range slices.Sorted(maps.Keys(k.tokens)) {
		for cursor := ""; ; {
			var page list[verify.Verdict]
			got := k.call(k.tokens[tenant], "GET", "/v1/verdicts?limit=500&cursor="+cursor, nil, "")
			if err := json.Unmarshal(got.body, &page); err != nil {
				k.t.Errorf("status %d: %s", got.status, got.body)
				return fresh
			}
			known := false
			for _, v := range page.Items {
				known = k.verdict(tenant, v, &fresh) || known
			}
			if cursor = page.Next; cursor == "" || known {
				break
			}
		}
	}
	return fresh
}

// verdict notes a verdict, and reports whether it was known.
func (k *soak) verdict(tenant string, v verify.Verdict, fresh *[]time.Duration) (known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known = k.latency[v.Job]; known {
		return true
	}
	begun, ok := k.sent[v.Job]
	if !ok {
		k.untold[v.Job] = true // its upload's answer may be on the way
		return false
	}
	delete(k.untold, v.Job)
	k.latency[v.Job] = v.Decided.Sub(begun)
	if tenant != soakHostile {
		*fresh = append(*fresh, k.latency[v.Job])
		if v.Outcome != replay.OK {
			k.t.Errorf("an honest recording of %s: %+v", tenant, v)
		}
	}
	return false
}
