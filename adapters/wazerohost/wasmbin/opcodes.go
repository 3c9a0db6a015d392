package wasmbin

// The instructions that are read or written by name.
const (
	opUnreachable  = 0x00
	opNop          = 0x01
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opSelectTyped  = 0x1c
	opLocalGet     = 0x20
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opTableGet     = 0x25
	opTableSet     = 0x26
	opLoadFirst    = 0x28
	opStoreLast    = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opPlainLast    = 0xc4
	opRefNull      = 0xd0
	opRefIsNull    = 0xd1
	opRefFunc      = 0xd2
	opMore         = 0xfc

	moreMemoryInit = 8
	moreDataDrop   = 9
	moreMemoryCopy = 10
	moreMemoryFill = 11
	moreTableInit  = 12
	moreElemDrop   = 13
	moreTableCopy  = 14
	moreTableGrow  = 15
	moreTableSize  = 16
	moreTableFill  = 17
)

// refusals says why an opcode, or a prefix of opcodes, is refused.
var refusals = map[byte][2]string{
	0x06: {"an exception instruction", "build without exceptions"},
	0x07: {"an exception instruction", "build without exceptions"},
	0x08: {"an exception instruction", "build without exceptions"},
	0x09: {"an exception instruction", "build without exceptions"},
	0x0a: {"an exception instruction", "build without exceptions"},
	0x12: {"a tail call", "build without tail calls"},
	0x13: {"a tail call", "build without tail calls"},
	0x14: {"a call of a typed reference", "build without typed function references"},
	0x15: {"a call of a typed reference", "build without typed function references"},
	0x18: {"an exception instruction", "build without exceptions"},
	0x19: {"an exception instruction", "build without exceptions"},
	0x1f: {"an exception instruction", "build without exceptions"},
	0xfb: {"a garbage-collection instruction", "build without garbage-collected types"},
	0xfd: {"a SIMD instruction", "build without SIMD"},
	0xfe: {"a thread instruction", "build without threads and atomics"},
}

// floats reports whether a plain opcode reads or makes a float.
func floats(op byte) bool {
	switch {
	case op == 0x2a, op == 0x2b, op == 0x38, op == 0x39, op == opF32Const, op == opF64Const:
		return true
	case op >= 0x5b && op <= 0x66, op >= 0x8b && op <= 0xa6, op >= 0xa8 && op <= 0xab, op >= 0xae && op <= 0xbf:
		return true
	}
	return false
}
