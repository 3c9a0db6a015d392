package replay

import (
	"encoding/binary"
	"time"

	"github.com/tactus-go/tactus"
)

// A Frame is one pass of the host's loop: enough to show a run again as it was shown.
type Frame struct {
	Real  time.Duration // frame time, up to 18 minutes
	Steps tactus.Tick
	Alpha float64 // after its steps, 0 to 1, in steps of 2^-32
}

// alphaOne is alpha 1 in a file.
const alphaOne = 1 << 32

// A frameEncoder collects the frames of a segment.
type frameEncoder struct {
	out    []byte
	count  uint64
	before int64 // time of the frame before

	empty  uint64 // frames without steps in out
	held   uint64 // frames that are held back as one; 0 where none is
	heldNs int64
	alpha  float64 // of the last that is held
	merged uint64  // frames of the recording that others have in them
}

// A segment without end is a pause. From pauseFrames frames without steps on, those that follow one
// another are one frame with their times added, up to the longest that a frame can have, so that
// neither the frames nor the bytes of a segment come to an end before the pause does.
const pauseFrames = 1 << 16

// add takes a frame.
func (e *frameEncoder) add(real time.Duration, steps uint64, alpha float64) {
	ns := min(max(int64(real), 0), frameTimeMax)
	if steps > 0 || e.empty < pauseFrames {
		e.flush()
		e.put(ns, steps, alpha)
		return
	}
	if e.held > 0 && e.heldNs+ns > frameTimeMax {
		e.flush()
	}
	if e.held > 0 {
		e.merged++
	}
	e.held++
	e.heldNs, e.alpha = e.heldNs+ns, alpha
}

// flush writes the frames that are held back.
func (e *frameEncoder) flush() {
	if e.held > 0 {
		e.put(e.heldNs, 0, e.alpha)
		e.held, e.heldNs = 0, 0
	}
}

func (e *frameEncoder) put(ns int64, steps uint64, alpha float64) {
	e.out = appendZV(e.out, ns-e.before)
	e.out = binary.AppendUvarint(e.out, steps)
	e.out = binary.AppendUvarint(e.out, fixedAlpha(alpha))
	e.before = ns
	e.count++
	if steps == 0 {
		e.empty++
	}
}

// clear begins the frames of the next segment.
func (e *frameEncoder) clear() { e.out, e.count, e.empty = e.out[:0], 0, 0 }

// fixedAlpha rounds down, so that what is under 1 stays under it. NaN is 0.
func fixedAlpha(alpha float64) uint64 {
	if !(alpha > 0) {
		return 0
	}
	return uint64(min(alpha, 1) * alphaOne)
}

// A frameDecoder reads the frames of one segment.
type frameDecoder struct {
	cursor
	before int64
}

func (d *frameDecoder) next() Frame {
	at := d.at
	delta := d.zv("frame time")
	ns := d.before + delta
	if d.err == nil && (delta > frameTimeMax || delta < -frameTimeMax || ns < 0 || ns > frameTimeMax) {
		d.fail(at, "frame time", "out of range after one of %d ns", d.before)
	}
	steps := d.uv(0, frameSteps, "frame steps")
	alpha := d.uv(0, alphaOne, "frame alpha")
	if d.err != nil {
		return Frame{}
	}
	d.before = ns
	return Frame{Real: time.Duration(ns), Steps: tactus.Tick(steps), Alpha: float64(alpha) / alphaOne}
}
