package main

import (
	"os"
	"sync"
	"time"
)

// A watched file is read again when it has changed, so that tokens and keys take effect without a
// restart. It is looked at once a second at most. A change that cannot be read leaves what was there.
type watched[T any] struct {
	name string
	read func(data []byte) (T, error)
	now  func() time.Time
	bad  func(err error) // is told of a change that cannot be read

	mu      sync.Mutex
	value   T
	looked  time.Time
	changed time.Time
	size    int64
}

// watch reads a file for the first time.
func watch[T any](name string, read func(data []byte) (T, error), bad func(error)) (*watched[T], error) {
	w := &watched[T]{name: name, read: read, now: time.Now, bad: bad}
	return w, w.load()
}

func (w *watched[T]) load() error {
	info, err := os.Stat(w.name)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(w.name)
	if err != nil {
		return err
	}
	w.changed, w.size = info.ModTime(), info.Size()
	value, err := w.read(data)
	if err == nil {
		w.value = value
	}
	return err
}

// get returns what the file says now.
func (w *watched[T]) get() T {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := w.now(); now.Sub(w.looked) >= time.Second {
		w.looked = now
		info, err := os.Stat(w.name)
		if err == nil && (!info.ModTime().Equal(w.changed) || info.Size() != w.size) {
			err = w.load()
		}
		if err != nil {
			w.bad(err)
		}
	}
	return w.value
}
