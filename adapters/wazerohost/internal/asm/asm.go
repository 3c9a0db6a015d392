// Package asm writes small WebAssembly modules for tests: good ones, and such as no compiler makes.
//
// Concurrency: safe; the functions share nothing.
// Determinism: safe inside a tick.
// Allocation: allocates as much as the module is long.
package asm

import (
	"encoding/binary"
	"slices"
)

// The types of values.
const (
	I32 = 0x7f // I32 is 32 bits of a whole number.
	I64 = 0x7e // I64 is 64 bits of a whole number.
	F32 = 0x7d // F32 is a float of 32 bits.
	F64 = 0x7c // F64 is a float of 64 bits.
)

// A Func is one function. Each has a type of its own.
type Func struct {
	Export          string
	Params, Results []byte
	Locals          []byte
	Code            []byte // without the last end
}

// An Import is a function that is asked for.
type Import struct {
	Module, Name    string
	Params, Results []byte
}

// A Module is written by Bytes. Sections replaces or adds whole payloads by id.
type Module struct {
	Imports  []Import
	Funcs    []Func
	Pages    uint32
	Globals  []byte // types, all variable and 0
	Table    []byte // functions by index
	Data     []byte // at address 0
	Passive  bool   // Data is for memory.init in place of that
	Sections map[byte][]byte
	NoMemory bool
}

func name(b []byte, s string) []byte { return append(binary.AppendUvarint(b, uint64(len(s))), s...) }

func list(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

func values(b, types []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(types))), types...)
}

func signature(b, params, results []byte) []byte {
	return values(values(append(b, 0x60), params), results)
}

// Bytes writes the module.
func (m *Module) Bytes() []byte {
	n := len(m.Imports)
	types, imports, funcs := list(n+len(m.Funcs)), list(n), list(len(m.Funcs))
	exports, code, exported := []byte(nil), list(len(m.Funcs)), 0
	for i, f := range m.Imports {
		types = signature(types, f.Params, f.Results)
		imports = binary.AppendUvarint(append(name(name(imports, f.Module), f.Name), 0), uint64(i))
	}
	for i, f := range m.Funcs {
		types = signature(types, f.Params, f.Results)
		funcs = binary.AppendUvarint(funcs, uint64(n+i))
		if f.Export != "" {
			exports = binary.AppendUvarint(append(name(exports, f.Export), 0), uint64(n+i))
			exported++
		}
		body := list(len(f.Locals))
		for _, t := range f.Locals {
			body = append(body, 1, t)
		}
		body = append(append(body, f.Code...), 0x0b)
		code = append(binary.AppendUvarint(code, uint64(len(body))), body...)
	}
	parts := map[byte][]byte{1: types, 3: funcs, 10: code}
	if n > 0 {
		parts[2] = imports
	}
	if !m.NoMemory {
		parts[5] = binary.AppendUvarint([]byte{1, 0}, uint64(m.Pages))
		exports = append(name(exports, "memory"), 2, 0)
		exported++
	}
	parts[7] = append(list(exported), exports...)
	m.rest(parts)
	for id, payload := range m.Sections {
		parts[id] = payload
	}
	return Binary(parts)
}

// rest writes the sections that few modules have.
func (m *Module) rest(parts map[byte][]byte) {
	if len(m.Globals) > 0 {
		g := list(len(m.Globals))
		for _, t := range m.Globals {
			g = append(g, t, 1)
			g = append(append(g, zero(t)...), 0x0b)
		}
		parts[6] = g
	}
	if len(m.Table) > 0 {
		parts[4] = append([]byte{1, 0x70, 0}, list(len(m.Table))...)
		parts[9] = append(append([]byte{1, 0, 0x41, 0, 0x0b}, list(len(m.Table))...), m.Table...)
	}
	switch {
	case m.Passive:
		parts[12] = []byte{1}
		parts[11] = append(append([]byte{1, 1}, list(len(m.Data))...), m.Data...)
	case len(m.Data) > 0:
		parts[11] = append(append([]byte{1, 0, 0x41, 0, 0x0b}, list(len(m.Data))...), m.Data...)
	}
}

func zero(t byte) []byte {
	switch t {
	case I32:
		return []byte{0x41, 0}
	case I64:
		return []byte{0x42, 0}
	case F32:
		return []byte{0x43, 0, 0, 0, 0}
	}
	return []byte{0x44, 0, 0, 0, 0, 0, 0, 0, 0}
}

// order is that of the sections in a binary.
var order = []byte{1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11}

// Binary puts sections together, in the order that a binary has.
func Binary(parts map[byte][]byte) []byte {
	b := []byte("\x00asm\x01\x00\x00\x00")
	for _, id := range order {
		if payload, ok := parts[id]; ok {
			b = append(binary.AppendUvarint(append(b, id), uint64(len(payload))), payload...)
		}
	}
	return b
}

// Code joins instructions: bytes as they are, slices of them, and numbers after I32Const and the like.
func Code(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = append(b, byte(p))
		case byte:
			b = append(b, p)
		case []byte:
			b = append(b, p...)
		}
	}
	return b
}

// Signed is a number as it stands after a const instruction.
func Signed(v int64) []byte {
	var b []byte
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// Const32 pushes a number of 32 bits.
func Const32(v int32) []byte { return append([]byte{0x41}, Signed(int64(v))...) }

// Const64 pushes a number of 64 bits.
func Const64(v int64) []byte { return append([]byte{0x42}, Signed(v)...) }

// Get pushes a local.
func Get(i byte) []byte { return []byte{0x20, i} }

// Mem is a load or store of what is at a constant address more than the one on the stack.
func Mem(op byte, offset uint32) []byte { return binary.AppendUvarint([]byte{op, 0}, uint64(offset)) }

// With returns a copy of the module with the code of one export replaced, and further locals.
func (m *Module) With(export string, code []byte, locals ...byte) *Module {
	c := *m
	c.Funcs = slices.Clone(m.Funcs)
	for i := range c.Funcs {
		if c.Funcs[i].Export == export {
			c.Funcs[i].Code, c.Funcs[i].Locals = code, locals
		}
	}
	return &c
}
