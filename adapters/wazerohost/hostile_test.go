package wazerohost_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
	"github.com/tactus-go/tactus/guest/abi"
)

var anyConfig = abi.Config{SeedLo: 7, RateNum: 60, RateDen: 1, Players: 1}

// small are limits that a hostile guest reaches soon in the interpreter too.
var small = wazerohost.Limits{Fuel: 1_000_000, Pages: 16, Log: 1000}

var (
	endless = asm.Code(0x03, 0x40, 0x0c, 0, 0x0b, asm.Const32(0))
	grow    = asm.Code(0x03, 0x40, asm.Const32(1), 0x40, 0, 0x1a, 0x0c, 0, 0x0b, asm.Const32(0))
	// the whole buffer of inputs, over and over, to the first import
	flood = asm.Code(0x03, 0x40, asm.Const32(asm.InputAt), asm.Const32(1<<16), 0x10, 0, 0x0c, 0, 0x0b, asm.Const32(0))
)

// importing is Counter with an import, which moves all functions up by one.
func importing(module, name string, params, results []byte, step []byte, locals ...byte) *asm.Module {
	m := asm.Counter().With("tm_step", step, locals...)
	m.Imports = []asm.Import{{Module: module, Name: name, Params: params, Results: results}}
	return m
}

var pair = []byte{asm.I32, asm.I32}

// play starts a run and steps, saves, asks and loads until something goes wrong.
func play(h *wazerohost.Host) error {
	i, err := h.NewInstance(anyConfig)
	if err != nil {
		return err
	}
	defer i.Close()
	for range 3 {
		if _, err := i.Step(nil); err != nil {
			return err
		}
		image, err := i.Save(nil)
		if err != nil {
			return err
		}
		if _, err := i.Result(nil); err != nil {
			return err
		}
		if _, err := i.Fields(); err != nil {
			return err
		}
		if err := i.Load(image); err != nil {
			return err
		}
	}
	return nil
}

// with3 is Counter with one more export.
func with3(name string, code []byte) *asm.Module {
	m := asm.Counter()
	m.Funcs = append(m.Funcs, asm.Func{Export: name, Results: []byte{asm.I32}, Code: code})
	return m
}

var hostile = []struct {
	name   string
	module *asm.Module
	want   string // part of the error
}{
	{"endless loop in a step", asm.Counter().With("tm_step", endless), "limit hit: fuel, at most 1000000, in tm_step"},
	{"endless loop at the start", asm.Counter().With("tm_init", endless), "limit hit: fuel, at most 20000000, in tm_init"},
	{"endless loop in a save", asm.Counter().With("tm_save", endless), "limit hit: fuel, at most 2000000, in tm_save"},
	{"endless recursion", asm.Counter().With("tm_step", asm.Code(asm.Get(0), 0x10, 3)),
		"limit hit: call depth, at most 1000"},
	{"memory bomb", asm.Counter().With("tm_step", grow), "limit hit: fuel"},
	{"log flood", importing("tm", "log", pair, nil, flood), "limit hit: fuel"},
	{"entropy flood", importing("wasi_snapshot_preview1", "random_get", pair, []byte{asm.I32}, asm.Code(0x03, 0x40,
		asm.Const32(asm.InputAt), asm.Const32(1<<16), 0x10, 0, 0x1a, 0x0c, 0, 0x0b, asm.Const32(0))), "limit hit: fuel"},
	{"log from outside", importing("tm", "log", pair, nil, asm.Code(asm.Const32(-1), asm.Const32(2), 0x10, 0,
		asm.Const32(0))),
		"tm.log of bytes outside the memory"},
	{"abort", importing("tm", "abort", pair, nil, asm.Code(asm.Const32(-1), asm.Const32(-1), 0x10, 0, asm.Const32(0))),
		"the guest aborts"},
	{"exit", importing("wasi_snapshot_preview1", "proc_exit", []byte{asm.I32}, nil,
		asm.Code(asm.Const32(3), 0x10, 0, asm.Const32(0))), "the guest exits with code 3"},
	{"a trap", asm.Counter().With("tm_step", asm.Code(0x00)),
		"the module traps in tm_step at tick 0: wasm error: unreachable"},
	{"division by zero", asm.Counter().With("tm_step", asm.Code(asm.Const32(1), asm.Const32(0), 0x6d)),
		"traps in tm_step"},
	{"another version", asm.Counter().With("tm_abi", asm.Const32(2<<16)), "it speaks version 2.0"},
	{"a buffer at the end of memory", asm.Counter().With("tm_buf", asm.Const32(5<<16-1)), "in a memory of 327680"},
	{"a buffer past all memory", asm.Counter().With("tm_buf", asm.Const32(-1)), "buffer 0 is at 4294967295"},
	{"no buffer", asm.Counter().With("tm_buf", asm.Const32(0)),
		`returns -5 (limit) from tm_init at tick 0: "no room for 40 bytes of kind 0"`},
	{"a status that there is not", asm.Counter().With("tm_step", asm.Const32(7)), "it returns 7"},
	{"finished at the start", asm.Counter().With("tm_init", asm.Const32(1)), "it returns 1"},
	{"a refused config", asm.Counter().With("tm_init", asm.Const32(-4)), "returns -4 (unsupported) from tm_init"},
	{"a state of 1 GiB", asm.Counter().With("tm_save", asm.Const32(1<<30)), "limit hit: state"},
	{"a state longer than its buffer", asm.Counter().With("tm_save", asm.Const32(1<<20)),
		"it has no room for 1048576 bytes of kind 2"},
	{"a state past the end of memory", asm.Counter().With("tm_save", asm.Const32(1<<20)).With("tm_buf", asm.Const32(64)),
		"in a memory of 327680"},
	{"an empty state", asm.Counter().With("tm_save", asm.Const32(0)), "returns -3 (bad state) from tm_load"},
	{"a length below every status", asm.Counter().With("tm_save", asm.Const32(-100)), "it returns -100"},
	{"a result of 2 GiB", with3("tm_result", asm.Const32(1<<31-1)), "over the limit of 65536"},
	{"a schema of 2 GiB", with3("tm_schema", asm.Const32(1<<31-1)), "over the limit of 1048576"},
	{"a schema that is none", with3("tm_schema", asm.Const32(100)), "TM/1 schema, byte 0"},
	{"a refusal with a text of 2 GiB", func() *asm.Module {
		return with3("tm_error", asm.Const32(1<<31-1)).With("tm_load", asm.Const32(-3))
	}(), "returns -3 (bad state) from tm_load at tick 0"},
}

