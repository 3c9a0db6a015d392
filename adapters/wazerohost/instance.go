package wazerohost

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/guest/abi"
)

// An Instance is one run of a module: its own memory, beside those of all others. Close frees it.
type Instance struct {
	host   *Host
	config abi.Config
	blob   []byte // the config as it crosses the border
	ctx    context.Context

	mod     api.Module
	calls   map[string]api.Function
	step    api.Function // those of every tick, without a look-up
	save    api.Function
	fuel    api.MutableGlobal
	depth   api.MutableGlobal
	memory  api.Memory
	linear  *linear // what the memory is made of
	stack   [2]uint64
	buffers [4]buffer

	tick     uint64
	over     bool
	stepping bool   // a Step is under way
	used     uint64 // fuel of the last call
	call     string // the call that is running or was last
	poison   error
	entropy  uint64 // 0, but in the test that no guest looks at clock or random bytes
	// stepFuel takes the place of the limit of a tick where it is not 0, so that a test can let a run
	// start with enough and stop short.
	stepFuel uint64
	random   *rand.ChaCha8
	log      []byte
	dropped  uint64
}

// A buffer is what is known of a buffer of the guest.
type buffer struct{ address, size uint32 }

// NewInstance starts a run: a new memory, _initialize, tm_init. The config is copied.
func (h *Host) NewInstance(config abi.Config) (*Instance, error) { return h.newInstance(config, 0) }

