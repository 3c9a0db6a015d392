package replay

import (
	"encoding/binary"
	"fmt"
)

// A cursor reads the fields of a payload in order and keeps the first error. After one, every field is
// zero, so that a caller looks once, at the end; a loop looks each time around.
type cursor struct {
	data []byte
	at   int   // the next byte
	base int64 // where data begins in the file
	err  *MalformedError
}

// fail keeps an error about the bytes at a place in data, and leaves nothing to read.
func (c *cursor) fail(at int, field, format string, args ...any) {
	if c.err == nil {
		c.err = &MalformedError{Offset: c.base + int64(at), Field: field, Reason: fmt.Sprintf(format, args...)}
		c.data, c.at = nil, 0
	}
}

func (c *cursor) left() int { return len(c.data) - c.at }

// bytes returns the next n bytes, which are data's own.
func (c *cursor) bytes(n int, field string) []byte {
	if c.err != nil {
		return nil
	}
	if n > c.left() {
		c.fail(c.at, field, "%d bytes wanted, %d left in its chunk", n, c.left())
		return nil
	}
	c.at += n
	return c.data[c.at-n : c.at : c.at]
}

func (c *cursor) u8(field string) uint8 {
	if b := c.bytes(1, field); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) u16(field string) uint16 {
	if b := c.bytes(2, field); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (c *cursor) u32(field string) uint32 {
	if b := c.bytes(4, field); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (c *cursor) u64(field string) uint64 {
	if b := c.bytes(8, field); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (c *cursor) sum(field string) (sum [hashBytes]byte) {
	copy(sum[:], c.bytes(hashBytes, field))
	return sum
}

// zero reads n bytes that must be 0.
func (c *cursor) zero(n int, field string) {
	at := c.at
	for _, b := range c.bytes(n, field) {
		if b != 0 {
			c.fail(at, field, "not 0")
		}
	}
}

// uv reads a number in its shortest LEB128 form, of low to high.
func (c *cursor) uv(low, high uint64, field string) uint64 {
	at := c.at
	v := c.anyUV(field)
	if (v < low || v > high) && c.err == nil {
		c.fail(at, field, "%d: want %d to %d", v, low, high)
		return 0
	}
	return v
}

// anyUV takes the numbers of one byte itself, since nearly all are.
func (c *cursor) anyUV(field string) uint64 {
	if c.at < len(c.data) && c.data[c.at] < 0x80 {
		c.at++
		return uint64(c.data[c.at-1])
	}
	return c.longUV(field)
}

func (c *cursor) longUV(field string) uint64 {
	if c.err != nil {
		return 0
	}
	at := c.at
	v, n := binary.Uvarint(c.data[at:])
	switch {
	case n == 0:
		c.fail(at, field, "the number goes on past its chunk")
		return 0
	case n < 0:
		c.fail(at, field, "the number has over 64 bits")
		return 0
	case n > 1 && c.data[at+n-1] == 0:
		c.fail(at, field, "the number is not in its shortest form")
		return 0
	}
	c.at += n
	return v
}

// zv reads a signed number in zigzag form.
func (c *cursor) zv(field string) int64 {
	v := c.anyUV(field)
	return int64(v>>1) ^ -int64(v&1)
}

// end refuses bytes that are left over.
func (c *cursor) end(field string) {
	if c.err == nil && c.left() > 0 {
		c.fail(c.at, field, "%d bytes after its end", c.left())
	}
}

// wrong is c.err as an error, nil where there is none.
func (c *cursor) wrong() error {
	if c.err == nil {
		return nil
	}
	return c.err
}

// appendZV appends a signed number in zigzag form.
func appendZV(b []byte, v int64) []byte {
	return binary.AppendUvarint(b, uint64(v)<<1^uint64(v>>63))
}
