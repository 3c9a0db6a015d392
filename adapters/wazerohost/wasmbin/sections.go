package wasmbin

// The types of values.
const (
	typeI32     = 0x7f
	typeI64     = 0x7e
	typeF32     = 0x7d
	typeF64     = 0x7c
	typeV128    = 0x7b
	typeFuncref = 0x70
	typeExtern  = 0x6f
	typeEmpty   = 0x40 // of a block
	typeFunc    = 0x60
)

const noFloats = "use whole numbers, or the profile float"

// valueType reads the type of a value.
func (m *Module) valueType(r *reader) byte {
	at := r.at
	t := r.byte()
	m.allowType(r, at, t)
	return t
}

func (m *Module) allowType(r *reader, at int, t byte) {
	switch t {
	case typeI32, typeI64, typeFuncref, typeExtern:
	case typeF32, typeF64:
		if m.profile == Int {
			r.refuse(at, noFloats, "a floating-point type")
		}
	case typeV128:
		r.refuse(at, "build without SIMD", "a vector type")
	default:
		r.refuse(at, "build for WebAssembly 2.0 without further proposals", "a value of type 0x%02x", t)
	}
}

func (m *Module) readTypes(r *reader) {
	for range r.count("types", listMax) {
		at := r.at
		if form := r.byte(); form != typeFunc {
			r.refuse(at, "build without garbage-collected types", "a type of form 0x%02x", form)
		}
		var t funcType
		t.params = m.valueTypes(r)
		t.results = m.valueTypes(r)
		if r.fail != nil {
			return
		}
		m.types = append(m.types, t)
	}
}

func (m *Module) valueTypes(r *reader) []byte {
	n := r.count("parameters or results", paramsMax)
	start := r.at
	for range n {
		m.valueType(r)
	}
	if r.fail != nil {
		return nil
	}
	return r.bin[start:r.at]
}

func (m *Module) readImports(r *reader) {
	for range r.count("imports", listMax) {
		at := r.at
		i := Import{Module: r.name(), Name: r.name()}
		if kind := r.byte(); r.fail == nil && kind != kindFunc {
			r.refuse(at, "own what the module uses: only functions are imported", "import %q.%q is no function",
				i.Module, i.Name)
		}
		t := m.typeIndex(r)
		if r.fail != nil {
			return
		}
		m.allowImport(r, at, i, m.types[t])
		m.imports = append(m.imports, i)
		m.funcs = append(m.funcs, t)
	}
}

func (m *Module) typeIndex(r *reader) int {
	at := r.at
	t := r.u32()
	if r.fail == nil && uint64(t) >= uint64(len(m.types)) {
		r.refuse(at, rebuild, "type %d of %d", t, len(m.types))
	}
	return int(t)
}

func (m *Module) readFunctions(r *reader) {
	at := r.at
	n := r.count("functions", FunctionsMax)
	if n+len(m.funcs) > FunctionsMax {
		r.refuse(at, "make a smaller module", "%d functions, over the limit of %d", n+len(m.funcs), FunctionsMax)
	}
	for range n {
		t := m.typeIndex(r)
		if r.fail != nil {
			return
		}
		m.funcs = append(m.funcs, t)
	}
}

// limits reads a minimum and a maximum; max is what stands for none.
func (r *reader) limits(what string, max uint32) (low, high uint32) {
	at := r.at
	switch flags := r.byte(); {
	case flags&^1 == 0:
		low, high = r.u32(), max
		if flags == 1 {
			high = r.u32()
		}
	case flags&4 != 0:
		r.refuse(at, "build for 32-bit addresses", "a 64-bit %s", what)
	case flags&2 != 0:
		r.refuse(at, "build without threads", "a shared %s", what)
	default:
		r.refuse(at, rebuild, "a %s with flags 0x%02x", what, flags)
	}
	if low > high {
		r.refuse(at, rebuild, "a %s from %d to %d", what, low, high)
	}
	return low, high
}

