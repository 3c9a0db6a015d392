package replay

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
)

// A reader takes a recording apart, chunk by chunk, and holds every byte against the format.
type reader struct {
	r    io.Reader
	at   int64     // the next byte of the file
	file hash.Hash // of the bytes so far
	rec  *Recording

	present     present
	frameBefore int64
	steps       uint64 // of the frames so far
	checkpoints uint32
	extra       []byte // optional chunks since the last segment
	held        bool   // a checkpoint has come since the last segment
	last        bool   // the last segment has come
	inside      string // what is being read, for the message about a file that ends
}

// Read reads a whole recording. A bad one gives a [*MalformedError], and beside it the recording as far
// as it is whole, which [Verify] and [Trim] take; its Malformed has the same error. Another error is
// r's own, and comes without a recording.
//
// It reads up to 64 MiB and keeps what it read.
func Read(r io.Reader) (*Recording, error) {
	d := &reader{r: bufio.NewReader(r), file: sha256.New(), rec: &Recording{}}
	d.present.reset()
	err := d.all()
	bad, ok := err.(*MalformedError)
	if err != nil && !ok {
		return nil, err
	}
	d.rec.Malformed, d.rec.Bytes = bad, d.at
	return d.rec, err
}

// ReadHeader reads a recording as far as its header and no further, to tell what it is a recording of at
// the price of some kilobytes. The rest may still be malformed. Its errors are those of [Read].
func ReadHeader(r io.Reader) (Header, error) {
	d := &reader{r: r, file: sha256.New(), rec: &Recording{}}
	err := d.header()
	return d.rec.Header, err
}

func (d *reader) all() error {
	if err := d.header(); err != nil {
		return err
	}
	for {
		kind, payload, base, err := d.chunk()
		if err != nil {
			return err
		}
		switch {
		case kind == chunkTrailer && d.last:
			return d.trailer(payload, base)
		case kind == chunkSegment && !d.last:
			err = d.segment(payload, base)
		case kind == chunkCheckpoint && !d.held && !d.last && d.rec.Header.checkpointAt(d.rec.ticks):
			err = d.checkpoint(payload, base)
		case kind >= chunkOptional && !d.last:
			d.extra = append(d.extra, kind)
			d.extra = binary.LittleEndian.AppendUint32(d.extra, uint32(len(payload)))
			d.extra = append(d.extra, payload...)
		default:
			return bad(base-chunkHead, "chunk kind", "%d has no place here", kind)
		}
		if err != nil {
			return err
		}
	}
}

func bad(offset int64, field, format string, args ...any) *MalformedError {
	return &MalformedError{Offset: offset, Field: field, Reason: fmt.Sprintf(format, args...)}
}

// header reads preamble and header.
func (d *reader) header() error {
	d.inside = "the preamble"
	head, err := d.take(preambleBytes)
	if err != nil {
		return err
	}
	if n := len(magic); string(head[:n]) != magic {
		return bad(0, "magic", "not a recording")
	}
	if v := binary.LittleEndian.Uint16(head[8:]); v != formatVersion {
		return bad(8, "format version", "%d: this reader knows %d", v, formatVersion)
	}
	if head[10]|head[11] != 0 {
		return bad(10, "reserved", "not 0")
	}
	kind, payload, base, err := d.chunk()
	if err != nil {
		return err
	}
	if kind != chunkHeader {
		return bad(base-chunkHead, "chunk kind", "%d: want the header, 1", kind)
	}
	h, err := readHeader(payload, base)
	if err != nil {
		return err
	}
	d.rec.Header, d.rec.header = h, payload
	return nil
}

// take reads n bytes, with room taken as they come.
func (d *reader) take(n int) ([]byte, error) {
	start := d.at
	if d.at+int64(n) > fileMax {
		return nil, bad(d.at, "file", "passes %d bytes within %s", fileMax, d.inside)
	}
	var b []byte
	for len(b) < n {
		from := len(b)
		b = append(b, make([]byte, min(n-from, max(from, takeFirst)))...)
		got, err := io.ReadFull(d.r, b[from:])
		d.at += int64(got)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil, bad(d.at, "file", "ends within %s, with %d of %d bytes from byte %d on; %s",
				d.inside, d.at-start, n, start, d.rec.whole())
		}
		if err != nil {
			return nil, fmt.Errorf("tactus: recording, byte %d: %w", d.at, err)
		}
	}
	d.file.Write(b)
	return b, nil
}

// takeFirst is the room that is taken for bytes that are only promised; it doubles as they come.
const takeFirst = 1 << 16

// insideChunk names what ends too early.
var insideChunk = [...]string{"", "the header", "a segment", "a checkpoint", "the trailer", "an optional chunk"}

