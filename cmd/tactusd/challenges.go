package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
)

// A wanted challenge is what is asked for: who is to play what.
type wanted struct {
	Player string        `json:"player"`
	Game   string        `json:"game"`
	Seed   *[2]uint64    `json:"seed"`
	Module verify.Digest `json:"module"`
	Config verify.Digest `json:"config"`
	Life   string        `json:"life"` // as 30m; "" is the longest
}

// A given challenge is the answer.
type given struct {
	Challenge string    `json:"challenge"`
	ID        string    `json:"id"`
	Issued    time.Time `json:"issued"`
	Expires   time.Time `json:"expires"`
}

// postChallenge gives a challenge. Nothing is stored: its signature is what makes it one.
func (a *api) postChallenge(w http.ResponseWriter, r *request) error {
	if err := asItIs(w, r.Request); err != nil {
		return err
	}
	if err := a.bound(w, r, fieldMax); err != nil {
		return err
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	var want wanted
	if err := d.Decode(&want); err != nil {
		if p := bodyProblem(err).(*problem); p.Status != http.StatusBadRequest {
			return p
		}
		return wrong("bad-request", "the body: %v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return wrong("bad-request", "the body has more than one JSON value")
	}
	life := a.config.ChallengeLifeMax
	if want.Life != "" {
		asked, err := time.ParseDuration(want.Life)
		if err != nil || asked <= 0 || asked > life {
			return wrong("bad-request", "life: %.40q: want a time up to %v, as 30m", want.Life, life)
		}
		life = asked
	}
	c, err := challenge.New(challenge.Challenge{Tenant: r.tenant, Player: want.Player, Game: want.Game, Seed: want.Seed,
		Module: want.Module, Config: want.Config}, time.Now(), life)
	if err != nil {
		return wrong("bad-request", "%s", trimmed(err))
	}
	text, err := a.keys().Sign(c)
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, given{text, c.ID, c.Issued, c.Expires})
}
