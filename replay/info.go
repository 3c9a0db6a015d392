package replay

import (
	"time"

	"github.com/tactus-go/tactus"
)

// An Info is what a recording says of itself, without a run: nothing in it is proven.
type Info struct {
	Game        string        `json:"game"`
	Kind        string        `json:"kind"`
	Module      string        `json:"module_sha256,omitempty"`
	Build       *Build        `json:"build,omitempty"`
	Rate        tactus.Rate   `json:"rate"`
	Seed        [2]uint64     `json:"seed"`
	Players     uint32        `json:"players"`
	ConfigBytes int           `json:"config_bytes"`
	Ticks       tactus.Tick   `json:"ticks"`
	GameTime    time.Duration `json:"game_time_ns"`
	Changes     int           `json:"input_changes"` // ticks whose input is not that of the tick before
	Plain       uint32        `json:"plain_interval"`
	Chain       uint32        `json:"chain_interval"`
	Checkpoint  uint32        `json:"checkpoint_interval"`
	Hashes      int           `json:"hashes"` // plain, chained, checkpoints, seal
	Checkpoints int           `json:"checkpoints"`
	Frames      uint64        `json:"frames"`
	Bytes       int64         `json:"bytes"`
	Dropped     time.Duration `json:"dropped_ns"`
	Finished    bool          `json:"finished"`
	Result      string        `json:"result"`
	Malformed   string        `json:"malformed,omitempty"`
}

// Info returns what the recording says of itself.
func (r *Recording) Info() Info {
	h := &r.Header
	i := Info{Bytes: r.Bytes}
	if r.Malformed != nil {
		i.Malformed = r.Malformed.Error()
	}
	if r.header == nil {
		return i
	}
	i.Game, i.Kind, i.Rate, i.Seed, i.Players = h.Game, h.Kind.String(), h.Rate(), h.Seed, h.Players
	i.ConfigBytes, i.Plain, i.Chain, i.Checkpoint = len(h.Config), h.Plain, h.Chain, h.Checkpoint
	if h.Kind == Native {
		i.Build = &h.Build
	} else {
		i.Module = hex(h.Hash[:])
	}
	i.Ticks, i.Frames, i.GameTime = r.Ticks(), r.frames, h.Rate().TimeOf(r.Ticks())
	i.Dropped, i.Finished, i.Result = r.trailer.claim.Dropped, r.trailer.claim.Finished, string(r.trailer.claim.Result)
	i.Hashes, i.Checkpoints = r.hashes()
	if r.Malformed == nil {
		i.Hashes++
	}
	i.Changes = r.changes()
	return i
}

// hashes counts what Verify compares, and the checkpoints in it.
func (r *Recording) hashes() (n, checkpoints int) {
	for k := range r.segments {
		n++
		if r.segment(k).chained != nil {
			n++
		}
		if r.segments[k].checkpoint != nil {
			checkpoints++
		}
	}
	return n + checkpoints, checkpoints
}

// changes counts the runs that are no continuation.
func (r *Recording) changes() (n int) {
	var p present
	p.reset()
	for k := range r.segments {
		s := r.segment(k)
		d := s.decoder(&p)
		for at := d.at; d.next() > 0; at = d.at {
			if s.runs[at]&(1<<opBits-1) != opSame {
				n++
			}
		}
	}
	return n
}
