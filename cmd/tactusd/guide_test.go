package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/replay"
)

// TestTheGuidesMetricsAndFlagsAreThere holds docs/guides/verify-in-production.md to the program.
func TestTheGuidesMetricsAndFlagsAreThere(t *testing.T) {
	page, err := os.ReadFile("../../docs/guides/verify-in-production.md")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../../docs/reference/tactusd.md")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t)
	token := s.token("acme")
	if v := s.verdict(token, s.post(token, record(t, header(nil), 100, 0, nil))); v.Outcome != replay.OK {
		t.Fatalf("%+v", v)
	}
	shown := string(s.call("", "GET", "/metrics", nil, "").body)
	metrics := regexp.MustCompile("`((?:tactusd|process)_[a-z_]+)").FindAllStringSubmatch(string(page), -1)
	for _, m := range metrics {
		if !strings.Contains(shown, "\n# TYPE "+m[1]+" ") {
			t.Errorf("the guide watches %s, and /metrics has none", m[1])
		}
	}
	for _, m := range regexp.MustCompile("`(TACTUSD_[A-Z_]+)").FindAllStringSubmatch(string(page), -1) {
		if !strings.Contains(string(table), "`"+m[1]+"`") {
			t.Errorf("the guide sets %s, which no flag reads", m[1])
		}
	}
	if len(metrics) < 7 {
		t.Errorf("the guide watches %d metrics", len(metrics))
	}
}
