package wasmbin_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
)

// A maker makes bodies of functions: well typed, ending, with every kind of branch.
type maker struct {
	*rand.Rand
	code   []byte
	labels []byte // what a branch to each open block needs: 0 nothing, else an i32
	depth  int
	callee byte // functions below this index may be called, so that no call comes back
}

const (
	paramCount = 2
	localCount = 3 // i32, after the parameters
	counters   = 4 // i32, one for each depth of loops
)

// value pushes an i32.
func (m *maker) value() {
	m.depth++
	defer func() { m.depth-- }()
	if m.depth > 6 {
		m.code = append(m.code, asm.Const32(int32(m.Uint32())>>m.IntN(32))...)
		return
	}
	switch m.IntN(10) {
	case 0, 1:
		m.code = append(m.code, asm.Get(byte(m.IntN(paramCount+localCount)))...)
	case 2:
		m.code = append(m.code, asm.Const32(int32(m.Uint32())>>m.IntN(32))...)
	case 3:
		m.value()
		m.code = append(m.code, asm.Const32(0xfff8)...)
		m.code = append(append(m.code, 0x71), asm.Mem(0x28, 0)...)
	case 4: // if with a value
		m.value()
		m.code = append(m.code, 0x04, asm.I32)
		m.block(asm.I32)
		m.code = append(m.code, 0x05)
		m.block(asm.I32)
		m.code = append(m.code, 0x0b)
	case 5: // block with a value, which branches may give
		m.code = append(m.code, 0x02, asm.I32)
		m.block(asm.I32)
		m.code = append(m.code, 0x0b)
	case 6:
		if m.callee > 0 {
			m.value()
			m.value()
			m.code = append(m.code, 0x10, byte(m.IntN(int(m.callee))))
			return
		}
		fallthrough
	case 7:
		m.value()
		m.code = append(m.code, asm.Const64(int64(m.Uint64()))...)
		m.code = append(m.code, 0xa7) // the low half of a constant
		m.code = append(m.code, []byte{0x6a, 0x6b, 0x6c, 0x71, 0x72, 0x73, 0x46, 0x4a}[m.IntN(8)])
	default:
		m.value()
		m.value()
		m.code = append(m.code, []byte{0x6a, 0x6b, 0x6c, 0x71, 0x72, 0x73, 0x46, 0x4a, 0x6d, 0x6f}[m.IntN(10)])
	}
}

// block writes some statements and a value if it is wanted.
func (m *maker) block(want byte) {
	m.labels = append(m.labels, want)
	for range m.IntN(3) {
		m.statement()
	}
	if want != 0 {
		m.value()
	}
	m.labels = m.labels[:len(m.labels)-1]
}

// branch writes a branch to some open block of those that may be left: not of loops, which are counted.
func (m *maker) branch() {
	to := m.IntN(len(m.labels))
	want := m.labels[len(m.labels)-1-to]
	if want == loopLabel {
		m.code = append(m.code, 0x01)
		return
	}
	if want != 0 {
		m.value()
	}
	switch m.IntN(3) {
	case 0:
		m.value()
		m.code = append(m.code, 0x0d, byte(to)) // br_if
		if want != 0 {
			m.code = append(m.code, 0x1a)
		}
	case 1: // br_table in a block of its own, since nothing after it runs
		m.value()
		m.code = append(m.code, 0x0e, 1, byte(to), byte(to))
		m.after()
	default:
		m.code = append(m.code, 0x0c, byte(to))
		m.after()
	}
}

// after is code that is never reached.
func (m *maker) after() {
	if m.IntN(2) == 0 {
		m.code = append(append(m.code, asm.Const32(1)...), 0x1a, 0x01)
	}
}

const loopLabel = 1

