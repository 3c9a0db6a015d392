package replay

import "fmt"

// A MalformedError says where a recording is no recording. Bytes are counted from 0, in the file.
type MalformedError struct {
	Offset int64
	Field  string // as FORMAT.md calls it
	Reason string // what is there, and what is wanted
}

// Error returns one line: byte, field, reason.
func (e *MalformedError) Error() string {
	return fmt.Sprintf("tactus: recording malformed at byte %d: %s: %s", e.Offset, e.Field, e.Reason)
}
