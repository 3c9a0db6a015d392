package framestats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tactus-go/tactus"
)

const (
	rowsDefault = 4096 // 17 s at 240 Hz: longer than a disk is away
	rowsMax     = 1 << 20
	// The writer is woken for so many rows or so much frame time, whichever comes first: waking it
	// for each row would cost the loop more than the row does.
	wakeRows = 64
	wakeTime = 250 * time.Millisecond
)

// LogVersion is the version of the format in the first line of a log.
const LogVersion = 1

// LogConfig sets up a Log. Its zero value is the default.
type LogConfig struct {
	// Rows is how many rows wait for the writer at most, up to 2^20; 0 is 4,096, some 530 kB.
	Rows int
	// Over keeps only frames with a longer raw frame time; 0 keeps all.
	Over time.Duration
}

// A Log writes a row a frame as CSV and never makes the loop wait: rows go into a bounded ring, from
// which a goroutine of its own writes them. Rows for which the ring has no room, while the disk is
// away, are dropped and counted, and so are those after a write failed. A row has some 90 bytes, 60
// frames a second 20 MB an hour.
//
// The file begins with a line "# tactus-frame-log version=1 over_ms=0.000000" and a header:
//
//	frame             the frame's number, first is 0; those that lack were not kept or dropped
//	time_s            its start, in seconds of the loop's clock, nine decimals
//	frame_time_ms     raw frame time, six decimals, as all times below
//	steps             steps that ran
//	alpha             the phase left, six decimals rounded; empty where there is none
//	step_cost_ms      the cost of all its steps together
//	clamped_ms        real time cut off by the clamp
//	dropped_cap_ms    steps dropped by the cap, as game time
//	dropped_budget_ms steps dropped by the budget, as game time
//	paused            1 or 0
//	gap               the cause of the gap that the frame was, empty where it was none
//	tag               the tag's first 64 bytes, quoted where they must be, control characters as blanks
//
// It ends with a line "# rows=5400 dropped=0"; a file without one was cut off. Numbers have a point
// and no exponent, whatever the locale. Times are exact: they are decimals of whole nanoseconds.
//
// Record and Close are for the loop's goroutine, the counts and Err for any. Make one with NewLog.
type Log struct {
	w    io.Writer
	over time.Duration

	rows  []row
	next  uint64 // frame number of the next Record
	head  uint64 // rows put in, as the loop knows
	tail  uint64 // rows written, as the loop knew last
	woken uint64 // head at the last wake
	since time.Duration

	put     atomic.Uint64 // head, for the writer
	taken   atomic.Uint64 // tail, for the loop
	dropped atomic.Uint64
	written atomic.Uint64
	failed  atomic.Bool
	failure error // written once before failed is set

	wake   chan struct{}
	done   chan struct{}
	closed bool
	report sync.Once
}

// row is what waits in the ring.
type row struct {
	number uint64
	frame  Frame
}

// NewLog starts a log that writes to w, from a goroutine of its own until Close. The error is a
// *tactus.ConfigError. It panics where w is nil.
func NewLog(w io.Writer, c LogConfig) (*Log, error) {
	if w == nil {
		panic("tactus: the frame log's writer is nil")
	}
	if c.Rows == 0 {
		c.Rows = rowsDefault
	}
	if c.Rows < 0 || c.Rows > rowsMax {
		return nil, &tactus.ConfigError{Field: "LogConfig.Rows", Value: strconv.Itoa(c.Rows),
			Want: "1 to 1048576 rows, or 0 for 4096"}
	}
	if c.Over < 0 {
		return nil, &tactus.ConfigError{Field: "LogConfig.Over", Value: c.Over.String(),
			Want: "a frame time over 0, or 0 for all frames"}
	}
	l := &Log{w: w, over: c.Over, rows: make([]row, c.Rows),
		wake: make(chan struct{}, 1), done: make(chan struct{})}
	go l.run()
	return l, nil
}

