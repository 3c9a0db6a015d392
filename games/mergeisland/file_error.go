package mergeisland

import "github.com/tactus-go/tactus"

// A FileError says what is wrong with a config file: which file, and in [tactus.ConfigError] which
// field, what it is and what is allowed.
type FileError struct {
	File string // as the caller named it
	Err  *tactus.ConfigError
}

// Error returns one line: file, field, value, what is allowed.
func (e *FileError) Error() string {
	return "tactus: " + e.File + ": " + e.Err.Field + " is " + e.Err.Value + ": want " + e.Err.Want
}

// Unwrap returns the [*tactus.ConfigError].
func (e *FileError) Unwrap() error { return e.Err }
