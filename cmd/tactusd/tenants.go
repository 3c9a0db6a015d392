package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// A tenantsFile is the file of tenants: their tokens, as SHA-256 only, and what is other than the
// defaults for them.
type tenantsFile struct {
	Tenants map[string]*tenantEntry `json:"tenants"`
}

type tenantEntry struct {
	Tokens []tokenEntry `json:"tokens"`
	Limits tenantLimits `json:"limits"`
}

type tokenEntry struct {
	SHA256  string    `json:"sha256"`
	Created time.Time `json:"created"`
	Note    string    `json:"note,omitempty"`
}

// tenantLimits are what a tenant may use; 0 is the flag's value.
type tenantLimits struct {
	Jobs     int64   `json:"jobs,omitempty"`       // undecided at a time
	Bytes    int64   `json:"bytes,omitempty"`      // stored
	RatePerS float64 `json:"rate_per_s,omitempty"` // requests
	Burst    float64 `json:"burst,omitempty"`      // requests at once
	BodyRate float64 `json:"body_rate,omitempty"`  // bytes a second of what it sends
	// FloodPerS is how many recordings a second are taken of it while it floods beside a calm one.
	FloodPerS float64 `json:"flood_per_s,omitempty"`
	FuelTick  uint64  `json:"fuel_tick,omitempty"` // instructions
	FuelRun   uint64  `json:"fuel_run,omitempty"`  // instructions
	TicksMax  int64   `json:"ticks_max,omitempty"` // of a recording
	Uploads   int     `json:"uploads,omitempty"`   // at a time
}

// or takes the defaults for what is 0.
func (l tenantLimits) or(d tenantLimits) tenantLimits {
	fill(&l.Jobs, d.Jobs)
	fill(&l.Bytes, d.Bytes)
	fill(&l.RatePerS, d.RatePerS)
	fill(&l.Burst, d.Burst)
	fill(&l.BodyRate, d.BodyRate)
	fill(&l.FloodPerS, d.FloodPerS)
	fill(&l.FuelTick, d.FuelTick)
	fill(&l.FuelRun, d.FuelRun)
	fill(&l.TicksMax, d.TicksMax)
	fill(&l.Uploads, d.Uploads)
	return l
}

// check refuses what is less than 0, and a burst in which no request fits.
func (l tenantLimits) check() error {
	whole := min(l.Jobs, l.Bytes, l.TicksMax, int64(l.Uploads))
	if whole < 0 || min(l.RatePerS, l.Burst, l.BodyRate, l.FloodPerS) < 0 {
		return fmt.Errorf("limits %+v: want numbers of 0, which is the flag's, or more", l)
	}
	if l.Burst > 0 && l.Burst < 1 {
		return fmt.Errorf("a burst of %g requests: want 1 or more, or 0, which is the flag's", l.Burst)
	}
	return nil
}

func fill[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

// tenants is the file in use.
type tenants struct {
	byToken map[[32]byte]string
	limits  map[string]tenantLimits
}

// parseTenants reads the file as it is.
func parseTenants(data []byte) (f tenantsFile, err error) {
	if err := parse(data, &f); err != nil {
		return f, fmt.Errorf("tactus: the file of tenants: %w", err)
	}
	return f, nil
}

// readTenants reads the file, and refuses what would let nobody or the wrong one in.
func readTenants(data []byte) (*tenants, error) {
	f, err := parseTenants(data)
	if err != nil {
		return nil, err
	}
	t := &tenants{map[[32]byte]string{}, map[string]tenantLimits{}}
	for name, entry := range f.Tenants {
		if err := verify.CheckTenant(name); err != nil {
			return nil, err
		}
		if entry == nil {
			continue
		}
		if err := entry.Limits.check(); err != nil {
			return nil, fmt.Errorf("tactus: the file of tenants: %s: %w", name, err)
		}
		t.limits[name] = entry.Limits
		for _, token := range entry.Tokens {
			sum, err := hex.DecodeString(token.SHA256)
			if err != nil || len(sum) != 32 {
				return nil, fmt.Errorf("tactus: the file of tenants: %s has the SHA-256 %.80q: want 64 hexadecimal digits", name,
					token.SHA256)
			}
			if other, ok := t.byToken[[32]byte(sum)]; ok && other != name {
				return nil, fmt.Errorf("tactus: the file of tenants: %s and %s have one token", other, name)
			}
			t.byToken[[32]byte(sum)] = name
		}
	}
	return t, nil
}

// tokenPrefix lets people and scanners see what leaked.
const tokenPrefix = "tactus_"

// newToken makes a token and what is kept of it.
func newToken(note string, now time.Time) (token string, entry tokenEntry) {
	var random [32]byte
	rand.Read(random[:])
	token = tokenPrefix + base64.RawURLEncoding.EncodeToString(random[:])
	sum := sha256.Sum256([]byte(token))
	return token, tokenEntry{SHA256: hex.EncodeToString(sum[:]), Created: now.UTC().Truncate(time.Second), Note: note}
}

// tenant returns whose token it is, "" for nobody's. The look-up is by the token's hash, so how long it
// takes tells nothing of how much of a token is right.
func (t *tenants) tenant(token string) string {
	if !strings.HasPrefix(token, tokenPrefix) || len(token) > 128 {
		return ""
	}
	return t.byToken[sha256.Sum256([]byte(token))]
}
