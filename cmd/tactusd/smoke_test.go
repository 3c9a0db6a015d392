package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/replay"
)

func TestARecordingThatIsSentGetsItsVerdictOnce(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	recording := record(t, header(nil), 200, 0, nil)
	first := s.post(token, recording)
	if first.status != http.StatusAccepted {
		t.Fatalf("status %d: %s", first.status, first.body)
	}
	v := s.verdict(token, first)
	if v.Outcome != replay.OK || v.Compared.Ticks != 200 || v.Tenant != "acme" {
		t.Errorf("%+v", v)
	}
	again := s.post(token, recording)
	if again.status != http.StatusOK || again.header.Get("Location") != first.header.Get("Location") {
		t.Errorf("sent again: status %d: %s", again.status, again.body)
	}
	if w := s.verdict(token, again); w.Decided != v.Decided {
		t.Errorf("a second verdict: %+v", w)
	}
}

func TestTheEmbeddedBusKeepsVerdictsModulesAndChallenges(t *testing.T) {
	data := t.TempDir()
	s := startIn(t, data)
	token := s.token("acme")
	recording := record(t, header(nil), 200, 0, nil)
	v := s.verdict(token, s.post(token, recording))
	if v.Outcome != replay.OK {
		t.Fatalf("%+v", v)
	}
	if code := s.end(); code != exitGood {
		t.Fatalf("exit %d: %s", code, s.log)
	}
	s = startIn(t, data)
	again := s.post(token, recording)
	if w := s.verdict(token, again); again.status != http.StatusOK || !w.Decided.Equal(v.Decided) {
		t.Errorf("status %d: %+v", again.status, w)
	}
	list := s.call(token, "GET", "/v1/verdicts", nil, "")
	if !strings.Contains(string(list.body), v.Job.String()) {
		t.Errorf("after a restart the list has %s", list.body)
	}
}
