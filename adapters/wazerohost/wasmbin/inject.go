package wasmbin

import (
	"encoding/binary"
	"slices"
)

// ScheduleVersion is the version of FUEL.md that Inject follows.
const ScheduleVersion = 1

// The names under which an injected module exports its counters.
const (
	FuelExport  = "tm_fuel"  // i64
	DepthExport = "tm_depth" // i32
)

// DepthMax is the most calls that may be open at a time. It is below the least that an engine was
// measured to allow, 1,998.
const DepthMax = 1000

// An injector writes the new binary.
type injector struct {
	m     *Module
	out   []byte
	fuel  uint64 // index of the global
	depth uint64
	types []funcType // with those that are appended
}

// Inject returns the module with fuel and depth counters, its memory bounded by that many pages. It
// makes the same bytes of the same module and pages always. It refuses a memory that starts with
// more, with an [*Error].
func (m *Module) Inject(pages uint32) ([]byte, error) {
	if m.memory.min > pages {
		return nil, &Error{What: "a memory of " + itoa(m.memory.min) + " pages, over this run's limit of " + itoa(pages),
			Want: "start with less memory, or raise the limit", Func: -1}
	}
	n := len(m.globals)
	j := &injector{m: m, fuel: uint64(n), depth: uint64(n) + 1, types: slices.Clone(m.types)}
	j.appendTypes()
	j.out = append(make([]byte, 0, 2*len(m.bin)), m.bin[:8]...)
	globals := false
	for _, s := range m.sections {
		if s.id == idGlobal {
			globals = true
		}
		if order[s.id] > order[idGlobal] && !globals {
			globals = true
			j.section(idGlobal, j.newGlobals(nil, 0))
		}
		j.section(s.id, j.payload(s, pages))
	}
	return j.out, nil
}

func itoa(v uint32) string { return number(uint64(v)) }

// section appends a section.
func (j *injector) section(id byte, payload []byte) {
	j.out = append(j.out, id)
	j.out = binary.AppendUvarint(j.out, uint64(len(payload))) // LEB128 in its shortest form
	j.out = append(j.out, payload...)
}

// payload returns the new payload of a section.
func (j *injector) payload(s section, pages uint32) []byte {
	old := j.m.bin[s.start:s.end]
	switch s.id {
	case idType:
		return j.newTypes(old)
	case idMemory:
		if !j.m.memory.declared {
			return old
		}
		b := binary.AppendUvarint([]byte{1, 1}, uint64(j.m.memory.min))
		return binary.AppendUvarint(b, uint64(min(j.m.memory.max, pages)))
	case idGlobal:
		return j.newGlobals(old, len(j.m.globals))
	case idExport:
		b := recount(old, len(j.m.exports)+2)
		b = j.appendExport(b, FuelExport, j.fuel)
		return j.appendExport(b, DepthExport, j.depth)
	case idCode:
		return j.code()
	}
	return old
}

func (j *injector) appendExport(b []byte, name string, global uint64) []byte {
	b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
	return binary.AppendUvarint(append(b, kindGlobal), global)
}

// newGlobals appends the two counters to n globals.
func (j *injector) newGlobals(old []byte, n int) []byte {
	b := recount(old, n+2)
	b = append(b, typeI64, 1, opI64Const, 0, opEnd)
	return append(b, typeI32, 1, opI32Const, 0, opEnd)
}

// recount returns a list with another count before its items.
func recount(old []byte, n int) []byte {
	b := binary.AppendUvarint(make([]byte, 0, len(old)+40), uint64(n))
	for i, c := range old {
		if c < 0x80 { // the last byte of the count
			return append(b, old[i+1:]...)
		}
	}
	return b
}

// appendTypes adds the block types that functions with several results need.
func (j *injector) appendTypes() {
	for _, t := range j.m.funcs[len(j.m.imports):] {
		if results := j.m.types[t].results; len(results) > 1 && j.blockType(results) < 0 {
			j.types = append(j.types, funcType{results: results})
		}
	}
}

func (j *injector) blockType(results []byte) int {
	return slices.IndexFunc(j.types, funcType{results: results}.equal)
}

func (j *injector) newTypes(old []byte) []byte {
	added := j.types[len(j.m.types):]
	if len(added) == 0 {
		return old
	}
	b := recount(old, len(j.types))
	for _, t := range added {
		b = binary.AppendUvarint(append(b, typeFunc, 0), uint64(len(t.results)))
		b = append(b, t.results...)
	}
	return b
}

func (j *injector) code() []byte {
	b := binary.AppendUvarint(nil, uint64(len(j.m.bodies)))
	var body []byte
	for i, s := range j.m.bodies {
		t := j.m.types[j.m.funcs[len(j.m.imports)+i]]
		body = j.body(body[:0], s, t)
		b = binary.AppendUvarint(b, uint64(len(body)))
		b = append(b, body...)
	}
	return b
}
