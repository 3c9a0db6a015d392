package wasmbin

// A Module is a binary that passed validation.
type Module struct {
	bin      []byte
	sections []section // in their order, custom ones left out
	types    []funcType
	imports  []Import
	funcs    []int // type of each function, imported ones first
	globals  []global
	tables   int
	elements int // element segments
	data     int // data segments, as the data count section says; -1 without one
	memory   memory
	exports  map[string]export
	bodies   []span // of the defined functions, with the locals, without the size

	profile Profile
}

type span struct{ start, end int }

// A section is one part of the binary; its span is the payload.
type section struct {
	id byte
	span
}

type funcType struct{ params, results []byte }

func (t funcType) equal(o funcType) bool {
	return string(t.params) == string(o.params) && string(t.results) == string(o.results)
}

// An Import is a function that the module asks for.
type Import struct{ Module, Name string }

type global struct {
	kind    byte
	mutable bool
}

type memory struct {
	declared bool
	min, max uint32 // pages; max is 65,536 where none is stated
}

type export struct {
	kind  byte
	index int
}

const (
	kindFunc   = 0
	kindTable  = 1
	kindMemory = 2
	kindGlobal = 3
)

// The ids of the sections.
const (
	idCustom    = 0
	idType      = 1
	idImport    = 2
	idFunction  = 3
	idTable     = 4
	idMemory    = 5
	idGlobal    = 6
	idExport    = 7
	idStart     = 8
	idElement   = 9
	idCode      = 10
	idData      = 11
	idDataCount = 12
)

// Imports returns the functions that the module asks for, in its order. Each is one that TM/1 knows,
// of its right type.
func (m *Module) Imports() []Import { return m.imports }

// Exports reports whether the module exports a function of that name.
func (m *Module) Exports(name string) bool {
	e, ok := m.exports[name]
	return ok && e.kind == kindFunc
}

// Functions returns the number of functions, imported ones included.
func (m *Module) Functions() int { return len(m.funcs) }

// Pages returns the memory that the module starts with, in pages of 64 KiB.
func (m *Module) Pages() uint32 { return m.memory.min }

// Parse validates a binary. The error is an [*Error]. The Module keeps bin, which must not be changed.
func Parse(bin []byte, profile Profile) (*Module, error) {
	m := &Module{bin: bin, data: -1, exports: map[string]export{}, profile: profile}
	r := &reader{bin: bin, end: len(bin), fn: -1}
	if len(bin) > SizeMax {
		r.refuse(SizeMax, "make a smaller module: strip names and debug information", "%d bytes, over the limit of %d",
			len(bin), SizeMax)
		return nil, r.fail
	}
	if len(bin) < 8 || string(bin[:8]) != "\x00asm\x01\x00\x00\x00" {
		r.refuse(0, "give a WebAssembly module, version 1, in its binary form", "not the magic and version of a module")
		return nil, r.fail
	}
	r.at = 8
	before := 0
	for r.more() {
		before = m.readSection(r, before)
	}
	m.checkWhole(r)
	if r.fail != nil {
		return nil, r.fail
	}
	return m, nil
}

// order is the rank of each section id; the data count comes between the elements and the code.
var order = [13]int{idType: 1, idImport: 2, idFunction: 3, idTable: 4, idMemory: 5, idGlobal: 6, idExport: 7,
	idStart: 8, idElement: 9, idDataCount: 10, idCode: 11, idData: 12}

// readSection reads one section and returns its rank.
func (m *Module) readSection(r *reader, before int) int {
	start := r.at
	id := r.byte()
	size := r.u32()
	part := r.part(size)
	if r.fail != nil || id == idCustom {
		return before
	}
	if id == 13 {
		r.refuse(start, "build without exceptions", "a section of exception tags")
		return before
	}
	if int(id) >= len(order) {
		r.refuse(start, rebuild, "a section of unknown id %d", id)
		return before
	}
	if order[id] <= before {
		r.refuse(start, rebuild, "section %d is out of order or comes twice", id)
		return before
	}
	m.sections = append(m.sections, section{id, span{part.at, part.end}})
	m.readPayload(id, &part)
	if part.fail == nil && part.at != part.end {
		part.refuse(part.at, rebuild, "section %d has bytes after its end", id)
	}
	if part.fail != nil {
		r.fail = part.fail
	}
	return order[id]
}

func (m *Module) readPayload(id byte, r *reader) {
	switch id {
	case idType:
		m.readTypes(r)
	case idImport:
		m.readImports(r)
	case idFunction:
		m.readFunctions(r)
	case idTable:
		m.readTables(r)
	case idMemory:
		m.readMemory(r)
	case idGlobal:
		m.readGlobals(r)
	case idExport:
		m.readExports(r)
	case idStart:
		r.refuse(r.at-2, "move what it does into _initialize or tm_init", "a start section")
	case idElement:
		m.readElements(r)
	case idDataCount:
		m.data = r.count0("data segments", listMax)
	case idCode:
		m.readCode(r)
	case idData:
		m.readData(r)
	}
}

// checkWhole checks what only the whole binary shows.
func (m *Module) checkWhole(r *reader) {
	switch {
	case r.fail != nil:
	case len(m.bodies) != len(m.funcs)-len(m.imports):
		r.refuse(r.end, rebuild, "%d functions declared, %d bodies", len(m.funcs)-len(m.imports), len(m.bodies))
	default:
		m.checkExports(r)
	}
}
