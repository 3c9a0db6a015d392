package replay

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"time"

	"github.com/tactus-go/tactus/sim"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Writer writes a recording while the game is played.
//
// Every chunk is one Write, made in the call of Tick that completes it: the header at once, then one
// for each Plain ticks, about 30 bytes. What a crash leaves is whole up to the last chunk that reached
// the disk. A caller who wants fewer writes hands in a bufio.Writer, and flushes it as often as it can
// bear to lose.
//
// The first error stays, and nothing is written after it.
type Writer struct {
	w    io.Writer
	h    Header
	save func(image []byte) ([]byte, error)
	err  error
	over bool // closed

	runs   runEncoder
	frames frameEncoder
	chain  *chain
	plain  sim.Hash
	file   hash.Hash // of all bytes so far
	size   int64

	t       trailer // as far as it is known
	within  uint64  // ticks in the open segment
	unshown uint64  // ticks since the last frame
	image   []byte
	held    []byte // payload of the checkpoint that is due
	pending bool   // one is due
	chunk   []byte
}

// NewWriter begins a recording. save appends the game's state to image: a Sim's Save, or that of a
// guest, which can fail. It is called once for each Plain ticks, within Tick. Zero fields of the header
// are set to their defaults; one out of its range is an error.
func NewWriter(w io.Writer, h Header, save func(image []byte) ([]byte, error)) (*Writer, error) {
	if w == nil || save == nil {
		return nil, errors.New("tactus: replay.NewWriter: want an io.Writer and a function that saves")
	}
	h = h.filled()
	if f := h.check(); f != nil {
		return nil, f.configError()
	}
	r := &Writer{w: w, h: h, save: save, file: sha256.New()}
	r.runs.reset()
	payload := h.append(nil)
	r.chain = newChain(payload)
	r.out(append([]byte(magic), formatVersion, 0, 0, 0))
	r.begin()
	r.chunk = append(r.chunk, payload...)
	r.end(chunkHeader)
	return r, r.err
}

// Header returns what the recording began with.
func (w *Writer) Header() Header { return w.h }

// Merged returns how many frames of long pauses were merged into the one before them.
func (w *Writer) Merged() uint64 { return w.frames.merged }

// Err returns the first error, nil while there is none.
func (w *Writer) Err() error { return w.err }

// Tick takes the TM/1 input of the tick that the game has just run; see [AppendInput]. The bytes may
// be used again.
func (w *Writer) Tick(input []byte) error {
	if !w.ready() {
		return w.err
	}
	if reason := checkInput(input, &w.h); reason != "" {
		return w.fail("tick %d: %s", w.t.ticks, reason)
	}
	if w.t.ticks == ticksMax {
		return w.fail("a recording has at most %d ticks", int64(ticksMax))
	}
	w.runs.add(input)
	if len(w.runs.out)+len(w.runs.data) > chunkMax/2 {
		return w.fail("tick %d: the inputs of one segment pass %d bytes: choose a shorter plain interval",
			w.t.ticks, chunkMax/2)
	}
	w.t.ticks++
	w.within++
	w.unshown++
	if w.within == uint64(w.h.Plain) {
		w.segment(false)
	}
	return w.err
}

// Frame takes a frame that has just been shown: its real time, and alpha after its steps. Its steps
// are the ticks since the frame before. A recording without [FlagSchedule] refuses it. In a pause of
// over 65,536 frames without a tick, those that follow become one, with their times added and the last
// alpha, until they are 18 minutes; [Writer.Merged] counts them.
func (w *Writer) Frame(real time.Duration, alpha float64) error {
	if !w.ready() {
		return w.err
	}
	switch {
	case w.h.Flags&FlagSchedule == 0:
		return w.fail("a frame in a recording without the flag schedule")
	case w.unshown > frameSteps:
		return w.fail("a frame of %d steps: want at most %d", w.unshown, frameSteps)
	case w.frames.count == segmentFrames:
		return w.fail("over %d frames in one segment", segmentFrames)
	case w.t.frames+w.frames.count >= framesMax:
		return w.fail("a recording has at most %d frames", int64(framesMax))
	}
	w.frames.add(real, w.unshown, alpha)
	w.unshown = 0
	return nil
}

