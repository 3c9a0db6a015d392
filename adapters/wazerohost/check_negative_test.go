package wazerohost_test

import (
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
)

// before puts code before the step of Counter.
func before(code []byte, imports ...asm.Import) *asm.Module {
	m := asm.Counter()
	m.Imports = imports
	return m.With("tm_step", append(code, m.Funcs[3].Code...))
}

// xorValue takes an i64 into the number of Counter's state.
func xorValue(push []byte) []byte {
	return asm.Code(asm.Const32(0), asm.Const32(0), asm.Mem(0x29, 72), push, 0x85, asm.Mem(0x37, 72))
}

func TestCheckFailsTheModuleThat(t *testing.T) {
	hidden := before(asm.Code(0x23, 0, asm.Const64(1), 0x7c, 0x24, 0, xorValue([]byte{0x23, 0})))
	hidden.Globals = []byte{asm.I64}
	constant := asm.Counter().With("tm_step", asm.Code(asm.Const32(0), asm.Const32(0), asm.Mem(0x29, 64), asm.Const64(1),
		0x7c, asm.Mem(0x37, 64), asm.Const32(0)))
	schema := "0\ti64\t1\ttick\n8\tf64\t1\tspeed\n"
	nan := with3("tm_schema", asm.Const32(int32(len(schema)))).With("tm_save", asm.Code(
		asm.Const32(0), asm.Const32(0), asm.Mem(0x29, 64), asm.Mem(0x37, asm.StateAt),
		asm.Const32(0), asm.Const64(0x7ff8000000000001), asm.Mem(0x37, asm.StateAt+8), asm.Const32(16)))
	nan.Sections = map[byte][]byte{11: append(asm.Code(1, 0, asm.Const32(asm.TextAt), 0x0b, len(schema)), schema...)}
	for _, c := range []struct {
		name   string
		module *asm.Module
		failed []int // points that must be among the failed
	}{
		{"keeps state outside of save and load", hidden, []int{2, 5, 6}},
		{"reads the clock", before(asm.Code(asm.Const32(0), asm.Const64(0), asm.Const32(512), 0x10, 0, 0x1a,
			xorValue(asm.Code(asm.Const32(0), asm.Mem(0x29, 512)))), asm.Import{Module: "wasi_snapshot_preview1",
			Name: "clock_time_get", Params: []byte{asm.I32, asm.I64, asm.I32}, Results: []byte{asm.I32}}), []int{10}},
		{"draws entropy", before(asm.Code(asm.Const32(512), asm.Const32(8), 0x10, 0, 0x1a,
			xorValue(asm.Code(asm.Const32(0), asm.Mem(0x29, 512)))), asm.Import{Module: "wasi_snapshot_preview1",
			Name: "random_get", Params: pair, Results: []byte{asm.I32}}), []int{2, 5, 10}},
		{"ignores inputs", constant, []int{8}},
		{"never changes", asm.Counter().With("tm_step", asm.Const32(0)), []int{8}},
		{"ignores the seed", asm.Counter().With("tm_init", asm.Code(asm.Const32(0), asm.Const64(0), asm.Mem(0x37, 64),
			asm.Const32(0), asm.Const64(5), asm.Mem(0x37, 72), asm.Const32(0))), []int{2}},
		{"loads anything", asm.Counter().With("tm_load", asm.Const32(0)), []int{4}},
		{"changes its state when it refuses one", asm.Counter().With("tm_load", asm.Code(asm.Const32(0), asm.Const64(9),
			asm.Mem(0x37, 72), asm.Const32(-3))), []int{4}},
		{"saves a NaN with a payload", nan, []int{4}},
		{"uses most of its fuel", before(asm.Code(asm.Const32(20_000), 0x21, 1, 0x03, 0x40, asm.Get(1), asm.Const32(1), 0x6b,
			0x22, 1, 0x0d, 0, 0x0b)), []int{9}},
	} {
		if c.name == "uses most of its fuel" {
			c.module.Funcs[3].Locals = []byte{asm.I32}
		}
		r := wazerohost.Check(c.module.Bytes(), wazerohost.CheckOptions{Ticks: 200, Seed: 3,
			Limits: wazerohost.Limits{Fuel: 150_000}})
		if r.Points[0].Outcome != wazerohost.Passed {
			t.Errorf("%s: %s", c.name, r.Points[0].Evidence)
			continue
		}
		for _, n := range c.failed {
			if r.Points[n-1].Outcome != wazerohost.Failed {
				t.Errorf("%s: point %d %s: %s", c.name, n, r.Points[n-1].Outcome, r.Points[n-1].Evidence)
			}
		}
		if r.OK() {
			t.Errorf("%s: the report is good", c.name)
		}
	}
}
