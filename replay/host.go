package replay

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tactus-go/tactus/sim"
)

// An Identity says what a host runs.
type Identity struct {
	Game  string
	Kind  Kind
	Hash  [32]byte // SHA-256 of the module, or of the build
	Build Build    // of a native host
}

// A Host runs one game for a verdict: [SimHost] natively, others as a WebAssembly module. It is at no
// tick before Init, and an error other than Load's ends the run.
type Host interface {
	// Identity says what runs.
	Identity() Identity
	// Init begins at tick 0 with the header's config, seed, rate, players and limits. It may be called
	// again.
	Init(h *Header) error
	// Step runs a tick with a TM/1 input, which must not be kept. A limit that is hit is a [*LimitError].
	Step(input []byte) error
	// Save appends the state to image.
	Save(image []byte) ([]byte, error)
	// Load replaces the state, or returns an error and leaves it untouched.
	Load(image []byte) error
	// Fields names the values of the state, nil where the game cannot.
	Fields() []sim.Field
	// Result returns what the game came to, nil where it does not say.
	Result() ([]byte, error)
}

// A Repeater is a Host that runs many ticks of one input faster than by one Step each. It returns how
// many it has run.
type Repeater interface {
	Repeat(input []byte, ticks uint64) (uint64, error)
}

// A Finisher is a Host that can tell whether the game is over. Then the finished flag of a claim is
// compared with the run; known is false where it cannot tell after all. On a host that is none the flag
// is not compared: only the seal covers it.
type Finisher interface {
	Finished() (over, known bool)
}

// A LimitError says which limit a run hit. It accuses nobody.
type LimitError struct {
	Limit string // "fuel", "call depth", "memory", "state", "ticks", "list"
	Text  string // what it was and what was wanted; may be empty
}

// Error returns one line.
func (e *LimitError) Error() string {
	return "tactus: limit hit: " + e.reason()
}

// reason is what a verdict says, whose outcome has the rest.
func (e *LimitError) reason() string {
	if e.Text == "" {
		return e.Limit
	}
	return e.Limit + ": " + e.Text
}

// A SimHost is a [Host] for a [sim.Sim] in this process. With one player, Step gets that player's
// bytes; with more, the whole TM/1 input.
type SimHost struct {
	Game  string
	Build Build // of this process
	// New makes the game at tick 0 from config and seed, and refuses what it cannot play.
	New func(h *Header) (sim.Sim, error)
	// Outcome returns what the game came to; nil where it does not say.
	Outcome func(game sim.Sim) []byte
	// Over reports whether the game is finished; nil where it cannot tell.
	Over func(game sim.Sim) bool

	sim   sim.Sim
	whole bool // Step gets whole inputs
}

// Identity says which game and build this is.
func (s *SimHost) Identity() Identity {
	return Identity{Game: s.Game, Kind: Native, Hash: s.Build.Hash(), Build: s.Build}
}

// caught turns a panic of the game into an error, since a recording may give a game what no player did:
// a list over its bound is a limit that was hit, as is a panic with a [*LimitError].
func caught(err *error) {
	if r := recover(); r != nil {
		*err = panicked(r)
	}
}

func panicked(r any) error {
	if e, ok := r.(error); ok {
		var limit *LimitError
		if errors.As(e, &limit) {
			return limit
		}
	}
	text := strings.TrimPrefix(fmt.Sprint(r), "tactus: ")
	// As sim says it of a list over its bound.
	if strings.Contains(text, " has length ") && strings.Contains(text, ": want at most ") {
		return &LimitError{Limit: "list", Text: text}
	}
	return errors.New("it panics: " + text)
}

// Init makes the game.
func (s *SimHost) Init(h *Header) (err error) {
	defer caught(&err)
	game, err := s.New(h)
	if err == nil && game == nil {
		err = fmt.Errorf("tactus: replay.SimHost: New of %s made no game", s.Game)
	}
	s.sim, s.whole = game, h.Players > 1
	return err
}

// Sim returns the game as it is, for a host that draws it.
func (s *SimHost) Sim() sim.Sim { return s.sim }

func (s *SimHost) own(input []byte) []byte {
	if s.whole {
		return input
	}
	return OwnInput(input)
}

// Step runs a tick. A panic of the game is an error, here and in all that follows.
func (s *SimHost) Step(input []byte) (err error) {
	defer caught(&err)
	s.sim.Step(s.own(input))
	return nil
}

// Repeat runs ticks of one input.
func (s *SimHost) Repeat(input []byte, ticks uint64) (done uint64, err error) {
	defer caught(&err)
	game, own := s.sim, s.own(input)
	for ; done < ticks; done++ {
		game.Step(own)
	}
	return done, nil
}

// Save appends the state.
func (s *SimHost) Save(image []byte) (_ []byte, err error) {
	defer caught(&err)
	return s.sim.Save(image), nil
}

// Load replaces the state.
func (s *SimHost) Load(image []byte) (err error) {
	defer caught(&err)
	return s.sim.Load(image)
}

// Fields names the values of the state, none where the game panics at it.
func (s *SimHost) Fields() (fields []sim.Field) {
	defer func() {
		if recover() != nil {
			fields = nil
		}
	}()
	return sim.Fields(s.sim)
}

// Result returns what the game came to.
func (s *SimHost) Result() (_ []byte, err error) {
	defer caught(&err)
	if s.Outcome == nil {
		return nil, nil
	}
	return s.Outcome(s.sim), nil
}

// Finished reports whether the game is over, as Over says.
func (s *SimHost) Finished() (over, known bool) {
	if s.Over == nil {
		return false, false
	}
	defer func() {
		if recover() != nil {
			over, known = false, false
		}
	}()
	return s.Over(s.sim), true
}
