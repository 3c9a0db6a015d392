package sim

import (
	"reflect"
	"unsafe"

	"github.com/tactus-go/tactus"
)

// An InputCodec turns the typed input of a tick into the bytes that a Sim is stepped with, and
// back: the fields in their order, numbers little-endian in their own width (int and uint in 64
// bits), truth values as the byte 0 or 1, nothing between them. In holds numbers, truth values,
// arrays and structs of them; slices and strings are refused, so that every input has one length.
type InputCodec[In any] struct {
	plan  plan
	value In // here and not on the stack, so that no call allocates
}

// NewInputCodec returns the codec of In, or a [*tactus.ConfigError] that names the field it cannot
// hold and what to use instead.
func NewInputCodec[In any]() (*InputCodec[In], error) {
	t := reflect.TypeFor[In]()
	pl := planner{fixedOnly: true}
	p, err := pl.of(t, t.Name(), lenDefault)
	if err != nil {
		return nil, err
	}
	return &InputCodec[In]{plan: p}, nil
}

// Size returns the length of every input, in bytes.
func (c *InputCodec[In]) Size() int { return c.plan.bytes }

// Append appends the bytes of in to dst and returns it. NaNs are written as one pattern.
func (c *InputCodec[In]) Append(dst []byte, in In) []byte {
	c.value = in
	return c.plan.save(dst, unsafe.Pointer(&c.value))
}

// Decode returns the input that the bytes are. Bytes that Append would not write, by their length
// or by a truth value that is neither 0 nor 1, are no input: they give the zero input. So a game
// never sees an input that its own player could not have made, and all hosts agree on what it sees.
func (c *InputCodec[In]) Decode(input []byte) In {
	c.read(input)
	return c.value
}

// read is Decode into c.value.
func (c *InputCodec[In]) read(input []byte) {
	if len(input) == c.plan.bytes {
		if _, err := c.plan.check(input, 0); err == nil {
			c.plan.load(input, unsafe.Pointer(&c.value))
			return
		}
	}
	var none In
	c.value = none
}

// Encode returns the bytes of one typed input. It makes the codec on every call: a host that
// encodes every tick keeps an [InputCodec]. It panics where In is no type for an input.
func Encode[In any](in In) []byte { return mustCodec[In]().Append(nil, in) }

// Inputs returns the bytes of typed inputs, one for each tick from 0. It panics as Encode does.
func Inputs[In any](ins ...In) [][]byte {
	c := mustCodec[In]()
	all := make([][]byte, len(ins))
	for i, in := range ins {
		all[i] = c.Append(make([]byte, 0, c.Size()), in)
	}
	return all
}

func mustCodec[In any]() *InputCodec[In] {
	c, err := NewInputCodec[In]()
	if err != nil {
		panic(err.Error())
	}
	return c
}

// Script returns the inputs as a function of the tick, as [Scenario.Input] wants it. Ticks before
// the first and past the last have none.
func Script(inputs [][]byte) func(tick tactus.Tick) []byte {
	return func(tick tactus.Tick) []byte {
		if tick < 0 || tick >= tactus.Tick(len(inputs)) {
			return nil
		}
		return inputs[tick]
	}
}
