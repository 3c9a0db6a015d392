package wazerohost_test

import (
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
)

func TestTheGoGuestPassesAllTenPoints(t *testing.T) {
	r := wazerohost.Check(goGuest, wazerohost.CheckOptions{Config: islandConfig(), CacheDir: cacheDir})
	for _, p := range r.Points {
		t.Log(p.Number, p.Name, p.Outcome, p.Evidence)
	}
	if !r.OK() || len(r.Points) != 10 {
		t.Error("want ten points, all passed")
	}
}
