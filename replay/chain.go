package replay

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"github.com/tactus-go/tactus/sim"
)

// chainText and sealText keep the hashes of this format apart from any other use of SHA-256.
const (
	chainText = "tactus recording 1"
	sealText  = "tactus seal 1"
)

// A chain makes the chained hashes of a recording, and the seal.
type chain struct {
	sum  [hashBytes]byte // the last chained hash
	hash hash.Hash       // of that and of the chunks since
	word [8]byte
}

// newChain begins with the header.
func newChain(payload []byte) *chain {
	c := &chain{hash: sha256.New()}
	c.hash.Write([]byte(chainText))
	c.hash.Write([]byte{formatVersion, 0})
	c.hash.Write(payload)
	c.next()
	return c
}

// next takes the hash that is made and begins the one after it.
func (c *chain) next() {
	c.hash.Sum(c.sum[:0])
	c.hash.Reset()
	c.hash.Write(c.sum[:])
}

func (c *chain) u32(n int) {
	binary.LittleEndian.PutUint32(c.word[:], uint32(n))
	c.hash.Write(c.word[:4])
}

// segment takes a segment's payload up to its plain hash, which is in it.
func (c *chain) segment(payload []byte) {
	c.word[7] = chunkSegment
	c.hash.Write(c.word[7:])
	c.u32(len(payload))
	c.hash.Write(payload)
}

// link makes the chained hash of the state after so many ticks.
func (c *chain) link(ticks uint64, state []byte) {
	binary.LittleEndian.PutUint64(c.word[:], ticks)
	c.hash.Write(c.word[:])
	c.u32(len(state))
	c.hash.Write(state)
	c.next()
}

// seal makes the seal of a trailer, of which it takes the bytes before the seal.
func (c *chain) seal(trailer, state []byte) (sum [hashBytes]byte) {
	h := sha256.New()
	h.Write([]byte(sealText))
	h.Write(c.sum[:])
	h.Write(trailer)
	h.Write(state)
	h.Sum(sum[:0])
	return sum
}

// plainHash returns d of a state: the hash of one field of bytes, which has its length before it.
func plainHash(h *sim.Hash, state []byte) uint64 {
	h.Reset()
	h.Bytes("state", state)
	return h.Sum()
}
