package framelog

import (
	"errors"
	"io"
)

// Read reads a log, called name in what is said of it. The error is a *RefusedError for a file that is
// no frame log, and the reader's own, wrapped, where reading fails.
func Read(r io.Reader, name string, o Options) (*Log, error) {
	return nil, errors.New("tactus: not yet")
}
