package embedded_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
)

func start(t *testing.T, c embedded.Config) *embedded.Server {
	t.Helper()
	c.Dir = t.TempDir()
	s, err := embedded.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestWritesAreSyncedUnlessAskedOtherwise reads back what the server itself goes by.
func TestWritesAreSyncedUnlessAskedOtherwise(t *testing.T) {
	if !start(t, embedded.Config{}).Synced() {
		t.Error("writes are not synced by default")
	}
	if start(t, embedded.Config{Unsynced: true}).Synced() {
		t.Error("writes are synced where they were not to be")
	}
}

// TestItListensOnlyWhereItIsToldTo connects inside of the program all the same.
func TestItListensOnlyWhereItIsToldTo(t *testing.T) {
	for _, listen := range []string{"", "127.0.0.1:0"} {
		s := start(t, embedded.Config{Listen: listen})
		if (s.URL() == "") != (listen == "") || s.Route() != "" {
			t.Errorf("told to listen on %q, it does on %q, and for servers on %q", listen, s.URL(), s.Route())
		}
		nc, err := s.Connect()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := nc.Request("$JS.API.INFO", nil, 10*time.Second); err != nil {
			t.Error(err)
		}
		nc.Close()
	}
}

// TestAFolderBelongsToOneServer: two would write over each other's files. The first may be of another
// process.
func TestAFolderBelongsToOneServer(t *testing.T) {
	dir := t.TempDir()
	first, err := embedded.Start(embedded.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if second, err := embedded.Start(embedded.Config{Dir: dir}); err == nil {
		second.Close()
		t.Error("a second server was started in the folder of a running one")
	}
	first.Close()
	first.Close() // does nothing
	second, err := embedded.Start(embedded.Config{Dir: dir})
	if err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	second.Close()
}

func TestAConfigThatCannotBeIsRefused(t *testing.T) {
	for _, c := range []embedded.Config{{}, {Dir: "x", Listen: "nowhere"}, {Dir: "x", Listen: "a:99999"},
		{Dir: "x", MaxStore: -1}, {Dir: "x", Cluster: embedded.Cluster{Name: "c"}},
		{Dir: "x", Cluster: embedded.Cluster{Name: "c", Server: "a", Listen: ":x"}}} {
		if s, err := embedded.Start(c); err == nil {
			s.Close()
			t.Errorf("started with %+v", c)
		}
	}
}
