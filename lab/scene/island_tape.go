package scene

import (
	"bytes"
	"errors"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/replay"
)

// An islandTape is the recording of the run that is being played.
type islandTape struct {
	tape   bytes.Buffer
	writer *replay.Writer
	own    []byte // the input of a tick, as it is recorded
	before tactus.Instant
	begun  bool // a frame was recorded
	closed bool // the recording is ended
	broken error
}

// beginTape begins a recording of a game at tick 0.
func (s *islandScene) beginTape() {
	s.tape.Reset()
	s.begun, s.closed, s.broken = false, false, nil
	s.writer = must(replay.NewWriter(&s.tape, island.Header(island.ThisBuild(), s.on(islandSchedule)),
		func(image []byte) ([]byte, error) { return s.game.Save(image), nil }))
	*s.out.frames = 0
}

// recordTick records the input of the tick that has just run.
func (s *islandScene) recordTick(move []byte) {
	s.own = replay.AppendInput(s.own[:0], move)
	s.fail(s.writer.Tick(s.own))
}

// recordFrame records a frame that has just been drawn, where frames are recorded.
func (s *islandScene) recordFrame(at tactus.Instant) {
	if s.writer.Header().Flags&replay.FlagSchedule == 0 || s.closed {
		return
	}
	var real time.Duration
	if s.begun {
		real = at.Sub(s.before)
	}
	s.before, s.begun = at, true
	s.fail(s.writer.Frame(real, s.stepper.Alpha()))
	*s.out.frames++
}

// fail keeps the first error of the recording. The game goes on without it.
func (s *islandScene) fail(err error) {
	if s.broken == nil {
		s.broken = err
	}
}

// end closes the recording: the run stands still from here on.
func (s *islandScene) end() {
	if s.closed {
		return
	}
	s.closed = true
	s.fail(s.writer.Close(island.Claim(s.game, s.dropped())))
}

func (s *islandScene) dropped() time.Duration {
	return s.stepper.Total().Dropped().At(s.stepper.Rate())
}

var errNoTick = errors.New("tactus: nothing has been played yet: play first, and then take the recording")

// Recording ends the run and returns it as a recording, the same each time until a restart.
func (s *islandScene) Recording() ([]byte, error) {
	if s.game.State().Tick == 0 {
		return nil, errNoTick
	}
	s.end()
	s.tell()
	if s.broken != nil {
		return nil, s.broken
	}
	return bytes.Clone(s.tape.Bytes()), nil
}
