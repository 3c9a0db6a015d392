package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/iotest"
	"time"
)

// TestARateIsNeverExceededAndNeverLost holds the bucket to its definition in scripted time.
func TestARateIsNeverExceededAndNeverLost(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := newMeter(func() time.Time { return now }, 2)
	l := tenantLimits{RatePerS: 10, Burst: 5, Uploads: 2}
	allowed := 0
	for range 10_000 { // 100 s at 100 requests a second
		if _, ok := m.allow("acme", l); ok {
			allowed++
		}
		now = now.Add(10 * time.Millisecond)
	}
	if allowed < 1003 || allowed > 1005 {
		t.Errorf("%d requests in 100 s at 10 a second and 5 at once", allowed)
	}
	wait, ok := m.allow("acme", l)
	for !ok {
		now = now.Add(wait)
		if wait, ok = m.allow("acme", l); !ok && wait > 10*time.Nanosecond {
			t.Fatalf("after the time that it says, it says %v", wait)
		}
		now = now.Add(10)
	}
	if _, ok := m.allow("other", l); !ok {
		t.Error("one tenant's requests are another's")
	}
	first, second := m.upload("acme", l), m.upload("acme", l)
	if first == nil || second == nil || m.upload("acme", l) != nil {
		t.Error("not two uploads at a time")
	}
	for range waitsMost {
		if m.wait("acme", l) == nil {
			t.Fatal("a wait is refused that is allowed")
		}
	}
	if m.wait("acme", l) != nil || m.wait("other", l) == nil {
		t.Error("waits are not bounded for each tenant")
	}
	if first(); m.upload("acme", l) == nil {
		t.Error("an upload that has ended still counts")
	}
}

// A tenant's bodies come in at its rate together, however many there are and in whatever pieces.
func TestBodiesAreReadAtTheTenantsRateTogether(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := newMeter(func() time.Time { return now }, 2)
	l := tenantLimits{RatePerS: 10, Burst: 5, BodyRate: 1000}
	if wait := m.read("acme", l, bodyBurst*1000); wait != 0 {
		t.Errorf("a burst waits for %v", wait)
	}
	begun, read := now, 0
	next := make([]time.Time, 7) // when each of so many bodies goes on
	for i := range next {
		next[i] = now
	}
	for now.Sub(begun) < time.Minute {
		at := 0
		for i := range next {
			if next[i].Before(next[at]) {
				at = i
			}
		}
		if next[at].After(now) {
			now = next[at]
		}
		n := 1 + (read*7+at)%300
		read += n
		next[at] = now.Add(m.read("acme", l, n))
	}
	if rate := float64(read) / now.Sub(begun).Seconds(); rate < 900 || rate > 1050 {
		t.Errorf("%.0f bytes a second, want 1000", rate)
	}
	if m.read("other", l, 1) != 0 {
		t.Error("one tenant's bytes are another's")
	}
	low := tenantLimits{RatePerS: 1e-300, BodyRate: 1e-300}
	if wait := m.read("low", low, 1<<20); wait < time.Hour {
		t.Errorf("at a rate of nearly nothing a body waits for %v", wait)
	}
	if wait, ok := m.allow("low", low); ok || wait < time.Hour {
		t.Errorf("at a rate of nearly nothing a request waits for %v, %v", wait, ok)
	}
}

func TestOnlyATenantThatFloodsBesideACalmOneIsSlowedDown(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	l := tenantLimits{RatePerS: 10, Burst: 5, BodyRate: 1000}
	const most = 2 * submitsPerS // a second, on two processors
	for name, c := range map[string]struct {
		other, undecided, others int // of recordings a second, and of jobs
		slowed                   bool
	}{
		"alone":                        {0, 1000, 0, false},
		"beside a calm one":            {100, 1000, 1, true},
		"beside a calm one, not ahead": {100, floodJobs*2 - 1, 1, false},
		"beside another that floods":   {100, 1000, 1000, false},
	} {
		m := newMeter(func() time.Time { return now }, 2)
		m.submit("other", l, 0)
		now = now.Add(2 * slowFor)
		begun, taken, refused := now, 0, 0
		for now.Sub(begun) < 10*time.Second { // 1000 a second want to
			if c.other > 0 && int(now.Sub(begun)/time.Millisecond)%(1000/c.other) == 0 {
				if wait, ok := m.submit("other", l, c.others); c.others == 1 && (!ok || wait > 0) {
					t.Fatalf("%s: the calm one waits for %v", name, wait)
				}
			}
			if wait, ok := m.submit("acme", l, c.undecided); ok && wait <= submitWaitMost {
				taken++
			} else if !ok {
				refused++
			}
			now = now.Add(time.Millisecond)
		}
		if slowed := refused > 0; slowed != c.slowed {
			t.Errorf("%s: %d taken and %d refused, want slowed down %v", name, taken, refused, c.slowed)
		}
		if ahead := int(submitWaitMost.Seconds() * most); c.slowed && (taken < 10*most || taken > 10*most+ahead+2) {
			t.Errorf("%s: %d taken in 10 s, want %d a second and %d that wait", name, taken, most, ahead)
		}
	}
}