func (m *maker) statement() {
	m.depth++
	defer func() { m.depth-- }()
	set := func() {
		m.value()
		m.code = append(m.code, 0x21, byte(paramCount+m.IntN(localCount)))
	}
	if m.depth > 5 {
		set()
		return
	}
	switch m.IntN(12) {
	case 0, 1:
		set()
	case 2:
		m.value()
		m.code = append(m.code, asm.Const32(0xfff8)...)
		m.code = append(m.code, 0x71)
		m.value()
		m.code = append(m.code, asm.Mem(0x36, 0)...)
	case 3:
		m.value()
		m.code = append(m.code, 0x04, 0x40)
		m.block(0)
		if m.IntN(2) == 0 {
			m.code = append(m.code, 0x05)
			m.block(0)
		}
		m.code = append(m.code, 0x0b)
	case 4, 5:
		m.loop()
	case 6, 7:
		m.code = append(m.code, 0x02, 0x40)
		m.block(0)
		m.code = append(m.code, 0x0b)
	case 8: // copy and fill, of at most 255 bytes
		m.bulk()
	case 9:
		m.code = append(m.code, asm.Const32(int32(m.IntN(2)))...)
		m.code = append(m.code, 0x40, 0, 0x1a)
	case 10:
		m.value()
		m.code = append(m.code, 0x04, 0x40)
		m.value()
		m.code = append(m.code, 0x0f, 0x0b) // return under a condition
	default:
		if m.IntN(4) == 0 {
			m.code = append(m.code, 0x02, 0x40)
			m.labels = append(m.labels, 0)
			m.branch()
			m.labels = m.labels[:len(m.labels)-1]
			m.code = append(m.code, 0x0b)
			return
		}
		set()
	}
}

func (m *maker) bulk() {
	low := func(mask int32) {
		m.value()
		m.code = append(append(m.code, asm.Const32(mask)...), 0x71)
	}
	low(0x7fff)
	low(0x7fff)
	low(0xff)
	if m.IntN(2) == 0 {
		m.code = append(m.code, 0xfc, 10, 0, 0)
	} else {
		m.code = append(m.code, 0xfc, 11, 0)
	}
}

// loop runs its body a few times.
func (m *maker) loop() {
	counter := byte(paramCount + localCount + min(m.depth/2, counters-1))
	m.code = append(append(m.code, asm.Const32(int32(m.IntN(4)))...), 0x21, counter, 0x03, 0x40)
	m.labels = append(m.labels, loopLabel)
	m.statementWithoutLoop()
	m.labels = m.labels[:len(m.labels)-1]
	m.code = append(append(append(m.code, asm.Get(counter)...), asm.Const32(1)...), 0x6b, 0x22, counter)
	m.code = append(append(append(m.code, asm.Const32(0)...), 0x4a), 0x0d, 0, 0x0b)
}

// statementWithoutLoop keeps the cost of nested loops small.
func (m *maker) statementWithoutLoop() {
	before := m.depth
	m.depth += 2
	m.statement()
	m.depth = before
}

// program makes a module whose function run takes two numbers and returns one, or two.
func program(seed uint64) *asm.Module {
	r := rand.New(rand.NewPCG(seed, 1))
	m := asm.Counter()
	m.Imports = nil
	locals := bytes.Repeat([]byte{asm.I32}, localCount+counters)
	helpers := r.IntN(3)
	var funcs []asm.Func
	for k := range helpers + 1 {
		mk := maker{Rand: r, callee: byte(k), labels: []byte{asm.I32}}
		for range 1 + r.IntN(5) {
			mk.statement()
		}
		mk.value()
		funcs = append(funcs, asm.Func{Params: []byte{asm.I32, asm.I32}, Results: []byte{asm.I32}, Locals: locals,
			Code: mk.code})
	}
	funcs[helpers].Export = "run"
	funcs = append(funcs, asm.Func{Export: "two", Params: []byte{asm.I32, asm.I32}, Results: []byte{asm.I32, asm.I64},
		Code: asm.Code(
			asm.Get(0), 0x04, 0x40, asm.Get(1), asm.Const64(5), 0x0f, 0x0b, asm.Get(0), asm.Get(1), 0x10, helpers,
			asm.Const64(6))})
	m.Funcs = append(funcs, m.Funcs...)
	return m
}

// An outcome is what a call did: its results or its trap, and the memory after it.
type outcome struct {
	results []uint64
	trapped bool
	memory  []byte
	fuel    int64
	depth   uint32
}

