package sim

// A Field is one value of a state, as its game's Hash method names it.
type Field struct {
	Name string // nested as Go writes it: enemies[3].velX, len(enemies)
	// Value is the value as text. Different values have different texts; bytes and strings over 32
	// bytes are shown by their start, their length and their XXH64.
	Value string
}

// Fields returns every value of the state in the order in which it is hashed. It is for reports:
// it allocates for each field.
//
// It panics where the game's Hash method calls Out without In or At, or leaves one open.
func Fields(s Sim) []Field {
	w := new(walk)
	h := Hash{walk: w}
	s.Hash(&h)
	if len(w.outer) > 0 {
		panic("tactus: Hash method leaves In or At open at " + w.path + ", after field " + w.last())
	}
	return w.fields
}

// A Difference is one field that differs between two states.
type Difference struct {
	Name string `json:"name"`
	// A and B are the two values, or "absent" where that state has no such field.
	A string `json:"a"`
	B string `json:"b"`
}

// absent stands for the value of a field that is not there. No value has this text: strings are
// quoted, and the texts of numbers, truth values and bytes do not begin with it.
const absent = "absent"

// Diff returns the fields that differ: those of a in its order, then those that only b has in its
// own. Fields of one name are compared in the order in which they come. Two equal lists give none.
func Diff(a, b []Field) []Difference {
	rest := make(map[string][]int, len(b)) // places in b by name, not yet compared
	for i, f := range b {
		rest[f.Name] = append(rest[f.Name], i)
	}
	var found []Difference
	taken := make([]bool, len(b))
	for _, f := range a {
		value := absent
		if places := rest[f.Name]; len(places) > 0 {
			rest[f.Name] = places[1:]
			taken[places[0]] = true
			value = b[places[0]].Value
		}
		if value != f.Value {
			found = append(found, Difference{Name: f.Name, A: f.Value, B: value})
		}
	}
	for i, f := range b {
		if !taken[i] {
			found = append(found, Difference{Name: f.Name, A: absent, B: f.Value})
		}
	}
	return found
}

// String gives one line: field, first value, second value.
func (d Difference) String() string { return d.Name + ": " + d.A + " against " + d.B }
