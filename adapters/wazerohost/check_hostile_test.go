package wazerohost_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
)

func TestCheckReportsEveryHostileModuleWithoutAPanic(t *testing.T) {
	for _, c := range hostile {
		r := wazerohost.Check(c.module.Bytes(), wazerohost.CheckOptions{Config: anyConfig, Ticks: 20, Limits: small})
		if len(r.Points) != 10 || r.OK() {
			t.Errorf("%s: %d points, all passed: %v; want ten, not all passed", c.name, len(r.Points), r.OK())
		}
		if want := fmt.Sprintf("%x", sha256.Sum256(c.module.Bytes())); r.SHA256 != want {
			t.Errorf("%s: SHA-256 %q, want %s", c.name, r.SHA256, want)
		}
		for _, p := range r.Points {
			if p.Evidence == "" {
				t.Errorf("%s: point %d is %s without evidence", c.name, p.Number, p.Outcome)
			}
		}
	}
}

// spinning is Counter with a step of so many rounds more, of 5 instructions each.
func spinning(rounds int32) *asm.Module {
	m := before(asm.Code(asm.Const32(rounds), 0x21, 1, 0x03, 0x40, asm.Get(1), asm.Const32(1), 0x6b,
		0x22, 1, 0x0d, 0, 0x0b))
	m.Funcs[3].Locals = []byte{asm.I32}
	return m
}

func TestABudgetEndsACheckAndSaysWhichPointsItDidNotReach(t *testing.T) {
	const fuel = 20_000_000
	b := wazerohost.NewBudget(context.Background(), fuel)
	r := wazerohost.Check(spinning(200).Bytes(), wazerohost.CheckOptions{Ticks: 1000, Budget: b})
	if r.Points[1].Outcome != wazerohost.Passed || r.OK() || b.Used() != fuel {
		t.Errorf("point 2 is %s, %d used; want it passed, and all %d used", r.Points[1].Outcome, b.Used(), fuel)
	}
	last := r.Points[9]
	if last.Outcome != wazerohost.NotRun || !strings.Contains(last.Evidence, "budget: all of its 20000000") {
		t.Errorf("point 10 is %s: %s; want not run, for the budget", last.Outcome, last.Evidence)
	}
	for _, p := range r.Points {
		if p.Outcome == wazerohost.Failed {
			t.Errorf("point %d failed, of which nothing is known: %s", p.Number, p.Evidence)
		}
	}
}

func TestABudgetBoundsOneEndlessCallToo(t *testing.T) {
	b := wazerohost.NewBudget(context.Background(), 1_000_000)
	h := newHost(t, asm.Counter().With("tm_step", endless).Bytes(), wazerohost.Options{Budget: b})
	i := newInstance(t, h, anyConfig)
	_, err := i.Step(nil)
	if e, ok := errors.AsType[*wazerohost.BudgetError](err); !ok || e.Max != 1_000_000 || i.FuelUsed() > 1_000_000 {
		t.Errorf("%v after %d instructions; want the budget of a million, not the tick's limit", err, i.FuelUsed())
	}
}

func TestAContextEndsACheckBeforeItsNextCall(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	r := wazerohost.Check(asm.Counter().Bytes(), wazerohost.CheckOptions{Ticks: 10, Input: func(tick int) []byte {
		if calls++; calls == 10 {
			cancel() // when all inputs are made, and before any instance
		}
		return []byte{0, 0, 0, 0}
	}, Budget: wazerohost.NewBudget(ctx, 0)})
	for _, p := range r.Points {
		if p.Outcome != wazerohost.NotRun || !strings.Contains(p.Evidence, "context canceled") {
			t.Errorf("point %d is %s: %s; want not run", p.Number, p.Outcome, p.Evidence)
		}
	}
}

func TestAFolderThatCannotBeUsedCostsOnlyTime(t *testing.T) {
	file := t.TempDir() + "/file"
	writeFile(t, file)
	h, err := wazerohost.New(asm.Counter().Bytes(), wazerohost.Options{CacheDir: file + "/folder"})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	mustStep(t, newInstance(t, h, anyConfig))
	if h.CacheError() == nil {
		t.Error("nothing says that there is no cache")
	}
	if h := newHost(t, asm.Counter().Bytes(), wazerohost.Options{}); h.CacheError() != nil {
		t.Errorf("a folder that can be used gives %v", h.CacheError())
	}
}

func writeFile(t *testing.T, name string) {
	t.Helper()
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

// hostileFile holds the hostile modules for tests outside of this package, a line of hex and name each.
const hostileFile = "testdata/hostile.txt"

func TestTheFileOfHostileModulesHoldsThemAll(t *testing.T) {
	var want strings.Builder
	for _, c := range hostile {
		fmt.Fprintf(&want, "%x %s\n", c.module.Bytes(), c.name)
	}
	got, err := os.ReadFile(hostileFile)
	if err == nil && string(got) == want.String() {
		return
	}
	if os.Getenv("TACTUS_UPDATE") == "" {
		t.Fatalf("%s is not what hostile_test.go has (%v): TACTUS_UPDATE=1 writes it", hostileFile, err)
	}
	if err := os.WriteFile(hostileFile, []byte(want.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
