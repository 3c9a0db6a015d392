package verify

import (
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
}

// SameAs reports whether two verdicts say the same of the recording. That they came about in other
// places and times does not matter.
func (v *Verdict) SameAs(u *Verdict) bool {
	if v.Outcome != u.Outcome || v.Tick != u.Tick || v.Compared != u.Compared || len(v.Fields) != len(u.Fields) {
		return false
	}
	for i := range v.Fields {
		if v.Fields[i] != u.Fields[i] {
			return false
		}
	}
	return true
}
