package replay

import (
	"bytes"
	"fmt"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// A Player runs a recording for someone who looks at it. It compares nothing: [Verify] does. The caller
// decides when ticks run: at its own pace by [Player.Run], or by the steps of the recorded [Frame]s.
type Player struct {
	rec    *Recording
	host   Host
	repeat Repeater
	inputs *walker
	paused bool
}

// NewPlayer begins at tick 0. The error is the host's, or says that there is no header.
func NewPlayer(rec *Recording, host Host) (*Player, error) {
	if rec.header == nil {
		return nil, fmt.Errorf("tactus: replay.NewPlayer: %w", rec.Malformed)
	}
	if err := host.Init(&rec.Header); err != nil {
		return nil, err
	}
	return &Player{rec: rec, host: host, repeat: repeater(host), inputs: newWalker(rec)}, nil
}

// Position returns how many ticks have run: the state is that before this tick.
func (p *Player) Position() tactus.Tick { return tactus.Tick(p.inputs.tick) }

// Pause stops the player, or lets it go on. Seek works in a pause.
func (p *Player) Pause(on bool) { p.paused = on }

// Paused reports whether the player is stopped.
func (p *Player) Paused() bool { return p.paused }

// Run runs up to so many ticks, the speed of the caller's choice, and returns how many have run: fewer
// at the end, none in a pause. An error is the host's.
func (p *Player) Run(ticks tactus.Tick) (tactus.Tick, error) {
	if p.paused || ticks <= 0 {
		return 0, nil
	}
	return p.run(ticks)
}

func (p *Player) run(ticks tactus.Tick) (ran tactus.Tick, err error) {
	for ran < ticks {
		n := p.inputs.take(uint64(ticks - ran))
		if n == 0 {
			break
		}
		done, err := p.repeat.Repeat(p.inputs.present.input, n)
		if ran += tactus.Tick(done); err != nil {
			return ran, fmt.Errorf("tick %d: %w", p.Position()-tactus.Tick(n-done), err)
		}
	}
	return ran, nil
}

// Seek goes to where so many ticks have run: from the last checkpoint before, or by running on from
// here, whichever has fewer ticks to run. It refuses a tick that is not in the recording.
func (p *Player) Seek(tick tactus.Tick) error {
	if tick < 0 || tick > p.rec.Ticks() {
		return fmt.Errorf("tactus: replay.Player: no tick %d: the recording has %d", tick, p.rec.ticks)
	}
	from, image := p.rec.checkpointBefore(uint64(tick))
	if here := p.Position(); here > tick || tactus.Tick(from) > here {
		if err := p.jump(from, image); err != nil {
			return err
		}
	}
	_, err := p.run(tick - p.Position())
	return err
}

// jump goes to a checkpoint, or to the beginning.
func (p *Player) jump(ticks uint64, image []byte) error {
	if image == nil {
		p.inputs.rewind()
		return p.host.Init(&p.rec.Header)
	}
	if err := p.host.Load(image); err != nil {
		return fmt.Errorf("checkpoint after tick %d: %w", ticks-1, err)
	}
	p.inputs.skip(ticks)
	return nil
}

// checkpointBefore returns the last checkpoint at or before so many ticks whose hash is right; none is
// the beginning.
func (r *Recording) checkpointBefore(ticks uint64) (uint64, []byte) {
	if r.Header.Checkpoint == 0 {
		return 0, nil
	}
	var h sim.Hash
	each := uint64(r.Header.Checkpoint)
	for at := ticks / each * each; at > 0; at -= each {
		i := int(at/uint64(r.Header.Plain)) - 1
		if i >= len(r.segments) || r.segments[i].checkpoint == nil {
			continue
		}
		image := r.segments[i].checkpoint
		if s := r.segment(i); s.plain == plainHash(&h, image) {
			return at, bytes.Clone(image)
		}
	}
	return 0, nil
}
