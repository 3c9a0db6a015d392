package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
	"github.com/tactus-go/tactus/verify"
)

// challenge asks for a challenge of merge-island for a player.
func (s *try) challenge(token, player, life string) string {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{"player": player, "game": "mergeisland", "life": life,
		"seed": []uint64{uint64(mergeisland.DefaultConfig().Seed), 0}})
	if err != nil {
		s.t.Fatal(err)
	}
	got := s.call(token, "POST", "/v1/challenges", body, "application/json")
	var g given
	if got.status != http.StatusCreated || json.Unmarshal(got.body, &g) != nil {
		s.t.Fatalf("status %d: %s", got.status, got.body)
	}
	return g.Challenge
}

// slower is merge-island with another friction: a game that diverges from its header.
func slower(t *testing.T) *mergeisland.Game {
	t.Helper()
	c := mergeisland.DefaultConfig()
	c.FrictionNum--
	game, err := mergeisland.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// A count is the game of testdata/odd, without what is odd.
type count struct{ tick, sum uint64 }

func (c *count) Step(input []byte) {
	for _, b := range input {
		c.sum += uint64(b)
	}
	c.tick++
	c.sum += c.sum << 3
}
func (c *count) Hash(*sim.Hash)    {}
func (c *count) Load([]byte) error { return nil }
func (c *count) Save(image []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(image, c.tick), c.sum)
}

