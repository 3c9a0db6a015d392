package sim

import (
	"reflect"
	"strconv"
	"unsafe"
)

// hash writes the value at p. Strides and offsets come from the type that lies there, so every
// address is inside it.
func (n *plan) hash(h *Hash, p unsafe.Pointer) {
	switch n.kind {
	case reflect.Struct:
		h.In(n.name)
		for i := range n.fields {
			f := &n.fields[i]
			f.hash(h, unsafe.Add(p, f.offset))
		}
		h.Out()
	case reflect.Array:
		n.hashElements(h, p, n.count)
	case reflect.Slice:
		data, count := n.slice(p)
		if n.elem.kind != reflect.Uint8 || h.walk != nil {
			h.Len(n.name, count)
		}
		n.hashElements(h, data, count)
	case reflect.String:
		s := *(*string)(p)
		n.mustFit(len(s))
		h.String(n.name, s)
	default:
		n.hashScalar(h, p)
	}
}

// hashElements writes bytes in one go, which is what makes a tile map cheap to hash; a report still
// shows them one by one.
func (n *plan) hashElements(h *Hash, p unsafe.Pointer, count int) {
	if n.elem.kind == reflect.Uint8 && h.walk == nil {
		h.Bytes(n.name, unsafe.Slice((*byte)(p), count))
		return
	}
	for i := range count {
		h.At(n.name, i)
		n.elem.hash(h, unsafe.Add(p, uintptr(i)*n.stride))
		h.Out()
	}
}

// hashScalar writes one word, whatever the width in memory: a field that is widened from int32 to
// int64 keeps the hashes of old recordings.
func (n *plan) hashScalar(h *Hash, p unsafe.Pointer) {
	switch n.kind {
	case reflect.Bool:
		h.Bool(n.name, *(*bool)(p))
	case reflect.Int8:
		h.Int(n.name, int64(*(*int8)(p)))
	case reflect.Int16:
		h.Int(n.name, int64(*(*int16)(p)))
	case reflect.Int32:
		h.Int(n.name, int64(*(*int32)(p)))
	case reflect.Int64:
		h.Int(n.name, *(*int64)(p))
	case reflect.Int:
		h.Int(n.name, int64(*(*int)(p)))
	case reflect.Uint8:
		h.Uint(n.name, uint64(*(*uint8)(p)))
	case reflect.Uint16:
		h.Uint(n.name, uint64(*(*uint16)(p)))
	case reflect.Uint32:
		h.Uint(n.name, uint64(*(*uint32)(p)))
	case reflect.Uint64:
		h.Uint(n.name, *(*uint64)(p))
	case reflect.Uint:
		h.Uint(n.name, uint64(*(*uint)(p)))
	case reflect.Float32:
		h.Float(n.name, float64(*(*float32)(p)))
	case reflect.Float64:
		h.Float(n.name, *(*float64)(p))
	}
}

// slice returns where the elements of the slice at p lie and how many they are. All slices have
// one layout, whatever their elements.
func (n *plan) slice(p unsafe.Pointer) (unsafe.Pointer, int) {
	s := *(*[]byte)(p)
	n.mustFit(len(s))
	return unsafe.Pointer(unsafe.SliceData(s)), len(s)
}

// mustFit stops a game that outgrows its own bound at the tick where it does, and not when the
// image that no Load would take is needed.
func (n *plan) mustFit(length int) {
	if length > n.max {
		panic("tactus: " + n.label() + " has length " + strconv.Itoa(length) + ": want at most " +
			strconv.Itoa(n.max) + `, its bound (tag sim:"max=N")`)
	}
}

// label names the place for a message; an element has no name of its own.
func (n *plan) label() string {
	if n.name == "" {
		return "an element of type " + n.typ.String()
	}
	return "state field " + n.name
}