// chunk reads the next chunk and checks it.
func (d *reader) chunk() (kind byte, payload []byte, base int64, err error) {
	d.inside = "the head of a chunk"
	head, err := d.take(chunkHead)
	if err != nil {
		return 0, nil, 0, err
	}
	kind = head[0]
	if kind == 0 || kind > chunkTrailer && kind < chunkOptional {
		return 0, nil, 0, bad(d.at-chunkHead, "chunk kind", "%d is not known to this version, and required", kind)
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > chunkMax {
		return 0, nil, 0, bad(d.at-chunkHead+1, "chunk length", "%d: want at most %d", n, chunkMax)
	}
	d.inside = insideChunk[min(kind, chunkTrailer+1)]
	base = d.at
	body, err := d.take(int(n) + chunkCheck)
	if err != nil {
		return 0, nil, 0, err
	}
	payload = body[:n:n]
	sum := crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, payload)
	if got := binary.LittleEndian.Uint32(body[n:]); got != sum {
		return 0, nil, 0, bad(base+int64(n), "chunk check", "%08x: the chunk's bytes give %08x", got, sum)
	}
	return kind, payload, base, nil
}

// segment checks a segment to its last run and frame and keeps it.
func (d *reader) segment(payload []byte, base int64) error {
	s, err := readSegment(payload, base, &d.rec.Header, d.rec.ticks)
	if err != nil {
		return err
	}
	if held := d.held; held != (s.ticks > 0 && d.rec.Header.checkpointAt(s.first)) {
		return bad(base-chunkHead, "chunk kind", "a segment of %d ticks after %d ticks, and checkpoint before it: %v",
			s.ticks, s.first, held)
	}
	if err := d.runs(&s); err != nil {
		return err
	}
	if err := d.frames(&s); err != nil {
		return err
	}
	d.rec.segments = append(d.rec.segments, s.keep(payload, d.extra))
	d.extra = nil
	d.rec.ticks += s.ticks
	d.rec.frames += s.count
	d.last = s.last
	d.held = false
	return nil
}

func (d *reader) runs(s *segment) error {
	dec := s.decoder(&d.present)
	for dec.next() > 0 {
		if reason := checkInput(d.present.input, &d.rec.Header); reason != "" {
			dec.fail(dec.at, "input", "%s", reason)
		}
		if dec.err != nil {
			break
		}
	}
	return dec.wrong()
}

func (d *reader) frames(s *segment) error {
	dec := frameDecoder{cursor: cursor{data: s.frames, base: s.frameAt}, before: d.frameBefore}
	for range s.count {
		at := dec.at
		f := dec.next()
		if d.steps += uint64(f.Steps); dec.err == nil && d.steps > d.rec.ticks+s.ticks {
			dec.fail(at, "frame steps", "%d steps in all: there are %d ticks so far", d.steps, d.rec.ticks+s.ticks)
		}
		if dec.err != nil {
			break
		}
	}
	dec.end("frames")
	if dec.err == nil && s.last && d.rec.Header.Flags&FlagSchedule != 0 && d.steps != d.rec.ticks+s.ticks {
		dec.fail(dec.at, "frames", "%d steps in all: there are %d ticks", d.steps, d.rec.ticks+s.ticks)
	}
	d.frameBefore = dec.before
	return dec.wrong()
}

func (d *reader) checkpoint(payload []byte, base int64) error {
	c := &cursor{data: payload, base: base}
	if tick := c.u64("checkpoint ticks"); c.err == nil && tick != d.rec.ticks {
		c.fail(0, "checkpoint ticks", "%d: there are %d so far", tick, d.rec.ticks)
	}
	if n := c.left(); c.err == nil && (n == 0 || n > int(d.rec.Header.Limits.State)) {
		c.fail(8, "checkpoint", "a state of %d bytes: want 1 to %d", n, d.rec.Header.Limits.State)
	}
	if c.err != nil {
		return c.err
	}
	d.rec.segments[len(d.rec.segments)-1].checkpoint = payload[8:]
	d.checkpoints++
	d.held = true
	return nil
}

// trailer reads what is left of the file.
func (d *reader) trailer(payload []byte, base int64) error {
	t, err := readTrailer(payload, base)
	if err != nil {
		return err
	}
	for _, n := range []struct {
		field     string
		place     int64
		says, are uint64
	}{
		{"ticks", 0, t.ticks, d.rec.ticks},
		{"frames", 8, t.frames, d.rec.frames},
		{"segments", 24, uint64(t.segments), uint64(len(d.rec.segments))},
		{"checkpoints", 28, uint64(t.checkpoints), uint64(d.checkpoints)},
	} {
		if n.says != n.are {
			return bad(base+n.place, n.field, "%d: there are %d", n.says, n.are)
		}
	}
	sum := d.file.Sum(nil)
	d.inside = "the file hash"
	at := d.at
	got, fail := d.take(hashBytes)
	if fail != nil {
		return fail
	}
	if !bytes.Equal(got, sum) {
		return bad(at, "file hash", "not that of the bytes before it")
	}
	if n, _ := io.ReadFull(d.r, make([]byte, 1)); n > 0 {
		return bad(d.at, "file", "goes on after its end")
	}
	d.rec.trailer = t
	return nil
}
