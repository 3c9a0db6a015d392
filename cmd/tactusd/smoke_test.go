package main

import (
	"net/http"
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
