package wasmbin_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
)

// step is Counter with another step.
func step(parts ...any) *asm.Module {
	return asm.Counter().With("tm_step", asm.Code(append(parts, asm.Const32(0))...))
}

// section is Counter with another payload of a section.
func section(id byte, payload ...byte) *asm.Module {
	m := asm.Counter()
	m.Sections = map[byte][]byte{id: payload}
	return m
}

func importing(module, name string, params, results []byte) *asm.Module {
	m := asm.Counter()
	m.Imports = []asm.Import{{Module: module, Name: name, Params: params, Results: results}}
	return m
}

func exporting(name string, f asm.Func) *asm.Module {
	m := asm.Counter()
	f.Export = name
	m.Funcs = append(m.Funcs, f)
	return m
}

func without(name string) *asm.Module {
	m := asm.Counter()
	for i := range m.Funcs {
		if m.Funcs[i].Export == name {
			m.Funcs[i].Export = "other"
		}
	}
	return m
}

var refused = []struct {
	name    string
	module  *asm.Module
	profile wasmbin.Profile
	want    string
}{
	{"SIMD", step(0xfd, 12, 0), wasmbin.Float, "in function 3: a SIMD instruction (0xfd): build without SIMD"},
	{"threads", step(0xfe, 3, 0), wasmbin.Float, "in function 3: a thread instruction (0xfe): build without threads"},
	{"a tail call", step(0x12, 0), wasmbin.Float, "a tail call (0x12)"},
	{"an exception", step(0x08, 0), wasmbin.Float, "an exception instruction (0x08)"},
	{"try_table", step(0x1f, 0x40, 0), wasmbin.Float, "an exception instruction (0x1f)"},
	{"garbage-collected types", step(0xfb, 0), wasmbin.Float, "a garbage-collection instruction"},
	{"an instruction of no version", step(0xe0), wasmbin.Float, "an unknown instruction (0xe0)"},
	{"an extended instruction of no version", step(0xfc, 40), wasmbin.Float, "an unknown instruction (0xfc 40)"},
	{"table.grow", step(0xfc, 15, 0), wasmbin.Float, "table.grow"},
	{"floats in the profile int", step(0x43, 0, 0, 0, 0, 0x1a), wasmbin.Int,
		"a floating-point instruction (0x43): use whole numbers"},
	{"a float's square root in the profile int", step(0x91), wasmbin.Int, "a floating-point instruction (0x91)"},
	{"a saturating conversion in the profile int", step(0xfc, 6), wasmbin.Int, "a conversion of a float (0xfc 6)"},
	{"a float parameter in the profile int", exporting("f", asm.Func{Params: []byte{asm.F64}}), wasmbin.Int,
		"a floating-point type"},
	{"a float local in the profile int", exporting("f", asm.Func{Locals: []byte{asm.F32}}), wasmbin.Int,
		"a floating-point type"},
	{"WASI in the profile int", importing("wasi_snapshot_preview1", "sched_yield", nil, []byte{asm.I32}), wasmbin.Int,
		`import "wasi_snapshot_preview1"."sched_yield"`},
	{"a second memory by load", step(asm.Const32(0), 0x28, 0x42, 0, 0, 0x1a), wasmbin.Float, "an alignment of 2^66"},
	{"a second memory by grow", step(asm.Const32(0), 0x40, 1, 0x1a), wasmbin.Float, "a memory other than the first"},
	{"two memories", section(5, 2, 0, 1, 0, 1), wasmbin.Float, "2 memories: build without multiple memories"},
	{"shared memory", section(5, 1, 3, 1, 2), wasmbin.Float, "a shared memory: build without threads"},
	{"64-bit memory", section(5, 1, 4, 1), wasmbin.Float, "a 64-bit memory"},
	{"too much memory", section(5, 1, 0, 0x81, 8), wasmbin.Float, "a memory of 1025 pages, over the limit of 1024"},
	{"a memory that shrinks", section(5, 1, 1, 2, 1), wasmbin.Float, "a memory from 2 to 1"},
	{"a table of a billion", section(4, 1, 0x70, 0, 0x80, 0x80, 0x80, 0x80, 4), wasmbin.Float, "1073741824 elements"},
	{"a start section", section(8, 0), wasmbin.Float, "a start section: move what it does into _initialize or tm_init"},
	{"a tag section", section(13, 0), wasmbin.Float, "a section of exception tags"},
	{"_start", exporting("_start", asm.Func{}), wasmbin.Float, `export "_start": build a reactor`},
	{"tm_fuel", exporting("tm_fuel", asm.Func{}), wasmbin.Float, `export "tm_fuel": give it another name`},
	{"an imported clock", importing("env", "now", nil, []byte{asm.I64}), wasmbin.Float,
		`import "env"."now": do without it`},
	{"a file", importing("wasi_snapshot_preview1", "path_open", nil, []byte{asm.I32}), wasmbin.Float,
		"do without it: a simulation has no files"},
	{"an import of another type", importing("tm", "log", nil, nil), wasmbin.Float,
		`import "tm"."log" is () -> (): declare it (i32 i32) -> ()`},
	{"an imported memory", section(2, 1, 1, 'e', 1, 'm', 2, 0, 1), wasmbin.Float, `import "e"."m" is no function`},
	{"an imported global", section(2, 1, 1, 'e', 1, 'g', 3, 0x7f, 0), wasmbin.Float, `import "e"."g" is no function`},
	{"no tm_step", without("tm_step"), wasmbin.Float,
		`no export "tm_step": export tm_step as TM/1 has it: (i32) -> (i32)`},
	{"an export of another type", exporting("tm_result", asm.Func{}), wasmbin.Float, `export "tm_result" is () -> ()`},
	{"the fuel counter by number", step(asm.Const64(1), 0x24, 0), wasmbin.Float, "global 0 of 0"},
	{"a label past the function", step(0x0c, 1), wasmbin.Float, "label 1 of 1"},
	{"a local past the last", step(0x20, 1, 0x1a), wasmbin.Float, "local 1 of 1"},
	{"a function past the last", step(0x10, 6), wasmbin.Float, "function 6 of 6"},
	{"a type past the last", step(0x02, 6, 0x0b), wasmbin.Float, "type 6 of 6"},
	{"a block of a spread-out type", step(0x02, 0xff, 0x7e, 0x0b), wasmbin.Float, "a block of type -129"},
	{"data by number without a count", step(0xfc, 9, 0), wasmbin.Float,
		"a data segment by number without a data count section"},
	{"instructions after the end", step(0x0b), wasmbin.Float, "instructions after the end of the function"},
	{"an initial value that reads a global", section(6, 2, 0x7f, 0, 0x41, 0, 0x0b, 0x7f, 0, 0x23, 0, 0x0b), wasmbin.Float,
		"an initial value that begins with 0x23"},
	{"a constant global that is set", func() *asm.Module {
		m := step(asm.Const32(1), 0x24, 0)
		m.Sections = map[byte][]byte{6: {1, 0x7f, 0, 0x41, 0, 0x0b}}
		return m
	}(), wasmbin.Float, "a constant global, 0, is set"},
	{"a function of too many branches", step(bytes.Repeat([]byte{0x02, 0x40, 0x0b}, 5001)), wasmbin.Float,
		"5003 runs of instructions between branches, over the limit of 5000: split the function"},
	{"too many functions of many branches", func() *asm.Module {
		m := asm.Counter()
		for range 5 {
			m.Funcs = append(m.Funcs, asm.Func{Code: bytes.Repeat([]byte{0x02, 0x40, 0x0b}, 4900)})
		}
		return m
	}(), wasmbin.Float, "in function 10: the squares of the functions' runs add up to over 100000000"},
	{"a billion types", section(1, 0x80, 0x80, 0x80, 0x80, 4), wasmbin.Float, "1073741824 types, over the limit of 65536"},
	{"a billion locals", func() *asm.Module {
		m := asm.Counter()
		m.Sections = map[byte][]byte{10: {6, 8, 1, 0x80, 0x80, 0x80, 0x80, 4, 0x7f, 0x0b}}
		return m
	}(), wasmbin.Float, "more than 50000 locals"},
}

