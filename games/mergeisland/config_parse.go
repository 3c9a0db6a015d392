package mergeisland

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tactus-go/tactus"
)

// FileMax is the longest config file, 64 KiB: a hundred times what the fields need, the rest is
// room for the note.
const FileMax = 64 << 10

// The two fields that say what the file is.
const (
	fileVersion = "1"
	fileGame    = "merge-island"
)

// shownMax is the longest value that an error shows whole, in bytes.
const shownMax = 40

// ParseConfig reads a config file: one JSON object that has version 1, game "merge-island" and each
// number of [Config] once, whole and in its range, and may have a note of any text. The names are
// stepMs for StepMs and so on. Anything else is refused with a [*FileError], whose file is the name
// given here: another or a second field, 16.0 and "16" for 16, text that is no JSON or no UTF-8,
// anything after the object, more than [FileMax] bytes. A misspelt field must not silently be the
// default in one language and an error in the next.
func ParseConfig(file string, data []byte) (Config, error) {
	c, err := parse(data)
	if err != nil {
		return Config{}, &FileError{File: file, Err: err}
	}
	return c, nil
}

func parse(data []byte) (c Config, err *tactus.ConfigError) {
	entries, err := entriesOf(data)
	if err != nil {
		return c, err
	}
	for i, e := range entries {
		if contains(entries[:i], e.name) {
			return c, wrong(show(e.name), "given twice", "it once")
		}
		if err := c.take(e); err != nil {
			return c, err
		}
	}
	for _, f := range c.required() {
		if !contains(entries, f.name) {
			return c, wrong(f.name, "missing", f.want)
		}
	}
	return c, c.checkFriction()
}

// An entry is one field of the file, as its text.
type entry struct {
	name string
	raw  string
}

// entriesOf returns the fields in the order of the file, doubles too: the standard library's way
// into a struct would take the last of them, and names in any case.
func entriesOf(data []byte) ([]entry, *tactus.ConfigError) {
	const whole, want = "the file", "one JSON object"
	switch {
	case len(data) > FileMax:
		return nil, wrong(whole, strconv.Itoa(len(data))+" bytes long", "at most "+strconv.Itoa(FileMax))
	case !utf8.Valid(data):
		return nil, wrong(whole, "not UTF-8", want)
	case !json.Valid(data):
		return nil, wrong(whole, "not JSON", want)
	}
	in := json.NewDecoder(bytes.NewReader(data))
	if start, _ := in.Token(); start != json.Delim('{') {
		return nil, wrong(whole, show(strings.TrimSpace(string(data))), want)
	}
	var entries []entry
	for in.More() {
		name, _ := in.Token() // no error can come: the text is valid
		var raw json.RawMessage
		if err := in.Decode(&raw); err != nil {
			return nil, wrong(whole, "not JSON", want) // nested deeper than the decoder goes
		}
		entries = append(entries, entry{name: name.(string), raw: string(raw)})
	}
	return entries, nil
}

// take puts one field in its place.
func (c *Config) take(e entry) *tactus.ConfigError {
	switch e.name {
	case "version":
		if e.raw != fileVersion {
			return wrong(e.name, show(e.raw), fileVersion)
		}
		return nil
	case "game":
		if name, ok := textOf(e.raw); !ok || name != fileGame {
			return wrong(e.name, show(e.raw), strconv.Quote(fileGame))
		}
		return nil
	case "note":
		note, ok := textOf(e.raw)
		if !ok {
			return wrong(e.name, show(e.raw), "a text")
		}
		c.Note = note
		return nil
	}
	for _, n := range c.numbers() {
		if n.name != e.name {
			continue
		}
		v, err := strconv.ParseInt(e.raw, 10, 64) // JSON writes whole numbers as Go does
		if err != nil || v < n.low || v > n.high {
			return wrong(n.name, show(e.raw), n.want())
		}
		*n.value = v
		return nil
	}
	return wrong(show(e.name), "unknown", "one of "+c.names())
}

// textOf reads a JSON string. null is none, though the standard library would take it for one.
func textOf(raw string) (text string, ok bool) {
	ok = raw[0] == '"' && json.Unmarshal([]byte(raw), &text) == nil
	return text, ok
}

// A requirement is a field that every file has, and what it may be.
type requirement struct{ name, want string }

func (c *Config) required() []requirement {
	all := []requirement{{"version", fileVersion}, {"game", strconv.Quote(fileGame)}}
	for _, n := range c.numbers() {
		all = append(all, requirement{n.name, n.want()})
	}
	return all
}

func (c *Config) names() string {
	var all []string
	for _, f := range c.required() {
		all = append(all, f.name)
	}
	return strings.Join(append(all, "note"), ", ")
}

func contains(entries []entry, name string) bool {
	for _, e := range entries {
		if e.name == name {
			return true
		}
	}
	return false
}

// show cuts a value to what a message has room for.
func show(value string) string {
	if len(value) <= shownMax {
		return value
	}
	end := shownMax
	for !utf8.RuneStart(value[end]) {
		end--
	}
	return value[:end] + "..."
}

func wrong(field, value, want string) *tactus.ConfigError {
	return &tactus.ConfigError{Field: field, Value: value, Want: want}
}
