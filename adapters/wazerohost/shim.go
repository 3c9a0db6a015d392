package wazerohost

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/tetratelabs/wazero/api"

	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
)

// What the functions of WASI return.
const (
	errnoSuccess = 0
	errnoBadFile = 8
	errnoFault   = 21
	errnoInvalid = 28
)

const (
	// clockStart is a second: Go's runtime takes a clock at 0 for a broken one.
	clockStart       = 1_000_000_000
	hostCallFuel     = 64
	vectorsMax       = 1024
	vectorBytes      = 8
	randomMax        = 64 << 10
	subscriptionsMax = 64
	subscriptionSize = 48
	eventSize        = 32
	abortText        = 1024 // bytes of an abort's text that are shown
)

// An offered is a function that a guest may import. stack holds its arguments and takes its result.
type offered struct {
	module, name    string
	params, results []api.ValueType
	run             func(i *Instance, stack []uint64)
}

const (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)

// wasi makes an offered function that returns an errno.
func wasi(name string, run func(i *Instance, a []uint64) uint64, params ...api.ValueType) offered {
	return offered{wasmbin.WASI, name, params, []api.ValueType{i32},
		func(i *Instance, stack []uint64) { stack[0] = run(i, stack) }}
}

func always(errno uint64) func(*Instance, []uint64) uint64 {
	return func(*Instance, []uint64) uint64 { return errno }
}

// offers is the whole world of a guest: ABI.md, section 7.
var offers = []offered{
	{"tm", "log", []api.ValueType{i32, i32}, nil, tmLog},
	{"tm", "abort", []api.ValueType{i32, i32}, nil, tmAbort},
	{"env", "abort", []api.ValueType{i32, i32, i32, i32}, nil,
		func(*Instance, []uint64) { panic(errors.New("the guest calls env.abort")) }},
	{wasmbin.WASI, "proc_exit", []api.ValueType{i32}, nil,
		func(_ *Instance, a []uint64) { panic(fmt.Errorf("the guest exits with code %d", uint32(a[0]))) }},
	wasi("args_get", always(errnoSuccess), i32, i32),
	wasi("args_sizes_get", sizesGet, i32, i32),
	wasi("environ_get", always(errnoSuccess), i32, i32),
	wasi("environ_sizes_get", sizesGet, i32, i32),
	wasi("clock_time_get", clockTimeGet, i32, i64, i32),
	wasi("random_get", randomGet, i32, i32),
	wasi("fd_write", fdWrite, i32, i32, i32, i32),
	wasi("sched_yield", always(errnoSuccess)),
	wasi("poll_oneoff", pollOneoff, i32, i32, i32, i32),
	wasi("fd_close", always(errnoBadFile), i32),
	wasi("fd_read", always(errnoBadFile), i32, i32, i32, i32),
	wasi("fd_fdstat_get", always(errnoBadFile), i32, i32),
	wasi("fd_fdstat_set_flags", always(errnoBadFile), i32, i32),
	wasi("fd_prestat_get", always(errnoBadFile), i32, i32),
	wasi("fd_prestat_dir_name", always(errnoBadFile), i32, i32, i32),
}

