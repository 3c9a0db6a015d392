package wazerohost

import (
	"bytes"
	"errors"
)

// A Snapshot is an instance at one tick: its state, and its whole memory where that is quicker to put
// back. It is good for the same host and config only, and never leaves the process.
type Snapshot struct {
	state  []byte
	memory []byte
	tick   uint64
	over   bool
	// Copied and Rebuilt count how the snapshot was put back.
	Copied, Rebuilt int
}

// State returns the saved state. It must not be changed.
func (s *Snapshot) State() []byte { return s.state }

// Snapshot takes the state and a copy of the memory.
func (i *Instance) Snapshot() (*Snapshot, error) {
	state, err := i.Save(nil)
	if err != nil {
		return nil, err
	}
	all, _ := i.memory.Read(0, i.memory.Size()) // from the start, so it is all there
	return &Snapshot{state: state, memory: bytes.Clone(all), tick: i.tick, over: i.over}, nil
}

// Restore goes back to a snapshot. The memory is copied back where it still has the size that it had:
// in a memory that has grown since, what a guest's allocator holds for fresh would not be. Else, and
// after a trap, a new instance loads the state.
//
// A guest may keep state in variables outside of its memory, which no host can see. So the state that
// the guest then saves is held to the snapshot's, and where it is another, a new instance is made.
func (i *Instance) Restore(s *Snapshot) error {
	if i.poison == nil && uint64(i.memory.Size()) == uint64(len(s.memory)) {
		i.memory.Write(0, s.memory)
		// The copy brings back what lay in the guest's buffers, and perhaps where they lay.
		i.buffers = [4]buffer{}
		i.tick, i.over = s.tick, s.over
		if state, err := i.Save(nil); err == nil && bytes.Equal(state, s.state) {
			s.Copied++
			return nil
		}
	}
	if errors.Is(i.poison, ErrClosed) {
		return ErrClosed
	}
	s.Rebuilt++
	if err := i.Rebuild(s.state); err != nil {
		return err
	}
	i.tick, i.over = s.tick, s.over
	return nil
}