// Record puts a frame into the log if it is over the threshold. It never waits, and does not keep f.
// After Close the row is dropped.
func (l *Log) Record(f *Frame) {
	number := l.next
	l.next++
	l.since = min(l.since+min(max(f.Real, 0), wakeTime), wakeTime)
	if f.Real > l.over || l.over == 0 {
		l.add(number, f)
	}
	if l.closed {
		return
	}
	if l.head-l.woken >= wakeRows || l.since >= wakeTime && l.head != l.woken {
		l.woken, l.since = l.head, 0
		l.rouse()
	}
}

// add puts a row into the ring, or counts it as dropped.
func (l *Log) add(number uint64, f *Frame) {
	size := uint64(len(l.rows))
	if l.head-l.tail >= size {
		l.tail = l.taken.Load()
	}
	if l.closed || l.head-l.tail >= size || l.failed.Load() {
		l.dropped.Add(1)
		return
	}
	place := &l.rows[l.head%size]
	place.number, place.frame = number, *f
	l.head++
	l.put.Store(l.head)
}

// rouse wakes the writer; where it is awake the next round sees the rows.
func (l *Log) rouse() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Written returns how many rows the writer has taken without an error.
func (l *Log) Written() uint64 { return l.written.Load() }

// Dropped returns how many rows were lost: to a full ring, to a failed write, or after Close.
func (l *Log) Dropped() uint64 { return l.dropped.Load() }

// Err returns why the log stopped writing, nil while it has not. The writer's own error is wrapped.
func (l *Log) Err() error {
	if l.failed.Load() {
		return l.failure
	}
	return nil
}

// Close writes what is in the ring and ends the log. It waits for that until ctx is done and then
// returns ctx's error, wrapped: a writer that is stuck keeps its goroutine until it returns, and Close
// may be called again. Where the log has ended it returns what [Log.Err] does, once: the next Close
// returns nil. It does not close w.
func (l *Log) Close(ctx context.Context) error {
	if !l.closed {
		l.closed = true
		close(l.wake)
	}
	select {
	case <-l.done:
	case <-ctx.Done():
		select {
		case <-l.done: // both: the log did end
		default:
			return fmt.Errorf("tactus: frame log: the writer did not end: %w", ctx.Err())
		}
	}
	var err error
	l.report.Do(func() { err = l.Err() })
	return err
}

// run is the writer's goroutine.
func (l *Log) run() {
	defer close(l.done)
	text := make([]byte, 0, 1<<16)
	l.write(appendHeader(text, l.over)) // after an error rows are still taken, to be counted
	for open := true; open; {
		_, open = <-l.wake
		text = l.drain(text[:0])
	}
	if !l.failed.Load() {
		l.write(appendTrailer(text[:0], l.written.Load(), l.dropped.Load()))
	}
}

// drain writes all rows in the ring, some at a time.
func (l *Log) drain(text []byte) []byte {
	tail := l.taken.Load()
	for head := l.put.Load(); tail != head; head = l.put.Load() {
		n := min(head-tail, wakeRows)
		text = text[:0]
		for i := range n {
			text = l.rows[(tail+i)%uint64(len(l.rows))].append(text)
		}
		tail += n
		l.taken.Store(tail) // the rows are text now: their places are free
		if !l.failed.Load() && l.write(text) {
			l.written.Add(n)
		} else {
			l.dropped.Add(n)
		}
	}
	return text
}

var errPanicked = errors.New("tactus: frame log: the writer panicked")

// write hands text to the writer and keeps its first error, a panic too.
func (l *Log) write(text []byte) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			l.fail(fmt.Errorf("%w: %v", errPanicked, p))
		}
	}()
	n, err := l.w.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		l.fail(fmt.Errorf("tactus: frame log, after %d rows: %w", l.written.Load(), err))
	}
	return err == nil
}

func (l *Log) fail(err error) {
	l.failure = err
	l.failed.Store(true)
}
