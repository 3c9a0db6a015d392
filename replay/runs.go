package replay

import (
	"bytes"
	"encoding/binary"
)

// The ops of a run's head.
const (
	opSame  = 0 // the present input goes on
	opPatch = 1 // some bytes of it change
	opWhole = 2 // another length
	opAgain = 3 // bytes at the place of the last patch change
	opBits  = 2
)

// A present is what the coding of inputs knows from before: the input that was last given, and the
// place where a patch last changed one.
type present struct {
	input          []byte
	offset, length int
}

func (p *present) reset() {
	if cap(p.input) < shortInput {
		p.input = make([]byte, 0, shortInput)
	}
	p.input = append(p.input[:0], noInput...)
	p.offset, p.length = 0, 0
}

// A runEncoder turns the inputs of a segment into runs.
type runEncoder struct {
	present
	out   []byte // finished runs
	op    uint64
	data  []byte // of the open run, after its head
	count uint64 // of the open run; 0 where none is open
}

// add takes the input of the next tick.
func (e *runEncoder) add(input []byte) {
	if bytes.Equal(input, e.input) {
		if e.count == 0 {
			e.op, e.data = opSame, e.data[:0]
		}
		e.count++
		return
	}
	e.close()
	e.data = e.data[:0]
	if len(input) != len(e.input) {
		e.op = opWhole
		e.data = append(binary.AppendUvarint(e.data, uint64(len(input))), input...)
	} else {
		first, end := changed(e.input, input)
		if e.op = opAgain; first != e.offset || end-first != e.length {
			e.op, e.offset, e.length = opPatch, first, end-first
			e.data = binary.AppendUvarint(e.data, uint64(first))
			e.data = binary.AppendUvarint(e.data, uint64(end-first))
		}
		e.data = append(e.data, input[first:end]...)
	}
	e.input = append(e.input[:0], input...)
	e.count = 1
}

// changed returns the smallest range in which two inputs of one length differ. They are not equal.
func changed(a, b []byte) (first, end int) {
	for a[first] == b[first] {
		first++
	}
	for end = len(a); a[end-1] == b[end-1]; end-- {
	}
	return first, end
}

// close ends the open run.
func (e *runEncoder) close() {
	if e.count > 0 {
		e.out = binary.AppendUvarint(e.out, e.count<<opBits|e.op)
		e.out = append(e.out, e.data...)
		e.count = 0
	}
}

// A runDecoder reads the runs of one segment.
type runDecoder struct {
	*present
	cursor
	left  uint64 // ticks of the segment that no run has given yet
	first bool   // no run has been read
}

// next returns how many ticks the next run has; the present is then their input. It returns 0 at the
// end, and at an error, which is in the cursor.
func (d *runDecoder) next() uint64 {
	if d.left == 0 {
		d.end("runs")
		return 0
	}
	if count := d.quick(); count > 0 {
		return count
	}
	return d.checked()
}

// checked is next for every run, right or wrong.
func (d *runDecoder) checked() uint64 {
	at := d.at
	head := d.anyUV("run head")
	count := head >> opBits
	if d.err == nil && (count == 0 || count > d.left) {
		d.fail(at, "run count", "%d: want 1 to the %d ticks that are left in the segment", count, d.left)
	}
	switch head & (1<<opBits - 1) {
	case opSame:
		if !d.first {
			d.fail(at, "run op", "0 is for the first run of a segment: the run before goes on")
		}
	case opPatch:
		d.patch()
	case opWhole:
		d.whole()
	case opAgain:
		if d.length == 0 {
			d.fail(at, "run op", "3 before any 1: there is no place")
		}
		d.put(d.offset, d.length)
	}
	d.first = false
	if d.err != nil {
		return 0
	}
	d.left -= count
	return count
}

// shortInput is the length of an input of one player of at most eight bytes.
const shortInput = 16

// quick is next for the two kinds of run that a player makes: another byte at the place of the last, and
// a short input of another length. A verdict has little else to do between two runs of a small game. It
// returns 0, and has read nothing, for all other runs and for those that are wrong.
func (d *runDecoder) quick() uint64 {
	data, input := d.data[d.at:], d.input
	if len(data) < 2 || data[0] >= 0x80 {
		return 0
	}
	count := uint64(data[0] >> opBits)
	if count == 0 || count > d.left {
		return 0
	}
	switch data[0] & (1<<opBits - 1) {
	case opAgain:
		if d.length != 1 || d.offset >= len(input) || input[d.offset] == data[1] {
			return 0
		}
		input[d.offset] = data[1]
		d.at += 2
	case opWhole:
		n := int(data[1])
		if n < len(noInput) || n >= 0x80 || n == len(input) || len(data) < 2+n {
			return 0
		}
		if n <= shortInput && cap(input) >= shortInput && len(data) >= 2+shortInput {
			// Always as much, so that nothing depends on the length, which no processor foresees.
			*(*[shortInput]byte)(input[:shortInput]) = [shortInput]byte(data[2:])
			d.input = input[:n]
		} else {
			d.input = append(input[:0], data[2:2+n]...)
		}
		d.at += 2 + n
	default:
		return 0
	}
	d.first = false
	d.left -= count
	return count
}

func (d *runDecoder) patch() {
	at := d.at
	offset := int(d.uv(0, inputMax, "patch offset"))
	length := int(d.uv(1, inputMax, "patch length"))
	if d.err == nil && offset == d.offset && length == d.length {
		d.fail(at, "run op", "1 at the place of the last: want 3")
	}
	d.put(offset, length)
	d.offset, d.length = offset, length
}

// put puts the next bytes into the present input.
func (d *runDecoder) put(offset, length int) {
	at := d.at
	if d.err == nil && offset+length > len(d.input) {
		d.fail(at, "patch", "bytes %d to %d of an input of %d", offset, offset+length, len(d.input))
	}
	b := d.bytes(length, "patch")
	if len(b) == 0 {
		return
	}
	place := d.input[offset : offset+length]
	if b[0] == place[0] || b[length-1] == place[length-1] {
		d.fail(at, "patch", "its first or last byte changes nothing")
		return
	}
	copy(place, b)
}

func (d *runDecoder) whole() {
	at := d.at
	n := int(d.uv(4, inputMax, "input length"))
	b := d.bytes(n, "input")
	if d.err != nil {
		return
	}
	if n == len(d.input) {
		d.fail(at, "run op", "2 with the length of the present input: want 1 or 3")
		return
	}
	d.input = append(d.input[:0], b...)
}
