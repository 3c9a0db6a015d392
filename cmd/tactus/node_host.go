package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/replay"
)

//go:embed node_host.mjs
var nodeScript string

// nodeWait is how long Node may take for one answer. A start may use fuel for 2,000,000,000
// instructions, which is seconds, on a busy machine many; only what hangs is slower.
const nodeWait = 2 * time.Minute

// How an answer of node_host.mjs went.
const (
	nodeGood = iota
	nodeFinished
	nodeRefused // the state is as it was
	nodeDead    // the run is over
	nodeLimited // it hit a limit
)

// A nodeCommand is the Node at hand, and what it is given to run.
type nodeCommand struct {
	path   string
	script string
	wait   time.Duration
}

// errNoNode is why a host is not run.
var errNoNode = errors.New("there is no node command")

func findNode() (*nodeCommand, error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return nil, errNoNode
	}
	return &nodeCommand{path: path, script: nodeScript, wait: nodeWait}, nil
}

// A nodeRun is an instance of a module in a process of Node. An error other than a *nodeRefusal ends it.
type nodeRun struct {
	command  *exec.Cmd
	stdin    io.WriteCloser
	stdout   io.Reader
	stderr   lastLine
	cancel   context.CancelCauseFunc
	ctx      context.Context
	wait     time.Duration
	state    []byte // after the last tick, or what was loaded
	finished bool
	dead     error
}

// A nodeRefusal is a negative status of the module.
type nodeRefusal struct{ text string }

func (e *nodeRefusal) Error() string { return "tactus: Node: " + e.text }

// A nodeLost is a process that died or gave no answer.
type nodeLost struct {
	cause error
	line  string // the last that it wrote to its standard error
}

func (e *nodeLost) Unwrap() error { return e.cause }

func (e *nodeLost) Error() string {
	text := "tactus: Node: " + e.cause.Error()
	if e.line == "" {
		return text + ", and it wrote nothing"
	}
	return text + "; it wrote last: " + e.line
}

// start begins a run of a module, as it was written, at tick 0. Its fuel is injected here, so that Node
// runs the same instructions as the other engines.
func (n *nodeCommand) start(ctx context.Context, module []byte, limits wazerohost.Limits, config *abi.Config) (
	*nodeRun, error) {
	parsed, err := wasmbin.Parse(module, wasmbin.Float)
	if err != nil {
		return nil, err
	}
	injected, err := parsed.Inject(limits.Pages)
	if err != nil {
		return nil, err
	}
	blob, err := abi.AppendConfig(nil, config)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(module)
	head := binary.LittleEndian.AppendUint64(sum[:], limits.Fuel)
	head = binary.LittleEndian.AppendUint32(head, limits.State)
	r := &nodeRun{wait: n.wait}
	if err := r.launch(ctx, n); err != nil {
		return nil, err
	}
	if _, r.state, err = r.exchange(head, injected, blob); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *nodeRun) launch(ctx context.Context, n *nodeCommand) (err error) {
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	r.command = exec.CommandContext(r.ctx, n.path, "--input-type=module", "--eval", n.script)
	r.command.WaitDelay = time.Second // for what a killed process left holding the pipes
	r.command.Stderr = &r.stderr
	if r.stdin, err = r.command.StdinPipe(); err == nil {
		r.stdout, err = r.command.StdoutPipe()
	}
	if err == nil {
		err = r.command.Start()
	}
	if err != nil {
		r.cancel(nil)
	}
	return err
}

