package sim

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// load replaces the value at p by the image, after check has found nothing wrong with the whole of
// it, and returns what follows. Slices and strings get memory of their own: what they had may be
// shared with another field, which would then be overwritten.
func (n *plan) load(image []byte, p unsafe.Pointer) []byte {
	switch n.kind {
	case reflect.Struct:
		for i := range n.fields {
			f := &n.fields[i]
			image = f.load(image, unsafe.Add(p, f.offset))
		}
		return image
	case reflect.Array:
		return n.loadElements(image, p, n.count)
	case reflect.Slice:
		count := int(binary.LittleEndian.Uint32(image))
		fresh := reflect.Zero(n.typ) // nil for none
		if count > 0 {
			fresh = reflect.MakeSlice(n.typ, count, count)
		}
		reflect.NewAt(n.typ, p).Elem().Set(fresh)
		data, _ := n.slice(p)
		return n.loadElements(image[lenBytes:], data, count)
	case reflect.String:
		end := lenBytes + int(binary.LittleEndian.Uint32(image))
		*(*string)(p) = string(image[lenBytes:end])
		return image[end:]
	}
	n.loadScalar(image, p)
	return image[n.bytes:]
}

// loadElements fills memory that is there: an array, or a slice that load has just made.
func (n *plan) loadElements(image []byte, p unsafe.Pointer, count int) []byte {
	if n.elem.kind == reflect.Uint8 {
		return image[copy(unsafe.Slice((*byte)(p), count), image):]
	}
	for i := range count {
		image = n.elem.load(image, unsafe.Add(p, uintptr(i)*n.stride))
	}
	return image
}

// loadScalar writes floats by their bits, as whole numbers: a conversion may change those of a NaN.
func (n *plan) loadScalar(image []byte, p unsafe.Pointer) {
	switch n.kind {
	case reflect.Bool:
		*(*bool)(p) = image[0] == 1
	case reflect.Int8, reflect.Uint8:
		*(*byte)(p) = image[0]
	case reflect.Int16, reflect.Uint16:
		*(*uint16)(p) = binary.LittleEndian.Uint16(image)
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		*(*uint32)(p) = binary.LittleEndian.Uint32(image)
	case reflect.Int:
		*(*int)(p) = int(int64(binary.LittleEndian.Uint64(image)))
	case reflect.Uint:
		*(*uint)(p) = uint(binary.LittleEndian.Uint64(image))
	default: // int64, uint64, float64
		*(*uint64)(p) = binary.LittleEndian.Uint64(image)
	}
}
