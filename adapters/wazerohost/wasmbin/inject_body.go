package wasmbin

import (
	"encoding/binary"
	"strconv"
)

func number(v uint64) string { return strconv.FormatUint(v, 10) }

// A run is a part of a body without a branch into or out of its middle: FUEL.md, section 2.
type run struct {
	at   int // byte of the binary where it begins
	cost uint64
}

// body appends the new body of a function.
func (j *injector) body(b []byte, s span, t funcType) []byte {
	r := &reader{bin: j.m.bin, at: s.start, end: s.end}
	declared, entries := j.m.readLocals(r)
	spare := uint64(len(t.params)) + declared
	first := r.at
	runs, byLength := j.runs(*r, spare)

	if byLength {
		b = binary.AppendUvarint(b, uint64(entries)+1)
		b = append(b, recount(j.m.bin[s.start:first], 0)[1:]...)
		b = append(b, 1, typeI32)
	} else {
		b = append(b, j.m.bin[s.start:first]...)
	}
	b = j.enter(b)
	b = j.outerBlock(b, t)
	b = j.instructions(b, r, runs, spare)
	b = append(b, opEnd)
	b = j.leave(b)
	return append(b, opEnd)
}

// runs finds the runs of a body and whether an instruction costs by length.
func (j *injector) runs(r reader, locals uint64) (runs []run, byLength bool) {
	w := walk{reader: &r, m: j.m, locals: locals, open: 1}
	now := run{at: w.at}
	for {
		in := w.next()
		if w.open == 0 {
			return append(runs, now), byLength
		}
		byLength = byLength || costsByLength(in)
		switch in.op {
		case opNop, opBlock, opLoop, opElse, opEnd:
		default:
			now.cost++
		}
		switch in.op {
		case opLoop, opIf, opElse, opEnd, opBr, opBrIf, opBrTable, opReturn, opUnreachable:
			runs = append(runs, now)
			now = run{at: w.at}
		}
	}
}

func costsByLength(in instruction) bool {
	if in.op == opMemoryGrow {
		return true
	}
	if in.op != opMore {
		return false
	}
	switch in.more {
	case moreMemoryInit, moreMemoryCopy, moreMemoryFill, moreTableInit, moreTableCopy, moreTableFill:
		return true
	}
	return false
}

// instructions appends the old instructions without the last end, with what is charged between them.
func (j *injector) instructions(b []byte, r *reader, runs []run, spare uint64) []byte {
	w := walk{reader: r, m: j.m, locals: spare, open: 1}
	for {
		if len(runs) > 0 && w.at == runs[0].at {
			if cost := runs[0].cost; cost > 0 {
				b = j.charge(b, cost)
			}
			runs = runs[1:]
		}
		in := w.next()
		switch {
		case w.open == 0:
			return b
		case costsByLength(in):
			b = j.chargeLength(b, in.op == opMemoryGrow, spare)
		case in.op == opReturn:
			b = j.leave(b)
		}
		b = append(b, j.m.bin[in.start:w.at]...)
	}
}

// enter counts the depth up and traps beyond its maximum.
func (j *injector) enter(b []byte) []byte {
	b = j.get(b, j.depth)
	b = append(b, opI32Const, 1, 0x6a) // i32.add
	b = j.set(b, j.depth)
	b = j.get(b, j.depth)
	return append(b, opI32Const, DepthMax&0x7f|0x80, DepthMax>>7, 0x4b, // i32.gt_u
		opIf, typeEmpty, opUnreachable, opEnd)
}

// outerBlock opens the block that takes the place of the body for branches.
func (j *injector) outerBlock(b []byte, t funcType) []byte {
	b = append(b, opBlock)
	switch len(t.results) {
	case 0:
		return append(b, typeEmpty)
	case 1:
		return append(b, t.results[0])
	}
	return appendSigned(b, int64(j.blockType(t.results)))
}

// leave counts the depth down.
func (j *injector) leave(b []byte) []byte {
	b = j.get(b, j.depth)
	b = append(b, opI32Const, 1, 0x6b) // i32.sub
	return j.set(b, j.depth)
}

// charge takes a cost from the fuel and traps below 0.
func (j *injector) charge(b []byte, cost uint64) []byte {
	b = j.get(b, j.fuel)
	b = appendSigned(append(b, opI64Const), int64(cost))
	return j.take(b)
}

// chargeLength charges by the length on top of the stack, which it leaves there.
func (j *injector) chargeLength(b []byte, grow bool, spare uint64) []byte {
	b = binary.AppendUvarint(append(b, opLocalTee), spare)
	b = j.get(b, j.fuel)
	b = binary.AppendUvarint(append(b, opLocalGet), spare)
	b = append(b, 0xad) // i64.extend_i32_u
	if grow {
		b = append(b, opI64Const, 10, 0x86) // i64.shl: 1,024 a page
	} else {
		b = append(b, opI64Const, 6, 0x88) // i64.shr_u: 1 for 64 bytes
	}
	return j.take(b)
}

// take subtracts what is on the stack over the fuel, stores the fuel, and traps below 0.
func (j *injector) take(b []byte) []byte {
	b = append(b, 0x7d) // i64.sub
	b = j.set(b, j.fuel)
	b = j.get(b, j.fuel)
	return append(b, opI64Const, 0, 0x53, opIf, typeEmpty, opUnreachable, opEnd) // i64.lt_s
}

func (j *injector) get(b []byte, global uint64) []byte {
	return binary.AppendUvarint(append(b, opGlobalGet), global)
}

func (j *injector) set(b []byte, global uint64) []byte {
	return binary.AppendUvarint(append(b, opGlobalSet), global)
}

// appendSigned appends a signed LEB128 number in its shortest form, which is not that of
// binary.AppendVarint.
func appendSigned(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