// A tenant that sends now and then has its protection then, and no more: it cannot be used to hold back
// one that sends much. Who has a rate of its own is taken at that.
func TestABusyTenantIsHeldBackNoLongerThanThereIsACalmOne(t *testing.T) {
	for name, c := range map[string]struct {
		own         float64
		every       time.Duration // between two recordings of the calm one
		least, most int           // of 36,000 recordings in 90 s, 400 a second
	}{
		"seldom":              {0, 9 * time.Second, 32_000, 35_999},
		"always":              {0, 100 * time.Millisecond, 9000, 9202},
		"with a rate":         {200, 100 * time.Millisecond, 18_000, 18_402},
		"with its whole rate": {400, 100 * time.Millisecond, 36_000, 36_000},
	} {
		now := time.Unix(1_700_000_000, 0)
		l := tenantLimits{RatePerS: 1000, Burst: 50, BodyRate: 1000, FloodPerS: c.own}
		m := newMeter(func() time.Time { return now }, 2)
		taken := 0
		for begun, last := now, (time.Time{}); now.Sub(begun) < 90*time.Second; now = now.Add(2500 * time.Microsecond) {
			if now.Sub(last) >= c.every {
				m.submit("other", l, 1)
				last = now
			}
			if _, ok := m.submit("acme", l, 1000); ok {
				taken++
			}
		}
		if taken < c.least || taken > c.most {
			t.Errorf("%s: %d are taken, want %d to %d", name, taken, c.least, c.most)
		}
	}
}

func TestWhoAsksTooOftenMayAskLessBesideACalmTenant(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	l := tenantLimits{RatePerS: 100, Burst: 50, BodyRate: 1000}
	for name, c := range map[string]struct {
		calm bool
		want int
	}{"alone": {false, 1000}, "beside a calm one": {true, 1000 / floodPart}} {
		m := newMeter(func() time.Time { return now }, 2)
		for range 51 {
			m.allow("acme", l)
		}
		allowed := 0
		for i := range 10_000 {
			if _, ok := m.allow("acme", l); ok {
				allowed++
			}
			if c.calm && i%1000 == 0 {
				m.submit("other", l, 1)
			}
			now = now.Add(time.Millisecond)
		}
		if allowed < c.want-2 || allowed > c.want+2 {
			t.Errorf("%s: %d requests in 10 s, want %d", name, allowed, c.want)
		}
		wait, ok := m.allow("acme", l)
		now = now.Add(wait + time.Microsecond)
		if _, then := m.allow("acme", l); ok || !then {
			t.Errorf("%s: after the %v that it is to wait it may not ask", name, wait)
		}
	}
}

func TestWhatIsOneTooManyIsAnsweredLaterUntilManyAre(t *testing.T) {
	m := newMeter(time.Now, 2)
	l := tenantLimits{RatePerS: 10, Burst: 5}
	for range refusedMost {
		if m.refuse("acme", l) == nil {
			t.Fatal("refused at once")
		}
	}
	if m.refuse("acme", l) != nil || m.refuse("other", l) == nil {
		t.Error("such answers are not bounded for each tenant")
	}
}

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was asked for")
	return 0, io.EOF
}

