package sim

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Of makes a Sim of a pointer to a plain struct with a method Step(in In): In is the struct (or
// number) of a tick's input, and [InputCodec] says how it is made from bytes. The struct is the
// state, all of it, unexported fields too. Step, Hash and Save of the result work on world itself.
//
// The state may hold truth values, integers, floats, arrays and structs of what it may hold, and
// slices and strings. These have a bound, 65,536 elements or bytes, or what a tag states:
//
//	Enemies []Enemy `sim:"max=200"` // up to 2^24
//
// Maps, pointers, functions, channels, interfaces and complex numbers are refused with a
// [*tactus.ConfigError] that names the field and what to use in its place, and so are types that
// contain themselves, locks and time.Time. int and uint are hashed and saved in 64 bits; where the
// game runs on 32-bit machines too, they overflow at different values, so int64 is the better type.
//
// Hash names each field as Go does, Enemies[3].VelX, in the order of declaration; an array or slice
// of bytes is hashed as [Hash.Bytes]. Save writes the same fields, little-endian and without
// padding, lengths as 32 bits. Load takes exactly what Save writes: it checks the whole image
// before it changes anything, every length before it allocates, and returns an [*ImageError] that
// names the field where an image is cut off, too long, beyond a bound, or has a truth value other
// than 0 or 1 or a NaN that Save does not write. Every image that it takes, Save writes again.
//
// The state is the values, not the memory: after Load no two slices share elements, nil and empty
// slices are one (nil), and capacities are new. A game must not depend on these.
//
// Methods that *W itself has win: Hash(*Hash), Save([]byte) []byte with Load([]byte) error, which
// go together, and Draw(alpha float64), with which the result is a [Drawer]. What the game does not
// write itself is made from the struct, and then the struct must be plain; with Hash, Save and Load
// all written it may hold anything.
//
// Step, Hash and Save panic where a slice or string has outgrown its bound.
func Of[In any](world interface{ Step(in In) }) (Sim, error) {
	v := reflect.ValueOf(world)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, refuse("world", fmt.Sprintf("%T", world), "a pointer to the state, not nil")
	}
	codec, err := NewInputCodec[In]()
	if err != nil {
		return nil, err
	}
	t := &typed[In]{world: world, base: v.UnsafePointer(), input: codec}
	if err := t.setUp(v.Type().Elem()); err != nil {
		return nil, err
	}
	if d, ok := world.(Drawer); ok {
		return &drawn[In]{typed: t, Drawer: d}, nil
	}
	return t, nil
}

// MustOf is Of for a world that a test or a scenario knows to be plain. It panics with the text of
// Of's error.
func MustOf[In any](world interface{ Step(in In) }) Sim {
	s, err := Of(world)
	if err != nil {
		panic(err.Error())
	}
	return s
}

// StateOf returns the state behind a Sim: the struct that was given to [Of], or s itself where it
// is a *W. It is false where s has another state. The state may be read at any time and must be
// changed by Step and Load only.
func StateOf[W any](s Sim) (*W, bool) {
	if w, ok := any(s).(*W); ok {
		return w, true
	}
	if b, ok := s.(interface{ behind() any }); ok {
		w, ok := b.behind().(*W)
		return w, ok
	}
	return nil, false
}

type hasher interface{ Hash(h *Hash) }

type saver interface{ Save(image []byte) []byte }

type loader interface{ Load(image []byte) error }

// A typed is the Sim that Of makes.
type typed[In any] struct {
	world interface{ Step(in In) }
	base  unsafe.Pointer // where the state lies, the pointer in world
	input *InputCodec[In]
	plan  plan // of the state; unused where the game writes all three itself

	hasher hasher // what the game writes itself, else nil
	saver  saver
	loader loader
}

func (t *typed[In]) setUp(state reflect.Type) error {
	t.hasher, _ = t.world.(hasher)
	t.saver, _ = t.world.(saver)
	t.loader, _ = t.world.(loader)
	switch {
	case t.saver != nil && t.loader == nil:
		return refuse(state.Name()+".Save", "without Load([]byte) error", "both or neither")
	case t.saver == nil && t.loader != nil:
		return refuse(state.Name()+".Load", "without Save([]byte) []byte", "both or neither")
	case t.hasher != nil && t.saver != nil:
		return nil
	}
	var pl planner
	p, err := pl.of(state, state.Name(), lenDefault)
	if err == nil && p.bytes == 0 {
		err = refuse(state.Name(), "empty", "a state that Step changes")
	}
	t.plan = p
	return err
}

func (t *typed[In]) behind() any { return t.world }

// Step reads the input and runs the game's own Step.
func (t *typed[In]) Step(input []byte) {
	t.input.read(input)
	t.world.Step(t.input.value)
}

// Hash writes every field.
func (t *typed[In]) Hash(h *Hash) {
	if t.hasher != nil {
		t.hasher.Hash(h)
		return
	}
	t.plan.hash(h, t.base)
}

// Save appends every field.
func (t *typed[In]) Save(image []byte) []byte {
	if t.saver != nil {
		return t.saver.Save(image)
	}
	return t.plan.save(image, t.base)
}

// Load restores every field, or none.
func (t *typed[In]) Load(image []byte) error {
	if t.loader != nil {
		return t.loader.Load(image)
	}
	if err := t.plan.checkWhole(image); err != nil {
		return err
	}
	t.plan.load(image, t.base)
	return nil
}

// A drawn is a typed whose game can be drawn.
type drawn[In any] struct {
	*typed[In]
	Drawer
}
