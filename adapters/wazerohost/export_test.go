package wazerohost

import (
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/tactus-go/tactus/guest/abi"
)

// PlainStep returns a step of the module as it came, without fuel, for a comparison of costs. It
// borrows the world of an injected instance, whose memory and tick are then of no use.
func PlainStep(b *testing.B, h *Host, binary []byte, config abi.Config, input []byte) func() {
	b.Helper()
	i, err := h.NewInstance(config)
	if err != nil {
		b.Fatal(err)
	}
	code, err := h.runtime.CompileModule(i.ctx, binary)
	if err != nil {
		b.Fatal(err)
	}
	mod, err := h.runtime.InstantiateModule(i.ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		b.Fatal(err)
	}
	i.fuel.Set(1 << 60)
	i.memory = mod.Memory()
	call := func(name string, args ...uint64) uint64 {
		f := mod.ExportedFunction(name)
		if f == nil {
			return 0
		}
		results, err := f.Call(i.ctx, args...)
		if err != nil {
			b.Fatal(err)
		}
		if len(results) == 0 {
			return 0
		}
		return results[0]
	}
	call(abi.Initialize)
	mod.Memory().Write(uint32(call(abi.Buf, abi.KindConfig, uint64(len(i.blob)))), i.blob)
	if s := call(abi.Init, uint64(len(i.blob))); s != 0 {
		b.Fatal(s)
	}
	at := uint32(call(abi.Buf, abi.KindInput, uint64(len(input))))
	step, stack := mod.ExportedFunction(abi.Step), make([]uint64, 1)
	return func() {
		mod.Memory().Write(at, input)
		stack[0] = uint64(len(input))
		if err := step.CallWithStack(i.ctx, stack); err != nil || stack[0] != 0 {
			b.Fatal(err, stack[0])
		}
	}
}
