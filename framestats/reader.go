package framestats

import "sync/atomic"

// A Reader gives snapshots of a Recorder's statistics to one other goroutine, a HUD's. Neither waits
// for the other: there are three snapshots, one that the recorder writes, one that the reader has and
// one between them, and each side swaps its own with the one between. A snapshot is whole: all its
// figures are of one frame.
type Reader struct {
	slots  [3]Stats
	back   uint32 // the recorder's
	front  uint32 // the reader's
	middle atomic.Uint32
}

// unseen marks a snapshot between the two that the reader has not had.
const unseen = 4

// Reader returns the recorder's reader, always the same one; the first call makes it, and from then on
// a snapshot is published each SnapshotEvery. Call it from the loop's goroutine, before the other
// one starts.
func (r *Recorder) Reader() *Reader {
	if r.reader == nil {
		r.reader = &Reader{back: 0, front: 1}
		r.reader.middle.Store(2)
		for i := range r.reader.slots {
			r.reader.slots[i] = newStats(r.settings)
		}
		r.Publish()
	}
	return r.reader
}

// Publish makes a snapshot now: what a loop does before it stops for long. It never waits; it copies
// what changed since the snapshot that it writes over, some microseconds at most. Without a Reader it
// does nothing.
func (r *Recorder) Publish() {
	r.sinceLast = 0
	if r.reader == nil {
		return
	}
	b := r.reader
	b.slots[b.back].copyFrom(&r.Stats)
	b.back = b.middle.Swap(b.back|unseen) &^ unseen
}

// Latest returns the newest snapshot, and whether it is another than the last call's. It never waits,
// and the snapshot is good until the next call.
func (b *Reader) Latest() (s *Stats, fresh bool) {
	if b.middle.Load()&unseen != 0 {
		b.front = b.middle.Swap(b.front) &^ unseen
		fresh = true
	}
	return &b.slots[b.front], fresh
}
