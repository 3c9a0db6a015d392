package replay

import (
	"fmt"
	"io"
	"iter"

	"github.com/tactus-go/tactus"
)

// Trim writes the first ticks of a recording as a recording of its own. It runs them on the host and
// compares all hashes on the way: a run that does not come out as recorded is an error, and what was
// written by then is no whole recording. One that ends early is cut to its whole ticks and thereby made
// whole.
//
// Header and frames stay. Ticks whose frame was lost with what a crash cut off get one of no time and
// alpha 0, since nobody knows either. The result is the host's, as is the finished flag where the host
// can tell. Dropped time stays as it was, since nobody knows when it was lost. Optional chunks are left
// out. A host that is not the one that recorded is refused.
func Trim(w io.Writer, rec *Recording, host Host, ticks tactus.Tick) error {
	if ticks < 0 || ticks > rec.Ticks() {
		return fmt.Errorf("tactus: trim to %d ticks: the recording has %d", ticks, rec.ticks)
	}
	if err := agree(rec, host, uint64(ticks)); err != nil {
		return err
	}
	p, err := NewPlayer(rec, host)
	if err != nil {
		return err
	}
	writer, err := NewWriter(w, rec.Header, host.Save)
	if err != nil {
		return err
	}
	if err := copyTicks(writer, p, ticks); err != nil {
		return err
	}
	result, err := host.Result()
	if err != nil {
		return err
	}
	claim := Claim{Result: result, Dropped: rec.trailer.claim.Dropped}
	claim.Finished = ticks == rec.Ticks() && rec.trailer.claim.Finished
	if f, ok := host.(Finisher); ok {
		if over, known := f.Finished(); known {
			claim.Finished = over
		}
	}
	return writer.Close(claim)
}

// agree re-runs the ticks and refuses what differs from the recording.
func agree(rec *Recording, host Host, ticks uint64) error {
	if rec.header == nil {
		return fmt.Errorf("tactus: trim: %w", rec.Malformed)
	}
	cut := *rec
	plain := uint64(rec.Header.Plain)
	cut.segments = rec.segments[:min(len(rec.segments), int((ticks+plain-1)/plain))]
	v := newVerifier(&cut, host)
	if refused := v.refuse(Options{TicksMax: ticksMax}); refused != nil {
		return fmt.Errorf("tactus: trim: %s", refused)
	}
	if v.foreign != "" {
		return fmt.Errorf("tactus: trim: %s: want the host that recorded", v.foreign)
	}
	if err := host.Init(&rec.Header); err != nil {
		return err
	}
	if bad := v.run(); bad != nil {
		return fmt.Errorf("tactus: trim: %s", v.judge(bad))
	}
	return nil
}

// copyTicks plays the ticks into a writer, and puts each frame after the last of its steps. A frame
// that is cut in two keeps the steps that are left of it.
func copyTicks(w *Writer, p *Player, ticks tactus.Tick) error {
	next, stop := iter.Pull(p.rec.Frames())
	defer stop()
	frame, more := next()
	shown := frame.Steps
	show := func() error {
		for more && shown <= p.Position() {
			if err := w.Frame(frame.Real, frame.Alpha); err != nil {
				return err
			}
			if frame, more = next(); more {
				shown += frame.Steps
			}
		}
		return nil
	}
	if err := show(); err != nil {
		return err
	}
	for p.Position() < ticks {
		if _, err := p.run(1); err != nil {
			return err
		}
		if err := w.Tick(p.inputs.present.input); err != nil {
			return err
		}
		if err := show(); err != nil {
			return err
		}
	}
	if w.unshown > 0 && w.h.Flags&FlagSchedule != 0 {
		return w.Frame(frame.Real, frame.Alpha) // the zero frame where a crash took the last
	}
	return nil
}