func panicking(t *testing.T, module []byte) []byte {
	t.Helper()
	h := header(module)
	h.Game, h.Seed, h.Config = "panics", [2]uint64{1, 0}, nil
	var out bytes.Buffer
	r, err := replay.Record(&out, h, &count{sum: 1})
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 100 {
		input := []byte{1}
		if tick == 50 {
			input = []byte("panic now")
		}
		r.Step(input)
	}
	if err := r.Close(replay.Claim{}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestEveryKindOfVerdictComesOverHTTP has one recording for each.
func TestEveryKindOfVerdictComesOverHTTP(t *testing.T) {
	long(t)
	s := start(t, "--attempts", "2")
	token := s.token("acme")
	module, panics := guest(t), must(t, oddGuest)
	s.putModule(token, module)
	s.putModule(token, panics)
	on, native := header(module), header(nil)
	refused, meager, chess, rich := on, on, native, on
	rich.Plain, rich.Checkpoint = 10, 10
	refused.Seed[1] = 1
	meager.Limits.Fuel = 1200
	chess.Game = "chess"
	whole := record(t, on, 300, 0, nil)
	version := bytes.Clone(whole)
	version[8]++ // the version follows the magic
	first := s.challenge(token, "ann", "")
	for _, c := range []struct {
		name      string
		recording []byte
		headers   []string
		want      replay.Outcome
	}{
		{"ok", whole, nil, replay.OK},
		{"another state", recordSim(t, rich, slower(t), 300, 0, nil), nil, replay.Diverged},
		{"another result", record(t, on, 300, 0, []byte("all the points")), nil, replay.ClaimWrong},
		{"an unknown version", version, nil, replay.Malformed},
		{"cut", whole[:len(whole)-9], nil, replay.Malformed},
		{"the magic alone", whole[:8], nil, replay.Malformed},
		{"another game", record(t, chess, 300, 0, nil), nil, replay.WrongModule},
		{"another build with another state", recordSim(t, native, slower(t), 300, 0, nil), nil, replay.WrongBuild},
		{"little fuel", record(t, meager, 300, 0, nil), nil, replay.LimitHit},
		{"a seed that the module refuses", record(t, refused, 300, 0, nil), nil, replay.Refused},
		{"a panic", panicking(t, panics), nil, replay.CannotGoOn},
		{"nothing in it", record(t, on, 0, 0, nil), nil, replay.NothingCompared},
		{"an answer", record(t, on, 100, 1, nil), []string{"Tactus-Challenge", first, "Tactus-Player", "ann"}, replay.OK},
		{"another answer", record(t, on, 100, 2, nil), []string{"Tactus-Challenge", first, "Tactus-Player", "ann"},
			verify.Reused},
		{"another's answer", record(t, on, 100, 3, nil), []string{"Tactus-Challenge", s.challenge(token, "ann", ""),
			"Tactus-Player", "bob"}, verify.Stolen},
		{"an answer of a minute within no time", record(t, on, 4000, 4, nil), []string{"Tactus-Challenge",
			s.challenge(token, "ann", ""), "Tactus-Player", "ann"}, verify.TooFast},
		{"an answer after the end", record(t, on, 100, 5, nil), []string{"Tactus-Challenge",
			s.challenge(token, "ann", "1ns"), "Tactus-Player", "ann"}, verify.Expired},
		{"a native one on the module", record(t, native, 100, 6, nil), []string{"Tactus-Module",
			verify.DigestOf(module).String()}, replay.OK},
	} {
		v := s.verdict(token, s.post(token, c.recording, c.headers...))
		if v.Outcome != c.want || v.Job.IsZero() || v.Worker == "" {
			t.Errorf("%s: %+v; want %s", c.name, v, c.want)
		}
		if c.want == replay.Diverged && (v.TickAfter == nil || len(v.Fields) == 0) {
			t.Errorf("%s: neither tick nor fields: %+v", c.name, v)
		}
	}
	for end := time.Now().Add(patience); ; { // the list is told after those that wait
		if got := s.call(token, "GET", "/v1/verdicts?limit=18", nil, ""); bytes.Count(got.body, []byte(`"job":`)) == 18 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("not all verdicts are listed")
		}
		<-time.After(10 * time.Millisecond)
	}
	s.lists(token)
}

// lists holds the lists to the verdicts that there are, by pages of three.
func (s *try) lists(token string) {
	s.t.Helper()
	seen := map[verify.Digest]replay.Outcome{}
	cursor, last := "", time.Now().Add(time.Hour)
	for {
		var page list[verify.Verdict]
		got := s.call(token, "GET", "/v1/verdicts?limit=3&cursor="+cursor, nil, "")
		if got.status != http.StatusOK || json.Unmarshal(got.body, &page) != nil || len(page.Items) > 3 {
			s.t.Fatalf("status %d: %s", got.status, got.body)
		}
		for _, v := range page.Items {
			if _, twice := seen[v.Job]; twice {
				s.t.Errorf("%v is listed twice", v.Job)
			}
			seen[v.Job] = v.Outcome
			last = v.Decided
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if len(seen) != 18 || last.IsZero() {
		s.t.Errorf("%d verdicts are listed: want 18", len(seen))
	}
	for outcome, n := range map[replay.Outcome]int{replay.Malformed: 3, verify.Reused: 1, "nothing of the kind": 0} {
		var page list[verify.Verdict]
		r := s.request(token, "GET", "/v1/verdicts", nil, "")
		r.URL.RawQuery = url.Values{"outcome": {string(outcome)}}.Encode()
		if got := s.do(r); json.Unmarshal(got.body, &page) != nil || len(page.Items) != n {
			s.t.Errorf("%s: %d are listed, want %d", outcome, len(page.Items), n)
		}
	}
	var modules list[module]
	var found []string
	for cursor := ""; ; cursor = modules.Next {
		modules = list[module]{}
		got := s.call(token, "GET", "/v1/modules?limit=1&cursor="+cursor, nil, "")
		if err := json.Unmarshal(got.body, &modules); err != nil || len(modules.Items) != 1 {
			s.t.Fatalf("%v: %s", err, got.body)
		}
		found = append(found, modules.Items[0].SHA256.String())
		if modules.Next == "" {
			break
		}
	}
	if len(found) != 2 || !slices.IsSorted(found) {
		s.t.Errorf("the modules are %v", found)
	}
	metrics := s.call("", "GET", "/metrics", nil, "").body
	for _, want := range []string{`tactusd_jobs_total{verdict="ok"} 3`, `tactusd_jobs_total{verdict="too fast"} 1`,
		"tactusd_queue_jobs 0", "tactusd_accepted_total 18", "tactusd_fuel_total", "tactusd_job_seconds_count 18"} {
		if !bytes.Contains(metrics, []byte(want)) {
			s.t.Errorf("the metrics lack %s", want)
		}
	}
}

// TestAJobThatNobodyCanFinishIsGivenUp takes a module away behind the service's back.
func TestAJobThatNobodyCanFinishIsGivenUp(t *testing.T) {
	long(t)
	data := t.TempDir()
	s := startIn(t, data)
	token := s.token("acme")
	module := guest(t)
	s.putModule(token, module)
	if code := s.end(); code != exitGood {
		t.Fatalf("exit %d: %s", code, s.log)
	}
	js, shut := openKept(t, data)
	store, err := js.ObjectStore(t.Context(), busPrefix+"_blobs_acme")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Delete(t.Context(), verify.DigestOf(module).String()); err != nil {
		t.Fatal(err)
	}
	shut()
	s = startIn(t, data, "--attempts", "2")
	v := s.verdict(token, s.post(token, record(t, header(module), 100, 0, nil)))
	if v.Outcome != verify.GivenUp || v.Attempt != 2 {
		t.Errorf("%+v", v)
	}
}

func TestAVerdictComesAsAnEvent(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	posted := s.post(token, record(t, header(nil), 200, 0, nil))
	r := s.request(token, "GET", posted.header.Get("Location"), nil, "")
	r.Header.Set("Accept", "text/event-stream")
	got := s.do(r)
	kind := got.header.Get("Content-Type")
	if kind != "text/event-stream" || !bytes.Contains(got.body, []byte("event: verdict\ndata: {")) {
		t.Errorf("%v: %s", got.header, got.body)
	}
}

func TestTheDocumentDescribesEveryRouteAndNoOther(t *testing.T) {
	var doc struct {
		OpenAPI string                                `json:"openapi"`
		Paths   map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	want, got := map[string]bool{}, map[string]bool{}
	for path, methods := range doc.Paths {
		for method := range methods {
			want[fmt.Sprintf("%s %s", bytes.ToUpper([]byte(method)), path)] = true
		}
	}
	for _, r := range routes {
		got[r.method+" "+r.path] = true
	}
	if !maps.Equal(want, got) || doc.OpenAPI != "3.1.0" {
		t.Errorf("the document has %v, the service %v", slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
	}
	for kind, p := range problemStatus {
		if p.status == http.StatusMethodNotAllowed {
			continue
		}
		if !bytes.Contains(openAPI, fmt.Appendf(nil, `"%d": {"$ref"`, p.status)) {
			t.Errorf("no operation answers %d, as %s does", p.status, kind)
		}
	}
	var parts struct {
		Components map[string]map[string]json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(openAPI, &parts); err != nil {
		t.Fatal(err)
	}
	for rest := openAPI; ; {
		_, after, found := bytes.Cut(rest, []byte(`"$ref": "#/components/`))
		if !found {
			break
		}
		name, _, _ := bytes.Cut(after, []byte(`"`))
		kind, part, _ := bytes.Cut(name, []byte("/"))
		if parts.Components[string(kind)][string(part)] == nil {
			t.Errorf("the document leads to %s, which is not there", name)
		}
		rest = after
	}
}
