package main

import "sync/atomic"

// A handover brings whole pictures from the loop to the screen. Neither side waits for the other: a
// picture that was not fetched is replaced by the next, and fetched ones come back to be drawn over.
type handover struct {
	latest, spare atomic.Pointer[picture]
	news          chan struct{} // holds one: there is a picture to fetch
}

func newHandover() *handover { return &handover{news: make(chan struct{}, 1)} }

// blank returns a picture to draw, with an earlier one's contents.
func (h *handover) blank() *picture {
	if p := h.spare.Swap(nil); p != nil {
		return p
	}
	return new(picture)
}

// put hands a picture over, which the loop must not touch from then on.
func (h *handover) put(p *picture) {
	if old := h.latest.Swap(p); old != nil {
		h.spare.Store(old)
	}
	select {
	case h.news <- struct{}{}:
	default:
	}
}

// take returns the latest picture, nil where there is none that was not taken. Give it back by done.
func (h *handover) take() *picture { return h.latest.Swap(nil) }

// done gives a picture back.
func (h *handover) done(p *picture) {
	if p != nil {
		h.spare.Store(p)
	}
}