// call runs an export in a new instance.
func call(t testing.TB, binary []byte, config wazero.RuntimeConfig, name string, a, b uint64) (o outcome) {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(16))
	defer r.Close(ctx)
	mod, err := r.InstantiateWithConfig(ctx, binary, wazero.NewModuleConfig())
	if err != nil {
		t.Fatalf("not instantiated: %v\n%x", err, binary)
	}
	if g, ok := mod.ExportedGlobal(wasmbin.FuelExport).(api.MutableGlobal); ok {
		g.Set(1 << 40)
		defer func() {
			o.fuel = 1<<40 - int64(g.Get())
			o.depth = uint32(mod.ExportedGlobal(wasmbin.DepthExport).Get())
		}()
	}
	o.results, err = mod.ExportedFunction(name).Call(ctx, a, b)
	o.trapped = err != nil
	all, _ := mod.Memory().Read(0, mod.Memory().Size())
	o.memory = bytes.Clone(all)
	return o
}

// holdEqual runs a program as it is and injected, in both engines.
func holdEqual(t testing.TB, seed uint64) (trapped bool) {
	t.Helper()
	plain := program(seed).Bytes()
	m, err := wasmbin.Parse(plain, wasmbin.Int)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	injected, err := m.Inject(16)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := m.Inject(16)
	if !bytes.Equal(injected, again) {
		t.Errorf("seed %d: injected twice, two modules", seed)
	}
	for _, name := range []string{"run", "two"} {
		for k := range uint64(3) {
			a, b := k, seed&0xffff_ffff>>(k*8)
			want := call(t, plain, wazero.NewRuntimeConfigInterpreter(), name, a, b)
			fast := call(t, injected, wazero.NewRuntimeConfigCompiler(), name, a, b)
			slow := call(t, injected, wazero.NewRuntimeConfigInterpreter(), name, a, b)
			for _, got := range []outcome{fast, slow} {
				if fmt.Sprint(got.results) != fmt.Sprint(want.results) || got.trapped != want.trapped {
					t.Errorf("seed %d: %s(%d, %d) is %v, trap %v; want %v, %v", seed, name, a, b, got.results, got.trapped,
						want.results, want.trapped)
				}
				if !bytes.Equal(got.memory, want.memory) {
					t.Errorf("seed %d: %s(%d, %d) leaves another memory", seed, name, a, b)
				}
				if !got.trapped && got.depth != 0 {
					t.Errorf("seed %d: %s(%d, %d) leaves depth %d", seed, name, a, b, got.depth)
				}
			}
			if fast.fuel != slow.fuel || fast.fuel <= 0 {
				t.Errorf("seed %d: %s(%d, %d) costs %d compiled, %d interpreted", seed, name, a, b, fast.fuel, slow.fuel)
			}
			trapped = trapped || want.trapped
		}
	}
	return trapped
}

func TestAnInjectedModuleComputesWhatThePlainOneDoes(t *testing.T) {
	traps := 0
	const programs = 60
	for seed := range uint64(programs) {
		if holdEqual(t, seed) {
			traps++
		}
	}
	if traps == 0 || traps == programs {
		t.Errorf("%d of %d programs trap: want some of both", traps, programs)
	}
}

func FuzzInject(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { holdEqual(t, seed) })
}

// FuzzParse holds that no binary panics, and that what is taken is injected into what an engine takes
// if it takes the plain one.
func FuzzParse(f *testing.F) {
	for _, m := range []*asm.Module{asm.Counter(), full(), program(1), program(2)} {
		f.Add(m.Bytes())
	}
	f.Fuzz(func(t *testing.T, binary []byte) {
		m, err := wasmbin.Parse(binary, wasmbin.Float)
		if err != nil {
			if e := err.(*wasmbin.Error); e.Offset < 0 || e.Offset > len(binary) {
				t.Fatalf("offset %d in %d bytes", e.Offset, len(binary))
			}
			return
		}
		injected, err := m.Inject(wasmbin.PagesMax)
		if err != nil {
			t.Fatal(err)
		}
		if compiles(binary) != compiles(injected) {
			t.Errorf("plain compiles: %v, injected: %v\n%x", compiles(binary), compiles(injected), binary)
		}
	})
}

func compiles(binary []byte) bool {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	_, err := r.CompileModule(ctx, binary)
	return err == nil
}
