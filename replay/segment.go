package replay

import "encoding/binary"

const (
	segmentChained = 1
	segmentLast    = 2
)

// A segment is the ticks from one plain hash to the next, in parts. Its slices are the payload's own.
type segment struct {
	offset  int64 // of the payload in the file
	first   uint64
	ticks   uint64
	last    bool
	runs    []byte
	runsAt  int64
	count   uint64 // frames
	frames  []byte
	frameAt int64
	plain   uint64
	hashed  []byte // what the chained hash is of
	chained []byte // nil where there is none
}

// readSegment takes a payload apart. Runs and frames are left to their decoders.
func readSegment(payload []byte, base int64, h *Header, first uint64) (s segment, err *MalformedError) {
	c := &cursor{data: payload, base: base}
	s.offset, s.first = base, first
	flags := c.u8("segment flags")
	s.last = flags&segmentLast != 0
	low, high := uint64(h.Plain), uint64(h.Plain)
	if s.last {
		low, high = 0, high-1
	}
	if s.ticks = c.uv(low, high, "segment ticks"); c.err == nil && first+s.ticks > ticksMax {
		c.fail(1, "segment ticks", "over %d ticks in all", int64(ticksMax))
	}
	chained := s.last || (first+s.ticks)%uint64(h.Chain) == 0
	if want := wantFlags(chained, s.last); c.err == nil && flags != want {
		c.fail(0, "segment flags", "%#x: want %#x", flags, want)
	}
	n := int(c.uv(0, chunkMax, "runs length"))
	s.runsAt = base + int64(c.at)
	s.runs = c.bytes(n, "runs")
	most := uint64(0)
	if h.Flags&FlagSchedule != 0 {
		most = segmentFrames
	}
	s.count = c.uv(0, most, "frames")
	n = int(c.uv(0, chunkMax, "frames length"))
	s.frameAt = base + int64(c.at)
	s.frames = c.bytes(n, "frames")
	if b := c.bytes(8, "plain hash"); b != nil {
		s.plain = binary.LittleEndian.Uint64(b)
	}
	s.hashed = payload[:c.at]
	if chained {
		s.chained = c.bytes(hashBytes, "chained hash")
	}
	c.end("segment")
	return s, c.err
}

func wantFlags(chained, last bool) (flags byte) {
	if chained {
		flags |= segmentChained
	}
	if last {
		flags |= segmentLast
	}
	return flags
}

// decoder returns the runs' decoder, which goes on from p.
func (s *segment) decoder(p *present) runDecoder {
	return runDecoder{present: p, cursor: cursor{data: s.runs, base: s.runsAt}, left: s.ticks, first: true}
}