func TestABodyThatSaysItIsTooLongIsRefusedUnread(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	for path, method := range map[string]string{"/v1/recordings": "POST", "/v1/modules": "PUT", "/v1/challenges": "POST"} {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.address+path, unread{t})
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = 1 << 30
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/octet-stream")
		r.Header.Set("Expect", "100-continue") // the client sends the body once it is asked to
		client := http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
		got, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s %s: %s, want 413", method, path, got.Status)
		}
		client.CloseIdleConnections()
	}
}

// A body is what was sent, in whatever pieces it comes and whatever length it says.
func TestABodyIsReadWholeInWhateverPieces(t *testing.T) {
	for _, length := range []int{len(magicModule), 9, 600, pieceMost - 1, pieceMost, pieceMost + 1, 3*pieceMost + 7} {
		body := make([]byte, length)
		for i := range body {
			body[i] = byte(i * 7 >> (i % 9))
		}
		copy(body, magicModule)
		for _, says := range []int64{-1, 0, 1, int64(length), 1 << 40} {
			for name, r := range map[string]io.Reader{"at once": bytes.NewReader(body),
				"byte by byte":  iotest.OneByteReader(bytes.NewReader(body)),
				"half by half":  iotest.HalfReader(bytes.NewReader(body)),
				"with its end":  iotest.DataErrReader(bytes.NewReader(body)),
				"half, and end": iotest.DataErrReader(iotest.HalfReader(bytes.NewReader(body)))} {
				got, err := readMagic(r, magicModule, "a module", says)
				if err != nil || !bytes.Equal(got, body) {
					t.Errorf("%d bytes %s, said to be %d: %d bytes, %v", length, name, says, len(got), err)
				}
			}
		}
		cut := io.MultiReader(bytes.NewReader(body), iotest.ErrReader(io.ErrUnexpectedEOF))
		if _, err := readMagic(cut, magicModule, "a module", int64(length)+1); err == nil {
			t.Errorf("%d bytes of more are taken", length)
		}
	}
}

func TestLimitsUnderZeroAreRefused(t *testing.T) {
	for _, field := range []string{"jobs", "bytes", "rate_per_s", "burst", "body_rate", "flood_per_s", "ticks_max",
		"uploads"} {
		if _, err := readTenants(fmt.Appendf(nil, `{"tenants": {"acme": {"limits": {%q: -1}}}}`, field)); err == nil {
			t.Errorf("%s of -1 is taken", field)
		}
	}
	if _, err := readTenants([]byte(`{"tenants": {"acme": {"limits": {"burst": 0.5}}}}`)); err == nil {
		t.Error("a burst is taken in which no request fits")
	}
}

// Each byte of a body counts, those that come with its end too: of a short one, all do.
func TestEachByteOfABodyCountsForTheRate(t *testing.T) {
	for _, length := range []int{1, 600, 64 << 10, 200_000} {
		counted := 0
		r := &slowReader{ReadCloser: io.NopCloser(iotest.DataErrReader(bytes.NewReader(make([]byte, length)))),
			control: http.NewResponseController(httptest.NewRecorder()), begun: time.Now(),
			limit: bodyLimit{time.Minute, 1}, rest: func(n int) error { counted += n; return nil }}
		if data, err := io.ReadAll(r); err != nil || len(data) != length || counted != length {
			t.Errorf("of %d bytes %d are read and %d counted: %v", length, len(data), counted, err)
		}
	}
}

// Tenants with slow bodies cannot take all places: one that has none finds one.
func TestSomePlacesAreKeptForTenantsThatHaveNone(t *testing.T) {
	l := tenantLimits{RatePerS: 1000, Burst: 50, BodyRate: 1000, Uploads: 16}
	a := &api{meter: newMeter(time.Now, 2), slots: make(chan struct{}, 16), end: t.Context()}
	as := func(tenant string) func() {
		done, err := a.place(&request{tenant: tenant, limits: l})
		if p, ok := errors.AsType[*problem](err); err != nil && (!ok || p.Status != http.StatusTooManyRequests) {
			t.Fatal(err)
		}
		return done
	}
	got := 0
	for as("slow") != nil {
		got++
	}
	first, second := as("calm"), as("calm")
	if got != 14 || first == nil || second != nil {
		t.Errorf("of 16 places one tenant gets %d, want 14; another gets one: %v, and a second: %v", got, first != nil,
			second != nil)
	}
	if first(); as("calm") == nil {
		t.Error("a place that was given back is not free")
	}
}
