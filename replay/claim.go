package replay

import (
	"encoding/binary"
	"time"
)

// A Claim is what a recording says at its end.
type Claim struct {
	Result   []byte        // what the game came to, up to 64 KiB
	Dropped  time.Duration // game time that a cap or the clamp cut off, which differs between machines
	Finished bool          // the game said that it is over
}

// A trailer is the last chunk.
type trailer struct {
	ticks, frames         uint64
	segments, checkpoints uint32
	claim                 Claim
	seal                  [hashBytes]byte
}

const (
	sealPlace  = 36 // offset of the seal in the trailer
	flagLost   = 1
	flagOver   = 2
	trailerMin = sealPlace + hashBytes + 4
)

// sealed appends the bytes of the trailer that the seal is of.
func (t *trailer) sealed(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint64(b, t.ticks)
	b = le.AppendUint64(b, t.frames)
	b = le.AppendUint64(b, uint64(t.claim.Dropped))
	b = le.AppendUint32(b, t.segments)
	b = le.AppendUint32(b, t.checkpoints)
	var flags byte
	if t.claim.Dropped > 0 {
		flags |= flagLost
	}
	if t.claim.Finished {
		flags |= flagOver
	}
	return append(b, flags, 0, 0, 0)
}

// append appends the payload.
func (t *trailer) append(b []byte) []byte {
	b = append(t.sealed(b), t.seal[:]...)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(t.claim.Result))), t.claim.Result...)
}

// readTrailer reads the payload, which begins at base in the file.
func readTrailer(payload []byte, base int64) (t trailer, err *MalformedError) {
	c := &cursor{data: payload, base: base}
	t.ticks, t.frames = c.u64("ticks"), c.u64("frames")
	dropped := c.u64("dropped time")
	if dropped >= 1<<63 {
		c.fail(16, "dropped time", "%d: want under 2^63", dropped)
	}
	t.claim.Dropped = time.Duration(dropped)
	t.segments, t.checkpoints = c.u32("segments"), c.u32("checkpoints")
	flags := c.u8("trailer flags")
	if flags > flagLost|flagOver || flags&flagLost != 0 != (dropped > 0) {
		c.fail(32, "trailer flags", "%#x with %d ns of dropped time", flags, dropped)
	}
	t.claim.Finished = flags&flagOver != 0
	c.zero(3, "reserved")
	t.seal = c.sum("seal")
	at := c.at
	n := c.u32("result length")
	if n > resultMax {
		c.fail(at, "result length", "%d: want at most %d", n, resultMax)
	}
	t.claim.Result = append([]byte(nil), c.bytes(int(n), "result")...)
	c.end("trailer")
	return t, c.err
}