// Close ends the recording with what the game came to. It does not close the io.Writer. Ticks that no
// frame has shown are an error where the recording has frames.
func (w *Writer) Close(claim Claim) error {
	if !w.ready() {
		return w.err
	}
	switch {
	case len(claim.Result) > resultMax:
		return w.fail("a result of %d bytes: want at most %d", len(claim.Result), resultMax)
	case claim.Dropped < 0:
		return w.fail("dropped time of %v", claim.Dropped)
	case w.h.Flags&FlagSchedule != 0 && w.unshown > 0:
		return w.fail("%d ticks after the last frame", w.unshown)
	}
	w.segment(true)
	w.over = true
	if w.err != nil {
		return w.err
	}
	w.t.claim = claim
	w.t.seal = w.chain.seal(w.t.sealed(nil), w.image)
	w.begin()
	w.chunk = w.t.append(w.chunk)
	w.end(chunkTrailer)
	w.out(w.file.Sum(nil))
	return w.err
}

// ready reports whether there may be more.
func (w *Writer) ready() bool {
	if w.over && w.err == nil {
		w.err = errors.New("tactus: replay.Writer: used after Close")
	}
	return w.err == nil
}

func (w *Writer) fail(format string, args ...any) error {
	w.err = fmt.Errorf("tactus: replay.Writer: "+format, args...)
	return w.err
}

// segment writes the open segment, after the checkpoint that is due before it.
func (w *Writer) segment(last bool) {
	if !w.takeImage() {
		return
	}
	if w.pending = w.pending && w.within > 0; w.pending {
		w.checkpoint()
	}
	w.runs.close()
	w.frames.flush()
	w.t.frames += w.frames.count
	chained := last || w.t.ticks%uint64(w.h.Chain) == 0
	var flags byte
	if chained {
		flags |= segmentChained
	}
	if last {
		flags |= segmentLast
	}
	w.begin()
	b := binary.AppendUvarint(append(w.chunk, flags), w.within)
	b = append(binary.AppendUvarint(b, uint64(len(w.runs.out))), w.runs.out...)
	b = binary.AppendUvarint(b, w.frames.count)
	b = append(binary.AppendUvarint(b, uint64(len(w.frames.out))), w.frames.out...)
	b = binary.LittleEndian.AppendUint64(b, plainHash(&w.plain, w.image))
	w.chain.segment(b[chunkHead:])
	if chained {
		w.chain.link(w.t.ticks, w.image)
		b = append(b, w.chain.sum[:]...)
	}
	w.chunk = b
	w.end(chunkSegment)
	w.t.segments++
	if w.h.checkpointAt(w.t.ticks) {
		w.pending = true
		w.held = append(binary.LittleEndian.AppendUint64(w.held[:0], w.t.ticks), w.image...)
	}
	w.runs.out, w.within = w.runs.out[:0], 0
	w.frames.clear()
}

// checkpoint writes the state that was held back until it is known that more ticks follow.
func (w *Writer) checkpoint() {
	w.begin()
	w.chunk = append(w.chunk, w.held...)
	w.end(chunkCheckpoint)
	w.t.checkpoints++
	w.pending = false
}

// takeImage saves the game.
func (w *Writer) takeImage() bool {
	image, err := w.save(w.image[:0])
	if err != nil {
		w.err = err
		return false
	}
	w.image = image
	if len(image) == 0 || len(image) > int(w.h.Limits.State) {
		w.fail("tick %d: a state of %d bytes: want 1 to %d", w.t.ticks, len(image), w.h.Limits.State)
		return false
	}
	return true
}

// begin leaves room for a chunk's head, and end fills it, adds the check and writes the chunk.
func (w *Writer) begin() { w.chunk = append(w.chunk[:0], make([]byte, chunkHead)...) }

func (w *Writer) end(kind byte) {
	n := len(w.chunk) - chunkHead
	if n > chunkMax {
		w.fail("tick %d: a chunk of %d bytes: want at most %d", w.t.ticks, n, chunkMax)
		return
	}
	w.chunk[0] = kind
	binary.LittleEndian.PutUint32(w.chunk[1:], uint32(n))
	w.chunk = binary.LittleEndian.AppendUint32(w.chunk, crc32.Checksum(w.chunk, castagnoli))
	w.out(w.chunk)
}

// out writes bytes of the file.
func (w *Writer) out(b []byte) {
	if w.err != nil {
		return
	}
	if w.size+int64(len(b)) > fileMax {
		w.fail("tick %d: the recording passes %d bytes", w.t.ticks, fileMax)
		return
	}
	w.file.Write(b)
	n, err := w.w.Write(b)
	w.size += int64(n)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("tactus: replay.Writer: %w", err)
	}
}
