package wazerohost

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/guest/abi"
)

// instanceKey is under what the context of a call holds its instance, for the functions it imports.
type instanceKey struct{}

// fuelOf returns the limit of a call other than tm_step.
func (l *Limits) fuelOf(call string) uint64 {
	if call == abi.Initialize || call == abi.Init {
		return startFuel * l.Fuel
	}
	return otherFuel * l.Fuel
}

// function returns the export of a name, nil where there is none.
func (i *Instance) function(call string) api.Function {
	if call == abi.Save {
		return i.save
	}
	return i.calls[call]
}

// invoke calls an export with its fuel, and returns its i32 as unsigned.
func (i *Instance) invoke(call string, args ...uint64) (uint32, error) {
	if i.poison != nil {
		return 0, i.unusable()
	}
	i.stack[0] = 0
	copy(i.stack[:], args)
	return i.enter(call, i.function(call), i.host.limits.fuelOf(call))
}

// enter calls f with the arguments on the stack. The depth is 0 before every call without being set: it
// begins so, each return takes off what an entry has added, and after a trap there is no further call.
func (i *Instance) enter(call string, f api.Function, limit uint64) (uint32, error) {
	i.call = call
	granted := limit
	if b := i.host.budget; b != nil {
		if err := b.Err(); err != nil {
			return 0, err
		}
		granted = b.bound(limit, i.host.cost)
	}
	i.fuel.Set(granted)
	err := f.CallWithStack(i.ctx, i.stack[:])
	left := int64(i.fuel.Get())
	i.used = granted - uint64(max(left, 0))
	i.host.budget.take(callCost + i.used*i.host.cost)
	if err != nil {
		i.poison = i.cause(err, left, granted)
		if left < 0 && granted < limit {
			i.poison = &BudgetError{Max: i.host.budget.most}
		}
		return 0, i.poison
	}
	return uint32(i.stack[0]), nil
}

// place is the tick that errors name. A state is the one after a tick: what goes wrong with it between
// two steps, as in tm_save, is of the tick that has run, and before the first of that one.
func (i *Instance) place() uint64 {
	if i.stepping || i.tick == 0 {
		return i.tick
	}
	return i.tick - 1
}

// logTail is how much of a log a trap quotes.
const logTail = 512

// unusable is the error of every call of a poisoned instance.
func (i *Instance) unusable() error {
	if errors.Is(i.poison, ErrClosed) {
		return ErrClosed
	}
	return fmt.Errorf("%w: %w", ErrPoisoned, i.poison)
}

// cause says why a call ended early.
func (i *Instance) cause(err error, left int64, limit uint64) error {
	e := LimitError{Call: i.call, Tick: i.place()}
	switch {
	case left < 0:
		e.Limit, e.Max = LimitFuel, limit
	case uint32(i.depth.Get()) > wasmbin.DepthMax:
		e.Limit, e.Max = LimitDepth, wasmbin.DepthMax
	case strings.Contains(err.Error(), "stack overflow"): // the engine has no exported error for it
		e.Limit = LimitStack
	default:
		tail := i.log[max(0, len(i.log)-logTail):]
		return &TrapError{Call: i.call, Tick: i.place(), Text: firstLine(err), Log: strings.ToValidUTF8(string(tail), "?")}
	}
	return &e
}

func firstLine(err error) string {
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		return err.Error()
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimSuffix(line, " (recovered by wazero)")
}

// broken poisons the instance.
func (i *Instance) broken(what string) error {
	i.poison = &BorderError{Call: i.call, Tick: i.place(), What: what}
	return i.poison
}

// status calls an export that returns a status.
func (i *Instance) status(call string, args ...uint64) (abi.Status, error) {
	v, err := i.invoke(call, args...)
	if err != nil {
		return 0, err
	}
	return i.answer(call, v)
}

