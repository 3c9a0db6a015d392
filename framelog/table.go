package framelog

import (
	"bytes"
	"strings"
)

// A head is the beginning of a file, line by line, while it is found out what it is.
type head struct {
	text  []byte
	end   byte
	sep   byte // that the file names, 0 for none
	at    int  // of the next line
	lines int  // before it
}

// line returns the next line, without its end; false after the last.
func (h *head) line() ([]byte, bool) {
	if h.at >= len(h.text) {
		return nil, false
	}
	line := h.text[h.at:]
	if i := bytes.IndexByte(line, h.end); i >= 0 {
		line = line[:i]
		h.at++
	}
	h.at += len(line)
	h.lines++
	return bytes.TrimSuffix(line, []byte{'\r'}), true
}

// rows returns up to n of the lines that come, without taking them.
func (h *head) rows(n int) [][]byte {
	ahead := *h
	var rows [][]byte
	for len(rows) < n {
		line, ok := ahead.line()
		if !ok {
			break
		}
		if len(bytes.Trim(line, " \t,;")) > 0 && line[0] != '#' {
			rows = append(rows, line)
		}
	}
	return rows
}

// A table is a header line taken apart.
type table struct {
	*head
	header []byte
	start  int // of the header in the text
	sep    byte
	point  byte
	group  byte   // between thousands, 0 where nothing is known to be
	doubt  string // why a mark may be either, "" where there is none
	said   string // what was guessed of it
	names  []string
	folded []string
	rows   [][]byte // the first of data

	index  map[string]int // the first column of a folded name; nil for a table made of names alone
	starts [][]int32      // of the fields of rows, once they are asked for
}

// newTable takes the header apart, with the separator that it has most of.
func newTable(h *head, header []byte, columns int) (*table, *RefusedError) {
	t := &table{head: h, header: header, sep: separator(header), point: '.'}
	if h.sep != 0 {
		t.sep = h.sep
	}
	if n := bytes.Count(header, []byte{t.sep}) + 1; n > columns {
		return nil, &RefusedError{Line: h.lines, What: "a header of " + itoa(n) + " columns, over " + itoa(columns),
			Do: "no frame log has so many"}
	}
	t.names = splitFields(header, t.sep)
	t.index = map[string]int{}
	for i, n := range t.names {
		t.folded = append(t.folded, fold(n))
		if _, ok := t.index[t.folded[i]]; !ok {
			t.index[t.folded[i]] = i
		}
	}
	t.rows = h.rows(headLines)
	t.marks()
	return t, nil
}

// separator returns the one of the separators that a line has most of, the comma where it has none.
func separator(line []byte) byte {
	best := byte(',')
	for _, c := range []byte{';', '\t'} {
		if bytes.Count(line, []byte{c}) > bytes.Count(line, []byte{best}) {
			best = c
		}
	}
	return best
}

// numberLike reports whether a field has the letters of a decimal only.
func numberLike(f string) bool {
	return f != "" && strings.Trim(f, "0123456789.,-+eE") == "" && strings.ContainsAny(f, "0123456789")
}

// splitFields takes a line apart, blanks and quotes around fields taken off. Of more than columnsMax it
// gives one more, so that they can be refused.
func splitFields(line []byte, sep byte) []string {
	var all []string
	for at := 0; at <= len(line) && len(all) <= columnsMax; {
		field, end := scanField(line, at, sep)
		all = append(all, clean(field))
		at = end + 1
	}
	return all
}

// fold returns a column's name as names are compared: tools have changed case and blanks in theirs.
func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// column returns the first column of that name, -1 for none.
func (t *table) column(folded string) int {
	if t.index != nil {
		if i, ok := t.index[folded]; ok {
			return i
		}
		return -1
	}
	for i, n := range t.folded {
		if n == folded {
			return i
		}
	}
	return -1
}

// has reports whether all the columns are there.
func (t *table) has(folded ...string) bool {
	for _, n := range folded {
		if t.column(n) < 0 {
			return false
		}
	}
	return true
}

// hasAny reports whether one of the columns is there.
func (t *table) hasAny(folded ...string) bool {
	for _, n := range folded {
		if t.column(n) >= 0 {
			return true
		}
	}
	return false
}

// format returns a format of this table without roles yet.
func (t *table) format(name string) *format {
	return &format{name: name, skip: t.at, lines: t.lines,
		layout: &layout{sep: t.sep, point: t.point, group: t.group, names: t.names, header: t.header, wordsMin: min(len(t.names), 2),
			named: len(t.names)}}
}

// give gives the column of that name a role; false where there is none.
func (t *table) give(f *format, folded string, r role, u unit) bool {
	i := t.column(folded)
	if i >= 0 {
		f.layout.set(i, r, u.shift)
	}
	return i >= 0
}

// values returns a column's numbers in the first rows, times 10^shift.
func (t *table) values(column int, shift int8) []int64 {
	if t.starts == nil {
		for _, row := range t.rows {
			t.starts = append(t.starts, fieldStarts(row, t.sep))
		}
	}
	var all []int64
	for i, row := range t.rows {
		if column >= len(t.starts[i]) {
			continue
		}
		at := int(t.starts[i][column])
		v, s, _ := scanDecimal(row, at, shift, t.sep, t.point)
		if s == statusText && t.group != 0 {
			v, s = thousands(row, at, shift, t.sep, t.group, t.point)
		}
		if s == statusOK {
			all = append(all, v)
		}
	}
	return all
}

// fieldStarts returns where the fields of a row begin, up to columnsMax.
func fieldStarts(row []byte, sep byte) []int32 {
	var all []int32
	for at := 0; at <= len(row) && len(all) < columnsMax; {
		all = append(all, int32(at))
		at = passField(row, at, sep) + 1
	}
	return all
}

// clip returns a name as it stands in a message, which is no place for a megabyte.
func clip(name string) string {
	const most = 60
	if r := []rune(name[:min(len(name), 4*most)]); len(r) > most {
		return string(r[:most]) + "..."
	}
	return name
}
