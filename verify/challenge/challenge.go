package challenge

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// A Challenge asks one player for one run. What is zero in it leaves the player the choice.
type Challenge struct {
	// ID is random, 32 hexadecimal digits: what a challenge's use is known by.
	ID     string `json:"id"`
	Tenant string `json:"tenant"`
	// Player is the tenant's own name of the player, 1 to 128 bytes.
	Player string `json:"player"`
	// Game and Seed are those of the recording's header.
	Game string     `json:"game"`
	Seed *[2]uint64 `json:"seed,omitempty"`
	// Module is the digest of the module that the run is to be judged on.
	Module verify.Digest `json:"module,omitzero"`
	// Config is the digest of the config in the recording's header.
	Config verify.Digest `json:"config,omitzero"`
	// Issued and Expires bound when the recording has to come.
	Issued  time.Time `json:"issued"`
	Expires time.Time `json:"expires"`
}

// LifeMax is how long a challenge can be answered at most.
const LifeMax = 31 * 24 * time.Hour

// Bounds of what a challenge holds.
const (
	playerMax = 128
	gameMax   = 64
)

// New gives a challenge its id, and its end after a time, at most 31 days. The error says what of it
// cannot be asked.
func New(c Challenge, now time.Time, life time.Duration) (Challenge, error) {
	if life <= 0 || life > LifeMax {
		return Challenge{}, fmt.Errorf("tactus: a challenge of %v: want over 0, and at most %v", life, LifeMax)
	}
	var id [16]byte
	rand.Read(id[:]) // it never fails: it ends the program
	c.ID = hex.EncodeToString(id[:])
	c.Issued = now.UTC().Round(0)
	c.Expires = c.Issued.Add(life)
	return c, c.valid()
}

// valid says what of a challenge cannot be.
func (c *Challenge) valid() error {
	id, err := hex.DecodeString(c.ID)
	switch {
	case err != nil || len(id) != 16 || strings.ToLower(c.ID) != c.ID:
		return fmt.Errorf("tactus: a challenge with the id %.80q: want 32 hexadecimal digits", c.ID)
	case c.Player == "" || len(c.Player) > playerMax:
		return fmt.Errorf("tactus: a challenge for a player of %d bytes: want 1 to %d", len(c.Player), playerMax)
	case c.Game == "" || len(c.Game) > gameMax:
		return fmt.Errorf("tactus: a challenge for a game of %d bytes: want 1 to %d", len(c.Game), gameMax)
	case c.Issued.IsZero() || !c.Expires.After(c.Issued) || c.Expires.Sub(c.Issued) > LifeMax:
		return fmt.Errorf("tactus: a challenge from %v to %v: want some time, and at most %v", c.Issued, c.Expires, LifeMax)
	}
	return verify.CheckTenant(c.Tenant)
}
