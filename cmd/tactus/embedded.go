package main

import (
	"bytes"
	"compress/gzip"
	"io"
)

// embeddedFile returns a file that a release of the tool brings along: modules for WebAssembly, which
// elsewhere the Go at hand builds. false says that this build has none of that name.
func embeddedFile(name string) (data []byte, ok bool) {
	zipped, err := embedded.ReadFile("embedded/" + name + ".gz")
	if err != nil {
		return nil, false
	}
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		panic(err) // the release script has written something else
	}
	data, err = io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return data, true
}