func (m *Module) readTables(r *reader) {
	m.tables = r.count("tables", tablesMax)
	for range m.tables {
		at := r.at
		if t := r.byte(); t != typeFuncref && t != typeExtern {
			r.refuse(at, "build without typed function references", "a table of type 0x%02x", t)
		}
		// No instruction grows a table, so a maximum that is not reached costs nothing.
		if low, _ := r.limits("table", 1<<32-1); low > ElementsMax {
			r.refuse(at, "make a smaller table", "%d elements, over the limit of %d", low, ElementsMax)
		}
	}
}

func (m *Module) readMemory(r *reader) {
	at := r.at
	n := r.count("memories", listMax)
	if n > 1 {
		r.refuse(at, "build without multiple memories", "%d memories", n)
	}
	if n != 1 || r.fail != nil {
		return
	}
	low, high := r.limits("memory", 1<<16)
	if low > PagesMax {
		r.refuse(at, "start with less memory", "a memory of %d pages, over the limit of %d", low, PagesMax)
	}
	if high > 1<<16 {
		r.refuse(at, rebuild, "a memory of up to %d pages", high)
	}
	m.memory = memory{declared: true, min: low, max: high}
}

func (m *Module) readGlobals(r *reader) {
	for range r.count("globals", listMax) {
		g := global{kind: m.valueType(r)}
		at := r.at
		switch r.byte() {
		case 0:
		case 1:
			g.mutable = true
		default:
			r.refuse(at, rebuild, "a global that is neither constant nor variable")
		}
		m.constant(r)
		if r.fail != nil {
			return
		}
		m.globals = append(m.globals, g)
	}
}

// constant reads an initial value: one constant and the end.
func (m *Module) constant(r *reader) {
	at := r.at
	switch op := r.byte(); op {
	case opI32Const:
		r.signed(32)
	case opI64Const:
		r.signed(64)
	case opF32Const, opF64Const:
		if m.profile == Int {
			r.refuse(at, noFloats, "a floating-point constant")
		}
		r.skip(uint64(4 + 4*(op-opF32Const)))
	case opRefNull:
		m.refType(r)
	case opRefFunc:
		m.funcIndex(r)
	default:
		r.refuse(at, "use a plain constant", "an initial value that begins with 0x%02x", op)
	}
	if at := r.at; r.byte() != opEnd {
		r.refuse(at, "use a plain constant", "an initial value of more than one instruction")
	}
}

func (m *Module) refType(r *reader) {
	at := r.at
	if t := r.byte(); t != typeFuncref && t != typeExtern {
		r.refuse(at, "build without typed function references", "a reference of type 0x%02x", t)
	}
}

func (m *Module) funcIndex(r *reader) int {
	at := r.at
	f := r.u32()
	if r.fail == nil && uint64(f) >= uint64(len(m.funcs)) {
		r.refuse(at, rebuild, "function %d of %d", f, len(m.funcs))
	}
	return int(f)
}

func (m *Module) readExports(r *reader) {
	for range r.count("exports", listMax) {
		at := r.at
		name := r.name()
		e := export{kind: r.byte()}
		e.index = int(r.u32())
		if r.fail != nil {
			return
		}
		if e.index >= m.spaces(e.kind) {
			r.refuse(at, rebuild, "export %q of kind %d, index %d, which there is not", name, e.kind, e.index)
		}
		if _, twice := m.exports[name]; twice {
			r.refuse(at, rebuild, "export %q comes twice", name)
		}
		m.exports[name] = e
	}
}

// spaces returns how many things of a kind there are.
func (m *Module) spaces(kind byte) int {
	switch kind {
	case kindFunc:
		return len(m.funcs)
	case kindTable:
		return m.tables
	case kindMemory:
		if m.memory.declared {
			return 1
		}
	case kindGlobal:
		return len(m.globals)
	}
	return 0
}
