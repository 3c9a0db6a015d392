package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A subjectKind is what prove takes its argument for.
type subjectKind int

const (
	ofGame subjectKind = iota
	ofRecording
	ofModule
)

// What files begin with, whatever their names are.
const (
	recordingMagic = "\x89TMR\r\n\x1a\n"
	moduleMagic    = "\x00asm"
)

// A subject is what prove is to judge: a reference game, or a file, which is open.
type subject struct {
	kind subjectKind
	io.Reader
	file io.Closer // nil for a game
}

// Close closes the file, where there is one.
func (s *subject) Close() {
	if s.file != nil {
		_ = s.file.Close() // which was read and not written
	}
}

// subjectOf tells what a name stands for. A reference game's is the game. A file is what it begins with,
// and where that says nothing what its name ends in: a damaged recording is judged as one. Its first
// bytes are still to be read, since a pipe gives them once.
func (c *console) subjectOf(name string) (*subject, error) {
	kind := kindOfName(name)
	if kind == ofGame && (name == "" || slices.Contains(gameNames(), name)) {
		return &subject{}, nil
	}
	if info, err := os.Stat(name); kind == ofGame && (errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir()) {
		return &subject{}, nil // an unknown game, and the error of that says which there are
	}
	f, err := c.open(name)
	if err != nil {
		return nil, err
	}
	r := bufio.NewReader(f)
	head, err := r.Peek(len(recordingMagic))
	switch {
	case err != nil && !errors.Is(err, io.EOF):
	case strings.HasPrefix(string(head), recordingMagic):
		return &subject{ofRecording, r, f}, nil
	case strings.HasPrefix(string(head), moduleMagic):
		return &subject{ofModule, r, f}, nil
	case kind != ofGame:
		return &subject{kind, r, f}, nil
	default:
		err = fmt.Errorf("%s: by its first bytes neither a recording nor a module, and no game: the games are %s", name,
			strings.Join(gameNames(), ", "))
	}
	f.Close()
	return nil, err
}

// kindOfName is what the end of a name says.
func kindOfName(name string) subjectKind {
	switch {
	case strings.HasSuffix(name, recordingEnd):
		return ofRecording
	case strings.HasSuffix(name, moduleEnd):
		return ofModule
	}
	return ofGame
}