// answer judges the status that an export has returned.
func (i *Instance) answer(call string, v uint32) (abi.Status, error) {
	s := abi.Status(int32(v))
	switch {
	case s == abi.OK, s == abi.Finished && call == abi.Step:
		return s, nil
	case s < 0 && s >= abi.Internal:
		return s, i.refused(call, s)
	}
	return 0, i.broken(fmt.Sprintf("it returns %d, which is no status of this call", int32(v)))
}

// refused makes the error of a negative status. The guest's text is fetched where it gives one; if
// that fails the instance is poisoned, and the status is the error all the same.
func (i *Instance) refused(call string, s abi.Status) error {
	e := &StatusError{Call: call, Tick: i.place(), Status: s}
	used := i.used
	if i.calls[abi.Error] != nil && call != abi.Error {
		if text, err := i.take(nil, abi.Error, abi.KindText, abi.ResultMax); err == nil {
			e.Text = strings.ToValidUTF8(string(text), "?")
		}
	}
	i.used = used
	return e
}

// reserve returns the address of a guest's buffer of at least n bytes, all of them in its memory; 0
// where the guest has no such buffer.
func (i *Instance) reserve(kind uint32, n int) (uint32, error) {
	if i.poison != nil {
		return 0, i.unusable()
	}
	b := &i.buffers[kind]
	if b.address != 0 && uint64(n) <= uint64(b.size) {
		return b.address, nil
	}
	call := i.call
	address, err := i.invoke(abi.Buf, uint64(kind), uint64(uint32(n)))
	if err != nil {
		return 0, err
	}
	if address == 0 {
		return 0, nil
	}
	if uint64(address)+uint64(n) > uint64(i.memory.Size()) {
		return 0, i.broken(fmt.Sprintf("buffer %d is at %d, %d bytes long, in a memory of %d", kind, address, n,
			i.memory.Size()))
	}
	i.call = call
	*b = buffer{address, uint32(n)}
	return address, nil
}

// put writes a blob into a guest's buffer, for a call. A guest that has no room for it has refused it.
func (i *Instance) put(call string, kind uint32, blob []byte) error {
	address, err := i.reserve(kind, len(blob))
	if err != nil {
		return err
	}
	if address == 0 {
		return &StatusError{Call: call, Tick: i.place(), Status: abi.Limit,
			Text: fmt.Sprintf("no room for %d bytes of kind %d", len(blob), kind)}
	}
	i.host.budget.take(byteCost * uint64(len(blob)))
	if !i.memory.Write(address, blob) {
		return i.broken(fmt.Sprintf("buffer %d is outside its memory", kind)) // never: reserve has checked it
	}
	return nil
}

// take calls an export that writes a blob and returns its length, and appends the blob to dst. A
// module without the export gives nothing.
func (i *Instance) take(dst []byte, call string, kind uint32, longest uint64) ([]byte, error) {
	if i.poison == nil && i.function(call) == nil {
		return dst, nil
	}
	v, err := i.invoke(call)
	if err != nil {
		return dst, err
	}
	n := int32(v)
	switch {
	case n < 0 && abi.Status(n) >= abi.Internal:
		return dst, i.refused(call, abi.Status(n))
	case n < 0:
		return dst, i.broken(fmt.Sprintf("it returns %d, which is neither a length nor a status", n))
	case uint64(n) > longest:
		if call == abi.Save {
			return dst, &LimitError{Limit: LimitState, Max: longest, Call: call, Tick: i.place()}
		}
		return dst, i.broken(fmt.Sprintf("it returns a length of %d, over the limit of %d", n, longest))
	}
	used := i.used
	address, err := i.reserve(kind, int(n))
	if err != nil {
		return dst, err
	}
	i.used = used
	if address == 0 {
		return dst, i.broken(fmt.Sprintf("it has no room for %d bytes of kind %d, which it has written", n, kind))
	}
	i.host.budget.take(byteCost * uint64(n))
	blob, ok := i.memory.Read(address, uint32(n))
	if !ok {
		return dst, i.broken(fmt.Sprintf("buffer %d is outside its memory", kind)) // never: reserve has checked it
	}
	return append(dst, blob...), nil
}