func TestEveryModuleThatTM1DoesNotAllowIsRefusedWithPlaceAndRemedy(t *testing.T) {
	for _, c := range refused {
		_, err := wasmbin.Parse(c.module.Bytes(), c.profile)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

func TestAModuleOf50MBIsRefusedByItsSize(t *testing.T) {
	big := append(asm.Counter().Bytes(), make([]byte, 50<<20)...)
	_, err := wasmbin.Parse(big, wasmbin.Float)
	if err == nil || !strings.Contains(err.Error(), "over the limit of 8388608") {
		t.Error(err)
	}
	if n := testing.AllocsPerRun(3, func() { _, _ = wasmbin.Parse(big, wasmbin.Float) }); n > 20 {
		t.Errorf("%v allocations to refuse it", n)
	}
}

func TestEveryBinaryThatIsCutOffIsRefusedAtAByteThatItHas(t *testing.T) {
	whole := full().Bytes()
	for n := range whole {
		_, err := wasmbin.Parse(whole[:n], wasmbin.Float)
		e, ok := err.(*wasmbin.Error)
		if !ok || e.Offset > n || e.What == "" || e.Want == "" {
			t.Fatalf("cut to %d of %d bytes: %v", n, len(whole), err)
		}
	}
}

// full is Counter with one of each section, and instructions of every kind.
func full() *asm.Module {
	m := asm.Counter()
	m.Imports = []asm.Import{{Module: "tm", Name: "log", Params: []byte{asm.I32, asm.I32}}}
	m.Globals = []byte{asm.I32, asm.F64}
	m.Table = []byte{1, 2, 3}
	m.Data, m.Passive = []byte("data"), true
	m.Funcs = append(m.Funcs,
		asm.Func{Params: []byte{asm.I32}, Results: []byte{asm.I32}, Locals: []byte{asm.I64, asm.I32}, Code: asm.Code(
			0x02, 0x40, 0x03, 0x40, asm.Get(0), 0x45, 0x0d, 1, asm.Get(0), asm.Const32(1), 0x6b, 0x21, 0, 0x0c, 0, 0x0b, 0x0b,
			asm.Const32(64), asm.Const32(0), asm.Const32(4), 0xfc, 8, 0, 0, 0xfc, 9, 0,
			asm.Const32(128), asm.Const32(64), asm.Const32(4), 0xfc, 10, 0, 0,
			asm.Const32(128), asm.Const32(64), asm.Const32(4), 0xfc, 11, 0,
			asm.Const32(1), 0x40, 0, 0x1a,
			asm.Get(0), 0x04, asm.I32, asm.Const32(1), 0x0f, 0x05, asm.Const32(2), 0x0b, 0x0e, 1, 0, 0, asm.Const32(3))},
		asm.Func{Results: []byte{asm.I32, asm.I64}, Code: asm.Code(asm.Const32(1), asm.Const64(2))},
	)
	return m
}

func TestTheProfileIntTakesAModuleWithoutFloats(t *testing.T) {
	if _, err := wasmbin.Parse(asm.Counter().Bytes(), wasmbin.Int); err != nil {
		t.Error(err)
	}
}

func TestAMemoryAboveTheRunsLimitIsRefused(t *testing.T) {
	m, err := wasmbin.Parse(asm.Counter().Bytes(), wasmbin.Float)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Inject(4); err == nil || !strings.Contains(err.Error(),
		"a memory of 5 pages, over this run's limit of 4") {
		t.Error(err)
	}
}

// TestTheExampleOfTheSpecificationIsInjectedByteByByte holds FUEL.md, section 6, to the code.
func TestTheExampleOfTheSpecificationIsInjectedByteByByte(t *testing.T) {
	m := exporting("f", asm.Func{Params: []byte{asm.I32}, Results: []byte{asm.I32}, Code: asm.Code(
		0x20, 0, 0x04, 0x7f, 0x41, 7, 0x05, 0x41, 8, 0x0b)})
	parsed, err := wasmbin.Parse(m.Bytes(), wasmbin.Float)
	if err != nil {
		t.Fatal(err)
	}
	injected, err := parsed.Inject(10)
	if err != nil {
		t.Fatal(err)
	}
	charge := func(n byte) []byte {
		return []byte{0x23, 0, 0x42, n, 0x7d, 0x24, 0, 0x23, 0, 0x42, 0, 0x53, 0x04, 0x40, 0, 0x0b}
	}
	want := asm.Code(0, 0x23, 1, 0x41, 1, 0x6a, 0x24, 1, 0x23, 1, 0x41, 0xe8, 0x07, 0x4b, 0x04, 0x40, 0, 0x0b, 0x02, 0x7f,
		charge(2), 0x20, 0, 0x04, 0x7f, charge(1), 0x41, 7, 0x05, charge(1), 0x41, 8, 0x0b,
		0x0b, 0x23, 1, 0x41, 1, 0x6b, 0x24, 1, 0x0b)
	if !bytes.HasSuffix(injected, append([]byte{byte(len(want))}, want...)) {
		t.Errorf("injected body\n%x\nwant at its end\n%x", injected, want)
	}
}
