//go:build js && wasm

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"syscall/js"

	"github.com/tactus-go/tactus/lab/logs"
)

// desk keeps the logs of this worker.
var desk logs.Desk

// answerLogs reads logs by the worker's tactusRead(file, from, length), which returns bytes at once, and
// tells how far it is by tactusProgress(JSON).
func answerLogs(settings []byte) (*logs.Answer, error) {
	var ask logs.Ask
	if err := json.Unmarshal(settings, &ask); err != nil {
		return nil, err
	}
	for i := range ask.Files {
		f := &ask.Files[i]
		f.Open = func() io.Reader { return &fileReader{file: i, size: f.Size} }
	}
	return desk.Answer(context.Background(), ask, telling())
}

// tellEvery is how often a page is told how far its answer is.
const tellEvery = 100 // ms

// telling returns a function that tells the page now and then, and of every other part at once.
func telling() func(logs.Progress) {
	var last logs.Progress
	at := 0.0
	clock := js.Global().Get("performance")
	return func(p logs.Progress) {
		now := clock.Call("now").Float()
		if p.Part == last.Part && p.File == last.File && now-at < tellEvery {
			return
		}
		last, at = p, now
		text, err := json.Marshal(p)
		if err != nil {
			panic(err) // numbers and a word
		}
		js.Global().Call("tactusProgress", string(text))
	}
}

// A fileReader reads a file of the browser piece by piece, so that it is never whole in memory.
type fileReader struct {
	file     int
	at, size int64
	piece    []byte // what was read and not yet taken
	room     []byte
}

var errUnreadable = errors.New("the browser can no longer read the file: it was changed, moved or locked; " +
	"choose it again")

// pieceMax is how much is asked for at once: calls of the browser are slow, memory is not.
const pieceMax = 1 << 20

func (f *fileReader) Read(p []byte) (int, error) {
	if len(f.piece) == 0 {
		if f.at >= f.size {
			return 0, io.EOF
		}
		if f.room == nil {
			f.room = make([]byte, min(pieceMax, f.size))
		}
		got := js.Global().Call("tactusRead", f.file, f.at, len(f.room))
		if got.IsNull() {
			return 0, errUnreadable
		}
		n := js.CopyBytesToGo(f.room, got)
		if n == 0 {
			return 0, io.ErrUnexpectedEOF // it was cut while it was read
		}
		f.piece, f.at = f.room[:n], f.at+int64(n)
	}
	n := copy(p, f.piece)
	f.piece = f.piece[n:]
	return n, nil
}
