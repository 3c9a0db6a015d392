//go:build js && wasm

// Command wasm is the module of the lab's page of frame-time logs, for a worker. It is one of its own,
// so that what moves on the other pages need not wait for the readers of every tool's logs.
//
// The worker gives it tactusRead and tactusProgress, and gets tactusCall.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/tactus-go/tactus/lab/logs"
)

// entry is tactusCall("logs", what is asked as JSON): it returns the answer as JSON, and null for a
// file. An error is an answer {"error": text}, and so is a panic.
func entry(_ js.Value, args []js.Value) (result any) {
	defer func() {
		if r := recover(); r != nil {
			result = reply(nil, fmt.Errorf("tactus: the reader of logs has failed: %v", r))
		}
	}()
	if len(args) != 2 || args[0].String() != "logs" {
		return reply(nil, errors.New("tactus: this module answers logs(settings) alone"))
	}
	return reply(answerLogs([]byte(args[1].String())))
}

func reply(answer *logs.Answer, err error) any {
	var text []byte
	if err == nil {
		text, err = json.Marshal(answer)
	}
	if err != nil {
		text, _ = json.Marshal(map[string]string{"error": err.Error()})
	}
	return []any{string(text), nil}
}

func main() {
	js.Global().Set("tactusCall", js.FuncOf(entry))
	select {} // the worker calls as long as it lives
}
