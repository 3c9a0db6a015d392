package main

import (
	"fmt"
	"io"
	"os"

	"github.com/tactus-go/tactus/framestats"
)

// A frameLog is the file of --log. A nil one takes nothing.
type frameLog struct {
	log  *framestats.Log
	file *os.File
}

// openFrameLog begins a log in a new file, none where the name is empty.
func openFrameLog(name string) (*frameLog, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--log: %w", err)
	}
	log, err := framestats.NewLog(file, framestats.LogConfig{})
	if err != nil {
		file.Close()
		return nil, err
	}
	return &frameLog{log, file}, nil
}

// record puts a frame into the log.
func (l *frameLog) record(f *framestats.Frame) {
	if l != nil {
		l.log.Record(f)
	}
}

// err returns why the log stopped, nil while it has not.
func (l *frameLog) err() error {
	if l == nil {
		return nil
	}
	return l.log.Err()
}

// finish says once what became of a log that is not whole. A run is none the worse for it. The log is
// closed already, or its writer hangs and was given up.
func (l *frameLog) finish(stderr io.Writer) {
	if l == nil {
		return
	}
	err := l.log.Err()
	if closing := l.file.Close(); err == nil {
		err = closing
	}
	switch lost := l.log.Dropped(); {
	case err != nil:
		fmt.Fprintf(stderr, "tactus: --log %s: %s; %d rows lost\n",
			l.file.Name(), trimmed(err), lost)
	case lost > 0:
		fmt.Fprintf(stderr, "tactus: --log %s: %d rows lost: the disk was too slow\n", l.file.Name(), lost)
	}
}
