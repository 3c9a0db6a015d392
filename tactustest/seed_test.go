package tactustest_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/tactustest"
)

// notes is a test that only takes notes.
type notes struct {
	name string
	text string
}

func (n *notes) Helper()      {}
func (n *notes) Name() string { return n.name }
func (n *notes) Logf(format string, args ...any) {
	n.text += fmt.Sprintf(format, args...)
}

// withSeed runs f with -seed set to text.
func withSeed(t *testing.T, text string, f func()) {
	t.Helper()
	was := flag.Lookup("seed").Value.String()
	if err := flag.Set("seed", text); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("seed", was)
	f()
}

func TestASeedIsLoggedAndTakenFromItsFlag(t *testing.T) {
	withSeed(t, "1234", func() {
		n := &notes{name: "TestA/b/c"}
		if got := tactustest.Seed(n); got != 1234 {
			t.Errorf("seed %d, want 1234", got)
		}
		if want := "seed 1234: repeat with -run '^TestA$/^b$/^c$' -seed 1234"; n.text != want {
			t.Errorf("logged %q, want %q", n.text, want)
		}
	})
	withSeed(t, "0xffffffffffffffff", func() {
		if got := tactustest.Seed(&notes{}); got != 1<<64-1 {
			t.Errorf("seed %d, want 2^64-1", got)
		}
	})
}

func TestTheSeedFlagIsRegisteredOnce(t *testing.T) {
	if tactustest.SeedFlag() {
		t.Error("a second SeedFlag registers again")
	}
	if f := flag.Lookup("seed"); f == nil || f.DefValue != fmt.Sprint(tactustest.SeedDefault) {
		t.Errorf("flag -seed is %+v", f)
	}
}

func TestASeedFlagOfAnotherKindIsUnderstood(t *testing.T) {
	was := flag.CommandLine
	defer func() { flag.CommandLine = was }()
	set := func(args ...string) {
		flag.CommandLine = flag.NewFlagSet("other", flag.ContinueOnError)
		flag.CommandLine.String("seed", "7", "")
		if err := flag.CommandLine.Parse(args); err != nil {
			t.Fatal(err)
		}
	}
	flag.CommandLine = flag.NewFlagSet("none", flag.ContinueOnError)
	n := &notes{}
	if got := tactustest.Seed(n); got != tactustest.SeedDefault || n.text != "seed 1" {
		t.Errorf("without a flag the seed is %d and the log %q", got, n.text)
	}
	set("-seed", "-1")
	if got := tactustest.Seed(&notes{}); got != 1<<64-1 {
		t.Errorf("seed -1 is %d, want all bits", got)
	}
	set("-seed", "dawn")
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "tactus: ") || !strings.Contains(text, `"dawn"`) {
			t.Errorf("panic %q, want one with the value", text)
		}
	}()
	tactustest.Seed(&notes{})
}
