package abi

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
)

// A Place is one line of a schema: where a value of the state lies, or what it is.
type Place struct {
	Offset int    // in the bytes of the state; -1 where only the value is known
	Type   string // "i64" and the like; "text" where only the value is known
	Count  int    // 1, or the length of an array; of "bytes" their number
	Path   string
	Value  string // of a text
}

// sizes holds the bytes of one value of each type.
var sizes = map[string]int{"bool": 1, "u8": 1, "u16": 2, "u32": 4, "u64": 8, "i8": 1, "i16": 2, "i32": 4,
	"i64": 8, "f32": 4, "f64": 8, "bytes": 1}

// Size returns the number of bytes that the place takes in the state, 0 for a text.
func (p Place) Size() int { return sizes[p.Type] * p.Count }

// AppendPlace appends the line of p. Paths and values with a tab or a line end are quoted.
func AppendPlace(dst []byte, p Place) []byte {
	if p.Offset < 0 {
		return append(append(append(append(append(dst, "-\ttext\t1\t"...), shown(p.Path)...), '\t'),
			shown(p.Value)...), '\n')
	}
	dst = append(strconv.AppendInt(dst, int64(p.Offset), 10), '\t')
	dst = append(append(dst, p.Type...), '\t')
	dst = append(strconv.AppendInt(dst, int64(p.Count), 10), '\t')
	return append(append(dst, shown(p.Path)...), '\n')
}

func shown(text string) string {
	if strings.ContainsAny(text, "\t\r\n") {
		return strconv.Quote(text)
	}
	return text
}

// ParseSchema reads a schema for a state of that many bytes, or returns a [*BlobError]. Places lie in
// the state, in order and apart; there are at most [PlacesMax] of them, with at most [ValuesMax] values
// and, elements counted each, [NamesMax] bytes of names: a short text must not stand for more than a
// host has room for.
func ParseSchema(text []byte, state int) ([]Place, error) {
	if len(text) > SchemaMax {
		return nil, blobError("schema", "the text", 0, number(len(text))+" bytes long", "at most "+number(SchemaMax))
	}
	var places []Place
	var sum schemaSum
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:min(len(text), at+lineMax)], '\n')
		if end < 0 {
			return nil, blobError("schema", "a line", at, "without an end", "a line end within "+number(lineMax)+" bytes")
		}
		line := string(text[at : at+end])
		p, field := parsePlace(line, state)
		if field != "" {
			return nil, blobError("schema", field, at, strconv.Quote(line), "offset, type, count, path between tabs")
		}
		if field, want := sum.add(p); field != "" {
			return nil, blobError("schema", field, at, strconv.Quote(line), want)
		}
		places = append(places, p)
		at += len(line) + 1
	}
	return places, nil
}

// schemaSum is what the lines of a schema came to so far.
type schemaSum struct{ places, values, names, end int }

// add takes a place, or says what is wrong with it after those before.
func (s *schemaSum) add(p Place) (wrong, want string) {
	values := p.Count
	if p.Type == "bytes" {
		values = 1
	}
	s.places++
	s.values += values
	s.names += values * len(p.Path) // a count is at most a state's bytes, and a path shorter than a line
	switch {
	case s.places > PlacesMax:
		return "the number of lines", "at most " + number(PlacesMax)
	case s.values > ValuesMax:
		return "the number of values", "at most " + number(ValuesMax)
	case s.names > NamesMax:
		return "the length of all names", "at most " + number(NamesMax) + " bytes"
	case p.Offset < 0:
		return "", ""
	case p.Offset < s.end:
		return "the offset", "at least " + number(s.end) + ", after the places before"
	}
	s.end = p.Offset + p.Size()
	return "", ""
}

// lineMax bounds a line of a schema, so that reading one costs no more than it is long.
const lineMax = 4096

// parsePlace reads a line, or names the column that is wrong.
func parsePlace(line string, state int) (p Place, wrong string) {
	c := strings.Split(line, "\t")
	if len(c) >= 4 && c[0] == "-" {
		if len(c) != 5 || c[1] != "text" || c[2] != "1" {
			return p, "a text"
		}
		return Place{Offset: -1, Type: "text", Count: 1, Path: c[3], Value: c[4]}, ""
	}
	if len(c) != 4 {
		return p, "the number of columns"
	}
	size, known := sizes[c[1]]
	if !known {
		return p, "the type"
	}
	offset, err := strconv.ParseUint(c[0], 10, 31)
	if err != nil {
		return p, "the offset"
	}
	count, err := strconv.ParseUint(c[2], 10, 31)
	if err != nil || uint64(size)*count+offset > uint64(state) || count == 0 && c[1] != "bytes" {
		return p, "the count"
	}
	return Place{Offset: int(offset), Type: c[1], Count: int(count), Path: c[3]}, ""
}

// Show returns element i of a place as text, read from a state that the schema was parsed for. Of
// bytes it returns them all. Equal bits have equal texts.
func (p Place) Show(state []byte, i int) string {
	if p.Offset < 0 {
		return p.Value
	}
	if p.Type == "bytes" {
		return "0x" + hex.EncodeToString(state[p.Offset:p.Offset+p.Count])
	}
	b := state[p.Offset+i*sizes[p.Type]:]
	switch p.Type {
	case "bool":
		if b[0] > 1 {
			return "bool(" + number(uint32(b[0])) + ")"
		}
		return strconv.FormatBool(b[0] == 1)
	case "f32":
		return showFloat(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), 32)
	case "f64":
		return showFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)), 64)
	}
	return p.showInt(b)
}

func (p Place) showInt(b []byte) string {
	size := sizes[p.Type]
	var word [8]byte
	copy(word[:], b[:size])
	v := binary.LittleEndian.Uint64(word[:])
	if p.Type[0] == 'u' {
		return strconv.FormatUint(v, 10)
	}
	shift := 64 - 8*size
	return strconv.FormatInt(int64(v<<shift)>>shift, 10) // the sign is the top bit of the type's own width
}

// showFloat gives the shortest text that reads back as v.
func showFloat(v float64, bits int) string { return strconv.FormatFloat(v, 'g', -1, bits) }
