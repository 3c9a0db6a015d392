package verify

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Job asks for the verdict on one recording. Make it with [NewJob].
type Job struct {
	// ID is made of all that decides the verdict: tenant, recording, module, challenge, run.
	ID Digest `json:"id"`
	// Tenant owns the job; nobody else learns of it.
	Tenant string `json:"tenant"`
	// Recording is the digest of the recording's bytes, which are in a store.
	Recording Digest `json:"recording"`
	// Module is the digest of the module to run it on. Zero is the one that the recording names.
	Module Digest `json:"module,omitzero"`
	// Challenge names the challenge that the recording answers; "" where none was asked for.
	Challenge string `json:"challenge,omitempty"`
	// Run is 0, and counts up where the same recording is to be judged anew.
	Run uint32 `json:"run,omitempty"`
	// Size is the number of bytes of the recording.
	Size int64 `json:"size"`
	// Received is when the service took it.
	Received time.Time `json:"received"`
}

// tenantMax bounds the name of a tenant, which stands in subjects, file names and addresses.
const tenantMax = 63

// CheckTenant refuses a name that is none of a tenant: 1 to 63 of a-z, 0-9 and -, not beginning with -.
func CheckTenant(name string) error {
	outside := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }
	if name == "" || len(name) > tenantMax || name[0] == '-' || strings.ContainsFunc(name, outside) {
		return fmt.Errorf("tactus: tenant %.80q: want 1 to 63 of a-z, 0-9 and -, not beginning with -", name)
	}
	return nil
}

// NewJob gives a job its id. The error says what of it cannot be.
func NewJob(j Job) (Job, error) {
	if err := CheckTenant(j.Tenant); err != nil {
		return Job{}, err
	}
	switch {
	case j.Recording.IsZero():
		return Job{}, errors.New("tactus: a job without a recording: want its digest")
	case j.Size < 0:
		return Job{}, fmt.Errorf("tactus: a job of %d bytes: want 0 or more", j.Size)
	case len(j.Challenge) > challengeMax:
		return Job{}, fmt.Errorf("tactus: a job's challenge of %d bytes: want at most %d", len(j.Challenge), challengeMax)
	}
	j.ID = idOf(&j)
	return j, nil
}

// challengeMax bounds the name of a challenge.
const challengeMax = 128
