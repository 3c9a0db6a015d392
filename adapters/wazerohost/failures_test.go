package wazerohost_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/nans"
	"github.com/tactus-go/tactus/sim"
)

// What went wrong in public with other hosts of modules, each as the promise that it does not here.

func TestAModuleIsInitializedOnceForEachMemoryAndNeedNotBe(t *testing.T) {
	const count = 80 // where _initialize counts its calls, which is the state
	m := asm.Counter().With("tm_load", asm.Const32(0)).With("tm_save", asm.Code(
		asm.Const32(0), asm.Const32(0), asm.Mem(0x29, count), asm.Mem(0x37, asm.StateAt), asm.Const32(8)))
	without := m.Bytes()
	m.Funcs = append(m.Funcs, asm.Func{Export: "_initialize", Code: asm.Code(
		asm.Const32(0), asm.Const32(0), asm.Mem(0x29, count), asm.Const64(1), 0x7c, asm.Mem(0x37, count))})
	for _, c := range []struct {
		name   string
		binary []byte
		want   uint64
	}{{"with _initialize", m.Bytes(), 1}, {"without", without, 0}} {
		h := newHost(t, c.binary, wazerohost.Options{})
		newInstance(t, h, anyConfig)
		i := newInstance(t, h, anyConfig)
		for after, do := range []func() error{
			func() error { return nil },
			func() error { _, err := i.Step(nil); return err },
			i.Init,
			func() error { return i.Load(mustSave(t, i)) },
			func() error { return i.Rebuild(mustSave(t, i)) },
		} {
			if err := do(); err != nil {
				t.Fatalf("%s, %d: %v", c.name, after, err)
			}
			if got := binary.LittleEndian.Uint64(mustSave(t, i)); got != c.want {
				t.Errorf("%s, %d: initialized %d times; want %d", c.name, after, got, c.want)
			}
		}
	}
}

// TestAnEndlessGuestHoldsUpNoGarbageCollection collects while a guest runs that does not end: a
// collection waits for compiled code, which gives way nowhere, so that only its fuel lets it go on.
func TestAnEndlessGuestHoldsUpNoGarbageCollection(t *testing.T) {
	h := newHost(t, asm.Counter().With("tm_step", endless).Bytes(), wazerohost.Options{})
	i := newInstance(t, h, anyConfig)
	ended := make(chan error)
	go func() { _, err := i.Step(nil); ended <- err }()
	collected, longest := 0, time.Duration(0)
	for {
		select {
		case err := <-ended:
			if limit, ok := errors.AsType[*wazerohost.LimitError](err); !ok || limit.Limit != wazerohost.LimitFuel {
				t.Errorf("the step ends with %v; want its limit of fuel", err)
			}
			if collected == 0 || longest > time.Second {
				t.Errorf("%d collections, the longest in %v; want some, in under 1 s", collected, longest)
			}
			return
		default:
			began := time.Now()
			runtime.GC()
			collected, longest = collected+1, max(longest, time.Since(began))
		}
	}
}

// goNaNs is the game nans as a Go module.
func goNaNs(t testing.TB) []byte {
	t.Helper()
	return build(t, "nans-go.wasm", []string{"GOOS=wasip1", "GOARCH=wasm", "GOWORK=off", "GOFLAGS="},
		"go", "-C", "internal/nans/guest", "build", "-buildmode=c-shared")
}

func TestAStateOfNaNsIsTheSameNativelyAndInBothEngines(t *testing.T) {
	for _, interpreter := range []bool{false, true} {
		i := newInstance(t, newHost(t, goNaNs(t), wazerohost.Options{Interpreter: interpreter}), anyConfig)
		world := new(nans.World)
		game := sim.MustOf[[1]uint8](world)
		for tick, input := range []byte{0, 3, 0, 0, 255, 0} {
			game.Step([]byte{input})
			mustStep(t, i, input)
			if got, want := mustSave(t, i), game.Save(nil); !bytes.Equal(got, want) {
				t.Errorf("interpreter %v, tick %d: state %x, native %x", interpreter, tick, got, want)
			}
		}
		if !math.IsNaN(world.Quotient) || !math.IsNaN(world.Difference) || !math.IsNaN(world.Root) ||
			!math.IsNaN(world.Lesser) || !math.IsNaN(world.Sum) || !math.IsNaN(float64(world.Single)) {
			t.Errorf("not all are NaNs: %+v", world)
		}
	}
}