// offer gives the runtime those functions that the module asks for.
func (h *Host) offer(ctx context.Context) error {
	for _, module := range []string{"tm", "env", wasmbin.WASI} {
		b := h.runtime.NewHostModuleBuilder(module)
		for _, o := range offers {
			if o.module != module {
				continue
			}
			b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(
				func(ctx context.Context, _ api.Module, stack []uint64) {
					i := ctx.Value(instanceKey{}).(*Instance)
					i.charge(hostCallFuel)
					o.run(i, stack)
				}), o.params, o.results).Export(o.name)
		}
		if _, err := b.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

// charge takes fuel for work that the host does.
func (i *Instance) charge(n uint64) {
	left := int64(i.fuel.Get()) - int64(n) // n is below 2^32: longer is refused before
	i.fuel.Set(uint64(left))
	if left < 0 {
		panic(errors.New("out of fuel in a host function"))
	}
}

// within reports whether n bytes at an address are in the memory.
func (i *Instance) within(address, n uint64) bool {
	return uint64(uint32(address))+n <= uint64(i.memory.Size())
}

// note appends to the log as much as it has room for.
func (i *Instance) note(text []byte) {
	room := int(i.host.limits.Log) - len(i.log)
	kept := min(len(text), room)
	i.log = append(i.log, text[:kept]...)
	i.dropped += uint64(len(text) - kept)
}

func tmLog(i *Instance, a []uint64) {
	n := uint64(uint32(a[1]))
	if !i.within(a[0], n) {
		panic(errors.New("tm.log of bytes outside the memory"))
	}
	i.charge(n)
	text, _ := i.memory.Read(uint32(a[0]), uint32(n))
	i.note(text)
}

func tmAbort(i *Instance, a []uint64) {
	text, ok := i.memory.Read(uint32(a[0]), min(uint32(a[1]), abortText))
	if !ok {
		text = nil
	}
	panic(fmt.Errorf("the guest aborts: %q", text))
}

func sizesGet(i *Instance, a []uint64) uint64 {
	if !i.within(a[0], 4) || !i.within(a[1], 4) {
		return errnoFault
	}
	i.memory.WriteUint32Le(uint32(a[0]), 0)
	i.memory.WriteUint32Le(uint32(a[1]), 0)
	return errnoSuccess
}

func clockTimeGet(i *Instance, a []uint64) uint64 {
	if !i.memory.WriteUint64Le(uint32(a[2]), i.now()) {
		return errnoFault
	}
	return errnoSuccess
}

// now is the tick's time in nanoseconds, which is all the clock that a guest has: the ticks so far
// over the rate, rounded down. What is beyond 64 bits, after five centuries, is cut off.
func (i *Instance) now() uint64 {
	c := &i.config
	perTick := uint64(c.RateDen) * clockStart // below 2^62
	high, low := bits.Mul64(i.tick, perTick)
	ns, _ := bits.Div64(high%uint64(c.RateNum), low, uint64(c.RateNum))
	return clockStart + ns + i.entropy
}

func randomGet(i *Instance, a []uint64) uint64 {
	n := uint64(uint32(a[1]))
	switch {
	case n > randomMax:
		return errnoInvalid
	case !i.within(a[0], n):
		return errnoFault
	}
	i.charge(n)
	bytes, _ := i.memory.Read(uint32(a[0]), uint32(n))
	_, _ = i.random.Read(bytes) // which never fails
	return errnoSuccess
}

func fdWrite(i *Instance, a []uint64) uint64 {
	fd, vectors, n := uint32(a[0]), uint64(uint32(a[1])), uint64(uint32(a[2]))
	switch {
	case fd != 1 && fd != 2:
		return errnoBadFile
	case n > vectorsMax:
		return errnoInvalid
	case !i.within(vectors, n*vectorBytes), !i.within(a[3], 4):
		return errnoFault
	}
	i.charge(n * vectorBytes)
	list, _ := i.memory.Read(uint32(vectors), uint32(n*vectorBytes))
	var sum uint64
	for v := range n {
		address, length := vector(list, v)
		if !i.within(address, length) {
			return errnoFault
		}
		sum += length
	}
	if sum >= 1<<32 {
		return errnoInvalid
	}
	i.charge(sum)
	for v := range n {
		address, length := vector(list, v)
		text, _ := i.memory.Read(uint32(address), uint32(length))
		i.note(text)
	}
	i.memory.WriteUint32Le(uint32(a[3]), uint32(sum))
	return errnoSuccess
}

// vector returns address and length of one of a list.
func vector(list []byte, v uint64) (address, length uint64) {
	le := binary.LittleEndian
	return uint64(le.Uint32(list[v*vectorBytes:])), uint64(le.Uint32(list[v*vectorBytes+4:]))
}

func pollOneoff(i *Instance, a []uint64) uint64 {
	in, out, n := uint32(a[0]), uint32(a[1]), uint64(uint32(a[2]))
	switch {
	case n == 0 || n > subscriptionsMax:
		return errnoInvalid
	case !i.within(uint64(in), n*subscriptionSize), !i.within(uint64(out), n*eventSize), !i.within(a[3], 4):
		return errnoFault
	}
	i.charge(n * subscriptionSize)
	var events [subscriptionsMax * eventSize]byte // first all, since in and out may overlap
	for s := range uint32(n) {
		sub, _ := i.memory.Read(in+s*subscriptionSize, subscriptionSize)
		event := events[s*eventSize:]
		copy(event, sub[:8]) // the user's data
		event[10] = sub[8]   // the type of event
	}
	i.memory.Write(out, events[:n*eventSize])
	i.memory.WriteUint32Le(uint32(a[3]), uint32(n))
	return errnoSuccess
}