func TestNoHostileModuleGetsFurtherThanItsLimits(t *testing.T) {
	for _, c := range hostile {
		for _, interpreter := range []bool{false, true} {
			h, err := wazerohost.New(c.module.Bytes(), wazerohost.Options{Limits: small, Interpreter: interpreter})
			if err != nil {
				t.Errorf("%s: refused at load: %v", c.name, err)
				continue
			}
			if err := play(h); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, interpreter %v: %v; want %q", c.name, interpreter, err, c.want)
			}
			h.Close()
		}
	}
}

func TestATrappedInstanceIsPoisonedAndRebuiltAndNoOtherIsTouched(t *testing.T) {
	// With the input 9 the step traps, and otherwise it counts.
	step := asm.Code(asm.Const32(0), asm.Mem(0x2d, asm.InputAt+8), asm.Const32(9), 0x46, 0x04, 0x40, 0x00, 0x0b)
	counter := asm.Counter()
	h := newHost(t, counter.With("tm_step", append(step, counter.Funcs[3].Code...)).Bytes(),
		wazerohost.Options{Limits: small})
	good, bad := newInstance(t, h, anyConfig), newInstance(t, h, anyConfig)
	for range 5 {
		mustStep(t, good, 1)
		mustStep(t, bad, 1)
	}
	image := mustSave(t, bad)
	_, err := bad.Step(blob(t, 9))
	if trap, ok := errors.AsType[*wazerohost.TrapError](err); !ok || trap.Tick != 5 || trap.Call != "tm_step" {
		t.Fatalf("error %v; want a trap at tick 5", err)
	}
	if _, err := bad.Save(nil); !errors.Is(err, wazerohost.ErrPoisoned) {
		t.Errorf("after a trap Save gives %v; want ErrPoisoned", err)
	}
	if err := bad.Rebuild(image); err != nil || bad.Tick() != 5 || bad.Poisoned() != nil {
		t.Fatalf("rebuilt: error %v, tick %d; want tick 5", err, bad.Tick())
	}
	mustStep(t, good, 2)
	mustStep(t, bad, 2)
	if !bytes.Equal(mustSave(t, good), mustSave(t, bad)) {
		t.Error("the rebuilt instance goes on in another state")
	}
}

func mustStep(t testing.TB, i *wazerohost.Instance, input ...byte) {
	t.Helper()
	if _, err := i.Step(blob(t, input...)); err != nil {
		t.Fatal(err)
	}
}

func mustSave(t testing.TB, i *wazerohost.Instance) []byte {
	t.Helper()
	image, err := i.Save(nil)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

func TestTheLogIsBoundedAndWhatIsBeyondIsCounted(t *testing.T) {
	h := newHost(t, importing("tm", "log", pair, nil, asm.Code(asm.Const32(asm.InputAt), asm.Const32(700), 0x10, 0,
		asm.Const32(0))).Bytes(), wazerohost.Options{Limits: small})
	i := newInstance(t, h, anyConfig)
	mustStep(t, i)
	mustStep(t, i)
	if text, dropped := i.Log(); len(text) != 1000 || dropped != 400 {
		t.Errorf("%d bytes logged, %d dropped; want 1000, 400", len(text), dropped)
	}
}
