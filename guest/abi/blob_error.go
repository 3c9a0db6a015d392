package abi

import "strconv"

// A BlobError says where a blob breaks TM/1.
type BlobError struct {
	Blob  string // "config", "input" or "schema"
	Field string
	At    int // byte of the blob, the first is 0
	Value string
	Want  string
}

// Error returns one line: blob, place, field, value, what is allowed.
func (e *BlobError) Error() string {
	return "tactus: TM/1 " + e.Blob + ", byte " + strconv.Itoa(e.At) + ": " + e.Field + " is " + e.Value +
		": want " + e.Want
}

func blobError(blob, field string, at int, value, want string) *BlobError {
	return &BlobError{Blob: blob, Field: field, At: at, Value: value, Want: want}
}

func number[T ~int | ~uint16 | ~uint32 | ~uint64](v T) string {
	return strconv.FormatUint(uint64(v), 10)
}
