package wasmbin

import "fmt"

// A reader walks a part of a binary and never leaves it. The first error stays and ends all reading:
// what is read after it is 0.
type reader struct {
	bin  []byte // the whole binary, so that offsets are of it
	at   int
	end  int
	fn   int // index of the function that is read, or -1
	fail *Error
}

const rebuild = "build the module again: it is damaged"

// refuse keeps the error, unless there is one.
func (r *reader) refuse(at int, want, what string, args ...any) {
	if r.fail == nil {
		r.fail = &Error{What: fmt.Sprintf(what, args...), Want: want, Offset: at, Func: r.fn}
		r.at = r.end
	}
}

func (r *reader) more() bool { return r.fail == nil && r.at < r.end }

func (r *reader) byte() byte {
	if r.at >= r.end {
		r.refuse(r.end, rebuild, "cut off")
		return 0
	}
	b := r.bin[r.at]
	r.at++
	return b
}

func (r *reader) skip(n uint64) {
	if n > uint64(r.end-r.at) {
		r.refuse(r.at, rebuild, "%d bytes announced, %d left", n, r.end-r.at)
		return
	}
	r.at += int(n)
}

// u32 reads an unsigned number of at most 5 bytes.
func (r *reader) u32() uint32 {
	start, v := r.at, uint64(0)
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if v >= 1<<32 {
				break
			}
			return uint32(v)
		}
	}
	r.refuse(start, rebuild, "a number beyond 32 bits")
	return 0
}

// signed reads over a signed number of at most that many bits and returns it.
func (r *reader) signed(bits int) int64 {
	start, v := r.at, int64(0)
	for shift := 0; shift < bits; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b >= 0x80 {
			continue
		}
		// In the last byte, what is beyond the width repeats the sign.
		if left := bits - shift; left < 7 {
			if top := int8(b<<1) >> left; top != 0 && top != -1 {
				break
			}
		}
		if shift+7 < 64 && b&0x40 != 0 {
			v |= -1 << (shift + 7)
		}
		return v
	}
	r.refuse(start, rebuild, "a number beyond %d bits", bits)
	return 0
}

// count reads the length of a list and holds it against its limit and against the bytes that are left.
func (r *reader) count(what string, limit uint32) int {
	start := r.at
	n := r.u32()
	if n > limit {
		r.refuse(start, "make a smaller module", "%d %s, over the limit of %d", n, what, limit)
		return 0
	}
	if int(n) > r.end-r.at {
		r.refuse(start, rebuild, "%d %s announced, %d bytes left", n, what, r.end-r.at)
		return 0
	}
	return int(n)
}

// part returns a reader of the next n bytes and goes on after them.
func (r *reader) part(n uint32) reader {
	p := reader{bin: r.bin, at: r.at, end: r.at, fn: r.fn}
	r.skip(uint64(n))
	if r.fail == nil {
		p.end = r.at
	}
	return p
}

// name reads a text by its length.
func (r *reader) name() string {
	n := r.u32()
	start := r.at
	r.skip(uint64(n))
	if r.fail != nil {
		return ""
	}
	return string(r.bin[start:r.at])
}
