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

// A chain makes the chained hashes of a recording, and the seal. It collects what a hash is of, so that
// SHA-256 gets it in few calls: they cost more than the bytes of a segment.
type chain struct {
	sum   [hashBytes]byte // the last chained hash
	hash  hash.Hash       // of what was collected before
	begun bool            // something was
	buf   []byte
}

// chainBuffer is how much is collected at most: the room for some hundred segments.
const chainBuffer = 1 << 14

// newChain begins with the header.
func newChain(payload []byte) *chain {
	c := &chain{hash: sha256.New()}
	c.buf = append(append(c.buf, chainText...), formatVersion, 0)
	c.add(payload)
	c.next()
	return c
}

func (c *chain) add(b []byte) {
	if c.buf = append(c.buf, b...); len(c.buf) > chainBuffer {
		c.hash.Write(c.buf)
		c.buf, c.begun = c.buf[:0], true
	}
}

// next takes the hash that is made and begins the one after it.
func (c *chain) next() {
	if c.begun {
		c.hash.Write(c.buf)
		c.hash.Sum(c.sum[:0])
		c.hash.Reset()
		c.begun = false
	} else {
		c.sum = sha256.Sum256(c.buf) // which copies no state of a hash that goes on
	}
	c.buf = append(c.buf[:0], c.sum[:]...)
}

// segment takes a segment's payload up to its plain hash, which is in it.
func (c *chain) segment(payload []byte) {
	n := len(payload)
	c.buf = append(c.buf, chunkSegment, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	c.add(payload)
}

// link makes the chained hash of the state after so many ticks.
func (c *chain) link(ticks uint64, state []byte) {
	c.buf = binary.LittleEndian.AppendUint64(c.buf, ticks)
	c.buf = binary.LittleEndian.AppendUint32(c.buf, uint32(len(state)))
	c.add(state)
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
