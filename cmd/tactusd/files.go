package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file whole or not at all, for its owner only: these files hold secrets.
func replaceFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".tactusd-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// parse reads JSON of which all is known: what is misspelt, or comes after the end, would be gone after
// an edit.
func parse(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("there is more after the end, at byte %d", d.InputOffset())
	}
	return nil
}

// create makes a JSON file where there is none.
func create[T any](name string, fill func(v *T) error) error {
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	return edit(name, fill)
}

// edit changes a JSON file, which is made where it is not there. Two edits at a time take turns.
func edit[T any](name string, change func(v *T) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(name+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := lockFile(lock); err != nil {
		return err
	}
	var v T
	data, err := os.ReadFile(name)
	if err == nil {
		if err = parse(data, &v); err != nil {
			err = fmt.Errorf("tactus: %s: %w", name, err)
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := change(&v); err != nil {
		return err
	}
	data, err = json.MarshalIndent(&v, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(name, append(data, '\n'))
}
