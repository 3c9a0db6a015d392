package sim

import "strconv"

// A walk collects what a Hash method writes, with the names that In and At nest.
type walk struct {
	fields []Field
	path   string
	outer  []string // the paths to go back to, one for each open In or At
}

func (w *walk) record(name, value string) {
	w.fields = append(w.fields, Field{Name: joinPath(w.path, name), Value: value})
}

func (w *walk) recordLen(name string, n int) {
	w.fields = append(w.fields,
		Field{Name: "len(" + joinPath(w.path, name) + ")", Value: strconv.Itoa(n)})
}

func (w *walk) in(name string) {
	w.outer = append(w.outer, w.path)
	w.path = joinPath(w.path, name)
}

func (w *walk) at(name string, i int) { w.in(name + "[" + strconv.Itoa(i) + "]") }

func (w *walk) out() {
	if len(w.outer) == 0 {
		panic("tactus: Hash.Out without an open In or At, after field " + w.last())
	}
	w.path = w.outer[len(w.outer)-1]
	w.outer = w.outer[:len(w.outer)-1]
}

// last names the field recorded last, for messages.
func (w *walk) last() string {
	if len(w.fields) == 0 {
		return "none"
	}
	return w.fields[len(w.fields)-1].Name
}

// joinPath puts a name under a path as Go writes it: a.b, a[3], a[3].b.
func joinPath(path, name string) string {
	switch {
	case path == "" || name == "":
		return path + name
	case name[0] == '[':
		return path + name
	}
	return path + "." + name
}
