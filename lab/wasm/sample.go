//go:build js && wasm

package main

import (
	"encoding/json"

	"github.com/tactus-go/tactus/lab/logs"
)

// sampleLog gives a log to a visitor without any.
func sampleLog(r request) (any, []byte, error) {
	var ask struct{ Name string }
	if err := json.Unmarshal(r.settings, &ask); err != nil {
		return nil, nil, err
	}
	file, text, err := logs.Sample(ask.Name)
	return map[string]string{"file": file}, text, err
}
