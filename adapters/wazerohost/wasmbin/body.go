package wasmbin

// An instruction is one step of a walk through a body.
type instruction struct {
	op    byte
	more  uint32 // after opMore
	start int    // byte of the binary where it is; it ends where the reader is
}

// A walk is a reader in one body, with what its instructions may name.
type walk struct {
	*reader
	m      *Module
	locals uint64
	open   int // blocks that are open, the body among them
}

func (m *Module) readCode(r *reader) {
	n := r.count("bodies", FunctionsMax)
	if want := len(m.funcs) - len(m.imports); r.fail == nil && n != want {
		r.refuse(r.at, rebuild, "%d functions declared, %d bodies", want, n)
	}
	for i := range n {
		r.fn = len(m.imports) + i
		at := r.at
		size := r.u32()
		if size > BodyMax {
			r.refuse(at, "split the function", "a body of %d bytes, over the limit of %d", size, BodyMax)
		}
		part := r.part(size)
		if r.fail != nil {
			return
		}
		m.bodies = append(m.bodies, span{part.at, part.end})
		m.readBody(&part, m.types[m.funcs[r.fn]])
		if r.fail = part.fail; r.fail != nil {
			return
		}
	}
	r.fn = -1
}

func (m *Module) readBody(r *reader, t funcType) {
	declared, _ := m.readLocals(r)
	w := walk{reader: r, m: m, locals: uint64(len(t.params)) + declared, open: 1}
	for w.open > 0 && w.fail == nil {
		w.next()
	}
	if r.fail == nil && r.at != r.end {
		r.refuse(r.at, rebuild, "instructions after the end of the function")
	}
}

// readLocals reads the declarations of a body and returns the number of locals and of entries.
func (m *Module) readLocals(r *reader) (locals uint64, entries int) {
	at := r.at
	entries = r.count("groups of locals", LocalsMax)
	for range entries {
		locals += uint64(r.u32())
		m.valueType(r)
		if locals > LocalsMax {
			r.refuse(at, "use fewer locals", "more than %d locals", LocalsMax)
			return 0, 0
		}
	}
	return locals, entries
}

// next reads one instruction and checks its immediates.
func (w *walk) next() instruction {
	in := instruction{start: w.at}
	in.op = w.byte()
	if w.fail != nil {
		return in
	}
	if why, refused := refusals[in.op]; refused {
		w.refuse(in.start, why[1], "%s (0x%02x)", why[0], in.op)
		return in
	}
	if w.m.profile == Int && floats(in.op) {
		w.refuse(in.start, noFloats, "a floating-point instruction (0x%02x)", in.op)
		return in
	}
	switch {
	case in.op <= opCallIndirect:
		w.control(in)
	case in.op >= opLoadFirst && in.op <= opStoreLast:
		w.memarg()
	case in.op == opMore:
		in.more = w.u32()
		w.extended(in)
	default:
		w.plain(in)
	}
	return in
}

func (w *walk) control(in instruction) {
	switch in.op {
	case opUnreachable, opNop, opElse, opReturn:
	case opBlock, opLoop, opIf:
		w.blockType()
		w.open++
	case opEnd:
		w.open--
	case opBr, opBrIf:
		w.label()
	case opBrTable:
		for range w.count("branches", BodyMax) {
			w.label()
		}
		w.label()
	case opCall:
		w.m.funcIndex(w.reader)
	case opCallIndirect:
		w.m.typeIndex(w.reader)
		w.table()
	default:
		w.unknown(in)
	}
}

func (w *walk) unknown(in instruction) {
	w.refuse(in.start, "build for WebAssembly 2.0 without further proposals", "an unknown instruction (0x%02x)", in.op)
}

