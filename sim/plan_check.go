package sim

import (
	"encoding/binary"
	"math"
	"reflect"
	"strconv"
)

// checkWhole says what is wrong with an image that should hold one value of this plan and nothing
// else, or returns nil.
func (n *plan) checkWhole(image []byte) error {
	if n.fixed && len(image) != n.bytes {
		return imageError("", 0, strconv.Itoa(len(image))+" bytes long", strconv.Itoa(n.bytes))
	}
	end, err := n.check(image, 0)
	if err != nil {
		return err
	}
	if end != len(image) {
		return imageError("", end, strconv.Itoa(len(image))+" bytes long", strconv.Itoa(end))
	}
	return nil
}

// check returns where the value that starts at byte at ends, or why there is none. It writes
// nothing and allocates only errors, so a false length costs no memory.
func (n *plan) check(image []byte, at int) (int, *ImageError) {
	if n.kind != reflect.Struct && n.kind != reflect.Array && len(image)-at < n.bytes {
		return at, n.short(image, at, n.bytes)
	}
	switch {
	case n.loose: // which is also fixed
		if len(image)-at < n.bytes {
			return at, n.short(image, at, n.bytes)
		}
		return at + n.bytes, nil
	case n.kind == reflect.Struct:
		for i := range n.fields {
			end, err := n.fields[i].check(image, at)
			if err != nil {
				return at, err.inside(n.name)
			}
			at = end
		}
		return at, nil
	case n.kind == reflect.Array:
		return n.checkElements(image, at, n.count)
	case n.kind == reflect.Slice || n.kind == reflect.String:
		return n.checkLength(image, at)
	}
	return n.checkScalar(image, at)
}

// checkLength takes a length, which must be within the bound and within what the rest of the image
// can hold, and then what it counts.
func (n *plan) checkLength(image []byte, at int) (int, *ImageError) {
	count := binary.LittleEndian.Uint32(image[at:])
	if uint64(count) > uint64(n.max) {
		return at, imageError("len("+n.name+")", at, strconv.FormatUint(uint64(count), 10),
			"at most "+strconv.Itoa(n.max))
	}
	each := 1
	if n.elem != nil {
		each = n.elem.bytes
	}
	at += lenBytes
	if need := int64(count) * int64(each); need > int64(len(image)-at) {
		return at, n.short(image, at, int(need))
	}
	if n.elem == nil {
		return at + int(count), nil
	}
	return n.checkElements(image, at, int(count))
}

// checkElements skips elements that can hold nothing wrong. Where they are cut off it goes through
// them all the same, to name the first that is not whole.
func (n *plan) checkElements(image []byte, at, count int) (int, *ImageError) {
	if n.elem.loose {
		if need := count * n.elem.bytes; len(image)-at >= need {
			return at + need, nil
		}
	}
	for i := range count {
		end, err := n.elem.check(image, at)
		if err != nil {
			return at, err.inside(n.name + "[" + strconv.Itoa(i) + "]")
		}
		at = end
	}
	return at, nil
}

// checkScalar refuses what save would write differently: then two images could stand for one state.
func (n *plan) checkScalar(image []byte, at int) (int, *ImageError) {
	value := image[at : at+n.bytes]
	switch n.kind {
	case reflect.Bool:
		if value[0] > 1 {
			return at, imageError(n.name, at, strconv.Itoa(int(value[0])), "the byte 0 or 1")
		}
	case reflect.Float32:
		if b := binary.LittleEndian.Uint32(value); b != nanBits32 && b&^(1<<31) > 0x7f800000 {
			return at, imageError(n.name, at, "NaN 0x"+strconv.FormatUint(uint64(b), 16),
				"a number or NaN 0x7fc00000")
		}
	case reflect.Float64:
		b := binary.LittleEndian.Uint64(value)
		if f := math.Float64frombits(b); f != f && b != nanBits {
			return at, imageError(n.name, at, "NaN 0x"+strconv.FormatUint(b, 16),
				"a number or NaN 0x7ff8000000000000")
		}
	case reflect.Int: // not loose, so int has 32 bits here
		if v := int64(binary.LittleEndian.Uint64(value)); v < math.MinInt32 || v > math.MaxInt32 {
			return at, imageError(n.name, at, strconv.FormatInt(v, 10), "32 bits on this machine")
		}
	case reflect.Uint:
		if v := binary.LittleEndian.Uint64(value); v > math.MaxUint32 {
			return at, imageError(n.name, at, strconv.FormatUint(v, 10), "32 bits on this machine")
		}
	}
	return at + n.bytes, nil
}

// short is the error of a value whose bytes are not all there.
func (n *plan) short(image []byte, at, need int) *ImageError {
	return imageError(n.name, at, "cut off: "+strconv.Itoa(len(image)-at)+" bytes are left",
		strconv.Itoa(need)+" or more")
}