// exchange sends frames and reads their one answer.
func (r *nodeRun) exchange(frames ...[]byte) (how byte, answer []byte, err error) {
	if r.dead != nil {
		return nodeDead, nil, r.dead
	}
	late := time.AfterFunc(r.wait, func() { r.cancel(fmt.Errorf("no answer within %v", r.wait)) })
	defer late.Stop()
	for _, frame := range frames {
		// One that has died takes no more, and says why in its answer or on its standard error.
		if _, err = r.stdin.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(frame)))); err != nil {
			break
		}
		if _, err = r.stdin.Write(frame); err != nil {
			break
		}
	}
	answer, err = r.read()
	if err != nil {
		r.dead = r.lost(err)
		return nodeDead, nil, r.dead
	}
	how, answer = answer[0], answer[1:]
	switch how {
	case nodeGood, nodeFinished:
		return how, answer, nil
	case nodeRefused:
		return how, nil, &nodeRefusal{string(answer)}
	}
	r.dead = fmt.Errorf("tactus: Node: %s", answer)
	if how == nodeLimited {
		r.dead = &replay.LimitError{Limit: string(answer), Text: "in Node"}
	}
	return nodeDead, nil, r.dead
}

// read reads a frame. None is longer than a state and the byte before it.
func (r *nodeRun) read() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r.stdout, head[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > abi.StateMax+1 {
		return nil, fmt.Errorf("an answer of %d bytes: want 1 to %d", n, abi.StateMax+1)
	}
	answer := make([]byte, n)
	_, err := io.ReadFull(r.stdout, answer)
	return answer, err
}

// lost ends a process that gives no answer, and says what became of it.
func (r *nodeRun) lost(err error) error {
	ended := r.Close()
	if cause := context.Cause(r.ctx); cause != nil && cause != errNodeClosed {
		err = cause
	} else if ended != nil {
		err = ended
	}
	return &nodeLost{err, r.stderr.String()}
}

// errNodeClosed is the cause of an end that is nobody's fault.
var errNodeClosed = errors.New("the run is closed")

// Close ends the process and waits for it. It can be called twice.
func (r *nodeRun) Close() error {
	if r.command == nil {
		return nil
	}
	late := time.AfterFunc(r.wait, func() { r.cancel(fmt.Errorf("no end within %v", r.wait)) })
	defer late.Stop()
	_ = r.stdin.Close() // which ends the script
	err := r.command.Wait()
	r.command = nil
	r.cancel(errNodeClosed)
	if r.dead == nil {
		r.dead = errNodeClosed
	}
	return err
}

// Step runs a tick with the blob of its inputs.
func (r *nodeRun) Step(blob []byte) error {
	how, state, err := r.exchange(append([]byte{'s'}, blob...))
	if err != nil {
		return err
	}
	r.state, r.finished = state, how == nodeFinished
	return nil
}

// Load replaces the state.
func (r *nodeRun) Load(image []byte) error {
	_, state, err := r.exchange(append([]byte{'l'}, image...))
	if err != nil {
		return err
	}
	r.state, r.finished = state, false
	return nil
}

// Schema says where the values of the state lie, none where the module does not say.
func (r *nodeRun) Schema() ([]abi.Place, error) {
	_, text, err := r.exchange([]byte{'f'})
	if err != nil {
		return nil, err
	}
	return abi.ParseSchema(text, len(r.state))
}

// Result returns what the game came to, nil where the module does not say.
func (r *nodeRun) Result() ([]byte, error) {
	_, result, err := r.exchange([]byte{'r'})
	if len(result) == 0 {
		return nil, err
	}
	return result, err
}

// lastLine keeps the last line that is written to it and says something, as far as it is short: not the
// indented ones of a stack trace, nor Node's version, with which it ends one.
type lastLine struct{ line, next []byte }

const lastLineMax = 500

func (l *lastLine) Write(p []byte) (int, error) {
	for _, b := range p {
		if b == '\n' {
			l.end()
		} else if len(l.next) < lastLineMax {
			l.next = append(l.next, b)
		}
	}
	return len(p), nil
}

func (l *lastLine) end() {
	text := bytes.TrimRight(l.next, " \r")
	if len(text) > 0 && text[0] != ' ' && !bytes.HasPrefix(text, []byte("Node.js v")) {
		l.line = append(l.line[:0], text...)
	}
	l.next = l.next[:0]
}

// String returns the line, once nobody writes any more.
func (l *lastLine) String() string {
	l.end()
	return string(l.line)
}
