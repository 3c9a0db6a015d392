package verify

import (
	"slices"
	"strings"
	"time"

	"github.com/tactus-go/tactus/replay"
)

// The outcomes that no re-run comes to, beside those of replay. The first four are of challenges.
const (
	// Stolen: the challenge was given to another player, or for another game, module or seed.
	Stolen replay.Outcome = "stolen"
	// Reused: the challenge was answered before.
	Reused replay.Outcome = "reused"
	// Expired: the recording came after the challenge's end.
	Expired replay.Outcome = "expired"
	// TooFast: the recording has more time in it than passed since the challenge was given.
	TooFast replay.Outcome = "too fast"
	// GivenUp: no worker could bring the job to an end; the reason says what happened to the last.
	GivenUp replay.Outcome = "given up"
)

// A Verdict is what a job came to.
type Verdict struct {
	replay.Verdict
	// Job is the id of the job, Recording the digest of what was judged.
	Job       Digest        `json:"job"`
	Tenant    string        `json:"tenant"`
	Recording Digest        `json:"recording"`
	Attempt   int           `json:"attempt"` // of the delivery that led to it, from 1
	Worker    string        `json:"worker"`
	Took      time.Duration `json:"took_ns"`
	Fuel      uint64        `json:"fuel,omitempty"` // used in all, 0 for a native run
	Decided   time.Time     `json:"decided"`
	// FieldsOmitted is how many more fields differ than Fields has: it has [FieldsMost] at most.
	FieldsOmitted int `json:"fields_omitted,omitempty"`
}

// FieldsMost is how many differing fields a worker's verdict has at most, TextMost how many bytes of a
// name and of a value, ReasonMost how many of the reason. So it fits into a message, and thousands of
// them into memory: a state of megabytes can differ in each of its bytes.
const (
	FieldsMost = 32
	TextMost   = 128
	ReasonMost = 2048
)

// shorten cuts a verdict to what may be stored.
func (v *Verdict) shorten() {
	if over := len(v.Fields) - FieldsMost; over > 0 {
		v.Fields, v.FieldsOmitted = v.Fields[:FieldsMost], over
	}
	v.Fields = slices.Clone(v.Fields)
	for i := range v.Fields {
		f := &v.Fields[i]
		f.Name, f.Want, f.Got = shortened(f.Name, TextMost), shortened(f.Want, TextMost), shortened(f.Got, TextMost)
	}
	v.Reason = shortened(v.Reason, ReasonMost)
}

// shortened is a text of at most so many bytes, which says that there was more. It is one that is the
// same after JSON: a module's names may have any bytes.
func shortened(text string, most int) string {
	const more = "…"
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most-len(more)], "") + more
	}
	return strings.ToValidUTF8(text, "?")
}

// SameAs reports whether two verdicts say the same of the recording. That they came about in other
// places and times does not matter.
func (v *Verdict) SameAs(u *Verdict) bool {
	return v.Outcome == u.Outcome && v.Tick == u.Tick && v.Compared == u.Compared &&
		v.FieldsOmitted == u.FieldsOmitted && slices.Equal(v.Fields, u.Fields)
}
