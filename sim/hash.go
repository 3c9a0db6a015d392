package sim

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
)

// nanBits is the one pattern that every NaN is hashed and saved as. 0/0 has its sign bit set on
// amd64 and clear on arm64, and WebAssembly leaves the rest open, so the true bits say nothing.
const nanBits = 0x7ff8000000000000

// A Hash is the StateHash of one tick in the making: XXH64 with seed 0 over the bytes that the
// calls below append. The zero value is an empty stream, ready for use.
//
// The stream, so that another language can write the same:
//
//	Int, Uint      one word: 64 bits, two's complement, little-endian
//	Float          the word of its IEEE 754 bits, for every NaN the word 0x7ff8000000000000
//	Bool           the word 0 or 1
//	Len            the word of the length
//	Bytes, String  the word of the length, then the bytes, without padding
//	In, At, Out    nothing
//
// Names are not in the stream: they are for [Fields], which runs the same Hash method to say which
// field differs. A field can be renamed and old hashes still hold.
//
// Two different states of one game never give one stream. Whoever reads the stream along with the
// game's own Hash method knows at each point what comes next: a word has one size, and what has no
// size of its own says its length before its bytes. So the stream can be read back into the calls,
// one way only. This rests on two rules for the method: write Len before what a loop writes, and
// decide what to write from what is already written (a kind before the fields of that kind). That
// two streams give one hash is then a matter of odds: 1 in 2^64 for each pair, if nobody tries to.
// XXH64 is no protection against someone who does.
//
// -0 and +0 are equal for == and differ in their bits, so they are two states here: 1/x tells them
// apart. All NaNs are one state.
type Hash struct {
	stream xxh64
	walk   *walk // set while Fields walks: then calls record and write nothing
}

// HashOf returns the hash of s as it is. It allocates a Hash; a host that hashes every tick keeps
// one and asks [Hash.Of].
func HashOf(s Sim) uint64 {
	var h Hash
	return h.Of(s)
}

// Of empties h and returns the hash of s.
func (h *Hash) Of(s Sim) uint64 {
	h.Reset()
	s.Hash(h)
	return h.Sum()
}

// Chain adds a tick's hash to the chained hash of the ticks before it: XXH64 of the two words. The
// chain starts with 0. Two runs have equal chains at a tick only if no earlier tick differed, so a
// binary search over chains finds the first that did; one over plain hashes can miss a difference
// that went away again.
func Chain(before, hash uint64) uint64 {
	var x xxh64
	x.word(before)
	x.word(hash)
	return x.sum()
}

// Int writes a signed number.
func (h *Hash) Int(name string, v int64) {
	if h.walk != nil {
		h.walk.record(name, strconv.FormatInt(v, 10))
		return
	}
	h.stream.word(uint64(v))
}

// Uint writes an unsigned number.
func (h *Hash) Uint(name string, v uint64) {
	if h.walk != nil {
		h.walk.record(name, strconv.FormatUint(v, 10))
		return
	}
	h.stream.word(v)
}

// Float writes a float by its bits. A float32 converts without loss.
func (h *Hash) Float(name string, v float64) {
	if h.walk != nil {
		h.walk.record(name, strconv.FormatFloat(v, 'g', -1, 64)) // shortest text that reads back as v
		return
	}
	if v != v {
		h.stream.word(nanBits)
		return
	}
	h.stream.word(math.Float64bits(v))
}

// Bool writes a truth value.
func (h *Hash) Bool(name string, v bool) {
	if h.walk != nil {
		h.walk.record(name, strconv.FormatBool(v))
		return
	}
	if v {
		h.stream.word(1)
	} else {
		h.stream.word(0)
	}
}

// Bytes writes bytes with their length before them. nil and empty are the same.
func (h *Hash) Bytes(name string, v []byte) {
	if h.walk != nil {
		h.walk.record(name, showBytes(v))
		return
	}
	h.stream.word(uint64(len(v)))
	h.stream.write(v)
}

// String writes the bytes of a text with their length before them.
func (h *Hash) String(name, v string) {
	if h.walk != nil {
		h.walk.record(name, showString(v))
		return
	}
	h.stream.word(uint64(len(v)))
	for len(v) > 0 { // by portions, since a string becomes a slice only by copying
		var part [xxBlock]byte
		n := copy(part[:], v)
		h.stream.write(part[:n])
		v = v[n:]
	}
}

// Len writes the number of elements that the calls after it write. A report shows it as len(name).
func (h *Hash) Len(name string, n int) {
	if h.walk != nil {
		h.walk.recordLen(name, n)
		return
	}
	h.stream.word(uint64(n))
}

// In makes the names up to the matching Out parts of name: In("ball") and Int("velX", 1) are
// reported as ball.velX. The name "" adds nothing.
func (h *Hash) In(name string) {
	if h.walk != nil {
		h.walk.in(name)
	}
}

// At is In for element i of name: At("enemies", 3) and Int("velX", 1) are enemies[3].velX. An
// element that is one value is written with the name "": At("grid", 7) and Int("", 1) are grid[7].
func (h *Hash) At(name string, i int) {
	if h.walk != nil {
		h.walk.at(name, i)
	}
}

// Out ends what the last open In or At began. Fields panics where there is none, and where one is
// left open.
func (h *Hash) Out() {
	if h.walk != nil {
		h.walk.out()
	}
}

// Sum returns the hash of what is written so far. Writing can go on after it.
func (h *Hash) Sum() uint64 { return h.stream.sum() }

// Written returns the length of the stream so far, in bytes. 0 means that the game hashed nothing:
// whoever compares such hashes has compared nothing.
func (h *Hash) Written() uint64 { return h.stream.written() }

// Reset empties the stream.
func (h *Hash) Reset() { h.stream = xxh64{} }

// shownMax is the most bytes of one value that a report shows: a line of 80 columns has room for
// them in hexadecimal beside a name.
const shownMax = 32

// showBytes gives short values whole, and long ones by start, length and hash, so that two that
// differ only further on are still shown as different.
func showBytes(v []byte) string {
	if len(v) <= shownMax {
		return "0x" + hex.EncodeToString(v)
	}
	var x xxh64
	x.write(v)
	return fmt.Sprintf("0x%x... (%d bytes, XXH64 %016x)", v[:shownMax], len(v), x.sum())
}

func showString(v string) string {
	if len(v) <= shownMax {
		return strconv.Quote(v)
	}
	var x xxh64
	x.write([]byte(v))
	return fmt.Sprintf("%q... (%d bytes, XXH64 %016x)", v[:shownMax], len(v), x.sum())
}
