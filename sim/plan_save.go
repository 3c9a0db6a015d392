package sim

import (
	"encoding/binary"
	"math"
	"reflect"
	"unsafe"
)

// nanBits32 is nanBits as a float32.
const nanBits32 = 0x7fc00000

// save appends the value at p: numbers little-endian in their own width (int and uint in 64 bits),
// a truth value as the byte 0 or 1, a length as 32 bits before what it counts, no padding.
func (n *plan) save(image []byte, p unsafe.Pointer) []byte {
	switch n.kind {
	case reflect.Struct:
		for i := range n.fields {
			f := &n.fields[i]
			image = f.save(image, unsafe.Add(p, f.offset))
		}
		return image
	case reflect.Array:
		return n.saveElements(image, p, n.count)
	case reflect.Slice:
		data, count := n.slice(p)
		image = binary.LittleEndian.AppendUint32(image, uint32(count))
		return n.saveElements(image, data, count)
	case reflect.String:
		s := *(*string)(p)
		n.mustFit(len(s))
		image = binary.LittleEndian.AppendUint32(image, uint32(len(s)))
		return append(image, s...)
	}
	return n.saveScalar(image, p)
}

// saveElements copies bytes in one go: most large states are maps of tiles.
func (n *plan) saveElements(image []byte, p unsafe.Pointer, count int) []byte {
	if n.elem.kind == reflect.Uint8 {
		return append(image, unsafe.Slice((*byte)(p), count)...)
	}
	for i := range count {
		image = n.elem.save(image, unsafe.Add(p, uintptr(i)*n.stride))
	}
	return image
}

// saveScalar reads each value by its own type and writes it byte by byte, so that an image is the same
// on machines of either byte order and word size.
func (n *plan) saveScalar(image []byte, p unsafe.Pointer) []byte {
	switch n.kind {
	case reflect.Bool:
		if *(*bool)(p) {
			return append(image, 1)
		}
		return append(image, 0)
	case reflect.Int8, reflect.Uint8:
		return append(image, *(*byte)(p))
	case reflect.Int16, reflect.Uint16:
		return binary.LittleEndian.AppendUint16(image, *(*uint16)(p))
	case reflect.Int32, reflect.Uint32:
		return binary.LittleEndian.AppendUint32(image, *(*uint32)(p))
	case reflect.Float32:
		f := *(*float32)(p)
		if f != f {
			return binary.LittleEndian.AppendUint32(image, nanBits32)
		}
		return binary.LittleEndian.AppendUint32(image, math.Float32bits(f))
	case reflect.Float64:
		f := *(*float64)(p)
		if f != f {
			return binary.LittleEndian.AppendUint64(image, nanBits)
		}
		return binary.LittleEndian.AppendUint64(image, math.Float64bits(f))
	case reflect.Int:
		return binary.LittleEndian.AppendUint64(image, uint64(int64(*(*int)(p))))
	case reflect.Uint:
		return binary.LittleEndian.AppendUint64(image, uint64(*(*uint)(p)))
	}
	return binary.LittleEndian.AppendUint64(image, *(*uint64)(p)) // int64, uint64
}
