package sim

import (
	"encoding/binary"
	"math/bits"
)

// The five primes of XXH64. They are part of the algorithm: no other values give its hashes.
const (
	xxPrime1 uint64 = 0x9E3779B185EBCA87
	xxPrime2 uint64 = 0xC2B2AE3D27D4EB4F
	xxPrime3 uint64 = 0x165667B19E3779F9
	xxPrime4 uint64 = 0x85EBCA77C2B2AE63
	xxPrime5 uint64 = 0x27D4EB2F165667C5
)

// xxBlock is the number of bytes that one round takes: a word for each of the four lanes.
const xxBlock = 32

// An xxh64 is XXH64 with seed 0 of the bytes written so far, in any portions. The zero value is the
// hash of nothing. It lives inside a Hash, so it holds its rest in an array and never allocates.
type xxh64 struct {
	lanes [4]uint64     // meaningful once a block is in, which is when size reaches xxBlock
	rest  [xxBlock]byte // bytes of the block that is not full yet
	used  int           // bytes in rest, under xxBlock
	size  uint64        // bytes in blocks already mixed
}

// word writes eight bytes, little-endian. A stream of words alone never takes the slow path.
func (x *xxh64) word(v uint64) {
	if x.used > xxBlock-8 {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		x.write(b[:])
		return
	}
	binary.LittleEndian.PutUint64(x.rest[x.used:], v)
	x.used += 8
	if x.used == xxBlock {
		x.mix(x.rest[:])
		x.used = 0
	}
}

// write takes any number of bytes: first it fills the block that has begun, then it takes whole
// blocks from where they lie, and keeps the rest.
func (x *xxh64) write(p []byte) {
	if x.used == 8 && len(p) >= xxBlock-8 { // after a length, as a copy of fixed size
		copy(x.rest[8:], p[:xxBlock-8])
		x.mix(x.rest[:])
		x.used, p = 0, p[xxBlock-8:]
	} else if x.used > 0 {
		n := copy(x.rest[x.used:], p)
		x.used, p = x.used+n, p[n:]
		if x.used < xxBlock {
			return
		}
		x.mix(x.rest[:])
		x.used = 0
	}
	whole := len(p) - len(p)%xxBlock
	x.mix(p[:whole])
	x.used = copy(x.rest[:], p[whole:])
}

// written returns the number of bytes so far.
func (x *xxh64) written() uint64 { return x.size + uint64(x.used) }

// mix takes whole blocks.
func (x *xxh64) mix(p []byte) {
	if len(p) == 0 {
		return
	}
	p1, p2 := xxPrime1, xxPrime2 // variables, since the sums below wrap and constants may not
	if x.size == 0 {
		x.lanes = [4]uint64{p1 + p2, p2, 0, -p1}
	}
	x.size += uint64(len(p))
	a, b, c, d := x.lanes[0], x.lanes[1], x.lanes[2], x.lanes[3]
	for ; len(p) >= xxBlock; p = p[xxBlock:] {
		a = xxRound(a, binary.LittleEndian.Uint64(p[0:8]))
		b = xxRound(b, binary.LittleEndian.Uint64(p[8:16]))
		c = xxRound(c, binary.LittleEndian.Uint64(p[16:24]))
		d = xxRound(d, binary.LittleEndian.Uint64(p[24:32]))
	}
	x.lanes = [4]uint64{a, b, c, d}
}

// sum returns the hash so far and changes nothing, so that writing can go on.
func (x *xxh64) sum() uint64 {
	h := xxPrime5 // the third lane's start, 0 with this seed, plus the prime
	if x.size > 0 {
		h = bits.RotateLeft64(x.lanes[0], 1) + bits.RotateLeft64(x.lanes[1], 7) +
			bits.RotateLeft64(x.lanes[2], 12) + bits.RotateLeft64(x.lanes[3], 18)
		for _, lane := range x.lanes {
			h = (h^xxRound(0, lane))*xxPrime1 + xxPrime4
		}
	}
	h += x.written()
	p := x.rest[:x.used]
	for ; len(p) >= 8; p = p[8:] {
		h ^= xxRound(0, binary.LittleEndian.Uint64(p))
		h = bits.RotateLeft64(h, 27)*xxPrime1 + xxPrime4
	}
	if len(p) >= 4 {
		h ^= uint64(binary.LittleEndian.Uint32(p)) * xxPrime1
		h = bits.RotateLeft64(h, 23)*xxPrime2 + xxPrime3
		p = p[4:]
	}
	for _, b := range p {
		h ^= uint64(b) * xxPrime5
		h = bits.RotateLeft64(h, 11) * xxPrime1
	}
	// Without this the last bytes would reach only some of the bits.
	h = (h ^ h>>33) * xxPrime2
	h = (h ^ h>>29) * xxPrime3
	return h ^ h>>32
}

// xxRound mixes a word into a lane.
func xxRound(lane, word uint64) uint64 {
	return bits.RotateLeft64(lane+word*xxPrime2, 31) * xxPrime1
}