// plain reads the instructions that are neither control nor memory.
func (w *walk) plain(in instruction) {
	switch op := in.op; {
	case op == 0x1a, op == 0x1b, op > opF64Const && op <= opPlainLast, op == opRefIsNull:
	case op == opSelectTyped:
		for range w.reader.count("types", paramsMax) {
			w.m.valueType(w.reader)
		}
	case op >= opLocalGet && op <= opLocalTee:
		w.below(w.locals, "local")
	case op == opGlobalGet, op == opGlobalSet:
		w.global(in)
	case op == opTableGet, op == opTableSet:
		w.table()
	case op == opMemorySize, op == opMemoryGrow:
		w.memoryIndex()
	case op == opI32Const:
		w.signed(32)
	case op == opI64Const:
		w.signed(64)
	case op == opF32Const:
		w.skip(4)
	case op == opF64Const:
		w.skip(8)
	case op == opRefNull:
		w.m.refType(w.reader)
	case op == opRefFunc:
		w.m.funcIndex(w.reader)
	default:
		w.unknown(in)
	}
}

// extended reads what comes after the prefix 0xFC.
func (w *walk) extended(in instruction) {
	switch in.more {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		if w.m.profile == Int {
			w.refuse(in.start, noFloats, "a conversion of a float (0xfc %d)", in.more)
		}
	case moreMemoryInit:
		w.dataIndex()
		w.memoryIndex()
	case moreDataDrop:
		w.dataIndex()
	case moreMemoryCopy:
		w.memoryIndex()
		w.memoryIndex()
	case moreMemoryFill:
		w.memoryIndex()
	case moreTableInit:
		w.below(uint64(w.m.elements), "element segment")
		w.table()
	case moreElemDrop:
		w.below(uint64(w.m.elements), "element segment")
	case moreTableCopy:
		w.table()
		w.table()
	case moreTableGrow:
		w.refuse(in.start, "declare the table as large as it gets", "table.grow")
	case moreTableSize, moreTableFill:
		w.table()
	default:
		w.refuse(in.start, "build for WebAssembly 2.0 without further proposals",
			"an unknown instruction (0xfc %d)", in.more)
	}
}

// below reads an index and holds it against how many there are. What is injected adds globals, a local
// and a label, so an index past the end, harmless in a broken module, would reach them.
func (w *walk) below(n uint64, what string) uint32 {
	at := w.at
	i := w.u32()
	if w.fail == nil && uint64(i) >= n {
		w.refuse(at, rebuild, "%s %d of %d", what, i, n)
	}
	return i
}

func (w *walk) label() { w.below(uint64(w.open), "label") }

func (w *walk) table() { w.below(uint64(w.m.tables), "table") }

func (w *walk) dataIndex() {
	if w.m.data < 0 {
		w.refuse(w.at, rebuild, "a data segment by number without a data count section")
	}
	w.below(uint64(max(w.m.data, 0)), "data segment")
}

func (w *walk) global(in instruction) {
	at := w.at
	i := w.below(uint64(len(w.m.globals)), "global")
	if w.fail == nil && in.op == opGlobalSet && !w.m.globals[i].mutable {
		w.refuse(at, rebuild, "a constant global, %d, is set", i)
	}
}

func (w *walk) memoryIndex() {
	at := w.at
	if !w.m.memory.declared {
		w.refuse(at, rebuild, "memory is used and none declared")
	}
	if w.byte() != 0 {
		w.refuse(at, "build without multiple memories", "a memory other than the first")
	}
}

// memarg reads alignment and offset.
func (w *walk) memarg() {
	at := w.at
	if align := w.u32(); align > 3 {
		w.refuse(at, "build without multiple memories and vectors", "an alignment of 2^%d", align)
	}
	if !w.m.memory.declared {
		w.refuse(at, rebuild, "memory is used and none declared")
	}
	w.u32()
}

// blockType reads the type of a block: none, a value, or an index.
func (w *walk) blockType() {
	at := w.at
	v := w.signed(33)
	switch {
	case w.fail != nil || v == typeEmpty-0x80:
	case v < -0x40:
		w.refuse(at, rebuild, "a block of type %d", v)
	case v < 0:
		w.m.allowType(w.reader, at, byte(v&0x7f))
	case v >= int64(len(w.m.types)):
		w.refuse(at, rebuild, "type %d of %d", v, len(w.m.types))
	}
}
