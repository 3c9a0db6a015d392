package replay

import (
	"fmt"
	"strings"

	"github.com/tactus-go/tactus"
)

// An Outcome is the kind of a verdict.
type Outcome string

// The outcomes. Only Diverged and ClaimWrong say anything against a recording, and neither says who.
const (
	// OK: every hash, checkpoint, seal and claim is that of the re-run.
	OK Outcome = "ok"
	// Diverged: the re-run has another state, or the recording was changed after it was made.
	Diverged Outcome = "diverged"
	// ClaimWrong: the run is as recorded, and its result or what else is claimed at its end is not.
	ClaimWrong Outcome = "claim wrong"
	// Malformed: the bytes are no whole recording.
	Malformed Outcome = "malformed"
	// WrongModule: the recording is of another game or module.
	WrongModule Outcome = "wrong module"
	// WrongBuild: a native recording of another build, which has another state here, or is refused.
	WrongBuild Outcome = "wrong build"
	// LimitHit: the re-run reached a limit.
	LimitHit Outcome = "limit hit"
	// Refused: the recording is whole, and the host that recorded it refuses what its header asks for.
	Refused Outcome = "refused"
	// CannotGoOn: the game panicked or trapped in the re-run.
	CannotGoOn Outcome = "cannot go on"
	// NothingCompared: there was nothing to hold the re-run against.
	NothingCompared Outcome = "nothing compared"
)

// A Verdict is what re-running a recording came to, with its evidence. As JSON it is what tactus prove
// prints.
type Verdict struct {
	Outcome Outcome `json:"verdict"`
	// Tick is the last tick that was compared; where the run diverged, the first that is known to
	// differ; at a limit, the tick that hit it. -1 is none.
	Tick tactus.Tick `json:"tick"`
	// TickAfter is the last tick known to be equal, -1 for none, where a state differs: any tick after it,
	// up to Tick, may be the first that differed. A recording has no state in between to look at. nil
	// where no state differs.
	TickAfter *tactus.Tick `json:"tick_after,omitempty"`
	// Fields are those that differ: of the state, or of the claim.
	Fields   []FieldDifference `json:"fields"`
	Compared Compared          `json:"compared"`
	// Reason says in a sentence what the outcome rests on. For OK it is "" or a note.
	Reason string `json:"reason"`
	// Byte is where a malformed recording is malformed; nil otherwise.
	Byte *int64 `json:"byte,omitempty"`
}

// A FieldDifference is one value: Want is the recording's, Got the re-run's.
type FieldDifference struct {
	Name string `json:"name"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

// Compared counts what a verdict rests on.
type Compared struct {
	Ticks  tactus.Tick `json:"ticks"`  // re-run and covered by a hash that was compared
	Hashes int         `json:"hashes"` // plain and chained ones, checkpoints, the seal
}

// fieldsShown is how many differing fields a text shows.
const fieldsShown = 8

// String returns the verdict for people.
func (v Verdict) String() string {
	var b strings.Builder
	b.WriteString("verdict: " + v.short())
	for i, f := range v.Fields {
		if i == fieldsShown {
			fmt.Fprintf(&b, "\n  and %d fields more", len(v.Fields)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s: %s recorded, %s here", f.Name, f.Want, f.Got)
	}
	fmt.Fprintf(&b, "\n%d ticks and %d hashes compared", v.Compared.Ticks, v.Compared.Hashes)
	return b.String()
}

// short is the outcome, its place and the reason, in a line.
func (v Verdict) short() string {
	text := string(v.Outcome)
	switch v.Outcome {
	case Diverged, WrongBuild, WrongModule, LimitHit:
		text += v.where()
	case Malformed:
		if v.Byte != nil {
			text += fmt.Sprintf(" at byte %d", *v.Byte)
		}
	}
	if v.Reason != "" {
		text += ": " + v.Reason
	}
	return text
}

// where is the tick, or the ticks of which one is the first that differs.
func (v Verdict) where() string {
	switch {
	case v.Tick < 0:
		return ""
	case v.TickAfter != nil && *v.TickAfter+1 < v.Tick:
		return fmt.Sprintf(" between tick %d and tick %d", *v.TickAfter+1, v.Tick)
	}
	return fmt.Sprintf(" at tick %d", v.Tick)
}
