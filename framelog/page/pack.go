package page

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"time"
)

const (
	framesMax = 200_000 // up to which every frame is in the page: about 1 MB
	binsAbout = 100_000 // how many bins more than that become
)

// pack returns the frames for a page. Beyond framesMax a bin is as many frames as leave about
// binsAbout of them. A hitch is always a bin of its own, so that it keeps its place and length however
// far one zooms.
func (l *Line) pack() Frames {
	out := Frames{Unit: 1}
	for int64(l.Figures.Max)/out.Unit >= math.MaxUint32 {
		out.Unit *= 10
	}
	var bins binned
	bins.unit = out.Unit
	size := 1
	if l.Count > framesMax {
		size = (l.Count + binsAbout - 1) / binsAbout
	}
	alone := l.hitchFrames(size)
	index, last := 0, time.Duration(0)
	for f := range l.frames() {
		if f.from > last {
			bins.nothing(f.from - last)
		}
		last = f.to
		bins.add(f, size, alone[index])
		index++
	}
	out.Longest = base64.StdEncoding.EncodeToString(bins.longest)
	if size > 1 || l.Sampled() {
		out.Shortest = base64.StdEncoding.EncodeToString(bins.shortest)
		out.Lengths = base64.StdEncoding.EncodeToString(bins.lengths())
	}
	return out
}

// hitchFrames returns the places of the frames of all hitches; none where every frame is a bin anyway.
func (l *Line) hitchFrames(size int) map[int]bool {
	alone := map[int]bool{}
	if size == 1 {
		return alone
	}
	for _, h := range l.Hitches {
		if h.Frames > binsAbout {
			continue // no hitches any more, but a threshold below all frames
		}
		for _, e := range h.Events {
			for i := range e.Frames {
				alone[e.Index+i] = true
			}
		}
	}
	return alone
}

// A binned collects bins.
type binned struct {
	unit              int64
	shortest, longest []byte
	length            []time.Duration
	frames            int // in the last bin
	closed            bool
	low, high         time.Duration // of the last bin
}

func (b *binned) add(f placed, size int, alone bool) {
	if len(b.length) == 0 || b.closed || alone || b.frames == size {
		b.length = append(b.length, 0)
		b.shortest, b.longest = append(b.shortest, 0, 0, 0, 0), append(b.longest, 0, 0, 0, 0)
		b.frames, b.low, b.high = 0, f.length, f.length
	}
	b.closed = alone
	b.frames++
	b.length[len(b.length)-1] += f.to - f.from
	b.low, b.high = min(b.low, f.length), max(b.high, f.length)
	binary.LittleEndian.PutUint32(b.shortest[len(b.shortest)-4:], uint32(int64(b.low)/b.unit))
	binary.LittleEndian.PutUint32(b.longest[len(b.longest)-4:], uint32(int64(b.high)/b.unit))
}

// nothing adds time in which there is no frame.
func (b *binned) nothing(d time.Duration) {
	b.length = append(b.length, d)
	b.shortest, b.longest = append(b.shortest, 0, 0, 0, 0), append(b.longest, 0, 0, 0, 0)
	b.closed = true
}

func (b *binned) lengths() []byte {
	var out []byte
	for _, d := range b.length {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(float64(d)))
	}
	return out
}