// newInstance is NewInstance in a world whose clock and random bytes are moved by entropy.
func (h *Host) newInstance(config abi.Config, entropy uint64) (*Instance, error) {
	blob, err := abi.AppendConfig(nil, &config)
	if err != nil {
		return nil, err
	}
	i := &Instance{host: h, blob: blob, entropy: entropy}
	if i.config, err = abi.ParseConfig(blob); err != nil {
		return nil, err
	}
	i.ctx = contextFor(i)
	if err := i.start(); err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

// start makes a new memory and brings it to tick 0.
func (i *Instance) start() error {
	i.host.mu.Lock()
	if i.host.closed {
		i.host.mu.Unlock()
		return ErrClosed
	}
	i.host.open[i] = struct{}{}
	i.host.mu.Unlock()
	i.reset()
	if err := i.host.budget.Err(); err != nil {
		i.poison = err
		return err
	}
	mod, err := i.host.runtime.InstantiateModule(i.ctx, i.host.code,
		wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		i.poison = &TrapError{Call: "instantiation", Text: firstLine(err)}
		return i.poison
	}
	i.bind(mod)
	i.host.budget.take(uint64(i.memory.Size()) / zeroedBytes)
	if i.calls[abi.Initialize] != nil {
		if _, err := i.invoke(abi.Initialize); err != nil {
			return err
		}
	}
	version, err := i.invoke(abi.ABI)
	if err != nil {
		return err
	}
	if version>>16 != abi.Version>>16 || version > abi.Version {
		return i.broken(fmt.Sprintf("it speaks version %d.%d: want 1.0", version>>16, version&0xffff))
	}
	return i.Init()
}

// reset forgets all that belongs to the old memory.
func (i *Instance) reset() {
	i.tick, i.over, i.used, i.poison, i.buffers = 0, false, 0, nil, [4]buffer{}
	i.log, i.dropped = nil, 0
	text := binary.LittleEndian.AppendUint64([]byte("TM/1 random"), i.config.SeedLo^i.entropy)
	text = binary.LittleEndian.AppendUint64(text, i.config.SeedHi)
	i.random = rand.NewChaCha8(sha256.Sum256(append(text, i.host.sum[:]...)))
}

// bind looks up what the module exports. Validation has seen to it that all of it is there.
func (i *Instance) bind(mod api.Module) {
	i.mod, i.memory = mod, mod.Memory()
	i.fuel = mod.ExportedGlobal(wasmbin.FuelExport).(api.MutableGlobal)
	i.depth = mod.ExportedGlobal(wasmbin.DepthExport).(api.MutableGlobal)
	i.calls = map[string]api.Function{}
	for _, name := range []string{abi.Initialize, abi.ABI, abi.Buf, abi.Init, abi.Step, abi.Save, abi.Load,
		abi.Result, abi.Schema, abi.Error} {
		if f := mod.ExportedFunction(name); f != nil {
			i.calls[name] = f
		}
	}
	i.step, i.save = i.calls[abi.Step], i.calls[abi.Save]
}

// Init goes back to tick 0 in the same memory, as tm_init does.
func (i *Instance) Init() error {
	if err := i.put(abi.Init, abi.KindConfig, i.blob); err != nil {
		return err
	}
	if _, err := i.status(abi.Init, uint64(len(i.blob))); err != nil {
		return err
	}
	i.tick, i.over = 0, false
	return nil
}

// Step runs one tick. input is the blob of the tick's inputs, section 3 of ABI.md; nil stands for that
// without any. It reports whether this tick was the last. An error other than a [*StatusError] poisons
// the instance.
func (i *Instance) Step(input []byte) (finished bool, err error) {
	i.stepping = true
	finished, err = i.runStep(input)
	i.stepping = false
	return finished, err
}

func (i *Instance) runStep(input []byte) (finished bool, err error) {
	if input == nil {
		input = noInput[:]
	}
	if uint64(len(input)) > uint64(i.host.limits.Input) {
		return false, &LimitError{Limit: LimitInput, Max: uint64(i.host.limits.Input), Call: abi.Step, Tick: i.place()}
	}
	if err := i.put(abi.Step, abi.KindInput, input); err != nil {
		return false, err
	}
	limit := i.host.limits.Fuel
	if i.stepFuel > 0 {
		limit = i.stepFuel
	}
	i.stack[0] = uint64(len(input))
	v, err := i.enter(abi.Step, i.step, limit)
	if err != nil {
		return false, err
	}
	s := abi.OK
	if v != uint32(abi.OK) {
		if s, err = i.answer(abi.Step, v); err != nil {
			return false, err
		}
	}
	i.tick++
	i.over = s == abi.Finished
	return i.over, nil
}

var noInput [4]byte

// Save appends the state to dst and returns it.
func (i *Instance) Save(dst []byte) ([]byte, error) {
	return i.take(dst, abi.Save, abi.KindState, uint64(i.host.limits.State))
}

// Load replaces the state by what Save wrote, of any module of the same game. Where the guest refuses
// it, with a [*StatusError], the state is as it was.
func (i *Instance) Load(image []byte) error {
	if uint64(len(image)) > uint64(i.host.limits.State) {
		return &LimitError{Limit: LimitState, Max: uint64(i.host.limits.State), Call: abi.Load, Tick: i.place()}
	}
	if err := i.put(abi.Load, abi.KindState, image); err != nil {
		return err
	}
	if _, err := i.status(abi.Load, uint64(len(image))); err != nil {
		return err
	}
	i.over = false
	if len(image) >= 8 {
		i.tick = binary.LittleEndian.Uint64(image)
	}
	return nil
}

// Result appends the result of the run so far to dst: nothing where the module has none.
func (i *Instance) Result(dst []byte) ([]byte, error) {
	return i.take(dst, abi.Result, abi.KindText, abi.ResultMax)
}

// Tick returns the number of ticks run; after a Load, what the state says first.
func (i *Instance) Tick() uint64 { return i.tick }

// Finished reports whether the last tick was the last of the run.
func (i *Instance) Finished() bool { return i.over }

// FuelUsed returns what the last call cost.
func (i *Instance) FuelUsed() uint64 { return i.used }

// Config returns what the run was started from. It must not be changed.
func (i *Instance) Config() abi.Config { return i.config }

// Log returns what the guest has written, and how many bytes more it wrote than are kept.
func (i *Instance) Log() (text []byte, dropped uint64) { return i.log, i.dropped }

// Poisoned returns the error that made the instance unusable, or nil.
func (i *Instance) Poisoned() error { return i.poison }

// Rebuild makes the instance anew, with a new memory, and loads a state into it; nil leaves it at tick
// 0. It is the way back from a trap.
func (i *Instance) Rebuild(image []byte) error {
	if errors.Is(i.poison, ErrClosed) {
		return ErrClosed
	}
	i.drop(true)
	if err := i.start(); err != nil {
		return err
	}
	if image == nil {
		return nil
	}
	return i.Load(image)
}

// Close frees the memory. It can be called twice.
func (i *Instance) Close() error {
	i.host.mu.Lock()
	defer i.host.mu.Unlock()
	delete(i.host.open, i)
	i.drop(true)
	return nil
}

// drop lets go of the memory and of all that leads to it. spare says that nothing of it can run any
// more, so that the memory may be used again.
func (i *Instance) drop(spare bool) {
	if i.mod != nil {
		if i.linear != nil {
			i.linear.spare = spare
		}
		_ = i.mod.Close(i.ctx) // which only says that it was closed before
	}
	i.mod, i.memory, i.linear, i.calls, i.step, i.save, i.fuel, i.depth = nil, nil, nil, nil, nil, nil, nil, nil
	i.poison = ErrClosed
}

func contextFor(i *Instance) context.Context {
	ctx := experimental.WithMemoryAllocator(context.Background(),
		experimental.MemoryAllocatorFunc(func(capacity, most uint64) experimental.LinearMemory {
			i.linear = newLinear(capacity, most)
			return i.linear
		}))
	return context.WithValue(ctx, instanceKey{}, i) // last, since each call of the host looks for it
}
