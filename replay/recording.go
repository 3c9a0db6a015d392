package replay

import (
	"fmt"
	"iter"

	"github.com/tactus-go/tactus"
)

// A Recording is one that was read: whole, or as far as it is whole.
type Recording struct {
	Header Header // zero where it is what is malformed
	// Malformed says where the recording is none; nil for a whole one.
	Malformed *MalformedError
	Bytes     int64 // of the file, as far as it was read

	header   []byte // payload; nil where it is malformed
	segments []kept
	ticks    uint64
	frames   uint64
	trailer  trailer
}

// kept is a segment as it is held: small, since there may be a million, and with what a re-run needs
// found already.
type kept struct {
	offset     int64
	payload    []byte
	extra      []byte // optional chunks before it, as they are chained
	checkpoint []byte // state after it, nil where none is held
	plain      uint64
	ticks      uint32
	runs, end  uint32 // where the runs begin and end in the payload
	hashed     uint32 // where what the chained hash is of ends
	chained    bool
}

// keep makes a segment small.
func (s *segment) keep(payload, extra []byte) kept {
	from := uint32(s.runsAt - s.offset)
	return kept{offset: s.offset, payload: payload, extra: extra, plain: s.plain, ticks: uint32(s.ticks), runs: from,
		end: from + uint32(len(s.runs)), hashed: uint32(len(s.hashed)), chained: s.chained != nil}
}

// decoder returns the decoder of a segment's runs, which goes on from p.
func (k *kept) decoder(p *present) runDecoder {
	return runDecoder{present: p, cursor: cursor{data: k.payload[k.runs:k.end], base: k.offset + int64(k.runs)},
		left: uint64(k.ticks), first: true}
}

// segment returns segment i without its frames.
func (r *Recording) segment(i int) segment {
	k := &r.segments[i]
	s := segment{offset: k.offset, first: uint64(i) * uint64(r.Header.Plain), ticks: uint64(k.ticks), plain: k.plain,
		runs: k.payload[k.runs:k.end], runsAt: k.offset + int64(k.runs), hashed: k.payload[:k.hashed]}
	if k.chained {
		s.chained = k.payload[k.hashed:]
	}
	return s
}

// shown returns segment i with its frames; it was checked when it was read.
func (r *Recording) shown(i int) segment {
	k := &r.segments[i]
	s, _ := readSegment(k.payload, k.offset, &r.Header, uint64(i)*uint64(r.Header.Plain))
	return s
}

// Ticks returns the number of whole ticks.
func (r *Recording) Ticks() tactus.Tick { return tactus.Tick(r.ticks) }

// Claim returns what the recording says at its end; zero where it is malformed.
func (r *Recording) Claim() Claim { return r.trailer.claim }

// Inputs returns the TM/1 input of every tick. It is valid until the next.
func (r *Recording) Inputs() iter.Seq2[tactus.Tick, []byte] {
	return func(yield func(tactus.Tick, []byte) bool) {
		w := newWalker(r)
		tick := tactus.Tick(0)
		for n := w.take(1); n > 0; n = w.take(1) {
			if !yield(tick, w.present.input) {
				return
			}
			tick++
		}
	}
}

// Frames returns the frames of the host's loop, none where they were not recorded.
func (r *Recording) Frames() iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		before := int64(0)
		for i := range r.segments {
			s := r.shown(i)
			d := frameDecoder{cursor: cursor{data: s.frames}, before: before}
			for range s.count {
				if !yield(d.next()) {
					return
				}
			}
			before = d.before
		}
	}
}

// whole says what of a recording that ends early is there.
func (r *Recording) whole() string {
	if r.ticks == 0 {
		return "no tick is whole"
	}
	return fmt.Sprintf("the last whole tick is %d", r.ticks-1)
}
