package wasmbin

import "fmt"

// signature writes a function type as ABI.md does, shortened: "ii>i" takes two i32 and returns one.
type signature string

func (t funcType) signature() signature {
	text := make([]byte, 0, len(t.params)+len(t.results)+1)
	for _, p := range t.params {
		text = append(text, letter(p))
	}
	text = append(text, '>')
	for _, p := range t.results {
		text = append(text, letter(p))
	}
	return signature(text)
}

func letter(t byte) byte {
	switch t {
	case typeI32:
		return 'i'
	case typeI64:
		return 'l'
	}
	return '?'
}

// WASI is the module name of the imports that only the profile float has.
const WASI = "wasi_snapshot_preview1"

// imports holds the functions that a host offers, ABI.md section 7.
var imports = map[Import]signature{
	{"tm", "log"}:    "ii>",
	{"tm", "abort"}:  "ii>",
	{"env", "abort"}: "iiii>",

	{WASI, "args_get"}:            "ii>i",
	{WASI, "args_sizes_get"}:      "ii>i",
	{WASI, "clock_time_get"}:      "ili>i",
	{WASI, "environ_get"}:         "ii>i",
	{WASI, "environ_sizes_get"}:   "ii>i",
	{WASI, "fd_close"}:            "i>i",
	{WASI, "fd_fdstat_get"}:       "ii>i",
	{WASI, "fd_fdstat_set_flags"}: "ii>i",
	{WASI, "fd_prestat_dir_name"}: "iii>i",
	{WASI, "fd_prestat_get"}:      "ii>i",
	{WASI, "fd_read"}:             "iiii>i",
	{WASI, "fd_write"}:            "iiii>i",
	{WASI, "poll_oneoff"}:         "iiii>i",
	{WASI, "proc_exit"}:           "i>",
	{WASI, "random_get"}:          "ii>i",
	{WASI, "sched_yield"}:         ">i",
}

// exports holds the functions of TM/1; the value says whether a module must have it.
var exports = []struct {
	name string
	signature
	needed bool
}{
	{"_initialize", ">", false},
	{"tm_abi", ">i", true},
	{"tm_buf", "ii>i", true},
	{"tm_init", "i>i", true},
	{"tm_step", "i>i", true},
	{"tm_save", ">i", true},
	{"tm_load", "i>i", true},
	{"tm_result", ">i", false},
	{"tm_schema", ">i", false},
	{"tm_error", ">i", false},
}

func (m *Module) allowImport(r *reader, at int, i Import, t funcType) {
	want, known := imports[i]
	switch {
	case !known:
		r.refuse(at, "do without it: a simulation has no files, sockets or clocks", "import %q.%q", i.Module, i.Name)
	case i.Module == WASI && m.profile == Int:
		r.refuse(at, "do without WASI, or use the profile float", "import %q.%q", i.Module, i.Name)
	case t.signature() != want:
		r.refuse(at, "declare it "+want.String(), "import %q.%q is %s", i.Module, i.Name, t.signature())
	}
}

func (m *Module) checkExports(r *reader) {
	for name, want := range map[string]string{
		"_start":   "build a reactor: -buildmode=c-shared, --no-entry",
		"tm_fuel":  "give it another name: the host counts fuel under this one",
		"tm_depth": "give it another name: the host counts calls under this one",
	} {
		if _, has := m.exports[name]; has {
			r.refuse(r.end, want, "export %q", name)
			return
		}
	}
	if e, ok := m.exports["memory"]; !ok || e.kind != kindMemory {
		r.refuse(r.end, `export the memory under the name "memory"`, "no exported memory")
	}
	for _, x := range exports {
		e, ok := m.exports[x.name]
		switch {
		case !ok && x.needed:
			r.refuse(r.end, "export "+x.name+" as TM/1 has it: "+x.signature.String(), "no export %q", x.name)
		case ok && e.kind != kindFunc:
			r.refuse(r.end, "export the function of TM/1 under this name", "export %q is no function", x.name)
		case ok && m.types[m.funcs[e.index]].signature() != x.signature:
			r.refuse(r.end, "declare it "+x.signature.String(), "export %q is %s", x.name,
				m.types[m.funcs[e.index]].signature())
		}
	}
}

// String writes the signature for a message: (i32 i32) -> (i32).
func (s signature) String() string {
	text := "("
	for i, c := range s {
		switch {
		case c == '>':
			text += ") -> ("
			continue
		case i > 0 && s[i-1] != '>':
			text += " "
		}
		text += map[rune]string{'i': "i32", 'l': "i64", '?': "other"}[c]
	}
	return fmt.Sprint(text + ")")
}
